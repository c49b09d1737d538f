/**
 * The changes between two states, for changes.parquet. Each entry is one edit of one offer on all
 * networks that it reaches.
 */
import { findCredential } from '../../common/find-credential.ts';
import { getOrInsert } from '../../common/get-or-insert.ts';
import { groupBy } from '../../common/group-by.ts';
import type { Change } from '../../model/changes.ts';
import type { Value } from '../../model/rows.ts';
import { compareText } from '../problem.ts';
import { type Content, type ResolvedNetwork, type Row, sourcePaths } from '../sources.ts';
import {
  type CellChange,
  causeOf,
  compareValues,
  type Origin,
  originOf,
  type RowChange,
  type RowComparison,
  rowKey,
} from './compare-rows.ts';
import {
  isListedEverywhere,
  listingSlug,
  offerName,
  type RowState,
  slugOf,
  sorted,
} from './state.ts';

/** Sorted by category, provider, slug and column. Equal states have no changes. */
export function describeChanges(comparison: RowComparison): Change[] {
  const { added, removed, changed, referring } = comparison;
  const rows = splitRepeated(
    pairRenamed([...added, ...removed, ...changed, ...referring]),
    comparison,
  );
  const texts = new Map<Content, string>();
  const hasOffer = {
    added: offerFinder(comparison.before),
    removed: offerFinder(comparison.after),
  };
  const told = rows.flatMap((each): Told[] => {
    const { change: kind, row, network } = each;
    if (kind === 'changed') return tellCells(each, comparison);
    const cause = causeOf(comparison, each);
    const text = getOrInsert(texts, row.content, () => cellsText(row.content));
    const [before, after] = kind === 'added' ? [null, text] : [text, null];
    const change = { kind, wholeOffer: !hasOffer[kind](network, row), column: null, before, after };
    return [{ network, row, was: null, change, cause: cause.kind, file: fileOf(cause, each) }];
  });
  return groupTold(told).toSorted(compareChanges);
}

/** A change of a row, before those of other rows join it. */
interface Told {
  readonly network: string;
  readonly row: Row;
  /** The slug before, if it changed. */
  readonly was: string | null;
  readonly change: Pick<Change, 'kind' | 'wholeOffer' | 'column' | 'before' | 'after'>;
  readonly cause: Change['cause']['kind'];
  readonly file: string | null;
}

/** One entry for the same change of an offer. */
function groupTold(told: readonly Told[]): Change[] {
  const described = told.map(({ row, change, ...rest }) => {
    const { category, values } = row.content;
    const subject = {
      category,
      provider: valueText(values.provider ?? null),
      slug: offerName(row),
    };
    return { ...rest, row, change: { ...subject, ...change } };
  });
  const groups = groupBy(described, ({ change, cause }) =>
    JSON.stringify([Object.values(change), cause]),
  );
  return Array.from(groups.values(), (group) => {
    const [{ change, cause }] = group;
    const rows = group.map(({ network, row, was }) => {
      return {
        network,
        chain: valueText(row.content.values.chain ?? null),
        slug: slugOf(row),
        was,
      };
    });
    return {
      ...change,
      scope: group.some(({ row }) => isListedEverywhere(row)) ? 'all-networks' : 'network',
      networks: sorted(new Set(rows.map(({ network }) => network))),
      cause: { kind: cause, files: sorted(new Set(group.flatMap(({ file }) => file ?? []))) },
      rows: rows.toSorted(
        (a, b) => compareText(a.network, b.network) || compareText(a.slug, b.slug),
      ),
    };
  });
}

/** The column of rows that names the offer to which a listing refers. */
const offerSlugKey = 'offerSlug';

/**
 * Cells that are not blank, as JSON. A slug and a chain belong to the place of a row, because a
 * copy for a chain has its own.
 */
function cellsText({ values, offerSlug }: Content): string {
  const { slug: _slug, chain: _chain, ...rest } = values;
  const cells = Object.entries(rest).flatMap(([key, value]) =>
    value === null ? [] : [[key, publicValue(value)]],
  );
  return JSON.stringify(
    Object.fromEntries(offerSlug === null ? cells : [...cells, [offerSlugKey, offerSlug]]),
  );
}

function valueText(value: Value): string | null {
  return value === null || typeof value === 'string' ? value : JSON.stringify(value);
}

/** Without a credential, which an edit removed: the base may be older than its removal. */
function publicValue(value: Value): Value {
  const [hidden, text] = ['<CREDENTIAL>', valueText(value)];
  return text === null || findCredential(text) === null
    ? value
    : Array.isArray(value)
      ? [hidden]
      : hidden;
}

/** Tests whether a network of the state lists a row's offer, by this row or by another one. */
function offerFinder({ networks }: RowState): (network: string, row: Row) => boolean {
  /** Offers by network, of the networks that were asked for. */
  const offers = new Map<string, ReadonlySet<string>>();
  const keyOf = (row: Row) =>
    `${row.content.category}\n${row.content.values.provider}\n${offerName(row)}`;
  const offersOn = (network: string) =>
    new Set(networks.find(({ key }) => key === network)?.rows.map(keyOf));
  return (network, row) => getOrInsert(offers, network, () => offersOn(network)).has(keyOf(row));
}

/** The places where cells are written may differ. */
function tellCells(changed: RowChange, comparison: RowComparison): Told[] {
  const { network, row } = changed;
  const old = changed.was ?? row;
  const was = slugOf(old) === slugOf(row) ? null : slugOf(old);
  return cellsOf(changed, old).map((cell) => {
    const [before, after] = [
      valueText(publicValue(cell.before)),
      valueText(publicValue(cell.after)),
    ];
    const change = {
      kind: 'changed',
      wholeOffer: null,
      column: cell.column,
      before,
      after,
    } as const;
    const isReference = cell.column === offerSlugKey;
    const origin = isReference
      ? originOfReference(cell, row, comparison)
      : originOf(comparison, changed, cell);
    return { network, row, was, change, ...placeOf(origin, row) };
  });
}

