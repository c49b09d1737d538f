/**
 * Required cells of resolved rows. A blank cell is reported at the offer or listing that should
 * state it.
 */
import { columnsOfCategory } from '../../../model/columns.ts';
import type { SourcePlace } from '../../../model/rows.ts';
import { type AddProblem, missingColumn } from '../../problem.ts';
import type { Content, Meta, OfferEntry } from '../../sources.ts';
import { type CheckContext, lacksColumn } from '../rule.ts';

export function checkRequiredCells({ sources, resolved }: CheckContext, add: AddProblem): void {
  const missing = missingCells(sources.meta, resolved.contents);
  if (missing.size === 0) return;
  const reported = new Set<string>();
  const entries = new Map(
    [...sources.offers, ...sources.listings].map((entry) => [placeKey(entry.source), entry]),
  );
  for (const { content, source } of resolved.networks.flatMap(({ rows }) => rows))
    for (const column of missing.get(content) ?? []) {
      const listing = entries.get(placeKey(source));
      const place = culprit(content, listing, column) ?? source;
      if (!hasFault(listing, column) && !hasFault(entries.get(placeKey(place)), column))
        report(place, column, content.category);
    }

  /** Reports a missing column once, not for each line, and not if the header may misspell it. */
  function report(place: SourcePlace, column: string, category: string): void {
    const isLacking = lacksColumn(sources, place.file, column);
    if (isLacking && sources.unreadable.mayHaveColumn(place.file)) return;
    const key = `${isLacking ? `${place.file}:1` : placeKey(place)}:${column}`;
    if (reported.has(key)) return;
    reported.add(key);
    const message = `is blank, but every row of "${category}" needs it`;
    if (isLacking) add(missingColumn(place.file, column, `all rows of "${category}"`));
    else add({ rule: 'required-cell', ...place, column, message, suggestion: 'fill in the cell' });
  }
}

function missingCells(meta: Meta, contents: readonly Content[]): Map<Content, readonly string[]> {
  const required = new Map(meta.categories.map(({ key }) => [key, requiredColumns(meta, key)]));
  const cells = contents.map(({ category, values }) =>
    required.get(category)?.filter((key) => values[key] === null),
  );
  return new Map(
    contents.flatMap((content, at) => (cells[at]?.length ? [[content, cells[at]] as const] : [])),
  );
}

/** Columns without null are required in all their categories. Slugs have checks of their own. */
function requiredColumns({ columns }: Meta, category: string): string[] {
  const required = columnsOfCategory(columns, category).filter(
    ({ nullable, categories, requiredIn }) =>
      categories.includes(category) && (!nullable || requiredIn.includes(category)),
  );
  return required.map(({ key }) => key).filter((key) => key !== 'slug');
}

/**
 * Place of the offer, unless the listing removes the value with `!none` or only listings state it,
 * as for `chain`.
 */
function culprit(
  content: Content,
  listing: OfferEntry | undefined,
  column: string,
): SourcePlace | null {
  const takenAway = listing !== undefined && Object.hasOwn(listing.cells.values, column);
  return takenAway || column === 'chain' ? null : content.offer;
}

/** An unreadable cell is not blank; another rule reports it. */
function hasFault(entry: OfferEntry | undefined, column: string): boolean {
  return entry?.cells.faults.some((fault) => fault.column === column) ?? false;
}

function placeKey({ file, line }: SourcePlace): string {
  return `${file}:${line}`;
}
