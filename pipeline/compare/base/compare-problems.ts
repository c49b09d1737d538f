/** Problems that the sources have and a base has not, with the mass changes since then. */
import path from 'node:path';
import { groupBy } from '../../../common/group-by.ts';
import type { CheckContext } from '../../check/rule.ts';
import type { Checked } from '../../check-sources.ts';
import {
  type Problem,
  ProblemCollector,
  type ProblemPlace,
  placesOf,
  sortProblems,
} from '../../problem.ts';
import { lacksMeaning, sourcePaths } from '../../sources.ts';
import { findMassChanges } from '../guard/guard.ts';
import { inventoryOfRows, inventoryOfSources } from '../guard/inventory.ts';
import { describeEdit } from '../present/edit-summary.ts';
import {
  compareProblems,
  editFinder,
  type IsEdited,
  type ProblemChanges,
  problemState,
  solvedCells,
} from '../problem-changes.ts';
import { checkEdits } from '../questions/index.ts';
import { type State, stateOfSources } from '../state.ts';
import { explainCauses } from './explain-causes.ts';
import type { Base } from './read-base.ts';

export interface Comparison extends ProblemChanges {
  /** What the edit does, in one line; null if it changes no line, and with a snapshot as base. */
  readonly edit: string | null;
  /** State of the sources. */
  readonly state: State;
}

/** `guard`: whether mass changes are problems, because nobody has confirmed them. */
export function compareWithBase(
  { base, state: beforeState, problems, checked, inventory: before }: Base,
  { sources, resolved, problems: found }: Checked,
  guard: boolean,
): Comparison {
  const state = stateOfSources({ sources, resolved });
  const explained = explainCauses(found, beforeState, state, sources.hasOwnMeta);
  const now = problemState(explained, sources);
  const changes = compareProblems(problems, now);
  const mass = new ProblemCollector();
  // Without the meaning of tables, no line was read, and none is gone.
  const isRead = !lacksMeaning(sources);
  if (guard && isRead) {
    // A snapshot knows the cells of rows, not those of lines.
    const after =
      base.kind === 'snapshot'
        ? inventoryOfRows(state, sources.providers)
        : inventoryOfSources(sources);
    const isUnreadable = (file: string) => sources.unreadable.hasFile(file);
    const causes = { isKnown: isUnreadable, isSolved: solvedCells(changes) };
    for (const problem of findMassChanges(before, after, causes)) mass.add(problem);
  }
  const asked =
    checked === null || !isRead
      ? []
      : questionsOf(checked, { sources, resolved }, changes.appeared);
  const edit = { before: beforeState, isEdited: editFinder(problems.lines, now.lines) };
  const news = [...asked, ...changes.appeared];
  const isFollowing = (problem: Problem) => news.some((cause) => isCauseOf(cause, problem));
  const told = new Set(asked.map(cellOf));
  const dropped = new Set(
    changes.appeared.filter(
      (each) => each.rule === unreadLimit && placesOf(each).every((at) => told.has(cellOf(at))),
    ),
  );
  const rest = changes.appeared.filter((each) => !isFollowing(each) && !dropped.has(each));
  const appeared = dropConsequences(mass.sorted(), [...rest, ...asked], edit);
  const first = appeared.filter(
    (problem) => problem.rule === 'mass-change' || asked.includes(problem),
  );
  return {
    edit: checked === null || !isRead ? null : describeEdit(checked, { sources, resolved }),
    state,
    fixed: changes.fixed,
    current: sortProblems([...first, ...changes.current.filter((each) => !dropped.has(each))]),
    appeared: sortProblems(appeared),
  };
}

/**
 * Rules about a line, each with those that say more of it: a line that repeats another one needs no
 * problem about being unused.
 */
const causes: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['unused-offer', new Set(['similar-provider', 'equal-offer'])],
  ['unused-provider', new Set(['similar-provider', 'equal-offer'])],
  ['equal-offer', new Set(['duplicate-slug', 'sibling-differs'])],
  ['slug-order', new Set(['duplicate-slug', 'equal-offer', 'similar-provider'])],
]);

/** The order is told once for a file, at one of the lines that could move. */
function isCauseOf(cause: Problem, { rule, file, line }: Problem): boolean {
  const isOfFile = rule === 'slug-order';
  return (
    causes.get(rule)?.has(cause.rule) === true &&
    placesOf(cause).some((at) => at.file === file && (isOfFile || at.line === line))
  );
}

/** A question about such a cell says what the edit did: `100 req/m` was `100 req/s`. */
const unreadLimit = 'limit-without-number';

/**
 * Questions about the cells of edited lines. A cell that has another problem already gets no
 * question.
 */
