/** Conditions with "or" between them. */
import type { AnyOfFilter } from '../../query/filters/any-of.ts';
import type { Filter } from '../../query/filters/index.ts';
import type { MentionsFilter } from '../../query/filters/mentions.ts';
import { isJoint, type Segment } from './phrases.ts';
import { lost, type Read } from './readers.ts';

type Condition = Read & { readonly segment: Segment };
type ValuesFilter = AnyOfFilter | MentionsFilter;

/**
 * Conditions on one column become one, which any of their values meets: `visa, mastercard or
 * paypal`. Of conditions on two columns both are applied, and "or" is not understood: no selection
 * has a condition that either column meets.
 */
export function joinEither<T extends Condition>(conditions: readonly T[]): T[] {
  const joined = [...conditions];
  for (const [at, { segment, effect }] of conditions.entries()) {
    const [before, after] = [joined[at - 1], joined[at + 1]];
    const isOr = segment.rule === 'or' && effect === 'nothing';
    if (!isOr || !before || !after || !isChosen(before) || !isChosen(after)) continue;
    const key = valuesOf(after).find(({ column }) => filterOn(before, column.key))?.column.key;
    if (key === undefined) joined[at] = { ...joined[at], ...lost } as T;
    else joined.splice(0, at + 2, ...anyIn(joined.slice(0, at + 2), key));
  }
  return joined;
}

/** Whether it chooses offers by filters, and denies nothing. */
function isChosen({ segment, meaning }: Condition): boolean {
  return segment.denied === null && (meaning?.filters.length ?? 0) > 0;
}

function valuesOf({ meaning }: Condition): readonly ValuesFilter[] {
  return (meaning?.filters ?? []).filter(isOfValues);
}

function isOfValues(filter: Filter): filter is ValuesFilter {
  const hasValues = filter.kind === 'anyOf' || filter.kind === 'mentions';
  return hasValues && !filter.values.some((value) => value.startsWith('!'));
}

function filterOn(condition: Condition, key: string): ValuesFilter | undefined {
  return valuesOf(condition).find(({ column }) => column.key === key);
}

/** The last conditions that have the column, as far as they stand together, take all their values. */
function anyIn<T extends Condition>(conditions: readonly T[], key: string): T[] {
  const isOther = (each: T) => !filterOn(each, key) && !isJoint(each.segment);
  const from = conditions.findLastIndex(isOther) + 1;
  const list = conditions.slice(from).flatMap((each) => filterOn(each, key)?.values ?? []);
  const values = [...new Set(list)];
  return conditions.map((each, at) => {
    const own = at < from ? undefined : filterOn(each, key);
    if (each.meaning === null || own === undefined) return each;
    const filters = each.meaning.filters.map((filter) =>
      filter === own ? { ...own, values } : filter,
    );
    return { ...each, meaning: { ...each.meaning, filters } };
  });
}
