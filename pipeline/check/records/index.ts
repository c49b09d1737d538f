/** Rules for single records, also in view of the offer that a listing refers to. Equal records are examined once. */
import { getOrInsert } from '../../../common/get-or-insert.ts';
import type { AddProblem } from '../../problem.ts';
import type { CellFault, EntryCells, OfferEntry } from '../../sources.ts';
import { providerNames } from '../lines/providers.ts';
import { type CheckContext, noFaults } from '../rule.ts';
import { textFaults } from '../texts/index.ts';
import { listItems } from './list-items.ts';
import { findRepeated } from './repeated-values.ts';
import { startCommands } from './start-commands.ts';
import { valueSpelling } from './value-spelling.ts';

const rules = [textFaults, listItems, startCommands, providerNames, valueSpelling];

interface Found {
  readonly faults: readonly CellFault[];
  /** Faults of the record if it is a listing. */
  readonly repeated: readonly CellFault[];
}

export function checkRecords(context: CheckContext, add: AddProblem): void {
  const { sources, resolved } = context;
  const finders = rules.map((build) => build(context));
  const found = new Map<EntryCells, Found>();
  for (const entry of sources.offers) report(entry, examineOnce(entry).faults);
  for (const entry of sources.listings) {
    const { faults, repeated } = examineOnce(entry);
    report(entry, faults);
    report(entry, repeated);
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

  function report({ source }: OfferEntry, faults: readonly CellFault[]): void {
    for (const fault of faults) add({ ...source, ...fault });
  }
}
