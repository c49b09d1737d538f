/** Compares two states. Pure. */
import { getOrInsert } from '../../common/get-or-insert.ts';
import { groupBy } from '../../common/group-by.ts';
import { compareText } from '../problem.ts';
import type { Row } from '../sources.ts';
import { compareRows, type RowComparison } from './compare-rows.ts';
import { groupEntries } from './group-entries.ts';
import { type CellChange, compareValues, linkOffers, type PlacedRow } from './match-rows.ts';
import type { DeadAddresses, Diff, LogoChange, UnlistedOffer } from './schema.ts';
import {
  type Definitions,
  definitionKinds,
  type OfferState,
  placeOfKey,
  presenceOf,
  type State,
  slugOf,
  sorted,
} from './state.ts';

export interface Compared extends Pick<Diff, 'base' | 'problems' | 'newProblems' | 'fixedProblems'> {
  readonly before: State;
  readonly after: State;
}

export function compareStates({ before, after, ...rest }: Compared): Diff {
  const comparison = compareRows(before, after);
  const { added, removed, changed } = comparison;
  const definitions = compareDefinitions(before.definitions, after.definitions);
  const logos = compareLogos(before, after);
  const unlistedOffers = compareUnlisted(before, after);
  const lists = [added, removed, changed, definitions, logos, unlistedOffers ?? []];
  return {
    ...rest,
    unchanged: lists.every((list) => list.length === 0),
    rows: {
      before: rowsOf(before),
      after: rowsOf(after),
      added: added.length,
      removed: removed.length,
      changed: changed.length,
      cells: changed.reduce((sum, { cells }) => sum + cells.length, 0),
    },
    networks: compareNames(networkKeys(before), networkKeys(after)),
    categories: compareNames(presenceOf(before).categories, presenceOf(after).categories),
    ...countRows(comparison),
    entries: groupEntries(comparison),
    definitions,
    logos,
    unlistedOffers,
    deadAddresses: findDeadAddresses(before, after, removed),
  };
}

function rowsOf({ networks }: State): number {
  return networks.reduce((sum, { rows }) => sum + rows.length, 0);
}

function networkKeys({ networks }: State): Set<string> {
  return new Set(networks.map(({ key }) => key));
}

function compareNames(before: ReadonlySet<string>, after: ReadonlySet<string>): Diff['networks'] {
  return {
    before: before.size,
    after: after.size,
    appeared: sorted([...after].filter((name) => !before.has(name))),
    vanished: sorted([...before].filter((name) => !after.has(name))),
  };
}

type DefinitionChange = Diff['definitions'][number];

function compareDefinitions(before: Definitions, after: Definitions): DefinitionChange[] {
  return definitionKinds.flatMap((kind) => {
    const keys = sorted(new Set([...before[kind].keys(), ...after[kind].keys()]));
    return keys.flatMap((key): DefinitionChange[] => {
      const [old, now] = [before[kind].get(key), after[kind].get(key)];
      if (!old) return [{ kind, key, change: 'added', cells: [] }];
      if (!now) return [{ kind, key, change: 'removed', cells: [] }];
      const cells = compareValues(old, now).map(({ column, before, after }) => ({ column, before, after }));
      return cells.length === 0 ? [] : [{ kind, key, change: 'changed', cells }];
    });
  });
}

type Counts = Pick<Diff, 'byCategory' | 'byNetwork' | 'byNetworkAndCategory'>;
type Counter = 'before' | 'after' | 'added' | 'removed' | 'changed';
type Tally = Record<Counter, number>;

function countRows({ before, after, added, removed, changed }: RowComparison): Counts {
  const tallies = new Map<string, Tally & { readonly network: string; readonly category: string }>();
  const count = (network: string, { content: { category } }: Row, counter: Counter) =>
    getOrInsert(tallies, `${network}\n${category}`, () => ({ network, category, ...emptyTally }))[counter]++;
  for (const { key, rows } of before.networks) for (const row of rows) count(key, row, 'before');
  for (const { key, rows } of after.networks) for (const row of rows) count(key, row, 'after');
  for (const { network, row } of added) count(network, row, 'added');
  for (const { network, row } of removed) count(network, row, 'removed');
  for (const { pair } of changed) count(pair.network, pair.after, 'changed');
  const pairs = sorted(tallies.keys()).flatMap((key) => tallies.get(key) ?? []);
  return {
    byCategory: sumBy(pairs, 'category'),
    byNetwork: sumBy(pairs, 'network').filter(hasDifference),
    byNetworkAndCategory: pairs.filter(hasDifference),
  };
}

function sumBy<Key extends string>(pairs: readonly (Tally & Readonly<Record<Key, string>>)[], key: Key) {
  const groups = groupBy(pairs, (pair): string => pair[key]);
  return sorted(groups.keys()).map((name) => {
    const tally = { ...emptyTally };
    for (const pair of groups.get(name) ?? []) for (const counter of counters) tally[counter] += pair[counter];
    return { [key]: name, ...tally } as Record<Key, string> & Tally;
  });
}

function hasDifference({ added, removed, changed }: Tally): boolean {
  return added + removed + changed > 0;
}

const emptyTally: Tally = { before: 0, after: 0, added: 0, removed: 0, changed: 0 };
const counters = Object.keys(emptyTally) as readonly Counter[];

/** Public content of a network. */
interface Surface {
  readonly categories: ReadonlySet<string>;
  /** Slugs of providers with a row. A provider has a page on each network where it is listed. */
  readonly providers: ReadonlySet<string>;
  readonly offers: ReadonlySet<string>;
}

