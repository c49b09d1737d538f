/** Meaning of words in a category: filters and sort orders. */
import { isMoney, quotaUnitOf } from '../../../model/columns.ts';
import {
  type ApiFilter,
  type Filter,
  parseFilters,
  toApiFilters,
  withQuotas,
} from '../../query/filters/index.ts';
import { blank, filled, isPresence } from '../../query/filters/presence.ts';
import type { Sort } from '../../query/selection.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { parseGroup } from '../../snapshot/texts/price-groups.ts';
import type { Bound } from './bounds.ts';
import type { ColumnBound } from './column-bounds.ts';
import { isEmpty, lexiconOf, type WordMeaning } from './lexicon.ts';
import type { Segment } from './segments.ts';
import type { Volume } from './volume.ts';

export interface Meaning {
  readonly filters: readonly Filter[];
  readonly sorting: readonly Sort[];
}

/** Null if the words have no meaning in the category. */
export function meaningIn(
  snapshot: Snapshot,
  segment: Segment,
  category: string,
  network: string | null,
): Meaning | null {
  if (segment.bound !== null) return applyBound(snapshot, segment.bound, category, network);
  if (segment.columnBound !== null)
    return applyColumnBound(snapshot, segment.columnBound, category);
  for (const word of segment.entry?.words ?? []) {
    const meaning =
      word.category === null && !isEmpty(word) ? applyWord(snapshot, word, category) : null;
    if (meaning !== null) return meaning;
  }
  const values = segment.entry?.values.filter((each) => each.category === category) ?? [];
  // A column of few categories says more than one that all have, such as tags.
  const { column } = values.find((each) => !each.column.core) ?? values[0] ?? {};
  if (column === undefined) return null;
  const spellings = values.flatMap((each) => (each.column === column ? [each.value] : []));
  return {
    filters: parse(snapshot, category, [{ id: column.key, value: spellings }]),
    sorting: [],
  };
}

/** Null unless the category uses all columns, and has one of the values of each filter. */
export function applyWord(
  snapshot: Snapshot,
  { filters, sorting }: WordMeaning,
  category: string,
): Meaning | null {
  const columns = withQuotas(snapshot.catalog.usedColumnsOf(category));
  const wanted = filters ?? [];
  const found = wanted.flatMap(({ id, value }) => {
    const column = columns.find(({ key, filter }) => key === id && filter !== null);
    if (column === undefined) return [];
    const isAny = column.filter === 'range' || column.valueKind === 'boolean' || isPresence(value);
    if (isAny) return [{ id, value }];
    const known = lexiconOf(snapshot).valuesOf(category, id);
    const kept = value.flatMap((text) => known.get(text.toLowerCase()) ?? []);
    return kept.length === 0 ? [] : [{ id, value: kept }];
  });
  const sorts = (sorting ?? []).flatMap(({ id, desc }) => {
    const column = columns.find(({ key, sorting: kind }) => key === id && kind !== null);
    return column === undefined ? [] : [{ column, desc }];
  });
  if (found.length < wanted.length || (sorting !== null && sorts.length === 0)) return null;
  return { filters: parse(snapshot, category, found), sorting: sorts };
}

/** Null if the category has none of the columns, or no row that states one. */
function applyColumnBound(
  snapshot: Snapshot,
  { columns, end, amount }: ColumnBound,
  category: string,
): Meaning | null {
  const used = snapshot.catalog.usedColumnsOf(category);
  const column = used.find(({ key }) => columns.includes(key));
  if (column === undefined) return null;
  const value = end === 'min' ? [String(amount), ''] : ['', String(amount)];
  return { filters: parse(snapshot, category, [{ id: column.key, value }]), sorting: [] };
}

/** Values of a filter that hold where these do not; null if a filter has no such values. */
function deny({ id, value }: ApiFilter): ApiFilter | null {
  if (value.length === 1 && value[0] === filled) return { id, value: [blank] };
  if (value.length === 1 && value[0] === blank) return { id, value: [filled] };
  const isValue = value.every((text) => text !== '' && !/^!|^\d/.test(text));
  return isValue ? { id, value: value.map((text) => `!${text}`) } : null;
}

/**
 * The meaning of words that deny: values that an offer must not have, or what it must not state.
 * Null if the directory has no filter for that.
 */
export function deniedIn(snapshot: Snapshot, segment: Segment, category: string): Meaning | null {
  const filters = filtersOf(snapshot, segment, category).map(deny);
  const [first] = filters;
  // Of several conditions it is not clear which are denied.
  if (filters.length !== 1 || !first) return null;
  return { filters: parse(snapshot, category, [first]), sorting: [] };
}

/** Filters of what the words deny: of a provider, of their meaning, or of what states a column. */
function filtersOf(snapshot: Snapshot, segment: Segment, category: string): readonly ApiFilter[] {
  const { entry, denied } = segment;
  if (entry !== null && entry.network !== null) return [];
  if (entry !== null && entry.provider !== null && entry.words.length === 0)
    return [{ id: 'provider', value: [entry.provider] }];
  const meaning = meaningIn(snapshot, segment, category, null);
  if (meaning !== null) return toApiFilters(meaning.filters);
  const key = lexiconOf(snapshot).labels.get(denied ?? '');
  const column = withQuotas(snapshot.catalog.columnsOf(category)).find((each) => each.key === key);
  return column === undefined || column.filter === null
    ? []
    : [{ id: column.key, value: [filled] }];
}

/** A bound of the first money column of the category, which is the base fee. */
function applyBound(
  snapshot: Snapshot,
  { min, max, currency, isMonthly }: Bound,
  category: string,
  network: string | null,
): Meaning | null {
  const column = snapshot.catalog.usedColumnsOf(category).find(isMoney);
  if (column === undefined || column.filter !== 'range') return null;
  const groups = snapshot.pricesOf(network, category).get(column.key)?.groups ?? [];
  const monthly = `${currency}/month`;
  const own = groups.filter(({ id }) => parseGroup(id)?.currency === currency);
  const hasMonthly = isMonthly || own.some(({ id }) => id === monthly);
  // Amounts of another currency say nothing about this one.
  if (currency !== 'USD' && !own.some(({ id }) => !isMonthly || id === monthly)) return null;
  const others = currency === 'USD' ? [] : own.slice(0, 1).map(({ id }) => id);
  const value = [String(min ?? ''), String(max ?? ''), ...(hasMonthly ? [monthly] : others)];
  return { filters: parse(snapshot, category, [{ id: column.key, value }]), sorting: [] };
}

/**
 * A bound of what plans include in a month or allow in a second. Null for a volume without one, and
 * in a category without quotas.
 */
export function applyVolume(snapshot: Snapshot, volume: Volume, category: string): Meaning | null {
  const { amount, period, unit, bound } = volume;
  const usual = `requests/${period}`;
  const column = withQuotas(snapshot.catalog.columnsOf(category)).find(
    (each) => quotaUnitOf(each) === usual,
  );
  if (bound === null || column === undefined) return null;
  const end = String(amount + Number(bound === 'more than') - Number(bound === 'less than'));
  const ends = bound === 'at least' || bound === 'more than' ? [end, ''] : ['', end];
  const value = unit === 'requests' ? ends : [...ends, `${unit}/${period}`];
  return { filters: parse(snapshot, category, [{ id: column.key, value }]), sorting: [] };
}

function parse(
  snapshot: Snapshot,
  category: string,
  filters: readonly { readonly id: string; readonly value: readonly string[] }[],
): Filter[] {
  return parseFilters(filters, snapshot.catalog.columnsOf(category));
}
