/** Finds the lines of a problem that were edited. They are named first, because an editor looks for the mistake there. */
import { getOrInsert } from '../../common/get-or-insert.ts';
import type { Values } from '../../model/rows.ts';
import { type Problem, type ProblemPlace, placesOf } from '../problem.ts';
import { type Sources, sourcePaths } from '../sources.ts';

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
  const cached = new Map<string, Lines>();
  const read = (file: string): Lines => {
    const entries = [offers, listings].flatMap((tables) => tables.filter(({ source }) => source.file === file));
    const lines =
      file === sourcePaths.providers
        ? providers.map(({ value, line }) => [line, JSON.stringify(value)] as const)
        : entries.map(({ source, cells }) => [source.line, JSON.stringify(cells)] as const);
    const names = entries.map(({ cells: { values } }) => lineName(String(values.slug), ownerOf(values)));
    return { byNumber: new Map(lines), texts: new Set(lines.map(([, text]) => text)), names: new Set(names) };
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
export function editedFirst(problem: Problem, isEdited: IsEdited): Problem {
  const places = placesOf(problem);
  if (places.length < 2) return problem;
  const edited = places.filter(isEdited);
  const [first] = edited;
  if (first === undefined || first === places[0]) return problem;
  return { ...problem, ...first, places: [...edited, ...places.filter((place) => !edited.includes(place))] };
}
