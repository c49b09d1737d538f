/**
 * Conditions that a list applied, and how many items each leaves out because they do not state what
 * it asks, or state it in a unit that is not compared.
 */
import * as z from 'zod';
import { estimateFigure, isFigure, numberKeys } from '../../model/columns.ts';
import type { ComparedItems, Comparisons } from '../query/comparisons.ts';
import { aboveTest, factorOf, figureOf } from '../query/figures.ts';
import type { Filter } from '../query/filters/index.ts';
import { hasUnits, isOpen, type RangeFilter, unitOf } from '../query/filters/range.ts';
import type { MatchedRows } from '../query/matched-rows.ts';
import { type Conversion, conversionsInto } from '../query/rates.ts';
import type { Condition } from '../questions/conditions.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { statesTest } from '../snapshot/texts/facet-index.ts';
import { groupLabel, parseGroup } from '../snapshot/texts/price-groups.ts';

export const appliedShape = z
  .object({
    id: z.string().describe('Name of the parameter, or key of the column.'),
    label: z.string(),
    values: z.array(z.string()).describe('What the condition was applied to, in words.'),
    comparedIn: z
      .string()
      .optional()
      .describe(
        'Currencies and units that were compared, and those that were converted with the rates of the directory.',
      ),
    compares: z
      .enum(['prices', 'amounts'])
      .optional()
      .describe('What `comparedIn` is the unit of.'),
    notStated: z
      .int()
      .optional()
      .describe('Offers that match all other conditions and do not state what this one asks.'),
    unread: z
      .int()
      .optional()
      .describe(
        'Those of them whose text is in a form that is not read; absent if there are none.',
      ),
    above: z
      .int()
      .optional()
      .describe('Those without an estimate that cost more than the filter allows at least.'),
    notCompared: z.int().optional().describe('Those that state it in another currency or unit.'),
    keptUnstated: z
      .int()
      .optional()
      .describe(
        'Offers of the result that do not state what this condition denies; absent if all state it.',
      ),
  })
  .meta({ id: 'Applied', description: 'A condition of the request as it was applied.' });

export type Applied = z.infer<typeof appliedShape>;

export const notAppliedShape = z
  .object({
    id: z.string().describe('Name of the parameter, or key of the column.'),
    reason: z.string().describe('A sentence.'),
  })
  .meta({ id: 'NotApplied', description: 'A condition of the request that had no effect.' });

interface Outcome {
  readonly category: string;
  readonly matchedRows: MatchedRows;
  readonly items: ComparedItems;
  readonly comparisons: Comparisons | null;
}

/** `outcome`: null where no items are counted, as for offers that are named. */
export function applied(
  snapshot: Snapshot,
  conditions: readonly Condition[],
  outcome: Outcome | null,
): Applied[] {
  return conditions.map(({ id, label, parts, filter }) => ({
    id,
    label,
    values: parts.map(({ text }) => text),
    ...(filter === null || outcome === null ? {} : leftOutBy(snapshot, filter, outcome)),
  }));
}

type LeftOut = Omit<Applied, 'id' | 'label' | 'values'>;

function leftOutBy(snapshot: Snapshot, filter: Filter, outcome: Outcome): LeftOut {
  const leftOut = countLeftOut(snapshot, filter, outcome);
  if (leftOut.comparedIn === undefined || filter.kind !== 'range') return leftOut;
  const { key, states } = filter.column;
  const isPrice = states === 'price' || key === estimateFigure.key;
  return { ...leftOut, compares: isPrice ? 'prices' : 'amounts' };
}

function countLeftOut(snapshot: Snapshot, filter: Filter, outcome: Outcome): LeftOut {
  if (keepsBlank(filter)) return countKept(snapshot, filter, outcome);
  if (!asksForValue(filter)) return {};
  const { key } = filter.column;
  const prices = outcome.comparisons?.priceFilters?.find(({ id }) => id === key);
  if (prices !== undefined) {
    const { currency, unit, groups, converted = [], notCompared, withoutNumber, unread } = prices;
    const comparedIn = (groups ?? [])
      .map((group) => groupLabel(parseGroup(group)))
      .concat(groups === undefined ? [groupLabel({ currency, unit })] : [])
      .concat(converted.map(convertedText))
      .join(' or ');
    const unreadCount = unread === undefined ? {} : { unread };
    return { comparedIn, notStated: withoutNumber, ...unreadCount, notCompared };
  }
  const notStated = countUnstated(snapshot, filter, outcome);
  if (filter.kind !== 'range' || !hasUnits(filter.column)) return { notStated };
  const units = [filter.group ?? unitOf(filter.column), ...filter.others];
  const comparedIn = units
    .map((unit) => (isFigure(filter.column) ? groupLabel(parseGroup(unit ?? '')) : unit))
    .concat(conversionsOfCosts(snapshot, filter).map(convertedText))
    .join(' or ');
  if (!isFigure(filter.column)) return { comparedIn, notStated };
  const notCompared = countOthers(snapshot, filter, outcome) - notStated;
  return {
    comparedIn,
    notStated,
    ...countAbove(snapshot, filter, outcome),
    notCompared,
  };
}

