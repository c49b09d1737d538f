/** Markdown for a review comment. Texts of the sources are in code spans, so that nothing in them is markup. */
import { plural } from '../../report/counts.ts';
import { makeVisible } from '../../report/style.ts';
import type { Diff, DiffEntry } from '../schema.ts';
import { describeChange } from './values.ts';
import {
  countText,
  describeBase,
  describeCause,
  describePlace,
  listDead,
  listSome,
  summarizeDiff,
  warnOfErrors,
} from './words.ts';

/** GitHub rejects comments of more than 65,536 characters. The rest is reserved for text that a bot adds. */
const shownCharacters = 60_000;
/** Tried in this order; the first result that fits is used. */
const listLengths = [50, 20, 10, 5, 1];
const shownCells = 6;

export function formatDiffMarkdown(diff: Diff): string {
  const texts = listLengths.map((limit) => formatWith(diff, limit));
  return texts.find((text) => text.length <= shownCharacters) ?? (texts.at(-1) ?? '').slice(0, shownCharacters);
}

function formatWith(diff: Diff, limit: number): string {
  const base = describeBase(diff.base);
  const warning = warnOfErrors(diff);
  const notice = warning === null ? [] : [`**${warning}**`];
  if (diff.unchanged) return [`No row and no definition would change against ${code(base)}.`, ...notice].join('\n\n');
  return [
    `### The sources against ${code(base)}`,
    ...notice,
    summarizeDiff(diff)
      .map(([label, text]) => `- **${label}** ${escapeText(makeVisible(text))}`)
      .join('\n'),
    ...formatCounts(diff),
    ...formatList('edits, most rows first', diff.entries.map(formatEntry), limit),
    ...formatList('definitions in meta/ and providers.csv', diff.definitions.map(formatDefinition), limit),
    ...formatList('public URLs that would break', listDead(diff.deadAddresses).map(formatAddress), limit),
  ].join('\n\n');
}

function formatCounts({ byCategory }: Diff): string[] {
  const different = byCategory.filter(({ added, removed, changed }) => added + removed + changed > 0);
  if (different.length === 0) return [];
  const lines = different.map(({ category, after, added, removed, changed }) => {
    const counts = [after, added, removed, changed].map(countText);
    return `| ${[code(category).replaceAll('|', '\\|'), ...counts].join(' | ')} |`;
  });
  const head = ['| category | rows | added | removed | changed |', '|---|--:|--:|--:|--:|'];
  return [[...head, ...lines].join('\n')];
}

function formatList(title: string, items: readonly string[], limit: number): string[] {
  if (items.length === 0) return [];
  const more = items.length - limit;
  const lines = [...items.slice(0, limit), ...(more > 0 ? [`- ... and ${countText(more)} more`] : [])];
  return [`**${countText(items.length)} ${title}**`, lines.join('\n')];
}

function formatEntry(entry: DiffEntry): string {
  const { change, rows, networks, items, cause, cells } = entry;
  const where = networks === 1 ? code(items[0]?.network ?? '') : plural(networks, 'network');
  const place = describePlace(entry, code);
  const head = `- ${change} ${plural(rows, 'row')} on ${where}: ${describeCause(cause, code)}${place === '' ? '' : `, ${place}`}`;
  const lines = cells.slice(0, shownCells).map((cell) => {
    const part = cell.rows === rows ? '' : ` (${plural(cell.rows, 'row')})`;
    return `  - ${code(cell.column)}${part}: ${describeChange(cell.before, cell.after, code)}`;
  });
  const more = cells.length - lines.length;
  return [head, ...lines, ...(more > 0 ? [`  - ... and ${countText(more)} more`] : [])].join('\n');
}

function formatDefinition({ kind, key, change, cells }: Diff['definitions'][number]): string {
  const changes = cells.map(({ column, before, after }) => `${code(column)} ${describeChange(before, after, code)}`);
  return `- ${change} ${kind} ${code(key)}${changes.length === 0 ? '' : `: ${listSome(changes, shownCells)}`}`;
}

function formatAddress({ address, networks }: ReturnType<typeof listDead>[number]): string {
  return `- ${code(address)}${networks.length === 1 ? '' : ` on ${plural(networks.length, 'network')}: ${listSome(networks.map(code), 10)}`}`;
}

/** Formats a code span that backticks in the text cannot end. */
function code(text: string): string {
  const visible = makeVisible(text);
  const longest = Math.max(0, ...[...visible.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = longest > 0 || visible.trim() === '' ? ' ' : '';
  return `${fence}${space}${visible}${space}${fence}`;
}

/** Escapes the summary, which contains network names. */
function escapeText(text: string): string {
  return text.replace(/[\\`*_[\]<>@#|~]/g, '\\$&');
}
