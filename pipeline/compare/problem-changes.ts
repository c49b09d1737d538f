/** New and fixed problems between two versions of the sources. */
import { getOrInsert } from '../../common/get-or-insert.ts';
import { groupBy } from '../../common/group-by.ts';
import { type Problem, type ProblemPlace, placesOf, sortProblems } from '../problem.ts';
import { linesOf, type Sources } from '../sources.ts';
import type { IsSolved } from './guard/changed-columns.ts';
import { lineOwner, lineSlug } from './line-identity.ts';

/** Problems of one version. */
export interface ProblemState {
  /** In the order of the report; `row` is set where `nameRows` could. */
  readonly problems: readonly Problem[];
  /** Tables of the version; null if unknown, which finds no renamed files. */
  readonly files: ReadonlySet<string> | null;
  /** Null if unknown. */
  readonly lines: LinesOf | null;
}

export const noProblems: ProblemState = { problems: [], files: null, lines: null };

export interface ProblemChanges {
  /** All problems of the new version, which name edited places first. */
  readonly current: readonly Problem[];
  /** Those of them that the old version does not have. */
  readonly appeared: readonly Problem[];
  readonly fixed: readonly Problem[];
}

/**
 * Part of a problem that stays the same in another version; null if the problem takes no part in a
 * step.
 */
type Key = (problem: Problem) => string | null;

/**
 * Matches the problems of two versions one to one, without their line numbers: by rule, file, row
 * and cell, or by message where there is no row, then across lines that got another slug or became
 * offers, and columns that got an unknown header. A renamed file is the same file, and one that lost lines only is as unsorted as before,
 * though another line may be named.
 */
export function compareProblems(before: ProblemState, after: ProblemState): ProblemChanges {
  const fileOf = ({ file }: Problem) => (isInOneOnly(file, before.files, after.files) ? '' : file);
  const same: Key = (problem) => {
    const { rule, file, row, column, value, message } = problem;
    if (rule === 'slug-order' && !hasNewLines(file, before, after)) return file;
    const isCell = row !== undefined || value !== undefined;
    const what = isCell
      ? [row, column, value]
      : [column, withoutNumbers(message.replaceAll(file, ''))];
    return JSON.stringify([rule, fileOf(problem), isCell, what]);
  };
  const unread: Key = ({ rule, row, column, ...problem }) =>
    unreadTexts.has(rule) && row !== undefined
      ? JSON.stringify([rule, fileOf({ rule, ...problem } as Problem), row, column])
      : null;
  const equal = withoutPairs(before.problems, after.problems, [same, same]);
  const left = withoutPairs(...equal, [unread, unread]);
  const moved = withoutPairs(...left, [ofMovedLine(after), ofMovedLine(before)]);
  const [fixed, appeared] = withoutPairs(...moved, [ofAnyColumn, ofUnknownColumn(after)]);
  const isEdited = editFinder(before.lines, after.lines);
  const current = new Map(
    after.problems.map((problem) => [
      problem,
      isEdited === null ? problem : editedFirst(problem, isEdited),
    ]),
  );
  return {
    current: sortProblems([...current.values()]),
    appeared: appeared
      .map((problem) => current.get(problem) ?? problem)
      .filter((problem) => takesPart(problem, isEdited)),
    fixed,
  };
}

/** Cells that no program reads, as they were: another text in them is no other mistake. */
const unreadTexts: ReadonlySet<string> = new Set(['limit-without-number', 'price-without-number']);

/** A cell of a line that the other version does not have, by category and owner. */
function ofMovedLine({ lines: others }: ProblemState): Key {
  return ({ rule, file, row, owner, column, value }) => {
    const isKept = row === undefined || others?.(file).names.has(lineName(row, owner)) === true;
    if (isKept || owner === undefined || value === undefined) return null;
    return JSON.stringify([rule, file.slice(file.lastIndexOf('/') + 1), owner, column, value]);
  };
}

const ofAnyColumn: Key = ({ rule, file, row, column, value }) =>
  column === null || value === undefined ? null : JSON.stringify([rule, file, row, value]);

/** A cell of a column whose header became an unknown one: the header has the problem. */
function ofUnknownColumn({ problems }: ProblemState): Key {
  const unknown = new Set(
    problems
      .filter(({ rule }) => rule === 'unknown-column')
      .flatMap(placesOf)
      .map(({ file, column }) => JSON.stringify([file, column])),
  );
  return (problem) =>
    unknown.has(JSON.stringify([problem.file, problem.column])) ? ofAnyColumn(problem) : null;
}

function hasNewLines(file: string, before: ProblemState, after: ProblemState): boolean {
  if (before.lines === null || after.lines === null) return true;
  const { texts } = before.lines(file);
  return [...after.lines(file).texts].some((text) => !texts.has(text));
}

/**
 * Relations to other lines, which change when those do: they are new only if an edited line takes
 * part.
 */
const relations: ReadonlySet<string> = new Set([
  'value-spelling',
  'new-value',
  'listed-twice',
  'swapped-cells',
]);

function takesPart(problem: Problem, isEdited: IsEdited | null): boolean {
  return !relations.has(problem.rule) || isEdited === null || placesOf(problem).some(isEdited);
}

