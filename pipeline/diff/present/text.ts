/** Terminal output of a comparison: a summary that fits one screen, then the edits, most rows first. */
import { formatCount } from '../../../common/format-count.ts';
import { makeVisible } from '../../../common/visible.ts';
import { plural } from '../../report/counts.ts';
import { fromJsonProblem } from '../../report/json.ts';
import { formatProblem } from '../../report/problem-line.ts';
import { coloured, plain, type Style } from '../../report/style.ts';
import type { ChangeKind, Diff } from '../schema.ts';
import { quoteInText } from './values.ts';
import { describeBase, formatEntry, listSections, signs, summarizeDiff, warnOfErrors } from './words.ts';

export interface TextOptions {
  readonly colour: boolean;
  /** Prints long lists in full. */
  readonly all: boolean;
}

/** Fourteen categories and the seven lines of the summary fit a screen of 24 lines. */
const short = { tableRows: 14, entries: 20, cells: 4, networks: 20, items: 10 };
type Limits = typeof short;
const whole: Limits = { tableRows: Infinity, entries: Infinity, cells: Infinity, networks: Infinity, items: Infinity };

export function formatDiffText(diff: Diff, { colour, all }: TextOptions): string {
  const style = colour ? coloured : plain;
  const text = formatWith(diff, whole, style);
  const shown = all ? text : formatWith(diff, short, style);
  const isCut = shown !== text;
  return isCut ? `${shown}\n\n${style.note('ALL=1 shows all of them; FORMAT=json lists every row')}` : text;
}

function formatWith(diff: Diff, limits: Limits, style: Style): string {
  const warning = warnOfErrors(diff);
  const sections = [
    formatSummary(diff, style),
    ...(warning === null ? [] : [style.error(warning)]),
    ...formatProblems('new', diff.newProblems, limits, style),
    ...formatProblems('fixed', diff.fixedProblems, limits, style),
    ...(diff.unchanged ? [] : formatDifferences(diff, limits, style)),
  ];
  return sections.join('\n\n');
}

function formatSummary(diff: Diff, style: Style): string {
  const base = describeBase(diff.base);
  if (diff.unchanged) return style.heading(`no row and no definition would change against ${base}`);
  const lines = summarizeDiff(diff).map(([label, text]) => `${label.padEnd(11)} ${makeVisible(text)}`);
  return [style.heading(`the sources against ${base}`), ...lines].join('\n');
}

function formatDifferences(diff: Diff, limits: Limits, style: Style): string[] {
  const wording = { name: makeVisible, value: quoteInText, mark: markOf, cells: 2, networks: 4 };
  const sections = listSections(diff, wording).flatMap(({ title, after, lines }) =>
    formatLines(`${plural(lines.length, title)}${after}`, lines, limits.items, style),
  );
  return [formatTables(diff, limits, style), formatEntries(diff, limits, style), ...sections].filter(
    (section) => section !== '',
  );
}

function markOf(change: ChangeKind): string {
  return signs[change];
}

type Counted = Pick<Diff['byNetwork'][number], 'after' | 'added' | 'removed' | 'changed'>;

/** Categories and networks side by side. */
function formatTables({ byCategory, byNetwork }: Diff, { tableRows }: Limits, style: Style): string {
  const different = byCategory.filter((row) => differences(row) > 0);
  const categories = tableOf('category', different, tableRows);
  const networks = tableOf('network', byNetwork, tableRows);
  const width = Math.max(...categories.map((line) => line.length), 0);
  const lines = Array.from({ length: Math.max(categories.length, networks.length) }, (_, index) =>
    `${(categories[index] ?? '').padEnd(width)}    ${networks[index] ?? ''}`.trimEnd(),
  );
  return lines.map((line, index) => (index === 0 ? style.note(line) : line)).join('\n');
}

function tableOf<K extends string>(name: K, rows: readonly (Counted & Readonly<Record<K, string>>)[], limit: number) {
  if (rows.length === 0) return [];
  const sorted = rows.toSorted((a, b) => differences(b) - differences(a));
  const shown = sorted.length > limit ? sorted.slice(0, limit - 1) : sorted;
  const lines = shown.map((row) => [
    makeVisible(row[name]),
    formatCount(row.after),
    ...[row.added, row.removed, row.changed].map((count) => (count === 0 ? '' : formatCount(count))),
  ]);
  const more = sorted.length - shown.length;
  const table = alignColumns([[name, 'rows', 'added', 'removed', 'changed'], ...lines]);
  return more > 0 ? [...table, `and ${formatCount(more)} more`] : table;
}

/** Aligns the first column to the left and the others, which are numbers, to the right. All rows have as many cells. */
function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const align = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0);
  return rows.map((row) => row.map(align).join('  '));
}

function differences({ added, removed, changed }: Counted): number {
  return added + removed + changed;
}

function formatEntries({ entries }: Diff, limits: Limits, style: Style): string {
  if (entries.length === 0) return '';
  const shown = entries.slice(0, limits.entries);
  const width = formatCount(shown[0]?.rows ?? 0).length;
  const hidden = entries.slice(shown.length);
  const rows = hidden.reduce((sum, entry) => sum + entry.rows, 0);
  const more =
    hidden.length === 0 ? [] : [style.note(`... and ${plural(hidden.length, 'edit')} of ${plural(rows, 'row')}`)];
  const heading = style.heading(`${plural(entries.length, 'edit')}, most rows first`);
  return [
    heading,
    ...shown.flatMap((entry) => formatEntry(entry, { width, cells: limits.cells, networks: limits.networks }, style)),
    ...more,
  ].join('\n');
}

function formatProblems(word: 'new' | 'fixed', problems: Diff['newProblems'], limits: Limits, style: Style): string[] {
  const lines = problems.map(
    (problem) => `${word === 'new' ? '+' : '-'} ${formatProblem(fromJsonProblem(problem), style)}`,
  );
  return formatLines(plural(problems.length, `${word} problem`), lines, limits.items, style);
}

/** No section without lines. */
function formatLines(title: string, lines: readonly string[], limit: number, style: Style): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - limit;
  const rest = more > 0 ? [style.note(`... and ${formatCount(more)} more`)] : [];
  return [[style.heading(title), ...lines.slice(0, limit), ...rest].join('\n')];
}
