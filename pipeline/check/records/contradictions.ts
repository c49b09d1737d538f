/**
 * Cells of a record that contradict each other: a plan and its price, amounts of a plan, hosting
 * and transport.
 */
import {
  type ColumnDefinition,
  type CostColumns,
  costColumnsOf,
  isOfferPrice,
  rolesOf,
} from '../../../model/columns.ts';
import type { Stated, Value, Values } from '../../../model/rows.ts';
import { type CellFault, textOfCell } from '../../sources.ts';
import { type CheckContext, type Fault, type FindFaults, noFaults, shorten } from '../rule.ts';
import { findOtherUnit, findUnreachable, type StatedIn } from './amounts.ts';

/** The column is that of a blank cell; absent if the fault is at a stated one. */
type Contradicted = readonly [...Fault, column?: string];

interface Contradiction {
  readonly rule: CellFault['rule'];
  /**
   * Columns of which at least one is stated by the record; the fault is reported at the first of
   * these.
   */
  readonly columns: readonly string[];
  readonly find: (values: Values, statedIn: StatedIn) => Contradicted | null;
}

const hosting = ['transportType', 'hostingType', 'mcpEndpoint'] as const;

function contradictionsOf(columns: readonly ColumnDefinition[]): readonly Contradiction[] {
  const prices = columns.filter(isOfferPrice).map(({ key }) => key);
  const { plan } = rolesOf(columns);
  return [
    ...(plan === null ? [] : [planPrice(plan, prices)]),
    ...amounts(prices, costColumnsOf(columns)),
    { rule: 'hosting', columns: hosting, find: findHosting },
  ];
}

function amounts(
  prices: readonly string[],
  { use, limits }: Pick<CostColumns, 'use' | 'limits'>,
): readonly Contradiction[] {
  if (limits === null) return [];
  const rule = 'plan-amounts';
  const unreachable: Contradiction = {
    rule,
    columns: [limits],
    find: (_, statedIn) => findUnreachable(statedIn(limits)),
  };
  if (use === null) return [unreachable];
  const find: Contradiction['find'] = (values, statedIn) => {
    const fee = prices.find((key) => isStated(values[key]));
    if (fee === undefined) return null;
    const fault = findOtherUnit(statedIn(fee), statedIn(use), statedIn(limits));
    return fault && [...fault, use];
  };
  return [unreachable, { rule, columns: [use, ...prices, limits], find }];
}

/** A listing is checked with the other cells of its offer. */
export function contradictingCells({ sources, resolved }: CheckContext): FindFaults {
  const contradictions = contradictionsOf(sources.meta.columns);
  const compared = new Set(contradictions.flatMap(({ columns }) => columns));
  return (cells, offer) => {
    // Most listings state none of them.
    if (!Object.keys(cells.values).some((column) => compared.has(column))) return noFaults;
    const own = contradictions.filter(({ columns }) =>
      columns.some((column) => isStated(cells.values[column])),
    );
    if (own.length === 0) return noFaults;
    const values = { ...offer?.values, ...cells.values };
    const statedIn: StatedIn = (column) =>
      resolved.numbers.get(column)?.get(textOfCell(values[column]) ?? '')?.stated ?? null;
    return own.flatMap(({ rule, columns, find }) => {
      const fault = find(values, statedIn);
      if (fault === null) return [];
      const stated = columns.find((each) => isStated(cells.values[each])) ?? '';
      const [message, suggestion, column = stated] = fault;
      return [{ rule, column, value: String(cells.values[column] ?? ''), message, suggestion }];
    });
  };
}

function isStated(value: Value | undefined): boolean {
  return typeof value === 'string' || Array.isArray(value);
}

function mostIn(stated: Stated | null): number | null {
  return stated !== null && 'max' in stated ? stated.max : null;
}

function planPrice(plan: string, prices: readonly string[]): Contradiction {
  return {
    rule: 'plan-price',
    columns: [...prices, plan],
    find: (values, statedIn) => findPlanPrice(values[plan], values, prices, statedIn),
  };
}

/** Enterprise plans may have a price, and tiered ones may begin with a free tier. */
function findPlanPrice(
  planType: Value | undefined,
  values: Values,
  prices: readonly string[],
  statedIn: StatedIn,
): Fault | null {
  const column = prices.find((key) => isStated(values[key]));
  if (column === undefined || typeof planType !== 'string') return null;
  const [price, max] = [String(values[column]), mostIn(statedIn(column))];
  const type = planType.toLowerCase();
  const stated = `the plan type is "${planType}", but the price is "${shorten(price)}"`;
  if (
    (type === 'free' || type === 'public') &&
    ((max !== null && max > 0) || /^custom\b/i.test(price))
  )
    return [stated, 'write "$0", or the type of a paid plan, such as Tiered'];
  if (type === 'custom' && max !== null && max > 0)
    return [stated, 'write "Custom" as the price, or another plan type'];
  if (type === 'tiered' && /^custom\b/i.test(price))
    return [stated, 'write the price of the tier, or "Enterprise" as the plan type'];
  return null;
}

function findHosting({
  hostingType,
  transportType,
  mcpEndpoint,
  selfHostedCommand,
}: Values): Contradicted | null {
  if (typeof hostingType !== 'string') return null;
  if (/^self-?hosted$/i.test(hostingType.trim())) {
    if (isStated(mcpEndpoint))
      return [
        'a self-hosted server has no endpoint of the provider',
        'write "Hosted", or clear the cell',
        'mcpEndpoint',
      ];
    if (
      !isStated(selfHostedCommand) ||
      typeof transportType !== 'string' ||
      /stdio/i.test(transportType)
    )
      return null;
    return [
      `a server that a client starts speaks stdio, and the cell says "${transportType}"`,
      'write "stdio", or "Hosted"',
    ];
  }
  if (!/^hosted$/i.test(hostingType.trim())) return null;
  if (typeof transportType === 'string' && /stdio/i.test(transportType))
    return [
      'a hosted server is reached at an address, and "stdio" is for servers that a client starts',
      'write "http", or "Self-hosted"',
    ];
  if (isStated(mcpEndpoint)) return null;
  return [
    'a hosted server has an endpoint, and the cell is blank',
    'write the address, or "Self-hosted" in "hostingType"',
    'mcpEndpoint',
  ];
}
