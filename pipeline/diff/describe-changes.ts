/** The changes between two states, for changes.parquet. Each entry is one edit of one offer on all networks that it reaches. */
import { findCredential } from '../../common/find-credential.ts';
import { getOrInsert } from '../../common/get-or-insert.ts';
import { groupBy } from '../../common/group-by.ts';
import type { Change, ChangedPlace } from '../../model/changes.ts';
import type { Value } from '../../model/rows.ts';
import { compareText } from '../problem.ts';
import { type Content, type ResolvedNetwork, type Row, sourcePaths } from '../sources.ts';
import type { Cause, Origin, RowComparison } from './compare-rows.ts';
import { type CellChange, type MatchedRows, type PlacedRow, type RowPair, rowKey } from './match-rows.ts';
import { isListedEverywhere, listingSlug, offerName, presenceKey, type RowState, slugOf, sorted } from './state.ts';

/** Sorted by category, provider, slug and column. Equal states have no changes. */
export function describeChanges(comparison: RowComparison): Change[] {
  const { before, after, added, removed, changed, referring } = comparison;
  const pairs = [...changed.map(({ pair }) => pair), ...referring];
  if (pairs.length + added.length + removed.length === 0) return [];
  const matched = splitRepeated(pairRenamed({ pairs, added, removed }), before, after);
  const describer = new Describer(comparison);
  for (const placed of matched.added) describer.addOneSided(placed, 'added');
  for (const placed of matched.removed) describer.addOneSided(placed, 'removed');
  for (const pair of matched.pairs) describer.addPair(pair);
  return describer.list();
}

/** The column of rows that names the offer to which a listing refers. */
const offerSlugKey = 'offerSlug';

/** Cells that are not blank, as JSON. A slug and a chain belong to the place of a row, because a copy for a chain has its own. */
function cellsText({ values, offerSlug }: Content): string {
  const { slug: _slug, chain: _chain, ...rest } = values;
  const cells = Object.entries(rest).flatMap(([key, value]) => (value === null ? [] : [[key, publicValue(value)]]));
  return JSON.stringify(Object.fromEntries(offerSlug === null ? cells : [...cells, [offerSlugKey, offerSlug]]));
}

function offerNames({ offers }: RowState): Set<string> {
  return new Set(Array.from(offers.values(), ({ category, slug }) => presenceKey(category, String(slug))));
}

function valueText(value: Value): string | null {
  return value === null || typeof value === 'string' ? value : JSON.stringify(value);
}

/** Without a credential, which an edit removed: the base may be older than its removal. */
function publicValue(value: Value): Value {
  const [hidden, text] = ['<CREDENTIAL>', valueText(value)];
  return text === null || findCredential(text) === null ? value : Array.isArray(value) ? [hidden] : hidden;
}

/** Tests whether a network of the state lists a row's offer, by this row or by another one. */
function offerFinder({ networks }: RowState): (placed: PlacedRow) => boolean {
  const rowsOf = new Map(networks.map(({ key, rows }) => [key, rows]));
  /** Offers by network, of the networks that were asked for. */
  const offers = new Map<string, ReadonlySet<string>>();
  return ({ network, row }) =>
    getOrInsert(offers, network, () => new Set(rowsOf.get(network)?.map(offerKey))).has(offerKey(row));
}

function offerKey(row: Row): string {
  const { category, values } = row.content;
  return `${category}\n${values.provider}\n${offerName(row)}`;
}

interface Group {
  readonly change: Omit<Change, 'networks' | 'scope' | 'cause' | 'rows'>;
  readonly causeKind: Change['cause']['kind'];
  readonly files: Set<string>;
  readonly rows: ChangedPlace[];
  isEverywhere: boolean;
}

/** Groups changed cells and rows into entries. */
class Describer {
  readonly #groups = new Map<string, Group>();
  readonly #texts = new Map<Content, string>();
  readonly #comparison: RowComparison;
  /** Tests whether the other state lists a row's offer: the state before an added row, the state after a removed one. */
  readonly #hasOffer: Readonly<Record<'added' | 'removed', (placed: PlacedRow) => boolean>>;
  #names: readonly [ReadonlySet<string>, ReadonlySet<string>] | null = null;

  constructor(comparison: RowComparison) {
    this.#comparison = comparison;
    this.#hasOffer = { added: offerFinder(comparison.before), removed: offerFinder(comparison.after) };
  }

