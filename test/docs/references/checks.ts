/** docs/checks.md: its table, from the table of rules. Its sections are written by hand. */
import { type Rule, rules } from '../../../pipeline/rules.ts';

const table: readonly (readonly [string, Rule])[] = Object.entries(rules);
const ruleTable = /(\| rule \| severity \| `make fix` \|\n\|---\|---\|---\|\n)(?:\|.*\n)*/;

export function formatChecks(markdown: string): string {
  const lines = table.map(
    ([name, { severity, fixable }]) => `| [${name}](#${name}) | ${severity} | ${fixable === true ? 'yes ' : ''}|\n`,
  );
  return markdown.replace(ruleTable, (_, head) => `${head}${lines.join('')}`);
}
