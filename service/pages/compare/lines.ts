/**
 * Lines of a comparison: a fact of each offer, the best of numbers marked, lists as a matrix of
 * ticks.
 */
import { type ColumnDefinition, isMoney, quotaKind } from '../../../model/columns.ts';
import type { ComparedOffer, Comparison, Fact } from '../../answers/compare.ts';
import { isKnown, priceModels } from '../../answers/estimates.ts';
import type { Result, Step } from '../../estimate/result.ts';
import { presenceOf } from '../../query/offers.ts';
import type { Place } from '../../questions/place.ts';
import { type GivenWorkload, readWorkload } from '../../questions/workload.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { groupOf } from '../../snapshot/texts/price-groups.ts';
import { textsOf } from '../../text/table.ts';
import { iconOf } from '../shared/logos.ts';
import { presentFact } from '../shared/offer-table/details.ts';
import { isChain, isFact } from '../shared/offer-table/offer-row.ts';
import { estimateColumn, estimateText, stepsText } from '../toolbox/columns/estimates.ts';

/** Items of a list that stand below each other. A longer list has its items in one cell. */
const maxItems = 24;

export function presentLines({ offers, facts }: Comparison, { snapshot, networks, urls }: Place) {
  return facts
    .filter(({ column }) => isFact(column) || column.cellType === 'description')
    .map((fact) =>
      isChain(fact.column) ? withAllChains(fact, offers, { snapshot, networks }) : fact,
    )
    .map(({ column, values, same }) => {
      const best = bestOf(column, offers, snapshot);
      const items = same ? [] : matrixOf(column, values);
      const cells = values.map((value, at) => {
        const texts = textsOf(value);
        const none = texts.length === 0;
        if (items.length > 0)
          return { none, items: none ? [] : [String(new Set(texts).size)], yes: false, no: false };
        return { ...presentFact(column, value, urls), none, best: best.has(at) };
      });
      const { label, description } = column;
      return { label, icon: iconOf(column.icon), description, same, cells, items };
    });
}

/** An offer has a listing for each chain, of which one is compared. */
function withAllChains(
  { column }: Fact,
  offers: readonly ComparedOffer[],
  { snapshot, networks }: Pick<Place, 'snapshot' | 'networks'>,
): Fact {
  const values = offers.map(({ offer }) => [...presenceOf(snapshot, offer.rows, networks).chains]);
  const same =
    values.length > 1 && new Set(values.map((chains) => chains.toSorted().join())).size === 1;
  return { column, values, same };
}

/**
 * A line for each item of lists that share some, those of most offers first; none if there are too
 * many.
 */
function matrixOf(column: ColumnDefinition, values: Fact['values']) {
  // A flag, or a text such as the plan type, is no list.
  if (values.length < 2 || !values.some(Array.isArray) || quotaKind(column) === 'limits') return [];
  if (column.filter === null && !isChain(column)) return [];
  const keys = values.map(
    (value) => new Set(textsOf(value).map((text) => text.trim().toLowerCase())),
  );
  const names = new Map(values.flatMap(textsOf).map((text) => [text.trim().toLowerCase(), text]));
  const rows = Array.from(names, ([key, name]) => ({
    name,
    cells: keys.map((own) => ({ has: own.has(key) })),
  }));
  // Lists that have nothing in common are no matrix.
  if (names.size > maxItems || names.size === 1 || rows.every((row) => countOf(row) < 2)) return [];
  return rows.toSorted((a, b) => countOf(b) - countOf(a));
}

function countOf({ cells }: { readonly cells: readonly { readonly has: boolean }[] }): number {
  return cells.filter(({ has }) => has).length;
}

const lowIsBest: readonly ColumnDefinition['cellType'][] = [
  'verifiedLatency',
  'verifiedBlocksBehindAvg',
];
const highIsBest: readonly ColumnDefinition['cellType'][] = ['slaNumeric', 'verifiedUptime'];

/**
 * Positions of the offers with the best number of a column; none unless the numbers can be
 * compared.
 */
function bestOf(
  column: ColumnDefinition,
  offers: readonly ComparedOffer[],
  snapshot: Snapshot,
): ReadonlySet<number> {
  const money = isMoney(column);
  const isHigh = highIsBest.includes(column.cellType);
  if (!money && !isHigh && !lowIsBest.includes(column.cellType)) return new Set();
  const stated = offers.map(({ id }) => {
    const number = snapshot.numbers(id)[`${column.key}Min`];
    const group = money
      ? groupOf(snapshot.facetIndex(snapshot.categoryOf(id)), column.key, id)
      : '';
    return typeof number === 'number' && group !== null ? { number, group } : null;
  });
  const groups = new Set(stated.flatMap((each) => each?.group ?? []));
  const numbers = stated.map((each) => each?.number ?? null);
  return groups.size === 1 ? positionsOfBest(numbers, isHigh) : new Set();
}

/** Without those that state nothing; none if all are equal. */
function positionsOfBest(
  numbers: readonly (number | null)[],
  isHigh: boolean,
): ReadonlySet<number> {
  const known = numbers.filter((number) => number !== null);
  if (new Set(known).size < 2) return new Set();
  const best = isHigh ? Math.max(...known) : Math.min(...known);
  return new Set([...numbers.keys()].filter((at) => numbers[at] === best));
}

/** What each offer costs for a workload, with its sum. */
export function presentEstimates(
  offers: readonly ComparedOffer[],
  given: GivenWorkload,
  snapshot: Snapshot,
) {
  const workload = readWorkload(given);
  const modelOf = priceModels(snapshot, workload);
  const results = offers.map(({ id }) => {
    const steps: Step[] = [];
    const result: Result = modelOf(id)(workload, steps);
    return { result, steps };
  });
  const best = positionsOfBestCost(results.map(({ result }) => result));
  return {
    label: estimateColumn.label,
    cells: results.map(({ result, steps }, at) => ({
      text: estimateText(result),
      isKnown: isKnown(result),
      best: best.has(at),
      steps: stepsText(result, steps),
    })),
  };
}

/** The least cost, if all are in one currency. */
export function positionsOfBestCost(results: readonly Result[]): ReadonlySet<number> {
  const currencies = new Set(
    results.flatMap((result) => (isKnown(result) ? (result.currency ?? '') : [])),
  );
  const costs = results.map((result) => (isKnown(result) ? result.max : null));
  return currencies.size === 1 ? positionsOfBest(costs, false) : new Set();
}
