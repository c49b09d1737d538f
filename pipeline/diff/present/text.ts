/** Terminal output of a comparison: a summary that fits one screen, then the edits, most rows first. */
import { plural } from '../../report/counts.ts';
import { fromJsonProblem } from '../../report/json.ts';
import { formatProblem } from '../../report/problem-line.ts';
import { coloured, makeVisible, plain, type Style } from '../../report/style.ts';
import type { Diff } from '../schema.ts';
import { formatEntry } from './entries.ts';
import { describeChange, quoteInText } from './values.ts';
import {
  countText,
  describeBase,
  describeLogo,
  listDead,
  listSome,
  signs,
  summarizeDiff,
  warnOfErrors,
} from './words.ts';

export interface TextOptions {
  readonly colour: boolean;
  /** Prints long lists in full. */
  readonly all: boolean;
}

interface Limits {
  readonly tableRows: number;
  readonly entries: number;
  readonly cells: number;
  readonly definitions: number;
  readonly addresses: number;
  readonly networks: number;
  readonly problems: number;
}

/** Fourteen categories and the seven lines of the summary fit a screen of 24 lines. */
const short: Limits = {
  tableRows: 14,
  entries: 20,
  cells: 4,
  definitions: 8,
  addresses: 12,
  networks: 20,
  problems: 10,
};
const whole: Limits = {
  tableRows: Infinity,
  entries: Infinity,
  cells: Infinity,
  definitions: Infinity,
  addresses: Infinity,
  networks: Infinity,
  problems: Infinity,
};

export function formatDiffText(diff: Diff, { colour, all }: TextOptions): string {
  const style = colour ? coloured : plain;
  const limits = all ? whole : short;
  const warning = warnOfErrors(diff);
  const sections = [
    ...(warning === null ? [] : [style.error(warning)]),
    ...formatProblems('new', diff.newProblems, limits, style),
    ...formatProblems('fixed', diff.fixedProblems, limits, style),
    ...(diff.unchanged ? [] : formatDifferences(diff, limits, style)),
  ];
  const cut = !all && isCut(diff) ? [style.note('ALL=1 shows all of them; FORMAT=json lists every row')] : [];
  return [formatSummary(diff, style), ...sections, ...cut].join('\n\n');
}

function formatSummary(diff: Diff, style: Style): string {
  const base = describeBase(diff.base);
  if (diff.unchanged) return style.heading(`no row and no definition would change against ${base}`);
  const lines = summarizeDiff(diff).map(([label, text]) => `${label.padEnd(11)} ${makeVisible(text)}`);
  return [style.heading(`the sources against ${base}`), ...lines].join('\n');
}

function formatDifferences(diff: Diff, limits: Limits, style: Style): string[] {
  const sections = [
    formatTables(diff, limits, style),
    formatEntries(diff, limits, style),
    ...formatDefinitions(diff, limits, style),
    ...formatUnlisted(diff, limits, style),
    ...formatDead(diff, limits, style),
  ];
  return sections.filter((section) => section !== '');
}

function isCut(diff: Diff): boolean {
  const { entries, definitions, byCategory, byNetwork } = diff;
  return (
    entries.length > short.entries ||
    entries.some(({ cells, networks }) => cells.length > short.cells || networks > short.networks) ||
    Math.max(diff.newProblems.length, diff.fixedProblems.length) > short.problems ||
    Math.max(diff.logos.length, diff.unlistedOffers?.length ?? 0) > short.definitions ||
    definitions.length > short.definitions ||
    listDead(diff.deadAddresses).length > short.addresses ||
    Math.max(byCategory.length, byNetwork.length) > short.tableRows
  );
}

type Counted = Pick<Diff['byNetwork'][number], 'after' | 'added' | 'removed' | 'changed'>;

/** Categories and networks side by side. */
function formatTables({ byCategory, byNetwork }: Diff, { tableRows }: Limits, style: Style): string {
  const different = byCategory.filter(({ added, removed, changed }) => added + removed + changed > 0);
  const categories = tableOf(
    'category',
    different.map((row) => [row.category, row]),
    tableRows,
  );
  const networks = tableOf(
    'network',
    byNetwork.map((row) => [row.network, row]),
    tableRows,
  );
  const width = Math.max(...categories.map((line) => line.length), 0);
  const lines = Array.from({ length: Math.max(categories.length, networks.length) }, (_, index) =>
    `${(categories[index] ?? '').padEnd(width)}    ${networks[index] ?? ''}`.trimEnd(),
  );
  return lines.map((line, index) => (index === 0 ? style.note(line) : line)).join('\n');
}

