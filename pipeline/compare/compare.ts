/** Compares two states. Pure. */
import { countBy, groupBy } from '../../common/group-by.ts';
import type { ChangeKind } from '../../model/changes.ts';
import type { Values } from '../../model/rows.ts';
import { compareText } from '../problem.ts';
import type { OfferEntry, Row } from '../sources.ts';
import { compareRows, compareValues, type RowChange, type RowComparison } from './compare-rows.ts';
import { describeChanges } from './describe-changes.ts';
import { groupEdits } from './present/edits.ts';
import type { DeadAddresses, Diff, LogoChange, UnlistedOffer } from './schema.ts';
import { definitionKinds, presenceKey, presenceOf, type State, slugOf, sorted } from './state.ts';

export interface Compared
  extends Pick<Diff, 'base' | 'problems' | 'newProblems' | 'fixedProblems'> {
  readonly before: State;
  readonly after: State;
}

export function compareStates({ before, after, ...rest }: Compared): Diff {
  const comparison = compareRows(before, after);
  const { added, removed, changed } = comparison;
  const definitions = definitionKinds.flatMap((kind) =>
    compareRecords(before.definitions[kind], after.definitions[kind]).map((record) => ({
      kind,
      ...record,
    })),
  );
  const logos = compareLogos(before, after);
  const unlistedOffers = compareUnlisted(before, after);
  const lists = [added, removed, changed, definitions, logos, unlistedOffers ?? []];
  const [old, now] = [presenceOf(before), presenceOf(after)];
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
    networks: compareNames(old.chains, now.chains),
    categories: compareNames(old.categories, now.categories),
    ...countRows(comparison),
    entries: groupEdits(describeChanges(comparison)),
    definitions,
    logos,
    unlistedOffers,
    deadAddresses: findDeadAddresses(before, after, [...removed, ...changed]),
  };
}

function rowsOf({ networks }: State): number {
  return networks.reduce((sum, { rows }) => sum + rows.length, 0);
}

type Names = Pick<ReadonlyMap<string, unknown>, 'size' | 'has' | 'keys'>;

function compareNames(before: Names, after: Names): Diff['networks'] {
  return {
    before: before.size,
    after: after.size,
    appeared: sorted(after.keys()).filter((name) => !before.has(name)),
    vanished: sorted(before.keys()).filter((name) => !after.has(name)),
  };
}

type RecordChange = Omit<Diff['definitions'][number], 'kind'>;

/** Sorted by key. */
function compareRecords(
  before: ReadonlyMap<string, Values>,
  after: ReadonlyMap<string, Values>,
): RecordChange[] {
  return sorted(new Set([...before.keys(), ...after.keys()])).flatMap((key): RecordChange[] => {
    const [old, now] = [before.get(key), after.get(key)];
    if (!old) return [{ key, change: 'added', cells: [] }];
    if (!now) return [{ key, change: 'removed', cells: [] }];
    const cells = compareValues(old, now).map(({ column, before, after }) => ({
      column,
      before,
      after,
    }));
    return cells.length === 0 ? [] : [{ key, change: 'changed', cells }];
  });
}

const counters = ['before', 'after', 'added', 'removed', 'changed'] as const;

interface Counted {
  readonly network: string;
  readonly category: string;
  readonly counter: (typeof counters)[number];
}

function countRows({ before, after, added, removed, changed }: RowComparison) {
  const count = (
    network: string,
    { content: { category } }: Row,
    counter: Counted['counter'],
  ): Counted => {
    return { network, category, counter };
  };
  const counted = [
    ...before.networks.flatMap(({ key, rows }) => rows.map((row) => count(key, row, 'before'))),
    ...after.networks.flatMap(({ key, rows }) => rows.map((row) => count(key, row, 'after'))),
    ...[...added, ...removed, ...changed].map(({ network, row, change }) =>
      count(network, row, change),
    ),
  ];
  return {
    byCategory: tally(counted, ({ category }) => ({ category })),
    byNetwork: tally(counted, ({ network }) => ({ network })).filter(hasDifference),
    byNetworkAndCategory: tally(counted, ({ network, category }) => ({ network, category })).filter(
      hasDifference,
    ),
  };
}

/** Counts by what `nameOf` gives, sorted by it. */
function tally<N extends object>(all: readonly Counted[], nameOf: (each: Counted) => N) {
  return sortedGroups(all, (each) => Object.values(nameOf(each)).join('\n')).map(([, group]) => {
    const found = countBy(group, ({ counter }) => counter);
    const counts = Object.fromEntries(
      counters.map((counter) => [counter, found.get(counter) ?? 0]),
    );
    return { ...nameOf(group[0]), ...(counts as Record<Counted['counter'], number>) };
  });
}

/** Groups by a name, sorted by it. */
function sortedGroups<T>(items: readonly T[], nameOf: (item: T) => string) {
  return [...groupBy(items, nameOf)].toSorted(([a], [b]) => compareText(a, b));
}

function hasDifference({ added, removed, changed }: Readonly<Record<ChangeKind, number>>): boolean {
  return added + removed + changed > 0;
}

