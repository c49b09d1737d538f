/** Cells of listings that repeat what their offer states. */
import type { Value } from '../../model/rows.ts';
import type { AddProblem } from '../problem.ts';
import type { EntryCells, OfferEntry } from '../sources.ts';
import type { CheckContext } from './context.ts';

/** One problem for each line, at its first cell. */
export function checkRepeatedValues({ sources, resolved }: CheckContext, add: AddProblem): void {
  // Equal records of a category share their cells, and refer to one offer.
  const known = new Map<EntryCells, readonly string[]>();
  for (const { category, cells, source } of sources.listings) {
    const { reference } = cells;
    const offer = reference.kind === 'offer' ? resolved.offers.get(category)?.get(reference.slug) : undefined;
    if (offer === undefined) continue;
    let columns = known.get(cells);
    if (!columns) known.set(cells, (columns = repeatedColumns(cells, offer)));
    const [column, ...others] = columns;
    if (column === undefined) continue;
    const more = others.length === 0 ? '' : `, as do ${others.map((name) => `"${name}"`).join(', ')}`;
    const message = `the cell repeats what the offer states${more}`;
    const suggestion = 'clear it, so that an edit of the offer reaches this line';
    add({ rule: 'repeats-offer', ...source, column, value: textOf(cells.values[column]), message, suggestion });
  }
}

/** A slug and a chain belong to the listing. */
function repeatedColumns({ values }: EntryCells, offer: OfferEntry): string[] {
  return Object.keys(values).filter((key) => {
    if (key === 'slug' || key === 'offer' || key === 'chain') return false;
    const [own, other] = [values[key], offer.cells.values[key]];
    return own !== undefined && own !== null && other !== undefined && isEqual(own, other);
  });
}

function isEqual(one: Value, other: Value): boolean {
  return one === other || (Array.isArray(one) && JSON.stringify(one) === JSON.stringify(other));
}

function textOf(value: Value | undefined): string {
  return typeof value === 'boolean'
    ? String(value).toUpperCase()
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
}
