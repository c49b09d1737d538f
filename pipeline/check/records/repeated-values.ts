/** Cells of listings that repeat what their offer states. */
import { isSameValue, type Value } from '../../../model/rows.ts';
import type { CellFault, EntryCells } from '../../sources.ts';

/** One fault for each listing, at its first cell. */
export function findRepeated(listing: EntryCells, offer: EntryCells): CellFault[] {
  const [column, ...others] = repeatedColumns(listing, offer);
  if (column === undefined) return [];
  const more = others.length === 0 ? '' : `, as do ${others.map((name) => `"${name}"`).join(', ')}`;
  const message = `the cell repeats what the offer states${more}`;
  const suggestion = 'clear it, so that an edit of the offer reaches this line';
  return [{ rule: 'repeats-offer', column, value: textOf(listing.values[column]), message, suggestion }];
}

/** A slug and a chain belong to the listing. */
function repeatedColumns({ values }: EntryCells, offer: EntryCells): string[] {
  return Object.keys(values).filter((key) => {
    if (key === 'slug' || key === 'offer' || key === 'chain') return false;
    const [own, other] = [values[key], offer.values[key]];
    return own !== undefined && own !== null && other !== undefined && isSameValue(own, other);
  });
}

function textOf(value: Value | undefined): string {
  return typeof value === 'boolean'
    ? String(value).toUpperCase()
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
}
