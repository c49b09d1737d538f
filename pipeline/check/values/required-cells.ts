/** Required cells of resolved rows. A blank cell is reported at the offer or listing that should state it. */
import { columnsOfCategory } from '../../../model/columns.ts';
import { type AddProblem, missingColumn, type NewProblem } from '../../problem.ts';
import type { Content, Meta, OfferEntry, Place, Row, Sources } from '../../sources.ts';
import type { CheckContext } from '../context.ts';
import { lacksColumn } from '../slugs/slugs.ts';

export function checkRequiredCells({ sources, resolved }: CheckContext, add: AddProblem): void {
  const required = new Map(sources.meta.categories.map(({ key }) => [key, requiredColumns(sources.meta, key)]));
  const missing = new Map<Content, string[]>();
  for (const content of resolved.contents) {
    const isBlank = (column: string) => content.values[column] === null;
    const columns = required.get(content.category) ?? [];
    if (columns.some(isBlank)) missing.set(content, columns.filter(isBlank));
  }
  if (missing.size > 0) report(missing, { sources, resolved }, add);
}

/** Columns without null are required in all their categories. Slugs have checks of their own. */
function requiredColumns({ columns }: Meta, category: string): string[] {
  const required = columnsOfCategory(columns, category).filter(
    ({ nullable, categories, requiredIn }) =>
      categories.includes(category) && (!nullable || requiredIn.includes(category)),
  );
  return required.map(({ key }) => key).filter((key) => key !== 'slug');
}

function report(
  missing: ReadonlyMap<Content, string[]>,
  { sources, resolved }: Pick<CheckContext, 'sources' | 'resolved'>,
  add: AddProblem,
): void {
  const reported = new Set<string>();
  const entries = new Map([...sources.offers, ...sources.listings].map((entry) => [placeKey(entry.source), entry]));
  const find = ({ content, source }: Row, column: string) => {
    const listing = entries.get(placeKey(source));
    const place = culprit(content, listing, column) ?? source;
    const isReported = hasFault(listing, column) || hasFault(entries.get(placeKey(place)), column);
    return isReported ? null : describe(sources, place, column, content.category);
  };
  for (const row of resolved.networks.flatMap(({ rows }) => rows)) {
    for (const column of missing.get(row.content) ?? []) {
      const problem = find(row, column);
      const key = `${problem?.file}:${problem?.line}:${column}`;
      if (problem !== null && !reported.has(key)) add(problem);
      reported.add(key);
    }
  }
}

/** Reports a missing column once, not for each line. Null if the column may be one that the header misspells. */
function describe(sources: Sources, place: Place, column: string, category: string): NewProblem | null {
  if (!lacksColumn(sources, place.file, column)) return blankCell(place, column, category);
  if (sources.unreadable.mayHaveColumn(place.file)) return null;
  return missingColumn(place.file, column, `all rows of "${category}"`);
}

function blankCell(place: Place, column: string, category: string): NewProblem {
  const message = `is blank, but every row of "${category}" needs it`;
  return { rule: 'required-cell', ...place, column, message, suggestion: 'fill in the cell' };
}

/** Place of the offer, unless the listing removes the value with `!none` or only listings state it, as for `chain`. */
function culprit(content: Content, listing: OfferEntry | undefined, column: string): Place | null {
  const takenAway = listing !== undefined && Object.hasOwn(listing.cells.values, column);
  return takenAway || column === 'chain' ? null : content.offer;
}

/** An unreadable cell is not blank; another rule reports it. */
function hasFault(entry: OfferEntry | undefined, column: string): boolean {
  return entry?.cells.faults.some((fault) => fault.column === column) ?? false;
}

function placeKey({ file, line }: Place): string {
  return `${file}:${line}`;
}
