/** Checks of single records, also in view of the offer that a listing refers to. Equal records are examined once. */
import { getOrInsert } from '../../common/get-or-insert.ts';
import type { AddProblem } from '../problem.ts';
import type { CellFault, EntryCells, OfferEntry, Place } from '../sources.ts';
import type { CheckContext } from './context.ts';
import { findRepeated } from './references/repeated-values.ts';

/** Finds faults of a record. `offer`: cells of the offer that the record refers to; null if it refers to none. */
export type FindFaults = (cells: EntryCells, offer: EntryCells | null, category: string) => readonly CellFault[];

/** Shared by the records without a fault, which are most. */
export const noFaults: readonly CellFault[] = [];

interface Found {
  readonly faults: readonly CellFault[];
  /** Faults of the record if it is a listing. */
  readonly repeated: readonly CellFault[];
}

export function checkRecords(
  { sources, resolved }: CheckContext,
  finders: readonly FindFaults[],
  add: AddProblem,
): void {
  const found = new Map<EntryCells, Found>();
  for (const offer of sources.offers) report(examineOnce(offer).faults, offer.source);
  for (const listing of sources.listings) {
    const { faults, repeated } = examineOnce(listing);
    report(faults, listing.source);
    report(repeated, listing.source);
  }

  function examineOnce(entry: OfferEntry): Found {
    return getOrInsert(found, entry.cells, () => examine(entry));
  }

  /** Equal records are of one category, and refer to one offer. */
  function examine({ category, cells }: OfferEntry): Found {
    const { reference } = cells;
    const referred = reference.kind === 'offer' ? resolved.offers.get(category)?.get(reference.slug) : undefined;
    const offer = referred?.cells ?? null;
    const repeated = offer === null ? noFaults : findRepeated(cells, offer);
    const faults = finders.flatMap((find) => find(cells, offer, category));
    return { faults: faults.length > 0 ? faults : noFaults, repeated };
  }

  function report(faults: readonly CellFault[], source: Place): void {
    for (const fault of faults) add({ ...source, ...fault });
  }
}