  addOneSided(placed: PlacedRow, kind: 'added' | 'removed'): void {
    const { network, row } = placed;
    const { causes } = this.#comparison;
    const cause = kind === 'added' ? causes.ofAdded(placed) : causes.ofRemoved(placed);
    const text = getOrInsert(this.#texts, row.content, () => cellsText(row.content));
    const [before, after] = kind === 'added' ? [null, text] : [text, null];
    const wholeOffer = !this.#hasOffer[kind](placed);
    const change = { ...subjectOf(row), kind, wholeOffer, column: null, before, after };
    this.#add(change, { kind: cause.kind, file: fileOf(cause, network, row) }, { network, row, was: null });
  }

  addPair(pair: RowPair): void {
    const { network, before, after } = pair;
    const was = slugOf(before) === slugOf(after) ? null : slugOf(before);
    for (const cell of this.#cellsOf(pair)) {
      const [old, now] = [valueText(publicValue(cell.before)), valueText(publicValue(cell.after))];
      const cells = { column: cell.column, before: old, after: now };
      const change = { ...subjectOf(after), kind: 'changed', wholeOffer: null, ...cells } as const;
      this.#add(change, this.#causeOf(pair, cell), { network, row: after, was });
    }
  }

  /** The place where the cell is written, which may not be where other cells of the row are. */
  #causeOf(pair: RowPair, cell: CellChange): { kind: Cause['kind']; file: string } {
    const { after } = pair;
    const isReference = cell.column === offerSlugKey;
    const origin = isReference ? this.#originOfReference(cell, after) : this.#comparison.causes.originOf(pair, cell);
    if (origin === 'column') return { kind: 'column', file: sourcePaths.columns };
    if (origin === 'offer') return { kind: 'offer', file: (after.content.offer ?? after.source).file };
    return { kind: isListedEverywhere(after) ? 'all-networks-listing' : 'listing', file: after.source.file };
  }

  /** A slug is told without the chain of a copy, so that a renamed listing of all networks is one entry. */
  #cellsOf({ before, after }: RowPair): readonly CellChange[] {
    const listings = { before: listingSlug(before), after: listingSlug(after) };
    // A listing that became one of all networks, or was one, has another slug on the chain only.
    const slugs = listings.before === listings.after ? {} : listings;
    const cells = this.#comparison.comparer
      .compare(before.content, after.content)
      .map((cell) => (cell.column === 'slug' ? { ...cell, ...slugs } : cell));
    const [old, now] = [before.content.offerSlug, after.content.offerSlug];
    if (old === now) return cells;
    return [...cells, { column: offerSlugKey, before: old, after: now, columnIsNewOrGone: false }];
  }

  /** An offer was renamed if each of its slugs is an offer of one state only. */
  #originOfReference({ before, after }: CellChange, { content: { category } }: Row): Origin {
    const [old, now] = this.#offerNames();
    const [was, is] = [before, after].map((slug) => presenceKey(category, String(slug)));
    const isRenamed = old.has(was ?? '') && now.has(is ?? '') && !old.has(is ?? '') && !now.has(was ?? '');
    return isRenamed ? 'offer' : 'listing';
  }

  #offerNames(): readonly [ReadonlySet<string>, ReadonlySet<string>] {
    this.#names ??= [offerNames(this.#comparison.before), offerNames(this.#comparison.after)];
    return this.#names;
  }

  #add(
    change: Group['change'],
    cause: { kind: Cause['kind']; file: string },
    { network, row, was }: PlacedRow & { readonly was: string | null },
  ): void {
    const key = JSON.stringify([Object.values(change), cause.kind]);
    const group = getOrInsert(this.#groups, key, (): Group => {
      return { change, causeKind: cause.kind, files: new Set(), rows: [], isEverywhere: false };
    });
    group.files.add(cause.file);
    group.rows.push(placeOf(network, row, was));
    group.isEverywhere ||= isListedEverywhere(row);
  }

  list(): Change[] {
    const changes = [...this.#groups.values()].map(({ change, causeKind, files, rows, isEverywhere }) => ({
      ...change,
      scope: scopeOf(isEverywhere),
      networks: sorted(new Set(rows.map(({ network }) => network))),
      cause: { kind: causeKind, files: sorted(files) },
      rows: rows.toSorted(comparePlaces),
    }));
    return changes.toSorted(compareChanges);
  }
}

export function scopeOf(isEverywhere: boolean): Change['scope'] {
  return isEverywhere ? 'all-networks' : 'network';
}

export function subjectOf(row: Row): Pick<Change, 'category' | 'provider' | 'slug'> {
  const { category, values } = row.content;
  return { category, provider: valueText(values.provider ?? null), slug: offerName(row) };
}

export function placeOf(network: string, row: Row, was: string | null): ChangedPlace {
  return { network, chain: valueText(row.content.values.chain ?? null), slug: slugOf(row), was };
}

export function comparePlaces(a: ChangedPlace, b: ChangedPlace): number {
  return compareText(a.network, b.network) || compareText(a.slug, b.slug);
}

/** A network and a chain appear with the files of the network's folder. */
function fileOf({ kind, place }: Cause, network: string, { source }: Row): string {
  if (kind === 'network' || kind === 'chain') return sourcePaths.network(network);
  return place?.file ?? source.file;
}

