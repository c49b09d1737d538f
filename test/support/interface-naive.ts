/**
 * The test oracle of search, filters, order and counts: service.md in plain JavaScript over plain
 * rows.
 */
import { groupBy } from '../../common/group-by.ts';
import { type ColumnDefinition, columnsOfCategory, isMoney } from '../../model/columns.ts';
import type { Checked } from '../../pipeline/check-sources.ts';
import { expectedRows, type FlatRow } from './expected-rows.ts';
import { isComparable, naiveGroup, naiveGroups } from './naive-prices.ts';

export interface NaiveFilter {
  readonly id: string;
  readonly value: readonly string[];
}

export interface NaiveSort {
  readonly id: string;
  readonly desc: boolean;
}

export interface Question {
  /** Search terms; parametersOf quotes those with whitespace in them. */
  readonly terms: readonly string[];
  readonly filters: readonly NaiveFilter[];
  readonly sorting: readonly NaiveSort[];
}

export interface NaiveTable {
  readonly network: string;
  readonly category: string;
  readonly columns: readonly ColumnDefinition[];
  readonly rows: readonly FlatRow[];
  /**
   * Names of the category, word by word, and whole names of the network: a search for them finds
   * every row.
   */
  readonly named: { readonly words: readonly string[]; readonly network: readonly string[] };
}

/** Tables of the rows that the pipeline resolved: they share nothing with the service. */
export function naiveTables(
  checked: Checked,
  networks: readonly string[],
  categories: readonly string[],
): NaiveTable[] {
  return categories.flatMap((category) => {
    const columns = columnsOfCategory(checked.sources.meta.columns, category);
    const byNetwork = rowsByNetwork(checked, category);
    const words = categoryWords(checked, category);
    return networks.map((network) => ({
      network,
      category,
      columns,
      rows: byNetwork.get(network) ?? [],
      named: { words, network: networkNames(checked, network) },
    }));
  });
}

const groupedRows = new WeakMap<Checked, Map<string, Map<unknown, FlatRow[]>>>();

/** Tests that share a build share its rows. */
function rowsByNetwork(checked: Checked, category: string): Map<unknown, FlatRow[]> {
  const known = groupedRows.get(checked) ?? new Map<string, Map<unknown, FlatRow[]>>();
  groupedRows.set(checked, known);
  const columns = columnsOfCategory(checked.sources.meta.columns, category);
  const all = () => expectedRows(checked, category).map((row) => withFlags(row, columns));
  const rows = known.get(category) ?? groupBy(all(), ({ network }) => network);
  known.set(category, rows);
  return rows;
}

function categoryWords({ sources }: Checked, category: string): string[] {
  const label = sources.meta.categories.find(({ key }) => key === category)?.label ?? '';
  const words = [category, ...label.toLowerCase().split(' '), ...label.toLowerCase().split(/[ /]/)];
  return words.flatMap((word) => (word.length > 3 ? [word, word.replace(/s$/, '')] : [word]));
}

function networkNames({ sources }: Checked, key: string): string[] {
  const entry = sources.meta.networks.find((network) => network.key === key);
  const { name = '', aliases = [], caip2 = '' } = { ...entry };
  const number = /^eip155:(.*)/.exec(caip2 ?? '')?.[1];
  return [key, name ?? '', ...aliases, caip2 ?? '', number ?? '']
    .map(fold)
    .filter((text) => text !== '');
}

/** The terms that a row must contain: not those that name its category or its network. */
function searched({ named }: NaiveTable, terms: readonly string[]): string[] {
  const text = ` ${terms.map(fold).join(' ')} `;
  const names = named.network.filter((name) => text.includes(` ${name} `));
  const [longest] = names.toSorted((a, b) => b.length - a.length);
  const others = longest === undefined ? terms : withoutPhrase(terms, longest);
  return others.filter((term) => !named.words.includes(fold(term)));
}

function withoutPhrase(terms: readonly string[], phrase: string): string[] {
  const length = phrase.split(' ').length;
  const at = terms.findIndex(
    (_, from) =>
      terms
        .slice(from, from + length)
        .map(fold)
        .join(' ') === phrase,
  );
  return at < 0 ? [...terms] : terms.toSpliced(at, length);
}

