/** docs/checks.md -> what each rule means: the one place where it is written, for editors and for SARIF. */

export interface RuleHelp {
  /** The first paragraph. */
  readonly summary: string;
  /** The whole section, Markdown. */
  readonly text: string;
}

/** The heading of a rule's section is its name, with or without code marks. */
const heading = /^#{2,4} `?([a-z0-9]+(?:-[a-z0-9]+)*)`?[ \t]*$/;

export function parseRuleHelp(markdown: string): Map<string, RuleHelp> {
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
  return new Map([...sections].map(([rule, lines]) => [rule, describe(lines.join('\n').trim())]));
}

function describe(text: string): RuleHelp {
  const [summary = ''] = text.split(/\n\s*\n/);
  return { summary: summary.replace(/\s+/g, ' ').trim(), text };
}