function compareChanges(a: Change, b: Change): number {
  return (
    compareText(a.category, b.category) ||
    compareText(a.provider ?? '', b.provider ?? '') ||
    compareText(a.slug, b.slug) ||
    compareText(a.kind, b.kind) ||
    Number(a.wholeOffer) - Number(b.wholeOffer) ||
    compareText(a.column ?? '', b.column ?? '') ||
    compareText(a.before ?? '', b.before ?? '') ||
    compareText(a.after ?? '', b.after ?? '') ||
    compareText(a.cause.kind, b.cause.kind)
  );
}

/**
 * Pairs a removed with an added row of the same network and category if all their cells but the slug are equal, and no
 * other row of the two states has these cells: then the slug was changed.
 */
export function pairRenamed({ pairs, added, removed }: MatchedRows): MatchedRows {
  if (added.length === 0 || removed.length === 0) return { pairs, added, removed };
  const texts = new Map<Content, string>();
  const restOf = ({ network, row: { content } }: PlacedRow): string => {
    const text = getOrInsert(texts, content, () => {
      const { slug: _slug, ...rest } = content.values;
      const cells = Object.entries(rest).filter(([, value]) => value !== null);
      return JSON.stringify([content.category, cells.toSorted(([a], [b]) => compareText(a, b))]);
    });
    return `${network} ${text}`;
  };
  const appeared = groupBy(added, restOf);
  const vanished = groupBy(removed, restOf);
  const renamed = new Map<PlacedRow, PlacedRow>();
  for (const [rest, [old, ...others]] of vanished) {
    const [now, ...more] = appeared.get(rest) ?? [];
    if (old !== undefined && now !== undefined && others.length + more.length === 0) renamed.set(old, now);
  }
  const paired = new Set(renamed.values());
  return {
    pairs: [...pairs, ...[...renamed].map(([old, now]) => ({ network: old.network, before: old.row, after: now.row }))],
    added: added.filter((placed) => !paired.has(placed)),
    removed: removed.filter((placed) => !renamed.has(placed)),
  };
}

/**
 * Splits pairs whose slug stands several times in a category of the network, which is an error of the sources: the slug
 * does not tell which of the rows changed, so one is removed and one is added.
 */
function splitRepeated(matched: MatchedRows, before: RowState, after: RowState): MatchedRows {
  const old = findRepeated(before, new Set(matched.pairs.map((pair) => slugOf(pair.before))));
  const now = findRepeated(after, new Set(matched.pairs.map((pair) => slugOf(pair.after))));
  const isRepeated = (pair: RowPair) =>
    old.has(keyOf(pair.network, pair.before)) || now.has(keyOf(pair.network, pair.after));
  const split = matched.pairs.filter(isRepeated);
  return {
    pairs: matched.pairs.filter((pair) => !isRepeated(pair)),
    added: [...matched.added, ...split.map(({ network, after: row }) => ({ network, row }))],
    removed: [...matched.removed, ...split.map(({ network, before: row }) => ({ network, row }))],
  };
}

/** Counts the slugs in all rows of a state. */
function findRepeated({ networks }: RowState, slugs: ReadonlySet<string>): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { key, rows } of networks) {
    for (const row of rows) {
      if (!slugs.has(slugOf(row))) continue;
      const place = keyOf(key, row);
      if (seen.has(place)) repeated.add(place);
      seen.add(place);
    }
  }
  return repeated;
}

function keyOf(network: string, row: Row): string {
  return `${network}\u0000${rowKey(row)}`;
}

/** A change of an address, with the contents of the rows that state it. */
export interface Turn extends Readonly<Record<'column' | 'before' | 'after', string | null>> {
  readonly contents: ReadonlySet<Content>;
}

/** One change for each turn of an offer, in the order of the rows. */
export function describeAnswers(turns: readonly Turn[], networks: readonly ResolvedNetwork[]): Change[] {
  const stating = new Set(turns.flatMap(({ contents }) => [...contents]));
  const placed = networks.flatMap(({ key, rows }) =>
    rows.filter(({ content }) => stating.has(content)).map((row) => ({ key, row })),
  );
  return turns.flatMap(({ contents, ...cells }) => {
    const own = placed.filter(({ row }) => contents.has(row.content));
    const offers = groupBy(own, ({ row }) => JSON.stringify(subjectOf(row)));
    return Array.from(
      offers,
      ([subject, listed]): Change => ({
        kind: 'changed',
        ...(JSON.parse(subject) as ReturnType<typeof subjectOf>),
        networks: sorted(new Set(listed.map(({ key }) => key))),
        wholeOffer: null,
        scope: scopeOf(listed.some(({ row }) => isListedEverywhere(row))),
        ...cells,
        cause: { kind: 'probe', files: [] },
        rows: listed.map(({ key, row }) => placeOf(key, row, null)).toSorted(comparePlaces),
      }),
    );
  });
}
