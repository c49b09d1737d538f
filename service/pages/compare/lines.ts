/**
 * Lines of a comparison: a fact of each offer, the best of numbers marked, lists as a matrix of
 * ticks.
 */
import {
  type ColumnDefinition,
  isMoney,
  numberKeys,
  priceKeys,
  quotaKind,
} from '../../../model/columns.ts';
import { blankWords, stateIn } from '../../answers/amount-state.ts';
import type { ComparedOffer, Comparison, Fact } from '../../answers/compare.ts';
import { isKnown } from '../../answers/compare-estimates.ts';
import { costText, estimateText } from '../../answers/cost-text.ts';
import { estimateListings, stepSentences } from '../../answers/estimates.ts';
import { type VaryingCell, valuesText, varyingText } from '../../answers/offer-cells.ts';
import { chainText, readable } from '../../answers/readable.ts';
import { type Result, stateOf } from '../../estimate/result.ts';
import { presenceOf } from '../../query/offers.ts';
import type { Place } from '../../questions/place.ts';
import { readWorkload, type WorkloadParameters } from '../../questions/workload.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { textsOf } from '../../text/cells.ts';
import { iconOf } from '../../text/icons.ts';
import { escapeHtml } from '../shared/markdown.ts';
import { presentFact } from '../shared/offer-table/details.ts';
import { isChain, isFact } from '../shared/offer-table/offer-row.ts';
import { estimateColumn } from '../toolbox/columns/estimates.ts';

/** Items of a list that stand below each other. A longer list has its items in one cell. */
const maxItems = 24;

export function presentLines(
  { offers, facts }: Comparison,
  { snapshot, network, networks, urls }: Place,
) {
  return facts
    .filter(({ column }) => isFact(column) || column.cellType === 'description')
    .map((fact) =>
      isChain(fact.column) ? withAllChains(fact, offers, { snapshot, network, networks }) : fact,
    )
    .map(({ column, values: stated, varying, states, same }) => {
      const values = stated.map((value) => readable(snapshot, column.key, value));
      const lists = values.map((value, at) => varying[at]?.items ?? textsOf(value));
      const { positions, label: bestLabel } = bestOf(column, offers, snapshot);
      const bestAt = (at: number) => (positions.has(at) ? bestLabel : null);
      const items = same ? [] : matrixOf(column, values, varying);
      const cells = values.map((value, at) => {
        const [texts = [], cell = null] = [lists[at], varying[at]];
        const none =
          texts.length > 0 || cell !== null ? null : (states[at]?.blank ?? blankWords(column));
        if (items.length > 0) return presentCount(texts, none);
        const note = states[at]?.unread ?? states[at]?.measured ?? null;
        if (cell !== null)
          return { ...presentVarying(cell, snapshot, note), none, best: bestAt(at) };
        return { ...presentFact(column, value, urls), note, none, best: bestAt(at) };
      });
      const { label, description } = column;
      return { label, icon: iconOf(column.icon), description, same, cells, items };
    });
}

/** Keys that Mustache would look for outside of a cell. */
const blank = { yes: false, no: false, best: null, note: null } as const;

/** The number of items of a list whose items stand below. */
function presentCount(texts: readonly string[], none: string | null) {
  return { none, items: none === null ? [String(new Set(texts).size)] : [], ...blank };
}

/** What the listings of an offer state, which states what, and what was measured. */
function presentVarying(cell: VaryingCell, snapshot: Snapshot, measured: string | null) {
  const items = [escapeHtml(varyingText(cell))];
  const notes = [valuesText(cell, snapshot), measured];
  return { yes: false, no: false, items, note: notes.filter((text) => text !== null).join(' · ') };
}

/** An offer has a listing for each chain, of which one is compared. */
function withAllChains(
  { column }: Fact,
  offers: readonly ComparedOffer[],
  { snapshot, network, networks }: Pick<Place, 'snapshot' | 'network' | 'networks'>,
): Fact {
  const values = offers.map(({ offer }) =>
    presenceOf(snapshot, offer.rows, networks).chains.map((chain) =>
      chainText(snapshot, network, chain),
    ),
  );
  const same =
    values.length > 1 && new Set(values.map((chains) => chains.toSorted().join())).size === 1;
  const none = values.map(() => null);
  return { column, values, varying: none, states: none, same };
}