function questionsOf(
  before: CheckContext,
  after: CheckContext,
  problems: readonly Problem[],
): Problem[] {
  const questions = new ProblemCollector();
  checkEdits(before, after, questions.add);
  const isOpen = (problem: Problem) => isUnused(problem) || problem.rule === unreadLimit;
  const told = new Set(
    problems.flatMap((problem) => (isOpen(problem) ? [] : placesOf(problem).map(cellOf))),
  );
  const following = new Set(
    problems.flatMap((problem) => {
      const rule = followed.get(problem.rule);
      return rule === undefined ? [] : placesOf(problem).map((at) => `${rule} ${placeOf(at)}`);
    }),
  );
  const isNews = (problem: Problem) =>
    !told.has(cellOf(problem)) && !following.has(`${problem.rule} ${placeOf(problem)}`);
  return questions.sorted().filter(isNews);
}

/**
 * Rules, each with the rule of a question about the same line that repeats it: a free plan with a
 * price also differs from the plan of the other depth.
 */
const followed: ReadonlyMap<string, string> = new Map<string, string>([
  ['similar-provider', 'similar-provider'],
  ['plan-price', 'sibling-differs'],
]);

function cellOf({ file, line, column }: ProblemPlace): string {
  return `${file}:${line} ${column}`;
}

/** Warnings that lost lines bring to others. */
const ofLostLines: ReadonlySet<string> = new Set([
  'unused-offer',
  'unused-provider',
  'network-without-chain',
  'value-spelling',
]);

/** Cells that cannot be read say more than the mass change that they make. */
const unreadableCells: ReadonlySet<string> = new Set([
  'not-a-boolean',
  'not-a-list',
  'typographic-quotes',
]);

/** Unreadable cells of a column that count as its mass change. */
const manyCells = 5;

interface Edit {
  readonly before: State;
  /** Null if unknown. */
  readonly isEdited: IsEdited | null;
}

/** `mass`: mass changes of the edit. `appeared`: its other problems. */
function dropConsequences(
  mass: readonly Problem[],
  appeared: readonly Problem[],
  edit: Edit,
): Problem[] {
  const cells = groupBy(appeared, ({ rule, file, column }) =>
    unreadableCells.has(rule) ? placeKey({ file, column }) : null,
  );
  const isUnread = (place: ColumnPlace) => (cells.get(placeKey(place))?.length ?? 0) >= manyCells;
  const told = mass.filter((problem) => !placesOf(problem).every(isUnread));
  const columns = new Set(told.flatMap(placesOf).map(placeKey));
  // Lines that are gone have no number; of lines that were added, each problem counts.
  const tables = told
    .filter(({ line, column }) => line === null && column === null)
    .flatMap(placesOf);
  const emptied = new Set(tables.map(({ file }) => file));
  const isFollowing = (problem: Problem) =>
    (problem.column !== null && columns.has(placeKey(problem)) && !isUnread(problem)) ||
    emptied.has(problem.file) ||
    (told.length > 0 && ofLostLines.has(problem.rule)) ||
    isLost(problem, emptied, edit.before);
  const own = appeared.filter((problem) => !isFollowing(problem));
  const hasErrors = [...told, ...own].some(({ severity }) => severity === 'error');
  const isOfEdit = (problem: Problem) =>
    edit.isEdited !== null && placesOf(problem).some(edit.isEdited);
  return [
    ...told,
    ...own.filter((problem) => !hasErrors || !isUnused(problem) || isOfEdit(problem)),
  ];
}

type ColumnPlace = Readonly<{ file: string; column: string | null }>;

function placeKey({ file, column }: ColumnPlace): string {
  return `${file} ${column}`;
}

/**
 * True for a missing offer or provider that the base defined in a table whose lines the edit
 * removed: the table is the cause.
 */
function isLost(
  { rule, file, value = '' }: Problem,
  emptied: ReadonlySet<string>,
  before: State,
): boolean {
  if (rule === 'provider-not-found')
    return (
      emptied.has(sourcePaths.providers) &&
      [...before.definitions.provider.values()].some(({ name }) => name === value)
    );
  if (rule !== 'offer-not-found') return false;
  const category = path.posix.basename(file, '.csv');
  const slug = value.replace('!offer:', '');
  return (
    emptied.has(sourcePaths.offers(category)) && before.offers.get(category)?.has(slug) === true
  );
}

function placeOf({ file, line }: ProblemPlace): string {
  return `${file}:${line}`;
}

function isUnused({ rule }: Problem): boolean {
  return rule === 'unused-offer' || rule === 'unused-provider';
}