function tableOf(name: string, rows: readonly (readonly [string, Counted])[], limit: number): string[] {
  if (rows.length === 0) return [];
  const sorted = rows.toSorted(([, a], [, b]) => differences(b) - differences(a));
  const shown = sorted.length > limit ? sorted.slice(0, limit - 1) : sorted;
  const lines = shown.map(([key, { after, added, removed, changed }]) => [
    makeVisible(key),
    countText(after),
    ...[added, removed, changed].map((count) => (count === 0 ? '' : countText(count))),
  ]);
  const more = sorted.length - shown.length;
  const table = alignColumns([[name, 'rows', 'added', 'removed', 'changed'], ...lines]);
  return more > 0 ? [...table, `and ${countText(more)} more`] : table;
}

/** Aligns the first column to the left and the others, which are numbers, to the right. */
function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const count = Math.max(...rows.map((row) => row.length), 0);
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows.map((row) =>
    widths
      .map((width, column) => (column === 0 ? (row[column] ?? '').padEnd(width) : (row[column] ?? '').padStart(width)))
      .join('  '),
  );
}

function differences({ added, removed, changed }: Counted): number {
  return added + removed + changed;
}

function formatEntries({ entries }: Diff, limits: Limits, style: Style): string {
  if (entries.length === 0) return '';
  const shown = entries.slice(0, limits.entries);
  const width = countText(shown[0]?.rows ?? 0).length;
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

function formatDefinitions({ definitions }: Diff, limits: Limits, style: Style): string[] {
  const lines = definitions.map(({ kind, key, change, cells }) => {
    const changes = cells.map((cell) => `${cell.column} ${describeChange(cell.before, cell.after, quoteInText)}`);
    return `${signs[change]} ${makeVisible(`${kind} ${key}`)}${changes.length === 0 ? '' : `: ${listSome(changes, 2)}`}`;
  });
  const title = `${plural(definitions.length, 'definition')} in meta/ and providers.csv`;
  return formatLines(title, lines, limits.definitions, style);
}

function formatProblems(word: 'new' | 'fixed', problems: Diff['newProblems'], limits: Limits, style: Style): string[] {
  const lines = problems.map(
    (problem) => `${word === 'new' ? '+' : '-'} ${formatProblem(fromJsonProblem(problem), style)}`,
  );
  return formatLines(plural(problems.length, `${word} problem`), lines, limits.problems, style);
}

/** Logos, and offers that no listing uses. */
function formatUnlisted({ logos, unlistedOffers }: Diff, { definitions }: Limits, style: Style): string[] {
  const images = logos.map((logo) => makeVisible(`${signs[logo.change]} ${describeLogo(logo, (name) => name)}`));
  const offers = (unlistedOffers ?? []).map(({ category, slug, change, cells }) => {
    const changes = cells.map((cell) => `${cell.column} ${describeChange(cell.before, cell.after, quoteInText)}`);
    const what = makeVisible(`${signs[change]} ${slug} in ${category}`);
    return `${what}${changes.length === 0 ? '' : `: ${listSome(changes, 2)}`}`;
  });
  return [
    ...formatLines(plural(images.length, 'logo'), images, definitions, style),
    ...formatLines(`${plural(offers.length, 'offer')} that no listing uses`, offers, definitions, style),
  ];
}

/** No section without lines. */
function formatLines(title: string, lines: readonly string[], limit: number, style: Style): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - limit;
  const rest = more > 0 ? [style.note(`... and ${countText(more)} more`)] : [];
  return [[style.heading(title), ...lines.slice(0, limit), ...rest].join('\n')];
}

function formatDead({ deadAddresses }: Diff, limits: Limits, style: Style): string[] {
  const lines = listDead(deadAddresses).map(({ address, networks }) => {
    const on = networks.length === 1 ? '' : ` on ${plural(networks.length, 'network')}: ${listSome(networks, 4)}`;
    return `- ${makeVisible(`${address}${on}`)}`;
  });
  return formatLines('public URLs that would break', lines, limits.addresses, style);
}
