/** Finds the lines of a problem that were edited. They are named first, because an editor looks for the mistake there. */
import { type Problem, type ProblemPlace, placesOf } from './problem.ts';
import { type Sources, sourcePaths } from './sources.ts';

interface Lines {
  /** By number. A line that could not be read is missing. */
  readonly byNumber: ReadonlyMap<number, string>;
  readonly texts: ReadonlySet<string>;
}

/** Lines of a file with what they say. */
export type LinesOf = (file: string) => Lines;

/** Each file is looked through once. */
export function linesOf({ offers, listings, providers }: Pick<Sources, 'offers' | 'listings' | 'providers'>): LinesOf {
  const known = new Map<string, Lines>();
  const read = (file: string): ReadonlyMap<number, string> => {
    if (file === sourcePaths.providers)
      return new Map(providers.map(({ value, line }) => [line, JSON.stringify(value)]));
    const entries = [offers, listings].flatMap((tables) => tables.filter(({ source }) => source.file === file));
    return new Map(entries.map(({ source, cells }) => [source.line, JSON.stringify(cells)]));
  };
  return (file) => {
    const found = known.get(file);
    if (found !== undefined) return found;
    const byNumber = read(file);
    const lines = { byNumber, texts: new Set(byNumber.values()) };
    known.set(file, lines);
    return lines;
  };
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
