/** Changes that a query selects, and the past of an offer. */
import { foldText } from '../../../common/fold.ts';
import type { Change, ChangeFact } from '../../../model/changes.ts';
import type { ChangeLog, LoggedChange, TextColumn } from '../../snapshot/changes/change-log.ts';
import type { Offer } from '../../snapshot/offers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';

/** A moment: a time, or the publication of a snapshot, which comes after all changes of that snapshot. */
export interface Moment {
  readonly ms: number;
  /** Id of the snapshot, null for a time. */
  readonly snapshot: string | null;
}

/** An empty list stands for all. */
export interface ChangesQuery {
  /** From this time on, or after this snapshot. */
  readonly since: Moment | null;
  /** Up to this time or snapshot, which counts. */
  readonly until: Moment | null;
  /** Keys. */
  readonly networks: readonly string[];
  readonly category: string | null;
  /** Names. */
  readonly providers: readonly string[];
  /** Slugs of offers, as changes have them. */
  readonly slugs: readonly string[];
  readonly kind: Change['kind'] | null;
  readonly scope: Change['scope'] | null;
  readonly facts: readonly ChangeFact[];
  /** Key. */
  readonly column: string | null;
}

export const allChanges: ChangesQuery = {
  since: null,
  until: null,
  networks: [],
  category: null,
  providers: [],
  slugs: [],
  kind: null,
  scope: null,
  facts: [],
  column: null,
};

/** Indexes of the changes in the log, newest first. */
export function findChanges(log: ChangeLog, query: ChangesQuery): number[] {
  const tests = testsOf(log, query);
  const found: number[] = [];
  for (let index = log.length - 1; index >= 0; index--) if (tests.every((test) => test(index))) found.push(index);
  return found;
}

type Test = (index: number) => boolean;

function testsOf(log: ChangeLog, { networks, since, until, facts, ...query }: ChangesQuery): Test[] {
  const tests: Test[] = [];
  if (since !== null) {
    const isAfter = since.snapshot === null ? (order: number) => order >= 0 : (order: number) => order > 0;
    tests.push((index) => isAfter(compareMoment(log, index, since)));
  }
  if (until !== null) tests.push((index) => compareMoment(log, index, until) <= 0);
  const oneOf = (column: TextColumn, texts: readonly string[]) => {
    const numbers = new Set(texts.map((text) => log.find(text)));
    if (texts.length > 0) tests.push((index) => numbers.has(log.numberOf(column, index)));
  };
  oneOf('category', listOf(query.category));
  oneOf('kind', listOf(query.kind));
  oneOf('column', listOf(query.column));
  oneOf('scope', listOf(query.scope));
  oneOf('provider', query.providers);
  oneOf('slug', query.slugs);
  if (facts.length > 0) tests.push((index) => facts.includes(log.fact(index)));
  if (networks.length > 0) {
    const lists = log.listsWith(networks);
    tests.push((index) => lists.has(log.numberOf('networks', index)));
  }
  return tests;
}

function listOf(text: string | null): readonly string[] {
  return text === null ? [] : [text];
}

/** Negative for a change before the moment, 0 for one of the snapshot or of the same time. Ids rise with time. */
function compareMoment(log: ChangeLog, index: number, { ms, snapshot }: Moment): number {
  const id = snapshot === null ? null : log.textOf('snapshot', index);
  if (id === null || snapshot === null) return log.atMs(index) - ms;
  return id === snapshot ? 0 : id < snapshot ? -1 : 1;
}

/** News item: changes that a reader sees as one. In the order of the file. */
export interface NewsItem {
  readonly number: number;
  /** Never empty. */
  readonly changes: readonly LoggedChange[];
}

/** Numbers of the items of changes, newest first. `indexes` is newest first. */
export function itemsOf(log: ChangeLog, indexes: readonly number[]): number[] {
  const numbers = new Set<number>();
  for (const index of indexes) numbers.add(log.items[index] ?? 0);
  return [...numbers].sort((a, b) => b - a);
}

/** The items with the numbers, in their order, each with those of its changes that are among `indexes`. */
export function readItems(
  log: ChangeLog,
  indexes: readonly number[],
  { numbers, networks }: { readonly numbers: readonly number[]; readonly networks: readonly string[] },
): NewsItem[] {
  const items = new Map(numbers.map((number) => [number, [] as number[]]));
  for (const index of indexes) items.get(log.items[index] ?? -1)?.push(index);
  return Array.from(items, ([number, own]) => ({
    number,
    changes: own.toReversed().map((index) => log.get(index, networks)),
  }));
}

/**
 * Finds the changes of an offer and of the names that it had before, newest first. `networks`: keys of those that count,
 * empty for all.
 */
export function pastFinder({ changes: log }: Snapshot, networks: readonly string[]): (offer: Offer) => LoggedChange[] {
  const lists = networks.length === 0 ? null : log.listsWith(networks);
  const counts = (index: number) => lists === null || lists.has(log.numberOf('networks', index));
  return (offer) =>
    placesOf(log, offer)
      .filter(counts)
      .map((index) => log.get(index, networks));
}

/** Newest first. */
function placesOf(log: ChangeLog, offer: Offer): number[] {
  const category = log.find(offer.category);
  const providers = new Set([log.find(offer.provider)]);
  const found = new Set<number>();
  const isOwn = (index: number) =>
    log.numberOf('category', index) === category && providers.has(log.numberOf('provider', index));
  const names = [{ slug: offer.slug, end: log.length }];
  for (const { slug, end } of names) {
    const indexes = log.withSlug(slug).filter((index) => index < end && !found.has(index));
    for (const index of indexes.toReversed()) {
      if (!isOwn(index)) continue;
      found.add(index);
      const { slug: was, provider } = namesBefore(log, index);
      if (was !== null) names.push({ slug: was, end: index });
      if (provider !== null) providers.add(log.find(provider));
    }
  }
  return [...found].sort((a, b) => b - a);
}

/** Names that an offer had before a change, if the change gave it another one. */
function namesBefore(log: ChangeLog, index: number): { slug: string | null; provider: string | null } {
  const column = log.textOf('column', index);
  const before = log.textOf('before', index);
  // A slug of a listing is no name of its offer.
  const isRenamed =
    (column === 'slug' || (column === 'offerSlug' && log.textOf('causeKind', index) === 'offer')) &&
    log.textOf('after', index) === log.textOf('slug', index);
  return { slug: isRenamed ? before : null, provider: column === 'provider' ? before : null };
}

/** Providers of changes that have no offers in the snapshot: names by folded name. */
export function pastProviders(snapshot: Snapshot): ReadonlyMap<string, string> {
  const known = snapshot.providerNames();
  const names = snapshot.changes.textsOf('provider').map((name) => [foldText(name), name] as const);
  return new Map(names.filter(([folded]) => !known.has(folded)));
}