function placeOf(origin: Origin, row: Row): Pick<Told, 'cause' | 'file'> {
  if (origin === 'column') return { cause: 'column', file: sourcePaths.columns };
  if (origin === 'offer') return { cause: 'offer', file: (row.content.offer ?? row.source).file };
  return {
    cause: isListedEverywhere(row) ? 'all-networks-listing' : 'listing',
    file: row.source.file,
  };
}

/**
 * A slug is told without the chain of a copy, so that a renamed listing of all networks is one
 * entry.
 */
function cellsOf({ row, cells: all }: RowChange, was: Row): readonly CellChange[] {
  const listings = { before: listingSlug(was), after: listingSlug(row) };
  // A listing that became one of all networks, or was one, has another slug on the chain only.
  const slugs = listings.before === listings.after ? {} : listings;
  const cells = all.map((cell) => (cell.column === 'slug' ? { ...cell, ...slugs } : cell));
  const [before, after] = [was.content.offerSlug, row.content.offerSlug];
  return before === after
    ? cells
    : [...cells, { column: offerSlugKey, before, after, columnIsNewOrGone: false }];
}

/** An offer was renamed if each of its slugs is an offer of one state only. */
function originOfReference(
  { before, after }: CellChange,
  { content }: Row,
  comparison: RowComparison,
): Origin {
  const [old, now] = [comparison.before, comparison.after].map(({ offers }) =>
    offers.get(content.category),
  );
  const [was, is] = [String(before), String(after)];
  return old?.has(was) && now?.has(is) && !old.has(is) && !now.has(was) ? 'offer' : 'listing';
}

/** A network and a chain appear with the files of the network's folder. */
function fileOf({ kind, place }: ReturnType<typeof causeOf>, { network, row }: RowChange): string {
  if (kind === 'network' || kind === 'chain') return sourcePaths.network(network);
  return place?.file ?? row.source.file;
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
 * Pairs a removed with an added row of the same network and category if all their cells but the
 * slug are equal, and no other row of the two states has these cells: then the slug was changed.
 */
export function pairRenamed(rows: readonly RowChange[]): readonly RowChange[] {
  const texts = new Map<Content, string>();
  const restOf = ({ network, change, row: { content } }: RowChange): string => {
    const text = getOrInsert(texts, content, () => {
      const { slug: _slug, ...rest } = content.values;
      const cells = Object.entries(rest).filter(([, value]) => value !== null);
      return JSON.stringify([content.category, cells.toSorted(([a], [b]) => compareText(a, b))]);
    });
    return `${change} ${network} ${text}`;
  };
  const whole = groupBy(
    rows.filter(({ change }) => change !== 'changed'),
    restOf,
  );
  const renamed = new Map<RowChange, RowChange | null>();
  for (const [rest, [removed, ...others]] of whole) {
    const [added, ...more] = rest.startsWith('removed ')
      ? (whole.get(rest.replace('removed', 'added')) ?? [])
      : [];
    if (removed === undefined || added === undefined || others.length + more.length > 0) continue;
    const cells = compareValues(removed.row.content.values, added.row.content.values);
    renamed.set(removed, null).set(added, { ...added, change: 'changed', was: removed.row, cells });
  }
  return rows.flatMap((row) => (renamed.has(row) ? (renamed.get(row) ?? []) : row));
}

/**
 * Splits pairs whose slug stands several times in a category of the network, which is an error of
 * the sources: the slug does not tell which of the rows changed, so one is removed and one is
 * added.
 */
function splitRepeated(
  rows: readonly RowChange[],
  { before, after }: RowComparison,
): readonly RowChange[] {
  const pairs = rows.filter(({ change }) => change === 'changed');
  if (pairs.length === 0) return rows;
  const old = findRepeated(before, new Set(pairs.map(({ was, row }) => slugOf(was ?? row))));
  const now = findRepeated(after, new Set(pairs.map(({ row }) => slugOf(row))));
  return rows.flatMap((each) => {
    const { network, was } = each;
    const isSure =
      was === null || !(old.has(keyOf(network, was)) || now.has(keyOf(network, each.row)));
    if (isSure) return [each];
    const whole = { network, was: null, cells: [] };
    return [
      { ...whole, change: 'added', row: each.row },
      { ...whole, change: 'removed', row: was },
    ] as const;
  });
}

/** Counts the slugs in all rows of a state. */
function findRepeated({ networks }: RowState, slugs: ReadonlySet<string>): Set<string> {
  const [seen, repeated] = [new Set<string>(), new Set<string>()];
  for (const { key, rows } of networks)
    for (const row of rows) {
      if (!slugs.has(slugOf(row))) continue;
      const place = keyOf(key, row);
      (seen.has(place) ? repeated : seen).add(place);
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
export function describeAnswers(
  turns: readonly Turn[],
  networks: readonly ResolvedNetwork[],
): Change[] {
  const stating = new Set(turns.flatMap(({ contents }) => [...contents]));
  const placed = networks.flatMap(({ key: network, rows }) =>
    rows.filter(({ content }) => stating.has(content)).map((row) => ({ network, row })),
  );
  const told = turns.flatMap(({ contents, ...cells }) => {
    const change = { kind: 'changed', wholeOffer: null, ...cells } as const;
    const own = placed.filter(({ row }) => contents.has(row.content));
    return own.map((place): Told => ({ ...place, was: null, change, cause: 'probe', file: null }));
  });
  return groupTold(told);
}
