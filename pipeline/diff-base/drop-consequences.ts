/** One act, one problem: leaves out what follows from another problem of the same edit. */
import path from 'node:path';
import { groupBy } from '../../common/group-by.ts';
import type { State } from '../diff/state.ts';
import { type Problem, placesOf } from '../problem.ts';
import { sourcePaths } from '../sources.ts';
import type { IsEdited } from './edited-places.ts';

/** Warnings that lost lines bring to others. */
const ofLostLines: ReadonlySet<string> = new Set([
  'unused-offer',
  'unused-provider',
  'network-without-chain',
  'value-spelling',
]);

/** Cells that cannot be read say more than the mass change that they make. */
const unreadableCells: ReadonlySet<string> = new Set(['not-a-boolean', 'not-a-list', 'typographic-quotes']);

/** Unreadable cells of a column that count as its mass change. */
const manyCells = 5;

export interface Edit {
  readonly before: State;
  /** Null if unknown. */
  readonly isEdited: IsEdited | null;
}

/** `mass`: mass changes of the edit. `appeared`: its other problems. */
export function dropConsequences(mass: readonly Problem[], appeared: readonly Problem[], edit: Edit): Problem[] {
  const cells = groupBy(appeared, ({ rule, file, column }) =>
    unreadableCells.has(rule) ? placeKey({ file, column }) : null,
  );
  const isUnread = (place: ColumnPlace) => (cells.get(placeKey(place))?.length ?? 0) >= manyCells;
  const told = mass.filter((problem) => !placesOf(problem).every(isUnread));
  const columns = new Set(told.flatMap(placesOf).map(placeKey));
  const tables = told.filter(({ column }) => column === null).flatMap(placesOf);
  const emptied = new Set(tables.map(({ file }) => file));
  const isFollowing = (problem: Problem) =>
    (problem.column !== null && columns.has(placeKey(problem)) && !isUnread(problem)) ||
    emptied.has(problem.file) ||
    (told.length > 0 && ofLostLines.has(problem.rule)) ||
    isLost(problem, emptied, edit.before);
  const own = appeared.filter((problem) => !isFollowing(problem));
  const hasErrors = [...told, ...own].some(({ severity }) => severity === 'error');
  const isOfEdit = (problem: Problem) => edit.isEdited !== null && placesOf(problem).some(edit.isEdited);
  return [...told, ...own.filter((problem) => !hasErrors || !isUnused(problem) || isOfEdit(problem))];
}

type ColumnPlace = Readonly<{ file: string; column: string | null }>;

function placeKey({ file, column }: ColumnPlace): string {
  return `${file} ${column}`;
}

/** True for a missing offer or provider that the base defined in a table whose lines the edit removed: the table is the cause. */
function isLost({ rule, file, value = '' }: Problem, emptied: ReadonlySet<string>, before: State): boolean {
  if (rule === 'provider-not-found')
    return (
      emptied.has(sourcePaths.providers) && [...before.definitions.provider.values()].some(({ name }) => name === value)
    );
  if (rule !== 'offer-not-found') return false;
  const category = path.posix.basename(file, '.csv');
  const slug = value.replace('!offer:', '');
  const isOffer = (offer: { readonly category: string; readonly slug: string | null }) =>
    offer.category === category && offer.slug === slug;
  return emptied.has(sourcePaths.offers(category)) && [...before.offers.values()].some(isOffer);
}

function isUnused({ rule }: Problem): boolean {
  return rule === 'unused-offer' || rule === 'unused-provider';
}
