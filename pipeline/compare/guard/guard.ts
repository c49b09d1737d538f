/**
 * Mass damage: an edit that removes or changes more than people do on purpose. One problem for each
 * cause. Pure.
 */
import path from 'node:path';
import { formatCount } from '../../../common/format-count.ts';
import { groupBy } from '../../../common/group-by.ts';
import { compareText, type NewProblem, type ProblemPlace } from '../../problem.ts';
import { listSome, plural } from '../../report/counts.ts';
import { sourcePaths } from '../../sources.ts';
import { lineContent, referenceOf } from '../line-identity.ts';
import { findChangedColumns, type IsSolved } from './changed-columns.ts';
import type { GuardedLines, Inventory } from './inventory.ts';
import { type GuardLimits, parseGuardLimits, reaches } from './limits.ts';

/** Knowledge of other problems. */
export interface KnownProblems {
  /** True for a file whose missing lines another problem explains, such as `missing-file`. */
  readonly isKnown?: (file: string) => boolean;
  /** True for a cell that had a problem before the edit and has none after it. */
  readonly isSolved?: IsSolved;
}

/** Before and after. */
type Pair = readonly [Inventory, Inventory];

/** `limits`: those of the setting GUARD. */
export function findMassChanges(
  before: Inventory,
  after: Inventory,
  { isKnown = () => false, isSolved = () => false }: KnownProblems = {},
  limits: GuardLimits = parseGuardLimits(process.env.GUARD ?? ''),
): NewProblem[] {
  const isUnread = (network: string) =>
    [...before.tables.keys()].some(
      (file) => file.startsWith(`${sourcePaths.network(network)}/`) && isKnown(file),
    );
  const absent = [...before.networks].filter(
    (network) => !after.networks.has(network) && !isUnread(network),
  );
  const folders = absent.map((network) => `${sourcePaths.network(network)}/`);
  const isTold = (file: string) =>
    isKnown(file) || folders.some((folder) => file.startsWith(folder));
  return [
    ...lostNetworks(
      absent.filter((network) => !isRenamed(network, before, after)),
      before,
    ),
    ...lostLines([before, after], limits, isTold),
    ...addedLines([before, after], limits),
    ...changedCells([before, after], limits, isSolved),
  ];
}

/** Networks from which on their loss is one act. */
const manyNetworks = 5;

function lostNetworks(networks: readonly string[], before: Inventory): NewProblem[] {
  if (networks.length < manyNetworks)
    return networks.map((network) => lostNetwork(network, before));
  const message = `${networks.length} networks (${listSome(networks, shownSlugs)}) are gone with all their listings`;
  return [
    massChange(sourcePaths.network('').replace(/\/$/, ''), null, message, 'restore the folders'),
  ];
}

function lostNetwork(network: string, before: Inventory): NewProblem {
  const folder = sourcePaths.network(network);
  const tables = [...before.tables].flatMap(([file, lines]) =>
    file.startsWith(`${folder}/`) ? [lines] : [],
  );
  const listings = plural(sum(tables, 'size'), 'listing');
  return massChange(
    folder,
    null,
    `all ${listings} of the network "${network}" are gone`,
    'restore the files',
  );
}

/** True if all lines of the network are in the folder of a new one: the folder was renamed. */
function isRenamed(network: string, before: Inventory, after: Inventory): boolean {
  const folder = sourcePaths.network(network);
  const tables = [...before.tables].filter(([file]) => file.startsWith(`${folder}/`));
  return [...after.networks].some(
    (name) =>
      !before.networks.has(name) &&
      tables.every(([file, lines]) => {
        const now = after.tables.get(sourcePaths.network(name) + file.slice(folder.length));
        return [...lines.keys()].every((slug) => now?.has(slug));
      }),
  );
}

/**
 * Tables that lost lines; one problem for the tables of a kind, because one act may empty many
 * files.
 */
function lostLines(
  [before, after]: Pair,
  limits: GuardLimits,
  isTold: (file: string) => boolean,
): NewProblem[] {
  const lost = [...before.tables].flatMap(([file, lines]) => {
    const slugs = linesOnlyIn(before, after, file);
    const isLost = !isTold(file) && reaches(limits.lines, slugs.length, lines.size);
    return isLost ? [{ file, slugs, count: slugs.length, of: lines.size }] : [];
  });
  return [...groupBy(lost, ({ file }) => kindOf(file)).values()].map((tables) => {
    const sorted = tables.toSorted((a, b) => compareText(a.file, b.file));
    const [first] = sorted;
    const [count, of] = [sum(tables, 'count'), sum(tables, 'of')];
    const where = tables.length === 1 ? 'the file' : `${tables.length} files`;
    const message = `${of === count ? 'all' : `${formatCount(count)} of`} ${plural(of, 'line')} of ${where} (${nameSome(sorted)}) are gone: was the file cut short, or another table saved over it?`;
    const places = sorted.map(({ file }) => ({ file, line: null, column: null }));
    return {
      ...massChange(first?.file ?? '', null, message, 'restore the lines'),
      ...severalPlaces(places),
    };
  });
}

