/** Networks on which the offers of a state have rows. */
import type { Row } from '../sources.ts';
import type { PlacedRow } from './match-rows.ts';
import { offerName, type RowState } from './state.ts';

export class OfferPresence {
  readonly #rows: ReadonlyMap<string, readonly Row[]>;
  /** Offers by network, of the networks that were asked for. */
  readonly #offers = new Map<string, ReadonlySet<string>>();

  constructor({ networks }: RowState) {
    this.#rows = new Map(networks.map(({ key, rows }) => [key, rows]));
  }

  /** Whether the offer of a row has a row on the network of that row. */
  has({ network, row }: PlacedRow): boolean {
    const offers = this.#offers.get(network) ?? new Set(this.#rows.get(network)?.map(offerKey));
    this.#offers.set(network, offers);
    return offers.has(offerKey(row));
  }
}

function offerKey(row: Row): string {
  const { category, values } = row.content;
  return `${category}\n${values.provider}\n${offerName(row)}`;
}