/** A part of the address of a page below its network. */
type Address = Readonly<Record<'network' | 'name', string>>;

function findDeadAddresses(
  before: State,
  after: State,
  changes: readonly RowChange[],
): DeadAddresses {
  const networks = sorted(presenceOf(before).chains.keys()).filter(
    (key) => !presenceOf(after).chains.has(key),
  );
  const lost = (addressesOf: (state: State) => Address[]) => {
    const left = new Set(addressesOf(after).map(({ network, name }) => `${network}\n${name}`));
    return (old: readonly Address[]) =>
      groupNetworks(
        old.filter(
          ({ network, name }) => !networks.includes(network) && !left.has(`${network}\n${name}`),
        ),
      );
  };
  const categories = (state: State) => addressesBy(state, ({ category }) => category);
  const providers = (state: State) => {
    const slugs = new Map(
      Array.from(state.definitions.provider, ([slug, { name }]) => [String(name), slug]),
    );
    return addressesBy(state, ({ values }) => slugs.get(String(values.provider)) ?? null);
  };
  // An address stays valid if another category of the network has the slug.
  const lostOffers = lost((state) => addressesBy(state, ({ values }) => String(values.slug ?? '')));
  const gone = changes.map(({ network, row, was }) => ({ network, row: was ?? row }));
  const byCategory = sortedGroups(gone, ({ row }) => row.content.category);
  const offers = byCategory.flatMap(([category, own]) => {
    const addresses = own.map(({ network, row }) => ({ network, name: slugOf(row) }));
    return lostOffers(addresses).map(([slug, on]) => ({ slug, category, networks: on }));
  });
  return {
    networks,
    pages: lost(categories)(categories(before)).map(([category, on]) => ({
      category,
      networks: on,
    })),
    providers: lost(providers)(providers(before)).map(([slug, on]) => ({ slug, networks: on })),
    offers: offers.toSorted((a, b) => b.networks.length - a.networks.length),
  };
}

function addressesBy(
  { networks }: State,
  nameOf: (content: Row['content']) => string | null,
): Address[] {
  return networks.flatMap(({ key: network, rows }) => {
    const names = new Set(rows.flatMap(({ content }) => nameOf(content) ?? []));
    return Array.from(names, (name) => ({ network, name }));
  });
}

/** Lost addresses with their networks, most networks first. */
function groupNetworks(lost: readonly Address[]): [string, string[]][] {
  const lists = sortedGroups(lost, ({ name }) => name).map(([name, own]): [string, string[]] => {
    return [name, sorted(new Set(own.map(({ network }) => network)))];
  });
  return lists.toSorted(([, a], [, b]) => b.length - a.length);
}

/** Only logos that a provider or a network of the two states has. Sorted by file. */
function compareLogos(before: State, after: State): LogoChange[] {
  const owners = [before, after].flatMap(({ definitions }) =>
    (['provider', 'network'] as const).flatMap((kind) =>
      Array.from(definitions[kind], ([key, { logoPath }]) => ({ kind, key, logoPath })),
    ),
  );
  const byLogo = groupBy(owners, ({ logoPath }) => logoPath);
  const hashes = ({ logos }: State) =>
    new Map(Array.from(logos, ([file, hash]) => [file, { hash }]));
  return compareRecords(hashes(before), hashes(after)).flatMap(
    ({ key: file, change }): LogoChange[] => {
      const owned = byLogo.get(file) ?? [];
      const keysOf = (wanted: string) =>
        sorted(new Set(owned.flatMap(({ kind, key }) => (kind === wanted ? [key] : []))));
      return owned.length === 0
        ? []
        : [{ file, change, providers: keysOf('provider'), networks: keysOf('network') }];
    },
  );
}

/**
 * Offers without a row in both states. Null if a state has only the offers that listings use.
 * Sorted by category and slug.
 */
function compareUnlisted(before: State, after: State): UnlistedOffer[] | null {
  if (!before.hasAllOffers || !after.hasAllOffers) return null;
  const listed = new Set([...presenceOf(before).offers, ...presenceOf(after).offers]);
  const unlistedIn = ({ offers }: State) => {
    const all = [...offers.values()].flatMap((book) => [...book.values()]);
    const keyed = all.map((offer) => [offerKey(offer), offer] as const);
    return new Map(
      keyed.filter(
        ([, { category, cells }]) => !listed.has(presenceKey(category, String(cells.values.slug))),
      ),
    );
  };
  const [old, now] = [unlistedIn(before), unlistedIn(after)];
  const valuesOf = (offers: ReadonlyMap<string, OfferEntry>) =>
    new Map(Array.from(offers, ([key, { cells }]) => [key, cells.values]));
  return compareRecords(valuesOf(old), valuesOf(now)).flatMap(({ key, change, cells }) => {
    const { category, source: place, cells: own } = now.get(key) ?? (old.get(key) as OfferEntry);
    return [{ category, slug: String(own.values.slug), change, place, cells }];
  });
}

/** Keys sort by category and slug. */
function offerKey({ category, cells }: OfferEntry): string {
  return `${category}\n${cells.values.slug}`;
}