/**
 * A line for each item of lists that share some, those of most offers first; none if there are too
 * many.
 */
function matrixOf(
  column: ColumnDefinition,
  values: Fact['values'],
  varying: Fact['varying'],
): readonly MatrixRow[] {
  // A flag, or a text such as the plan type, is no list.
  if (values.length < 2 || !values.some(Array.isArray) || quotaKind(column) === 'limits') return [];
  if (column.filter === null && !isChain(column)) return [];
  const keyOf = (text: string) => text.trim().toLowerCase();
  const listings = values.map((value, at) => {
    const all = varying[at]?.values.map((listed) => listed.value) ?? [value];
    return all.map((count) => new Set(textsOf(count).map(keyOf)));
  });
  const texts = values.flatMap((value, at) => varying[at]?.items ?? textsOf(value));
  const names = new Map(texts.map((text) => [keyOf(text), text]));
  const rows = Array.from(names, ([key, name]) => ({
    name,
    cells: listings.map((all, at) => ({
      has: all.every((keys) => keys.has(key)),
      // An item that some listings have.
      some: all.some((keys) => keys.has(key)) ? (varying[at]?.by ?? null) : null,
    })),
  }));
  // Lists that have nothing in common are no matrix.
  if (names.size > maxItems || names.size === 1 || rows.every((row) => countOf(row) < 2)) return [];
  return rows.toSorted((a, b) => countOf(b) - countOf(a));
}

interface MatrixRow {
  readonly name: string;
  readonly cells: readonly { readonly has: boolean; readonly some: string | null }[];
}

function countOf({ cells }: MatrixRow): number {
  return cells.filter(({ has, some }) => has || some !== null).length;
}

const lowIsBest: readonly ColumnDefinition['cellType'][] = [
  'verifiedLatency',
  'verifiedBlocksBehindAvg',
];
const highIsBest: readonly ColumnDefinition['cellType'][] = ['slaNumeric', 'verifiedUptime'];

interface Best {
  readonly positions: ReadonlySet<number>;
  /** Beside offers whose number nobody knows, it is the best that is known. */
  readonly label: 'best' | 'best known';
}

const noBest: Best = { positions: new Set(), label: 'best' };

/** The offers with the best number of a column; none unless the numbers can be compared. */
function bestOf(
  column: ColumnDefinition,
  offers: readonly ComparedOffer[],
  snapshot: Snapshot,
): Best {
  const money = isMoney(column);
  const isHigh = highIsBest.includes(column.cellType);
  if (!money && !isHigh && !lowIsBest.includes(column.cellType)) return noBest;
  const groups = new Set<string>();
  let isUnknown = false;
  const spans = offers.map(({ listings }) => {
    const stated = listings.map((id) => {
      const numbers = snapshot.numbers(id);
      const [min, max] = numberKeys(column.key).map((key) => numbers[key]);
      const bound = String(numbers[priceKeys(column.key)[2]]);
      const prices = snapshot.columnPrices(snapshot.categoryOf(id), column.key);
      const group = money ? prices.groupOf(id) : '';
      if (typeof min === 'number' && typeof max === 'number' && group !== null) {
        groups.add(group);
        return openSpan({ min, max, bound });
      }
      isUnknown ||= stateIn(column, numbers) !== 'notApplicable';
      return null;
    });
    return spanOf(stated);
  });
  if (groups.size !== 1) return noBest;
  const positions = positionsOfLowest(isHigh ? spans.map((span) => span && mirror(span)) : spans);
  return { positions, label: isUnknown ? 'best known' : 'best' };
}

interface Span {
  readonly min: number;
  readonly max: number;
}