function isInOneOnly(
  file: string,
  files: ProblemState['files'],
  others: ProblemState['files'],
): boolean {
  return files !== null && others !== null && files.has(file) !== others.has(file);
}

/** Line numbers and counts change with other lines. */
function withoutNumbers(message: string): string {
  return message.replace(/\d+(?:,\d{3})*/g, '#');
}

/**
 * Problems of two versions without a partner in the other one. Pairs one to one, so that the number
 * of equal problems counts.
 */
function withoutPairs(
  before: readonly Problem[],
  after: readonly Problem[],
  [keyBefore, keyAfter]: readonly [Key, Key],
): readonly [before: readonly Problem[], after: readonly Problem[]] {
  if (before.length === 0 || after.length === 0) return [before, after];
  const waiting = groupBy(before.toReversed(), keyBefore);
  const paired = new Set<Problem>();
  const left = after.filter((problem) => {
    const key = keyAfter(problem);
    const partner = key === null ? undefined : waiting.get(key)?.pop();
    if (partner !== undefined) paired.add(partner);
    return partner === undefined;
  });
  return [before.filter((problem) => !paired.has(problem)), left];
}

/** Tells cells that had a problem, and have none now. */
export function solvedCells({ fixed, current }: ProblemChanges): IsSolved {
  const keyOf = (file: string, slug: string | undefined, column: string | null) =>
    JSON.stringify([file, slug, column]);
  const left = new Set(current.map(({ file, row, column }) => keyOf(file, row, column)));
  const solved = new Set(
    fixed.map(({ file, row, column }) => keyOf(file, row, column)).filter((key) => !left.has(key)),
  );
  return ({ file, slug, column }) => solved.has(keyOf(file, slug, column));
}

/**
 * Problems of a check with the slugs of their rows, to be compared with those of another version.
 */
export function problemState(
  problems: readonly Problem[],
  sources: Pick<Sources, 'offers' | 'listings' | 'providers' | 'files'>,
): ProblemState {
  const files = new Set(sources.files.map(({ path }) => path));
  return { problems: nameRows(problems, sources), files, lines: lineReader(sources) };
}

/** Adds the slug and the owner of the row. A line that could not be read has none. */
export function nameRows(
  problems: readonly Problem[],
  sources: Pick<Sources, 'offers' | 'listings' | 'providers'>,
): Problem[] {
  const rows = new Map(
    problems.map(({ file }) => [file, new Map<number, Pick<Problem, 'row' | 'owner'>>()]),
  );
  if (rows.size === 0) return [];
  for (const { source, cells } of linesOf(sources)) {
    const [row, owner] = [lineSlug(cells.values), lineOwner(cells.values)];
    if (row !== '')
      rows.get(source.file)?.set(source.line, owner === null ? { row } : { row, owner });
  }
  return problems.map((problem) => ({
    ...problem,
    ...(problem.line === null ? {} : rows.get(problem.file)?.get(problem.line)),
  }));
}

interface Lines {
  /** By number. A line that could not be read is missing. */
  readonly byNumber: ReadonlyMap<number, string>;
  readonly texts: ReadonlySet<string>;
  /** Slugs with the owners of their lines. */
  readonly names: ReadonlySet<string>;
}

/** Lines of a file with what they say. */
export type LinesOf = (file: string) => Lines;

export function lineName(slug: string, owner: string | null | undefined): string {
  return JSON.stringify([slug, owner]);
}

/** Each file is looked through once. */
function lineReader(sources: Pick<Sources, 'offers' | 'listings' | 'providers'>): LinesOf {
  const byFile = groupBy(linesOf(sources), ({ source }) => source.file);
  const cached = new Map<string, Lines>();
  const read = (file: string): Lines => {
    const lines = byFile.get(file) ?? [];
    const texts = lines.map(({ source, cells }) => [source.line, JSON.stringify(cells)] as const);
    const names = lines.map(({ cells: { values } }) =>
      lineName(lineSlug(values), lineOwner(values)),
    );
    return {
      byNumber: new Map(texts),
      texts: new Set(texts.map(([, text]) => text)),
      names: new Set(names),
    };
  };
  return (file) => getOrInsert(cached, file, () => read(file));
}

/** Whether a line says what no line of the file said before. */
export function isEdited({ file, line }: ProblemPlace, before: LinesOf, after: LinesOf): boolean {
  const text = after(file).byNumber.get(line ?? 0);
  return text !== undefined && !before(file).texts.has(text);
}

/** True if the edits changed the place, which is one of the edited version. */
export type IsEdited = (place: ProblemPlace) => boolean;

/** Null if the lines of a version are unknown. */
export function editFinder(before: LinesOf | null, after: LinesOf | null): IsEdited | null {
  return before === null || after === null ? null : (place) => isEdited(place, before, after);
}

/** The problem with its edited places first; the first place is that of the problem. */
function editedFirst(problem: Problem, isEdited: IsEdited): Problem {
  const places = placesOf(problem);
  if (places.length < 2) return problem;
  const edited = places.filter(isEdited);
  const [first] = edited;
  if (first === undefined || first === places[0]) return problem;
  return {
    ...problem,
    ...first,
    places: [...edited, ...places.filter((place) => !edited.includes(place))],
  };
}