function findDeadAddresses(before: State, after: State, removed: readonly PlacedRow[]): DeadAddresses {
  const [old, now] = [surfacesOf(before), surfacesOf(after)];
  return {
    networks: sorted(old.keys()).filter((network) => !now.has(network)),
    pages: findLost('categories', old, now).map(([category, networks]) => ({ category, networks })),
    providers: findLost('providers', old, now).map(([slug, networks]) => ({ slug, networks })),
    offers: findLostOffers(removed, now),
  };
}

function surfacesOf({ networks, definitions }: State): Map<string, Surface> {
  const slugs = new Map([...definitions.provider].map(([slug, { name }]) => [String(name), slug]));
  return new Map(
    networks.map(({ key, rows }) => {
      const names = new Set(rows.map(({ content }) => String(content.values.provider)));
      const surface: Surface = {
        categories: new Set(rows.map(({ content }) => content.category)),
        providers: new Set([...names].flatMap((name) => slugs.get(name) ?? [])),
        offers: new Set(rows.map(slugOf)),
      };
      return [key, surface];
    }),
  );
}

function findLost(
  what: 'categories' | 'providers',
  old: ReadonlyMap<string, Surface>,
  now: ReadonlyMap<string, Surface>,
): [string, string[]][] {
  const lost = [...old].flatMap(([network, surface]) => {
    const left = now.get(network)?.[what];
    return left === undefined
      ? []
      : [...surface[what]].filter((name) => !left.has(name)).map((name) => ({ name, network }));
  });
  return groupNetworks(lost);
}

/** A URL stays valid if another category of the network has the slug. */
function findLostOffers(removed: readonly PlacedRow[], now: ReadonlyMap<string, Surface>): DeadAddresses['offers'] {
  const lost = removed.filter(({ network, row }) => now.get(network)?.offers.has(slugOf(row)) === false);
  const byCategory = groupBy(lost, ({ row }) => row.content.category);
  return sorted(byCategory.keys())
    .flatMap((category) => {
      const names = (byCategory.get(category) ?? []).map(({ network, row }) => ({ name: slugOf(row), network }));
      return groupNetworks(names).map(([slug, networks]) => ({ slug, category, networks }));
    })
    .toSorted((a, b) => b.networks.length - a.networks.length);
}

/** Lost URLs with their networks, most networks first. */
function groupNetworks(lost: readonly { readonly name: string; readonly network: string }[]): [string, string[]][] {
  const groups = groupBy(lost, ({ name }) => name);
  const lists = sorted(groups.keys()).map((name): [string, string[]] => {
    return [name, sorted(new Set(groups.get(name)?.map(({ network }) => network)))];
  });
  return lists.toSorted(([, a], [, b]) => b.length - a.length);
}

/** Only logos that a provider or a network of the two states has. Sorted by file. */
function compareLogos(before: State, after: State): LogoChange[] {
  const owners = [ownersOf(before), ownersOf(after)];
  const files = sorted(new Set(owners.flatMap((each) => [...each.keys()].map(String))));
  return files.flatMap((file): LogoChange[] => {
    const [old, now] = [before.logos.get(file), after.logos.get(file)];
    if (old === now) return [];
    const change = old === undefined ? 'added' : now === undefined ? 'removed' : 'changed';
    const owned = owners.flatMap((each) => each.get(file) ?? []);
    const keysOf = (kind: Owner['kind']) =>
      sorted(new Set(owned.flatMap((owner) => (owner.kind === kind ? [owner.key] : []))));
    return [{ file, change, providers: keysOf('provider'), networks: keysOf('network') }];
  });
}

interface Owner {
  readonly kind: 'provider' | 'network';
  readonly key: string;
}

/** By logo. */
function ownersOf({ definitions }: State): Map<unknown, Owner[]> {
  const owners = (['provider', 'network'] as const).flatMap((kind) =>
    Array.from(definitions[kind], ([key, { logoPath }]) => ({ kind, key, logoPath })),
  );
  return groupBy(
    owners.filter(({ logoPath }) => typeof logoPath === 'string'),
    ({ logoPath }) => logoPath,
  );
}

/** Null if a state has only the offers that listings use. Sorted by category and slug. */
function compareUnlisted(before: State, after: State): UnlistedOffer[] | null {
  if (!before.hasAllOffers || !after.hasAllOffers) return null;
  const { toAfter, toBefore } = linkOffers(before, after);
  const [listedBefore, listedAfter] = [presenceOf(before).offers, presenceOf(after).offers];
  const old = [...before.offers].filter(([key]) => !listedBefore.has(key) && !listedAfter.has(toAfter.get(key) ?? ''));
  const added = [...after.offers].filter(([key]) => !listedAfter.has(key) && !toBefore.has(key));
  const changes = [
    ...old.flatMap(([key, offer]) => compareOffer(key, offer, toAfter.get(key), after)),
    ...added.map(([key, offer]) => describe(key, offer, 'added')),
  ];
  return changes.toSorted((a, b) => compareText(a.category, b.category) || compareText(a.slug, b.slug));
}

function compareOffer(key: string, offer: OfferState, partner: string | undefined, after: State): UnlistedOffer[] {
  const now = partner === undefined ? undefined : after.offers.get(partner);
  if (partner === undefined || now === undefined) return [describe(key, offer, 'removed')];
  const cells = compareValues(offer.values, now.values);
  return cells.length === 0 ? [] : [{ ...describe(partner, now, 'changed'), cells: cells.map(toCell) }];
}

function describe(key: string, { category, slug }: OfferState, change: UnlistedOffer['change']): UnlistedOffer {
  return { category, slug: slug ?? '', change, place: placeOfKey(key), cells: [] };
}

function toCell({ column, before, after }: CellChange): UnlistedOffer['cells'][number] {
  return { column, before, after };
}