function kindOf(file: string): string {
  return file.startsWith('references/offers/') ? 'offers' : file.slice(0, file.indexOf('/'));
}

/** New listings of all networks: each of their lines is a row on every network. */
function addedLines([before, after]: Pair, limits: GuardLimits): NewProblem[] {
  return [...before.tables].flatMap(([file, lines]) => {
    const slugs = file.startsWith(sourcePaths.allNetworks('').slice(0, -4))
      ? linesOnlyIn(after, before, file)
      : [];
    if (!reaches(limits.added, slugs.length, lines.size)) return [];
    const added = slugs.map((slug) => ({
      slug,
      line: after.tables.get(file)?.get(slug)?.source.line ?? null,
    }));
    const names = added.map(({ slug, line }) => (line === null ? slug : `${slug} on line ${line}`));
    const on = plural(after.networks.size, 'network');
    const message = `${plural(slugs.length, 'new line')} (${listSome(names, shownSlugs)}) are each a row on ${on}: were they meant for one network?`;
    const places = added.map(({ line }) => ({ file, line, column: null }));
    const problem = massChange(
      file,
      null,
      message,
      'move the lines to the files of their networks',
    );
    return [{ ...problem, line: added[0]?.line ?? null, ...severalPlaces(places) }];
  });
}

/** Columns whose cells changed, one problem for each column of one or several files. */
function changedCells(
  [before, after]: Pair,
  limits: GuardLimits,
  isSolved: IsSolved,
): NewProblem[] {
  const changed = [...before.tables].flatMap(([file, lines]) => {
    const now = after.tables.get(file);
    return now === undefined ? [] : findChangedColumns([lines, now], limits, { file, isSolved });
  });
  return [...groupBy(changed, ({ cause, column }) => `${cause} ${column}`).values()].map(
    (columns) => {
      const [first] = columns;
      const [count, of] = [sum(columns, 'count'), sum(columns, 'of')];
      const where = columns.length === 1 ? '' : ` in ${columns.length} files`;
      const cells = `${formatCount(count)} of ${plural(of, 'cell')} of "${first.column}"${where}`;
      const message = `${cells} (${nameSome(columns)}) changed${first.cause}`;
      const places = columns.map(({ file, line, column }) => ({ file, line, column }));
      const problem = massChange(first.file, first.column, message, 'restore the column');
      return { ...problem, line: first.line, ...severalPlaces(places) };
    },
  );
}

/** The first lines of an act, by slug. */
const shownSlugs = 3;

function nameSome(tables: readonly { readonly slugs: readonly string[] }[]): string {
  return listSome([...new Set(tables.flatMap(({ slugs }) => slugs))], shownSlugs);
}

function severalPlaces(places: readonly ProblemPlace[]): Pick<NewProblem, 'places'> {
  return places.length === 1 ? {} : { places };
}

function massChange(
  file: string,
  column: string | null,
  message: string,
  suggestion: string,
): NewProblem {
  const confirm = `${suggestion}; if the change is wanted, confirm it with CONFIRM=1`;
  return { rule: 'mass-change', file, line: null, column, message, suggestion: confirm };
}

function sum<K extends string>(items: readonly Readonly<Record<K, number>>[], key: K): number {
  return items.reduce((total, item) => total + item[key], 0);
}

const none: GuardedLines = new Map();

/**
 * Lines of a table that another state lacks: not those with another slug, and not listings whose
 * offer is listed for all networks.
 */
function linesOnlyIn(state: Inventory, other: Inventory, file: string): string[] {
  const [own, others] = [state.tables.get(file) ?? none, other.tables.get(file) ?? none];
  const only = [...own].filter(([slug]) => !others.has(slug));
  if (only.length === 0) return [];
  const renamed = groupBy(
    [...others].filter(([slug]) => !own.has(slug)),
    ([, { cells }]) => lineContent(cells.values),
  );
  const everywhere = offersForAllNetworks(file, other);
  return only
    .filter(
      ([, { cells }]) =>
        !renamed.get(lineContent(cells.values))?.pop() &&
        !everywhere.has(referenceOf(cells.values) ?? ''),
    )
    .map(([slug]) => slug);
}

function offersForAllNetworks(file: string, { tables }: Inventory): ReadonlySet<string> {
  if (!file.startsWith('listings/')) return new Set();
  const lines = tables.get(sourcePaths.allNetworks(path.posix.basename(file, '.csv'))) ?? none;
  return new Set([...lines.values()].flatMap(({ cells }) => referenceOf(cells.values) ?? []));
}
