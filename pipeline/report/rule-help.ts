/** Sections of docs/checks.md by rule, Markdown. The heading of a section is the name of the rule. */
const heading = /^#{2,4} `?([a-z0-9]+(?:-[a-z0-9]+)*)`?[ \t]*$/;

export function parseRuleHelp(markdown: string): Map<string, string> {
  const sections = new Map<string, string[]>();
  let current: string[] | null = null;
  let fenced = false;
  for (const line of markdown.split(/\r?\n/)) {
    if (line.startsWith('```')) fenced = !fenced;
    if (!fenced && /^#{1,6} /.test(line)) {
      const rule = heading.exec(line)?.[1];
      current = [];
      if (rule !== undefined) sections.set(rule, current);
    } else current?.push(line);
  }
  return new Map([...sections].map(([rule, lines]) => [rule, lines.join('\n').trim()]));
}
