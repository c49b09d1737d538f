/** Finds the lines of a problem that were edited. They are named first, because an editor looks for the mistake there. */
import { getOrInsert } from '../common/get-or-insert.ts';
import type { Values } from '../model/rows.ts';
import { type Problem, type ProblemPlace, placesOf } from './problem.ts';
import { type Sources, sourcePaths } from './sources.ts';

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

/** The provider that a line names, or the offer that it refers to. */
export function ownerOf({ provider, offer }: Values): string | null {
  const owner = provider ?? offer;
  return typeof owner === 'string' ? owner : null;
}

/** Each file is looked through once. */
export function linesOf({ offers, listings, providers }: Pick<Sources, 'offers' | 'listings' | 'providers'>): LinesOf {
  const known = new Map<string, Lines>();
  const read = (file: string): Lines => {
    const entries = [offers, listings].flatMap((tables) => tables.filter(({ source }) => source.file === file));
    const lines =
      file === sourcePaths.providers
        ? providers.map(({ value, line }) => [line, JSON.stringify(value)] as const)
        : entries.map(({ source, cells }) => [source.line, JSON.stringify(cells)] as const);
    const names = entries.map(({ cells: { values } }) => lineName(String(values.slug), ownerOf(values)));
    return { byNumber: new Map(lines), texts: new Set(lines.map(([, text]) => text)), names: new Set(names) };
  };
  return (file) => getOrInsert(known, file, () => read(file));
}

/** Whether a line says what no line of the file said before. */
export function isEdited({ file, line }: ProblemPlace, before: LinesOf, after: LinesOf): boolean {
  const text = after(file).byNumber.get(line ?? 0);
  return text !== undefined && !before(file).texts.has(text);
}

/** The problem with its edited places first; the first place is that of the problem. `before` is the version before the edits. */
export function editedFirst(problem: Problem, before: LinesOf, after: LinesOf): Problem {
  const places = placesOf(problem);
  if (places.length < 2) return problem;
  const flags = places.map((place) => isEdited(place, before, after));
  const edited = places.filter((_, index) => flags[index]);
  const [first] = edited;
  if (first === undefined || flags[0] === true) return problem;
  return { ...problem, ...first, places: [...edited, ...places.filter((_, index) => !flags[index])] };
}
