/**
 * Offers as they are on a day: cells have the values of the periods that the day is in. What begins
 * or ends later is told in the column `announced`, and what is over in `availability`.
 */
import { groupBy } from '../../common/group-by.ts';
import { type ColumnDefinition, columnsOfCategory } from '../../model/columns.ts';
import { availabilities, dayOf, periodColumns, periodState } from '../../model/periods.ts';
import type { Value, Values } from '../../model/rows.ts';
import { type DatedCell, type OfferEntry, textOfCell } from '../sources.ts';

interface Dated {
  readonly offers: readonly OfferEntry[];
  readonly periods: readonly DatedCell[];
  readonly columns: readonly ColumnDefinition[];
}

/** `day`: ISO, in UTC. Offers without periods are the same objects. */
export function offersOn(day: string, { offers, periods, columns }: Dated): readonly OfferEntry[] {
  if (periods.length === 0) return offers;
  const byOffer = groupBy(periods, ({ category, slug }) => `${category} ${slug}`);
  return offers.map((offer) => {
    const { category, cells } = offer;
    const own = byOffer.get(`${category} ${String(cells.values.slug)}`);
    if (own === undefined) return offer;
    const known = new Map(columnsOfCategory(columns, category).map((each) => [each.key, each]));
    return { ...offer, cells: { ...cells, values: valuesOn(day, cells.values, own, known) } };
  });
}

type Columns = ReadonlyMap<string, ColumnDefinition>;

function valuesOn(
  day: string,
  stated: Values,
  periods: readonly DatedCell[],
  columns: Columns,
): Values {
  const values = new Map<string, Value>(Object.entries(stated));
  const announced: string[] = [];
  for (const [key, own] of groupBy(periods, ({ column }) => column)) {
    if (key === null) {
      const [offered] = own;
      announced.push(...offerTexts(offered, day));
      const state = periodState(offered, day);
      if (state !== 'in') values.set(periodColumns.availability, availabilities[state]);
      continue;
    }
    const column = columns.get(key);
    if (column === undefined) continue;
    const valueOn = (wanted: string): Value => {
      const period = own.find((each) => periodState(each, wanted) === 'in');
      return period === undefined ? (stated[key] ?? null) : period.cell;
    };
    values.set(key, valueOn(day));
    announced.push(...cellTexts(own, { column, day, valueOn }));
  }
  const before = [stated[periodColumns.announced] ?? []].flat().map(String);
  if (announced.length > 0) values.set(periodColumns.announced, [...before, ...announced]);
  return Object.fromEntries(
    [...values].filter(([key]) => Object.hasOwn(stated, key) || columns.has(key)),
  );
}

function offerTexts(period: DatedCell, day: string): string[] {
  const { from, until } = period;
  if (periodState(period, day) === 'after') return [`Ended on ${until}`];
  return [
    ...(from !== null && from > day ? [`Offered from ${from}`] : []),
    ...(until === null ? [] : [`Ends on ${until}`]),
  ];
}

interface CellOn {
  readonly column: ColumnDefinition;
  readonly day: string;
  readonly valueOn: (day: string) => Value;
}

/** `Access price: $39/mo until 2026-12-31, then $49/mo`, `Access price: $59/mo from 2027-03-01`. */
function cellTexts(periods: readonly DatedCell[], { column, day, valueOn }: CellOn): string[] {
  const told = (value: Value) => textOfCell(value)?.replaceAll('\n', ', ') ?? 'not stated';
  const holding = periods.find((each) => periodState(each, day) === 'in');
  const next = holding?.until == null ? null : dayAfter(holding.until);
  const ending =
    next === null
      ? []
      : [`${told(valueOn(day))} until ${holding?.until}, then ${told(valueOn(next))}`];
  const later = periods
    .filter((each) => periodState(each, day) === 'before' && each.from !== next)
    .toSorted((a, b) => String(a.from).localeCompare(String(b.from)))
    .map((each) => {
      const end = each.until === null ? '' : ` until ${each.until}`;
      return `${told(each.cell)} from ${each.from}${end}`;
    });
  return [...ending, ...later].map((text) => `${column.label}: ${text}`);
}

function dayAfter(day: string): string {
  return dayOf(new Date(Date.parse(day) + 24 * 60 * 60 * 1000));
}
