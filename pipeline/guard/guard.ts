/** Mass damage: an edit that removes or changes more than people do on purpose. One problem for each cause. Pure. */
import { groupBy } from '../../common/group-by.ts';
import type { Value, Values } from '../../model/rows.ts';
import { isSameValue } from '../diff/match-rows.ts';
import { compareText, type NewProblem } from '../problem.ts';
import { plural } from '../report/counts.ts';
import { sourcePaths } from '../sources.ts';
import type { GuardedLines, Inventory } from './inventory.ts';
import { type GuardKind, type GuardLimits, reaches } from './limits.ts';

/** `isKnown`: whether another problem tells why the lines of a file are not there. */
export function findMassChanges(
  before: Inventory,
  after: Inventory,
  limits: GuardLimits,
  isKnown: (file: string) => boolean = () => false,
): NewProblem[] {
  const networks = lostNetworks(before, after, limits);
  const gone = new Set(networks.map(({ file }) => file));
  const isTold = (file: string) => isKnown(file) || [...gone].some((folder) => file.startsWith(`${folder}/`));
  const lost = lostLines(before, after, limits, isTold);
  const told = [...networks, ...lost];
  const rows = told.length > 0 ? [] : lostRows(before, after, limits);
  return [...told, ...rows, ...changedCells(before, after, limits)];
}

function lostNetworks(before: Inventory, after: Inventory, limits: GuardLimits): NewProblem[] {
  const lost = [...before.networks].filter((network) => !after.networks.has(network));
  if (!reaches(limits.networks, lost.length, before.networks.size)) return [];
  return lost.map((network) => {
    const folder = sourcePaths.network(network);
    const count = [...before.tables].reduce(
      (sum, [file, lines]) => sum + (file.startsWith(`${folder}/`) ? lines.size : 0),
      0,
    );
    return massChange(folder, null, `all ${plural(count, 'listing')} of the network "${network}" are gone`, restore);
  });
}

const restore = 'restore the files';

/** Tables that lost lines; one problem for the tables of a kind, because one act may empty many files. */
function lostLines(
  before: Inventory,
  after: Inventory,
  limits: GuardLimits,
  isTold: (file: string) => boolean,
): NewProblem[] {
  const lost = [...before.tables].flatMap(([file, lines]) => {
    const kept = after.tables.get(file);
    const count = kept === undefined ? lines.size : countIf(lines.keys(), (slug) => !kept.has(slug));
    const isLost = !isTold(file) && reaches(limits[kindOf(file)], count, lines.size);
    return isLost ? [{ file, count, of: lines.size }] : [];
  });
  return [...groupBy(lost, ({ file }) => kindOf(file)).values()].map((tables) => {
    const [first] = tables.toSorted((a, b) => compareText(a.file, b.file));
    const [count, of] = [sum(tables, 'count'), sum(tables, 'of')];
    const where = tables.length === 1 ? 'the file' : `${tables.length} files`;
    const message = `${of === count ? 'all' : `${count.toLocaleString('en')} of`} ${plural(of, 'line')} of ${where} are gone: was the file cut short, or another table saved over it?`;
    const places = tables.map(({ file }) => ({ file, line: null, column: null }));
    const problem = massChange(first?.file ?? '', null, message, 'restore the lines');
    return tables.length === 1 ? problem : { ...problem, places };
  });
}

function kindOf(file: string): 'providers' | 'offers' | 'listings' {
  if (file === sourcePaths.providers) return 'providers';
  return file.startsWith('listings/') ? 'listings' : 'offers';
}

function lostRows(before: Inventory, after: Inventory, limits: GuardLimits): NewProblem[] {
  const count = before.rows - after.rows;
  if (!reaches(limits.rows, count, before.rows)) return [];
  const message = `${count.toLocaleString('en')} of ${plural(before.rows, 'row')} are gone`;
  return [massChange('listings', null, message, 'restore the listings')];
}

interface ChangedColumn {
  readonly kind: Extract<GuardKind, 'cells' | 'moved'>;
  readonly file: string;
  readonly column: string;
  readonly count: number;
  readonly of: number;
}

/** Columns whose cells changed, one problem for each column, or for a file in which most columns changed. */
function changedCells(before: Inventory, after: Inventory, limits: GuardLimits): NewProblem[] {
  const changed = [...before.tables].flatMap(([file, lines]) => {
    const now = after.tables.get(file);
    return now === undefined ? [] : changedColumns(file, [lines, now], limits);
  });
  return [...groupBy(changed, ({ kind, column }) => `${kind} ${column}`).values()].map((columns) => {
    const [first] = columns;
    const [count, of] = [sum(columns, 'count'), sum(columns, 'of')];
    const where = columns.length === 1 ? '' : ` in ${columns.length} files`;
    const cause = first?.kind === 'moved' ? ': was one column sorted alone?' : ', or were cleared';
    const message = `${count.toLocaleString('en')} of ${plural(of, 'cell')} of "${first?.column}"${where} changed${cause}`;
    const problem = massChange(first?.file ?? '', first?.column ?? null, message, 'restore the column');
    const places = columns.map(({ file, column }) => ({ file, line: null, column }));
    return columns.length === 1 ? problem : { ...problem, places };
  });
}

function changedColumns(
  file: string,
  [before, after]: readonly [GuardedLines, GuardedLines],
  limits: GuardLimits,
): ChangedColumn[] {
  const columns = new Map<string, ColumnCells>();
  for (const [slug, old] of before) {
    const now = after.get(slug);
    if (now !== undefined) compareLine(old, now, columns);
  }
  return [...columns].flatMap(([column, { of, values, others }]): ChangedColumn[] => {
    const kind = areMoved(values, others) ? 'moved' : 'cells';
    return reaches(limits[kind], values.length, of) ? [{ kind, file, column, count: values.length, of }] : [];
  });
}

interface ColumnCells {
  /** Cells with text before. */
  of: number;
  /** Of the cells that changed: the values before and after. */
  readonly values: Value[];
  readonly others: Value[];
}

function compareLine(old: Values, now: Values, columns: Map<string, ColumnCells>): void {
  for (const column in old) {
    const [value = null, other = null] = [old[column], now[column]];
    if (value === null) continue;
    let found = columns.get(column);
    if (!found) columns.set(column, (found = { of: 0, values: [], others: [] }));
    found.of++;
    if (isSameValue(value, other)) continue;
    found.values.push(value);
    found.others.push(other);
  }
}

/** Whether nine of ten changed cells have a value that another of them had before. */
function areMoved(values: readonly unknown[], others: readonly unknown[]): boolean {
  const free = groupBy(values, (value) => JSON.stringify(value));
  const found = countIf(others, (value) => free.get(JSON.stringify(value))?.pop() !== undefined);
  return values.length > 0 && found >= values.length * 0.9;
}

function massChange(file: string, column: string | null, message: string, suggestion: string): NewProblem {
  const confirm = `${suggestion}; if the change is wanted, confirm it with CONFIRM=1`;
  return { rule: 'mass-change', file, line: null, column, message, suggestion: confirm };
}

function countIf<T>(items: Iterable<T>, test: (item: T) => boolean): number {
  let count = 0;
  for (const item of items) if (test(item)) count++;
  return count;
}

function sum<K extends string>(items: readonly Readonly<Record<K, number>>[], key: K): number {
  return items.reduce((total, item) => total + item[key], 0);
}
