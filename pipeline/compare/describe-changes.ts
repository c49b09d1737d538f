/** The changes between two states: each is one edit of one offer on all networks that it reaches. */
import { findCredential } from '../../common/find-credential.ts';
import { getOrInsert } from '../../common/get-or-insert.ts';
import { groupBy } from '../../common/group-by.ts';
import {
  type Change,
  type ChangeStamp,
  offerSlugColumn,
  type StoredChange,
} from '../../model/changes.ts';
import type { Value } from '../../model/rows.ts';
import { compareText } from '../problem.ts';
import type { Content, ResolvedNetwork, Row } from '../sources.ts';
import { type Cause, causeOfCell, causeOfRow } from './causes.ts';
import type { RowChange, RowComparison } from './compare-rows.ts';
import { isListedEverywhere, offerName, type RowState, slugOf, sorted } from './state.ts';

/** Sorted by category, provider, slug and column. Equal states have no changes. */
export function describeChanges(comparison: RowComparison): Change[] {
  const { added, removed, changed } = comparison;
  const texts = new Map<Content, string>();
  const hasOffer = {
    added: offerFinder(comparison.before),
    removed: offerFinder(comparison.after),
  };
  const tellRow = (each: RowChange, kind: 'added' | 'removed'): Told => {
    const { network, row } = each;
    const text = getOrInsert(texts, row.content, () => cellsText(row.content));
    const [before, after] = kind === 'added' ? [null, text] : [text, null];
    const change = { kind, wholeOffer: !hasOffer[kind](network, row), column: null, before, after };
    return { network, row, was: null, change, cause: causeOfRow(comparison, each) };
  };
  const whole = [
    ...added.map((each) => tellRow(each, 'added')),
    ...removed.map((each) => tellRow(each, 'removed')),
  ];
  const cells = changed.flatMap((each) => tellCells(each, comparison));
  return groupTold([...whole, ...cells]).toSorted(compareChanges);
}

/** A change of a row, before those of other rows join it. */
interface Told {
  readonly network: string;
  readonly row: Row;
  /** The slug before, if it changed. */
  readonly was: string | null;
  readonly change: Pick<Change, 'kind' | 'wholeOffer' | 'column' | 'before' | 'after'>;
  readonly cause: Cause;
}

/** One change for the same edit of an offer. */
function groupTold(told: readonly Told[]): Change[] {
  const described = told.map(({ row, change, ...rest }) => {
    const { category, values } = row.content;
    const provider = textOf(values.provider ?? null);
    return { ...rest, row, change: { category, provider, slug: offerName(row), ...change } };
  });
  const groups = groupBy(described, ({ change, cause }) =>
    JSON.stringify([Object.values(change), cause.kind]),
  );
  return Array.from(groups.values(), (group) => {
    const [{ change, cause }] = group;
    const rows = group.map(({ network, row, was, cause: { place } }) => {
      const chain = textOf(row.content.values.chain ?? null);
      return { network, chain, slug: slugOf(row), was, place };
    });
    const files = sorted(new Set(group.flatMap((each) => each.cause.file ?? [])));
    return {
      ...change,
      scope: group.some(({ row }) => isListedEverywhere(row)) ? 'all-networks' : 'network',
      networks: sorted(new Set(rows.map(({ network }) => network))),
      cause: { kind: cause.kind, files },
      rows: rows.toSorted(
        (a, b) => compareText(a.network, b.network) || compareText(a.slug, b.slug),
      ),
    };
  });
}

/** A change as changes.parquet has it, in which all cells are texts. */
export function storeChange(change: Change, stamp: ChangeStamp): StoredChange {
  const rows = change.rows.map(({ place: _, ...row }) => row);
  const [before, after] = [textOf(change.before), textOf(change.after)];
  return { ...change, before, after, rows, ...stamp };
}

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
    Object.fromEntries(offerSlug === null ? cells : [...cells, [offerSlugColumn, offerSlug]]),
  );
}

function textOf(value: Value): string | null {
  return value === null || typeof value === 'string' ? value : JSON.stringify(value);
}

/** Without a credential, which an edit removed: the base may be older than its removal. */
function publicValue(value: Value): Value {
  const [hidden, text] = ['<CREDENTIAL>', textOf(value)];
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
  const { network, row, cells } = changed;
  const old = slugOf(changed.was ?? row);
  const was = old === slugOf(row) ? null : old;
  return cells.map((cell) => {
    const [before, after] = [publicValue(cell.before), publicValue(cell.after)];
    const change = {
      kind: 'changed',
      wholeOffer: null,
      column: cell.column,
      before,
      after,
    } as const;
    return { network, row, was, change, cause: causeOfCell(comparison, changed, cell) };
  });
}

function compareChanges(a: Change, b: Change): number {
  return (
    compareText(a.category, b.category) ||
    compareText(a.provider ?? '', b.provider ?? '') ||
    compareText(a.slug, b.slug) ||
    compareText(a.kind, b.kind) ||
    Number(a.wholeOffer) - Number(b.wholeOffer) ||
    compareText(a.column ?? '', b.column ?? '') ||
    compareText(textOf(a.before) ?? '', textOf(b.before) ?? '') ||
    compareText(textOf(a.after) ?? '', textOf(b.after) ?? '') ||
    compareText(a.cause.kind, b.cause.kind)
  );
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
    const cause = { kind: 'probe', place: null, file: null } as const;
    return own.map((each): Told => ({ ...each, was: null, change, cause }));
  });
  return groupTold(told);
}