/** Items without an estimate whose lower bound is above the limit of a filter on estimates. */
function countAbove(
  snapshot: Snapshot,
  filter: RangeFilter,
  outcome: Outcome,
): Pick<LeftOut, 'above'> {
  const { column, max, workload, group, others } = filter;
  if (column.key !== estimateFigure.key || max === null) return {};
  const groups = group === null ? [] : [group, ...others];
  const figureAt = figureOf(snapshot, filter);
  const isAbove = aboveTest(snapshot, { workload, max, groups });
  const above = countWithout(filter, outcome, (id) => figureAt(id) !== null || !isAbove(id));
  return above === 0 ? {} : { above };
}

/** Of estimates, whose currencies are those of all rates. */
function conversionsOfCosts(
  { catalog: { rates } }: Snapshot,
  { column, group, others }: RangeFilter,
): readonly Conversion[] {
  if (column.key !== estimateFigure.key) return [];
  const groups = ['USD', ...rates.map(({ currency }) => currency)].map(
    (rateCurrency) => `${rateCurrency}/month`,
  );
  return conversionsInto(group ?? unitOf(column) ?? '', groups, rates).filter(
    (conversion) => !others.includes(conversion.group),
  );
}

/** `USD per month converted at 0.92 (2026-11-20)` */
export function convertedText({ group, factor, day }: Conversion): string {
  return `${groupLabel(parseGroup(group))} converted at ${Number(factor.toPrecision(4))} (${day})`;
}

/** Items that match all other conditions, and whose figure is not compared or not known. */
function countOthers(snapshot: Snapshot, filter: RangeFilter, outcome: Outcome): number {
  const figureAt = figureOf(snapshot, filter);
  const groups = filter.group === null ? [] : [filter.group, ...filter.others];
  return countWithout(filter, outcome, (id) => {
    const figure = figureAt(id);
    const span = { column: filter.column, groups };
    return figure !== null && factorOf(figure, span, snapshot.catalog.rates) !== null;
  });
}

/** Whether an item that states nothing is left out. */
function asksForValue(filter: Filter): boolean {
  switch (filter.kind) {
    case 'anyOf':
      return filter.values.some((value) => !value.startsWith('!')) && !filter.values.includes('!*');
    case 'flag':
      return !filter.values.includes(null);
    case 'range':
      return !isOpen(filter);
    case 'presence':
      return !filter.isBlank;
    case 'either':
    case 'mentions':
      return false;
  }
}

/** Whether an item that states nothing matches beside others: `not Europe`, `No or blank`. */
function keepsBlank(filter: Filter): boolean {
  switch (filter.kind) {
    case 'anyOf':
      return !asksForValue(filter) && filter.values.some((value) => value !== '!*');
    case 'flag':
      return filter.values.includes(null) && filter.values.length === 2;
    default:
      return false;
  }
}

/** Items of the result of which no row states what the filter denies. */
function countKept(
  snapshot: Snapshot,
  { column: { key } }: Filter,
  { category, matchedRows, items }: Outcome,
): Pick<LeftOut, 'keptUnstated'> {
  const has = statesTest(snapshot.facetIndex(category), key);
  if (has === null) return {};
  const stating = items.oneEach(matchedRows.ids, (id) => Number(!has(id)));
  const keptUnstated = stating.filter((id) => !has(id)).length;
  return keptUnstated === 0 ? {} : { keptUnstated };
}

function countUnstated(snapshot: Snapshot, filter: Filter, outcome: Outcome): number {
  const { key } = filter.column;
  if (isFigure(filter.column)) {
    const workload = filter.kind === 'range' || filter.kind === 'presence' ? filter.workload : null;
    const figureAt = figureOf(snapshot, { column: filter.column, workload });
    return countWithout(filter, outcome, (id) => figureAt(id) !== null);
  }
  const index = snapshot.facetIndex(outcome.category);
  return countWithout(filter, outcome, statesTest(index, key) ?? statesNumber(snapshot, key));
}

/** Items that match all other conditions, and of which no row has what the filter asks for. */
function countWithout(
  { column: { key } }: Filter,
  { matchedRows, items }: Outcome,
  has: (id: number) => boolean,
): number {
  const others = matchedRows.ignoring(key).filter((id) => !items.isFound(id));
  const othersMissing = items.oneEach(others, (id) => Number(!has(id)));
  return othersMissing.filter((id) => !has(id)).length;
}

/** Of a quota, whose numbers are read from a list of limits. */
function statesNumber(snapshot: Snapshot, key: string): (id: number) => boolean {
  const [min] = numberKeys(key);
  return (id) => {
    const numbers = snapshot.numbers(id);
    return typeof numbers[min] === 'number' || numbers[`${key}Bound`] === 'unlimited';
  };
}
