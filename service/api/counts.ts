/**
 * GET /api/counts: numbers of offers, rows and providers by network, category, provider, scope,
 * chain or the values of a column.
 */
import * as z from 'zod';
import { getOrInsert } from '../../common/get-or-insert.ts';
import { badParameter, nearestName } from '../errors.ts';
import { createPause } from '../pauses.ts';
import { findOffers } from '../query/offers.ts';
import { resolveOffers } from '../questions/offers.ts';
import { anyCategory, countedBy, whichOffers } from '../questions/parameters.ts';
import type { FoundOffer } from '../snapshot/offers.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { textsOfCell } from '../text/table.ts';
import { countHeader, setTotalCount } from './lists.ts';
import { resource } from './resource.ts';
import { resultShape } from './shapes.ts';

const countShape = z
  .object({
    offerCount: z.int().describe('Offers, each once.'),
    rowCount: z.int().describe('Rows: listings on the chains of networks.'),
    providerCount: z.int().describe('Providers of the rows.'),
  })
  .catchall(
    z
      .union([z.string(), z.int(), z.null()])
      .describe('The value of a key of `by`; null for a blank cell.'),
  )
  .meta({
    id: 'GroupCount',
    description: 'Figures of the rows with these values of the keys of `by`.',
  });

export const counts = resource({
  path: '/api/counts',
  operationId: 'countOffers',
  summary:
    'Numbers of offers, rows and providers by up to three keys, over any selection of offers, most offers first.',
  parameters: { by: countedBy, category: anyCategory, ...whichOffers },
  content: {
    'application/json': resultShape({ by: z.array(z.string()), counts: z.array(countShape) }),
  },
  headers: countHeader,
  answer: async ({ by, ...given }, place, { ctx }) => {
    const { snapshot } = place;
    const query = resolveOffers(given, place);
    const keys = readKeys(by, snapshot, query.categories);
    const { offers } = await findOffers(snapshot, query);
    const groups = await countGroups(snapshot, offers, { keys, networks: query.networks });
    setTotalCount(ctx, groups.length);
    return { by: keys, counts: groups };
  },
});

const maxKeys = 3;
const ownKeys: readonly string[] = ['category', 'network', 'provider', 'scope', 'chain'];

/** Throws 400. */
function readKeys(
  by: string,
  { catalog }: Snapshot,
  categories: readonly string[],
): readonly string[] {
  const columns = categories.flatMap((category) => catalog.columnsOf(category));
  const counted = columns
    .filter(({ filter }) => filter !== null && filter !== 'range')
    .map(({ key }) => key);
  const allowed = [...new Set([...ownKeys, ...counted])];
  const keys = [...new Set(by.split(',').map((key) => key.trim()))];
  if (keys.length > maxKeys)
    throw badParameter('by', `by has ${keys.length} keys; ${maxKeys} are allowed`);
  const unknown = keys.find((key) => !allowed.includes(key));
  if (unknown === undefined) return keys;
  throw badParameter('by', `by: no key "${unknown}"; separate keys by commas`, {
    allowed,
    ...nearestName(unknown, allowed),
  });
}

interface Grouping {
  readonly keys: readonly string[];
  /** Keys; empty for all. */
  readonly networks: readonly string[];
}

interface Group {
  readonly values: readonly (string | null)[];
  readonly providers: Set<string>;
  offers: number;
  rows: number;
  /** The offer that was counted last: rows of an offer follow each other. */
  last: object | null;
}

/**
 * A row with several items in a list counts in the group of each. Other requests are answered in
 * between.
 */
async function countGroups(
  snapshot: Snapshot,
  found: readonly FoundOffer[],
  { keys, networks }: Grouping,
) {
  const groups = new Map<string, Map<string, Group>>();
  const placesOf = placesIn(snapshot, { keys, networks });
  const pause = createPause();
  for (const { offer, rows } of found) {
    await pause();
    for (const id of rows) {
      const places = placesOf(id);
      for (const combined of valuesOf(snapshot, id, keys)) {
        const byPlace = getOrInsert(
          groups,
          JSON.stringify(combined),
          () => new Map<string, Group>(),
        );
        for (const [network, count] of places)
          addTo(
            getOrInsert(byPlace, network, () => newGroup(keys, combined, network)),
            offer,
            count,
          );
      }
    }
  }
  const all = [...groups.values()].flatMap((byPlace) => [...byPlace.values()]);
  return all
    .toSorted((a, b) => b.offers - a.offers || b.rows - a.rows)
    .map(({ values, offers, providers, rows }) => ({
      ...Object.fromEntries(keys.map((key, at) => [key, values[at] ?? null])),
      offerCount: offers,
      rowCount: rows,
      providerCount: providers.size,
    }));
}

function addTo(group: Group, offer: FoundOffer['offer'], rows: number): void {
  group.rows += rows;
  if (group.last === offer) return;
  group.last = offer;
  group.offers++;
  group.providers.add(offer.provider);
}

function newGroup(
  keys: readonly string[],
  combined: readonly (string | null)[],
  network: string,
): Group {
  const values = combined.map((value, at) => (keys[at] === 'network' ? network : value));
  return { values, providers: new Set(), offers: 0, rows: 0, last: null };
}

/**
 * Networks of a row with the number of its listings there; one place for all if nobody asks for
 * networks.
 */
function placesIn(snapshot: Snapshot, { keys, networks }: Grouping) {
  const { catalog } = snapshot;
  const wanted = new Set(networks);
  const byNetwork = keys.includes('network');
  return (id: number): ReadonlyMap<string, number> => {
    const places = new Map<string, number>();
    for (const listing of snapshot.listingIdsOf(id)) {
      const network = catalog.networkKey(catalog.networkOfListing(listing));
      if (wanted.size > 0 && !wanted.has(network)) continue;
      const place = byNetwork ? network : '';
      places.set(place, (places.get(place) ?? 0) + 1);
    }
    return places;
  };
}

/** Combinations of the values of the keys in a row; that of `network` is filled in later. */
function valuesOf(snapshot: Snapshot, id: number, keys: readonly string[]): (string | null)[][] {
  const row = snapshot.row(id);
  const own = new Map<string, string | null>([
    ['category', snapshot.categoryOf(id)],
    ['provider', snapshot.providerOf(id)],
    ['scope', snapshot.scopeOf(id)],
    ['chain', snapshot.chainOf(id)],
    ['network', ''],
  ]);
  let combined: (string | null)[][] = [[]];
  for (const key of keys) {
    const known = own.get(key);
    const column = snapshot.catalog.columns.get(key);
    const texts = known === undefined && column ? textsOfCell(row[key], column) : [known ?? null];
    const values = texts.length === 0 ? [null] : texts;
    combined = combined.flatMap((before) => values.map((value) => [...before, value]));
  }
  return combined;
}