/** Of listings; one that states nothing can have any number. Null if none states one. */
function spanOf(stated: readonly (Span | null)[]): Span | null {
  const known = stated.filter((span) => span !== null);
  if (known.length === 0) return null;
  const most = Math.max(...known.map(({ max }) => max));
  const isOpen = known.length < stated.length;
  return {
    min: Math.min(...known.map(({ min }) => min)),
    max: isOpen ? Number.MAX_VALUE : most,
  };
}

function mirror({ min, max }: Span): Span {
  return { min: -max, max: -min };
}

/** What is between the least and the most that an amount may be. */
function openSpan({ min, max, bound }: Span & { readonly bound: string }): Span {
  if (bound === 'from') return { min, max: Number.MAX_VALUE };
  return bound === 'upTo' ? { min: 0, max } : { min, max };
}

/** Without those that state nothing. None if all are equal, or if another one can be lower. */
function positionsOfLowest(spans: readonly (Span | null)[]): ReadonlySet<number> {
  const known = spans.filter((span) => span !== null);
  const isLowest = (span: Span) =>
    known.every(({ min, max }) => span.max <= min || (span.min === min && span.max === max));
  const lowest = [...spans.keys()].filter((at) => {
    const span = spans[at] ?? null;
    return span !== null && isLowest(span);
  });
  return new Set(lowest.length === known.length ? [] : lowest);
}

/** What each offer costs for a workload, with its sum. */
export function presentEstimates(
  offers: readonly ComparedOffer[],
  workloadParameters: WorkloadParameters,
  { snapshot, networks: within }: Pick<Place, 'snapshot' | 'networks'>,
) {
  const workload = readWorkload(workloadParameters);
  const results = offers.map(({ listings }) => {
    const { estimate, by, stepsOf } = estimateListings(snapshot, listings, workload, within);
    return { result: estimate, by, steps: stepsOf() };
  });
  const best = bestCosts(results.map(({ result }) => result));
  return {
    label: estimateColumn.label,
    cells: results.map(({ result, by, steps }, at) => ({
      subject: offers[at]?.provider,
      ...splitEstimate(result, by),
      isKnown: isKnown(result),
      best: best.positions.has(at) ? best.label : null,
      steps: stepSentences(snapshot, result, steps),
    })),
  };
}

/** The amount, and what it lacks below it. */
function splitEstimate(result: Result, by: string | null) {
  const text = estimateText(result, by);
  if (result.kind !== 'cost') return { text, hasAmount: false, note: null };
  const amount = costText(result);
  const note = text.slice(amount.length).replace(/^, /, '');
  return { text: amount, hasAmount: true, note: note === '' ? null : note };
}

/**
 * The least cost, if all are in one currency and no other can be less. Beside offers whose cost is
 * not known, and may be less, it is the lowest that is known.
 */
export function bestCosts(results: readonly Result[]): {
  readonly positions: ReadonlySet<number>;
  readonly label: 'lowest' | 'lowest known';
} {
  const known = results.map((result) => (isKnown(result) ? result : null));
  const costs = known.filter((cost) => cost !== null);
  const currencies = new Set(costs.map(({ currency }) => currency ?? ''));
  const least = Math.min(...costs.map(({ max }) => max));
  const spans = results.map((result, at) => {
    const cost = known[at];
    if (cost) return openSpan(cost);
    // A lower bound above a known cost is more than it.
    const isMore = result.kind === 'cost' && result.min > least;
    return isMore ? { min: result.min, max: Number.MAX_VALUE } : null;
  });
  const positions = currencies.size === 1 ? positionsOfLowest(spans) : new Set<number>();
  const most = Math.max(...[...positions].map((at) => known[at]?.max ?? 0));
  const isAbove = (cost: Result) =>
    cost.kind === 'cost' && currencies.has(cost.currency ?? '') && cost.min >= most;
  const mayBeLess = (result: Result) =>
    !['read', 'notApplicable'].includes(stateOf(result)) && !isAbove(result);
  return { positions, label: results.some(mayBeLess) ? 'lowest known' : 'lowest' };
}
