/** Compares the rows of two states: the one comparison behind `make diff`, `make watch` and the changes of a snapshot. */
import { isSameValue } from '../../model/rows.ts';
import type { Place, Row } from '../sources.ts';
import {
  type CellChange,
  ContentComparer,
  linkOffers,
  matchRows,
  type OfferLinks,
  type PlacedRow,
  type RowPair,
} from './match-rows.ts';
import type { CauseKind, ChangeKind } from './schema.ts';
import {
  isListedEverywhere,
  listingKey,
  listingSlug,
  type OfferState,
  placeKey,
  presenceOf,
  type RowState,
} from './state.ts';

export interface ChangedRow {
  readonly pair: RowPair;
  readonly cells: readonly CellChange[];
}

export interface RowComparison {
  readonly before: RowState;
  readonly after: RowState;
  readonly added: readonly PlacedRow[];
  readonly removed: readonly PlacedRow[];
  /** Rows with other cells. */
  readonly changed: readonly ChangedRow[];
  /** Rows with the same cells that refer to another offer. */
  readonly referring: readonly RowPair[];
  readonly comparer: ContentComparer;
  readonly causes: CauseFinder;
}

export function compareRows(before: RowState, after: RowState): RowComparison {
  const { pairs, added, removed } = matchRows(before, after);
  const comparer = new ContentComparer();
  const changed: ChangedRow[] = [];
  const referring: RowPair[] = [];
  for (const pair of pairs) {
    const [old, now] = [pair.before.content, pair.after.content];
    const cells = comparer.compare(old, now);
    if (cells.length > 0) changed.push({ pair, cells });
    else if (old.offerSlug !== now.offerSlug) referring.push(pair);
  }
  return { before, after, added, removed, changed, referring, comparer, causes: new CauseFinder(before, after) };
}

export interface Cause {
  /** Rows with the same key form one entry. */
  readonly key: string;
  readonly kind: CauseKind;
  readonly change: ChangeKind;
  readonly name: string;
  readonly category: string | null;
  readonly network: string | null;
  /** Line of the edit for this row; null if there is no single line. */
  readonly place: Place | null;
}

export type Origin = 'offer' | 'listing' | 'column';

/** The state in which a row is missing. */
interface Side {
  readonly state: RowState;
  readonly chainsByNetwork: ReadonlyMap<string, ReadonlySet<string>>;
  /** Offers of this state by those of the other one. */
  readonly partners: ReadonlyMap<string, string>;
}

function sideOf(state: RowState, partners: Side['partners']): Side {
  const chainsByNetwork = new Map(state.networks.map(({ key, chains }) => [key, new Set(chains)]));
  return { state, chainsByNetwork, partners };
}

class CauseFinder {
  readonly #offersBefore: ReadonlyMap<string, OfferState>;
  readonly #offersNow: ReadonlyMap<string, OfferState>;
  readonly #links: OfferLinks;
  readonly #before: Side;
  readonly #after: Side;

  constructor(before: RowState, after: RowState) {
    this.#links = linkOffers(before, after);
    this.#offersNow = after.offers;
    this.#offersBefore = before.offers;
    this.#before = sideOf(before, this.#links.toBefore);
    this.#after = sideOf(after, this.#links.toAfter);
  }

  ofAdded(placed: PlacedRow): Cause {
    return this.#ofOneSided(placed, 'added', this.#before);
  }

  ofRemoved(placed: PlacedRow): Cause {
    return this.#ofOneSided(placed, 'removed', this.#after);
  }

  /** An edited offer has priority: it is one entry, even if some of its listings were edited too. */
  ofChanged(pair: RowPair, cells: readonly CellChange[]): Cause {
    const origins = new Set(cells.map((cell) => this.originOf(pair, cell)));
    const { after } = pair;
    const { category, offer } = after.content;
    const change = 'changed';
    if (origins.has('offer') && offer !== null) {
      const name = this.#offerName(after, change);
      return cause({ kind: 'offer', change, name, category, place: offer, key: placeKey(offer) });
    }
    if (!origins.has('listing')) {
      const name = cells[0]?.column ?? '';
      return cause({ kind: 'column', change, name, key: name });
    }
    const key = isListedEverywhere(after) ? placeKey(after.source) : `${this.#subject(after)} ${JSON.stringify(cells)}`;
    return this.#listingCause(after, change, key);
  }

  /** Origin of a changed cell: the offer, if both cells of the row are cells of the offer. */
  originOf({ before, after }: RowPair, cell: CellChange): Origin {
    if (cell.columnIsNewOrGone) return 'column';
    const { offer: old } = before.content;
    const { offer: now } = after.content;
    if (old === null || now === null || this.#links.toAfter.get(placeKey(old)) !== placeKey(now)) return 'listing';
    const oldCell = this.#offersBefore.get(placeKey(old))?.values[cell.column] ?? null;
    const newCell = this.#offersNow.get(placeKey(now))?.values[cell.column] ?? null;
    return isSameValue(oldCell, cell.before) && isSameValue(newCell, cell.after) ? 'offer' : 'listing';
  }

  #ofOneSided({ network, row }: PlacedRow, change: 'added' | 'removed', there: Side): Cause {
    const { category, offer, values } = row.content;
    const chains = there.chainsByNetwork.get(network);
    if (!chains) return cause({ kind: 'network', change, name: network, key: network });
    const { categories, offers, everywhere } = presenceOf(there.state);
    if (!categories.has(category)) return cause({ kind: 'category', change, name: category, category, key: category });
    const partner = offer === null ? undefined : there.partners.get(placeKey(offer));
    if (offer !== null && (partner === undefined || !offers.has(partner))) {
      const name = this.#offerName(row, change);
      return cause({ kind: 'offer', change, name, category, place: offer, key: placeKey(offer) });
    }
    if (!isListedEverywhere(row)) return this.#listingCause(row, change, this.#subject(row));
    const chain = String(values.chain);
    if (values.chain !== null && !chains.has(chain) && everywhere.has(listingKey(row)))
      return cause({ kind: 'chain', change, name: chain, network, key: `${network} ${chain}` });
    return this.#listingCause(row, change, listingKey(row));
  }

  /** Groups the listings of one offer on several networks into one edit. */
  #listingCause(row: Row, change: ChangeKind, key: string): Cause {
    const { category, offer } = row.content;
    const everywhere = isListedEverywhere(row);
    const name = everywhere || offer === null ? listingSlug(row) : this.#offerName(row, change);
    const kind = everywhere ? 'all-networks-listing' : 'listing';
    return cause({ kind, change, name, category, place: row.source, key: `${category} ${key}` });
  }

  #subject({ content }: Row): string {
    return content.offer === null ? JSON.stringify(content.values) : placeKey(content.offer);
  }

  /** Slug of the offer. Falls back to the offer's slug in the other state, then to the listing's slug. */
  #offerName(row: Row, change: ChangeKind): string {
    const { offer } = row.content;
    if (offer === null) return listingSlug(row);
    const key = placeKey(offer);
    const now = change === 'removed' ? this.#links.toAfter.get(key) : key;
    const old = change === 'removed' ? this.#offersBefore.get(key)?.slug : null;
    return old ?? this.#offersNow.get(now ?? '')?.slug ?? listingSlug(row);
  }
}

type CauseParts = Pick<Cause, 'kind' | 'change' | 'name' | 'key'> &
  Partial<Pick<Cause, 'category' | 'network' | 'place'>>;

function cause({ key, ...parts }: CauseParts): Cause {
  return { category: null, network: null, place: null, ...parts, key: `${parts.change} ${parts.kind} ${key}` };
}
