/** docs/checks.md: its table and the titles of its sections, from the table of rules. Advice is written by hand. */
import { type Rule, rules } from '../../../pipeline/rules.ts';

const table: readonly (readonly [string, Rule])[] = Object.entries(rules);
const ruleTable = /(\| rule \| severity \| `make fix` \|\n\|---\|---\|---\|\n)(?:\|.*\n)*/;

export function formatChecks(markdown: string): string {
  const lines = table.map(
    ([name, { severity, fixable }]) => `| [${name}](#${name}) | ${severity} | ${fixable === true ? 'yes ' : ''}|\n`,
  );
  return table.reduce(
    (text, [name, { title }]) =>
      text.replace(new RegExp(`(\n#+ ${name}\n\n)[^\n]+(?:\n[^\n]+)*`), (_, heading) => `${heading}${title}`),
    markdown.replace(ruleTable, (_, head) => `${head}${lines.join('')}`),
  );
}