/** Sets flags that cannot be null to false where the category has no such column. */
function withFlags(row: FlatRow, columns: readonly ColumnDefinition[]): FlatRow {
  const flags = columns.filter(
    ({ valueKind, core, nullable }) => valueKind === 'boolean' && core && !nullable,
  );
  return { ...row, ...Object.fromEntries(flags.map(({ key }) => [key, row[key] ?? false])) };
}

/** The row as the service sends it: flags as 0 and 1. */
export function publicRow({ columns }: NaiveTable, row: FlatRow): Record<string, unknown> {
  const cells = columns.map(({ key }) => [
    key,
    typeof row[key] === 'boolean' ? Number(row[key]) : row[key],
  ]);
  return { network: row.network, ...Object.fromEntries(cells) };
}

/** The parameters that ask the question. */
export function parametersOf({ terms, filters, sorting }: Question) {
  return {
    ...(terms.length > 0
      ? { search: terms.map((term) => (/\s/.test(term) ? `"${term}"` : term)).join(' ') }
      : {}),
    ...(filters.length > 0 ? { filters } : {}),
    ...(sorting.length > 0 ? { sorting } : {}),
  };
}

export function matchingRows(
  table: NaiveTable,
  { terms, filters: asked }: Omit<Question, 'sorting'>,
): FlatRow[] {
  const { columns, rows } = table;
  const joined = asked.find(({ id }) => id === 'or')?.value ?? [];
  const filters = asked.filter(({ id }) => id !== 'or' && !joined.includes(id));
  const either = asked.filter(({ id }) => joined.includes(id));
  return rows.filter(
    (row) =>
      searched(table, terms).every((term) =>
        textsOf(row, columns).some((text) => fold(text).includes(fold(term))),
      ) &&
      filters.every((filter) => holds(row, table, filter)) &&
      (either.length === 0 || either.some((filter) => holds(row, table, filter))),
  );
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The text that search reads: text and list cells, without the addresses of links. */
export function textsOf(row: FlatRow, columns: readonly ColumnDefinition[]): string[] {
  const cells = columns.flatMap(({ key }) => row[key]).filter((cell) => typeof cell === 'string');
  return cells.map((cell) => cell.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
}

/** Placeholders in the corpus and in the fixtures, written down apart from those of the code. */
const placeholder =
  /^(?:tb[adc]|n\/?\.?a\.|n\/a|todo|unknown|undefined|nan|-{1,3}|–|—|\?{1,3}|\.\.\.|…|coming soon|not (?:available|specified)|#ref!)$/i;

/** A cell that filters, facets and sort orders see: a placeholder is no value. */
function knownCell(row: FlatRow, id: string): FlatRow[string] | null {
  const cell = row[id] ?? null;
  const isUnknown = (value: unknown) => typeof value === 'string' && placeholder.test(value.trim());
  if (['slug', 'provider', 'chain'].includes(id)) return cell;
  if (!Array.isArray(cell)) return isUnknown(cell) ? null : cell;
  const items = cell.filter((item) => !isUnknown(item));
  return items.length === 0 && cell.length > 0 ? null : items;
}

function holds(row: FlatRow, { columns, rows }: NaiveTable, { id, value }: NaiveFilter): boolean {
  const column = columns.find(({ key }) => key === id);
  const cell = knownCell(row, id);
  if (value.join() === '*' || value.join() === '!*')
    return isBlank(row, column, cell) === (value[0] === '!*');
  if (column?.filter === 'range') return holdsRange(row, { column, rows }, value);
  const texts = [cell ?? []].flat().map((text) => String(text).toLowerCase());
  const read = (text: string) => (typeof cell === 'boolean' ? flagOf(text) : text.toLowerCase());
  const wanted = value.filter((text) => !text.startsWith('!')).map(read);
  const refused = value.filter((text) => /^![^*]/.test(text)).map((text) => read(text.slice(1)));
  const isBlankAsked = value.includes('!*');
  const isWanted =
    texts.some((text) => wanted.includes(text)) || (isBlankAsked && isBlank(row, column, cell));
  const isAny = wanted.length === 0 && !isBlankAsked;
  return (isAny || isWanted) && !texts.some((text) => refused.includes(text));
}

function holdsRange(
  row: FlatRow,
  { column, rows }: { column: ColumnDefinition; rows: readonly FlatRow[] },
  value: readonly string[],
): boolean {
  const [least = '', greatest = '', ...groups] = value;
  const isOpen = least === '' && greatest === '' && groups.length === 0;
  const compared = groups.length === 0 ? [null] : groups;
  const isCompared = () => compared.some((group) => isComparable(rows, row, column, group));
  return overlaps(row, column.key, value) && (isOpen || isCompared());
}

const flagOf = (text: string) => String(['true', '1', 'yes'].includes(text.toLowerCase()));

/** A column with numbers is blank where it states none. */
function isBlank(row: FlatRow, column: ColumnDefinition | undefined, cell: unknown): boolean {
  const { key = '', valueKind, filter, sorting } = column ?? {};
  const hasNumbers = filter === 'range' || (filter === null && sorting === 'number');
  if (valueKind === 'string' && hasNumbers) return typeof row[`${key}Min`] !== 'number';
  return cell === null || (Array.isArray(cell) && cell.length === 0);
}

function overlaps(
  row: FlatRow,
  id: string,
  [least = '', greatest = '']: readonly string[],
): boolean {
  const [low, high] = [row[`${id}Min`], row[`${id}Max`]];
  if (typeof low !== 'number' || typeof high !== 'number') return false;
  return (least === '' || high >= Number(least)) && (greatest === '' || low <= Number(greatest));
}

/** Rows one by one, in order, as exports have them. */
export function sortedRows(table: NaiveTable, question: Question): FlatRow[] {
  return matchingRows(table, question).toSorted(compareRows(table, question));
}

/** Order of the rows that a question finds. */
export function compareRows(
  table: NaiveTable,
  question: Question,
): (a: FlatRow, b: FlatRow) => number {
  return (a, b) => {
    const asked =
      question.sorting.length > 0
        ? question.sorting.map((sort) => compareBy(table, sort, [a, b]))
        : [nameMatches(b, question) - nameMatches(a, question)];
    return [...asked, ...compareDefault(a, b)].find((order) => order !== 0) ?? 0;
  };
}

/** Rows grouped by provider, providers in the order of their first row. */
export function orderedRows(table: NaiveTable, question: Question): FlatRow[] {
  const byProvider = new Map<unknown, FlatRow[]>();
  for (const row of sortedRows(table, question))
    byProvider.set(row.provider, [...(byProvider.get(row.provider) ?? []), row]);
  return [...byProvider.values()].flat();
}

/** By provider name, case-insensitive, then by slug. */
function compareDefault(a: FlatRow, b: FlatRow): number[] {
  const lower = ({ provider }: FlatRow) => String(provider).toLowerCase();
  return [
    compareText(lower(a), lower(b)),
    compareText(a.provider, b.provider),
    compareText(a.slug, b.slug),
  ];
}

/** 1 if the provider's name contains all terms: those providers come first. */
function nameMatches({ provider }: FlatRow, { terms }: Question): number {
  return terms.every((term) => fold(String(provider)).includes(fold(term))) ? 1 : 0;
}

/** Compares bytes of UTF-8, as DuckDB orders text. */
function compareText(a: unknown, b: unknown): number {
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}

function compareBy(
  table: NaiveTable,
  { id, desc }: NaiveSort,
  rows: readonly [FlatRow, FlatRow],
): number {
  const column = table.columns.find(({ key }) => key === id);
  if (column && amounts.has(id)) return compareAmounts({ id, desc }, rows);
  const [a, b] = rows.map((row) => sortValue(row, id, column?.sorting));
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (column && isMoney(column)) {
    const order = naiveGroups(table.rows, id).map(([group]) => group);
    const [first = 0, second = 0] = rows.map((row) => order.indexOf(String(naiveGroup(row, id))));
    if (first !== second) return first - second;
  }
  const order = typeof a === 'string' ? compareNatural(a, String(b)) : Number(a) - Number(b);
  return desc ? -order : order;
}

/** Columns of amounts of tokens, and of times in hours. */
const amounts: ReadonlySet<string> = new Set(['dripLimitAmount', 'dripLimitPeriod']);

/** Tokens by name, then amounts, then texts; a blank cell and a text without an amount are last. */
function compareAmounts({ id, desc }: NaiveSort, rows: readonly [FlatRow, FlatRow]): number {
  const compare = (a: unknown, b: unknown, sign: number) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (typeof a === 'number' ? a - Number(b) : compareNatural(String(a), String(b)));
  };
  const [sign, [a, b]] = [desc ? -1 : 1, rows];
  const of = (row: FlatRow) => ({
    amount: row[`${id}Min`] ?? null,
    unit: String(row[`${id}Unit`] ?? '').toLowerCase(),
    text: sortValue(row, id, 'string'),
  });
  const [first, second] = [of(a), of(b)];
  if (first.amount === null || second.amount === null)
    return compare(first.amount, second.amount, 1) || compare(first.text, second.text, sign);
  return (
    compareText(first.unit, second.unit) ||
    compare(first.amount, second.amount, sign) ||
    compare(first.text, second.text, sign)
  );
}

/** Runs of digits by value, all else by bytes. */
export function compareNatural(a: string, b: string): number {
  const [first, second] = [piecesOf(a), piecesOf(b)];
  const orders = first.map((piece, at) => comparePieces(piece, second[at]));
  return orders.find((order) => order !== 0) ?? first.length - second.length;
}

function piecesOf(text: string): string[] {
  return text.toLowerCase().match(/[0-9]+|[^0-9]/gu) ?? [];
}

function comparePieces(a: string, b: string | undefined): number {
  if (b === undefined) return 1;
  if (!/^[0-9]/.test(a) || !/^[0-9]/.test(b)) return compareText(a, b);
  const [first, second] = [BigInt(a), BigInt(b)];
  return first < second ? -1 : Number(first > second);
}

function sortValue(
  row: FlatRow,
  id: string,
  sorting: ColumnDefinition['sorting'] | undefined,
): string | number | null {
  const cell =
    (sorting === 'number' ? (row[`${id}First`] ?? row[`${id}Min`]) : knownCell(row, id)) ?? null;
  if (cell === null) return null;
  if (Array.isArray(cell)) return cell.length;
  return typeof cell === 'string' ? cell.toLowerCase() : Number(cell);
}

export interface NaiveFacet {
  readonly id: string;
  /** Rows and providers by lowercase value. Null for a range. */
  readonly values: ReadonlyMap<string, readonly [count: number, providersCount: number]> | null;
  readonly span: {
    readonly min: number | null;
    readonly max: number | null;
    readonly count: number;
  };
}

/** Counts per value of each filter, without the filter of the column itself. */
export function naiveFacets(table: NaiveTable, { terms, filters }: Question): NaiveFacet[] {
  return table.columns
    .filter(({ filter }) => filter !== null)
    .map((column) => {
      const { key: id, filter } = column;
      const rows = matchingRows(table, {
        terms,
        filters: filters.filter((given) => given.id !== id),
      });
      const group = filters.find((given) => given.id === id)?.value[2] ?? null;
      const compared = rows.filter((row) => isComparable(table.rows, row, column, group));
      return {
        id,
        values: filter === 'range' ? null : countValues(rows, id),
        span: spanOf(compared, id),
      };
    });
}

function countValues(rows: readonly FlatRow[], id: string): Map<string, [number, number]> {
  const found = new Map<string, { rows: number; providers: Set<unknown> }>();
  for (const row of rows) {
    const cells = [knownCell(row, id) ?? []].flat().map((cell) => String(cell).toLowerCase());
    for (const value of new Set(cells)) {
      const counted = found.get(value) ?? { rows: 0, providers: new Set() };
      counted.rows++;
      counted.providers.add(row.provider);
      found.set(value, counted);
    }
  }
  return new Map(
    [...found].map(([value, counted]) => [value, [counted.rows, counted.providers.size]]),
  );
}

function spanOf(rows: readonly FlatRow[], id: string): NaiveFacet['span'] {
  const stated = rows.filter((row) => typeof row[`${id}Min`] === 'number');
  if (stated.length === 0) return { min: null, max: null, count: 0 };
  const min = Math.min(...stated.map((row) => Number(row[`${id}Min`])));
  const max = Math.max(...stated.map((row) => Number(row[`${id}Max`])));
  return { min, max, count: stated.length };
}
