/** Periods name a cell of an offer and days in order, one value for each day. */
import { groupBy } from '../../../common/group-by.ts';
import { NameFinder } from '../../../common/nearest-name.ts';
import { columnsOfCategory } from '../../../model/columns.ts';
import { periodColumns, periodState } from '../../../model/periods.ts';
import type { AddProblem } from '../../problem.ts';
import { type DatedCell, type Definition, lacksMeaning, sourcePaths } from '../../sources.ts';
import type { CheckContext } from '../rule.ts';
import { findUnknown } from './quotations.ts';

/** `day`: ISO, of which the offers are. */
export function checkPeriods(context: CheckContext, day: string, add: AddProblem): void {
  const { meta, unreadable, periods } = context.sources;
  if (periods.length === 0 || lacksMeaning({ unreadable })) return;
  const categories = new NameFinder(meta.categories.map(({ key }) => key));
  const fix = 'name the column of the price, such as accessPrice, or leave it blank for the plan';
  const byCell = groupBy(periods, ({ value: { category, slug, column } }) =>
    JSON.stringify([category, slug, column]),
  );
  for (const { value, line } of periods) {
    const cell = JSON.stringify([value.category, value.slug, value.column]);
    const others = (byCell.get(cell) ?? []).filter(
      (other) => other.line < line && hasDay(other.value),
    );
    const fault =
      findUnknown(value, context, { categories, fix }) ??
      findUndefined(value, context) ??
      findWrongDays(value, others) ??
      findOver(value, day);
    if (fault === null) continue;
    const [rule, column, message, suggestion] = fault;
    const text = value[column as keyof typeof value];
    const stated = typeof text === 'string' ? { value: text } : {};
    add({ rule, file: sourcePaths.periods, line, column, ...stated, message, suggestion });
  }
}

type PeriodFault = readonly [
  rule: 'bad-definition' | 'bad-period' | 'period-over',
  column: 'column' | 'value' | 'from' | 'until',
  message: string,
  fix: string,
];

/** The category needs the columns that a build fills in. */
function findUndefined(
  { category, column }: DatedCell,
  { sources: { meta } }: CheckContext,
): PeriodFault | null {
  const { announced, availability } = periodColumns;
  const keys = new Set(columnsOfCategory(meta.columns, category).map(({ key }) => key));
  const missing = [announced, ...(column === null ? [availability] : [])].find(
    (key) => !keys.has(key),
  );
  if (missing === undefined) return null;
  const message = `"${category}" has no column "${missing}", which tells what begins and ends`;
  return ['bad-definition', 'column', message, `add "${missing}" to ${sourcePaths.columns}`];
}

function findWrongDays(
  { column, cell, from, until }: DatedCell,
  others: readonly Definition<DatedCell>[],
): PeriodFault | null {
  if (column === null && cell !== null)
    return ['bad-period', 'value', 'the value is of no column', 'name the column of the value'];
  if (!hasDay({ from, until }))
    return ['bad-period', 'from', 'the line has no day', 'write the first or the last day'];
  if (from !== null && until !== null && from > until)
    return ['bad-period', 'until', `it ends on ${until}, before it begins`, 'correct the days'];
  const other = others.find(({ value }) => overlaps({ from, until }, value));
  if (other === undefined) return null;
  const message = `line ${other.line} has another value for some of these days`;
  return ['bad-period', 'from', message, 'end one of them before the other begins'];
}

type Days = Pick<DatedCell, 'from' | 'until'>;

function hasDay({ from, until }: Days): boolean {
  return from !== null || until !== null;
}

function overlaps(a: Days, b: Days): boolean {
  const begins = (one: Days, other: Days) =>
    one.from === null || other.until === null || one.from <= other.until;
  return begins(a, b) && begins(b, a);
}

/** A plan that has ended stays, so that it is marked. */
function findOver(period: DatedCell, day: string): PeriodFault | null {
  const { column, until } = period;
  if (column === null || periodState(period, day) !== 'after') return null;
  const message = `the value ended on ${until}, and the cell of the offer holds again`;
  return ['period-over', 'until', message, 'remove the line, or correct the day'];
}
