/** Filters and sort orders of several words, brought together. */

import type { AnyOfFilter } from '../../query/filters/any-of.ts';
import { type Filter, parseFilters, toApiFilters } from '../../query/filters/index.ts';
import type { Sort } from '../../query/selection.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';

/** One filter for the providers with these names; none without a name or a category. */
export function filterProviders(
  { catalog }: Snapshot,
  category: string | null,
  names: readonly string[],
): Filter[] {
  if (category === null || names.length === 0) return [];
  return parseFilters(
    [{ id: 'provider', value: [...new Set(names)] }],
    catalog.columnsOf(category),
  );
}

/**
 * One filter for each text column: the values that all of its filters have, or all values, as of
 * denials. Of equal filters, the first.
 */
export function mergeFilters(filters: readonly Filter[]): Filter[] {
  const merged = new Map<string, Filter>();
  for (const filter of uniqueFilters(filters)) {
    const known = merged.get(filter.column.key);
    if (
      known === undefined ||
      known.kind !== 'anyOf' ||
      filter.kind !== 'anyOf' ||
      filter.column.valueKind === 'array'
    )
      merged.set(
        known === undefined ? filter.column.key : `${filter.column.key} ${merged.size}`,
        filter,
      );
    else merged.set(filter.column.key, { ...known, values: mergeValues(known, filter) });
  }
  return [...merged.values()];
}

/** What one word or the other denies is all left out. */
function mergeValues(one: AnyOfFilter, other: AnyOfFilter): readonly string[] {
  const isDenial = other.values.every((value) => value.startsWith('!'));
  const both = one.values.filter((value) => other.values.includes(value));
  return both.length > 0 && !isDenial ? both : [...new Set([...one.values, ...other.values])];
}

function uniqueFilters(filters: readonly Filter[]): Iterable<Filter> {
  const unique = new Map<string, Filter>();
  for (const filter of filters) {
    const text = JSON.stringify(toApiFilters([filter]));
    if (!unique.has(text)) unique.set(text, filter);
  }
  return unique.values();
}

/** Each column once, at most three. */
export function uniqueSorts(sorting: readonly Sort[]): Sort[] {
  return [...new Map(sorting.map((sort) => [sort.column.key, sort])).values()].slice(0, 3);
}
