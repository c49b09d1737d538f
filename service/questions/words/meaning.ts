/** Meaning of words in a category: filters and sort orders. */
import { monthSeconds } from '../../../common/durations.ts';
import {
  type ColumnDefinition,
  estimateFigure,
  isMoney,
  mentionsColumn,
  quotaUnitOf,
  statedBy,
} from '../../../model/columns.ts';
import {
  inPeriod,
  type PricePeriod,
  periodOf,
  periodSeconds,
} from '../../../model/price-period.ts';
import type { Rate } from '../../../model/rates.ts';
import {
  type ApiFilter,
  type Filter,
  parseFilters,
  toApiFilters,
  withFigures,
} from '../../query/filters/index.ts';
import { blank, filled, isPresence } from '../../query/filters/presence.ts';
import { conversionsInto } from '../../query/rates.ts';
import type { Sort } from '../../query/selection.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { parseGroup } from '../../snapshot/texts/price-groups.ts';
import type { Bound } from './bounds.ts';
import type { ColumnBound } from './column-bounds.ts';
import { acrossColumns } from './features.ts';
import { isEmpty, lexiconOf, type WordMeaning } from './lexicon.ts';
import type { Segment } from './phrases.ts';
import type { Volume } from './volume.ts';

export interface Meaning {
  readonly filters: readonly Filter[];
  readonly sorting: readonly Sort[];
}

/** Where words are read. */
export interface Reader {
  readonly snapshot: Snapshot;
  readonly category: string;
  /** Key; null for all networks. */
  readonly network: string | null;
  /** Whether other words state a volume, so that an amount bounds what it costs. */
  readonly isEstimated: boolean;
}

/** Null if the words have no meaning in the category. */
export function meaningIn(segment: Segment, reader: Reader): Meaning | null {
  const { snapshot, category } = reader;
  const { bound, columnBound, entry } = segment;
  if (bound !== null || columnBound !== null)
    return (
      (columnBound && applyColumnBound(snapshot, columnBound, category)) ??
      (bound && applyBound(bound, reader))
    );
  for (const word of entry?.words ?? []) {
    const meaning =
      word.category === null && !isEmpty(word) ? applyWord(snapshot, word, category) : null;
    if (meaning !== null) return meaning;
  }
  return applyValues(segment, reader);
}

/** The words as values of a column, or as a feature that several columns mention. */
function applyValues({ entry, words }: Segment, { snapshot, category }: Reader): Meaning | null {
  const values = entry?.values.filter((value) => value.category === category) ?? [];
  // A column of few categories says more than one that all have, such as tags.
  const { column } = values.find((value) => !value.column.core) ?? values[0] ?? {};
  if (column === undefined) return null;
  const spellings = values.flatMap((value) => (value.column === column ? [value.value] : []));
  const filter = acrossColumns(snapshot.search.vocabulary, column, [words, ...spellings]) ?? {
    id: column.key,
    value: spellings,
  };
  return { filters: parse(snapshot, category, [filter]), sorting: [] };
}

/** Null unless the category uses all columns, and has one of the values of each filter. */
export function applyWord(
  snapshot: Snapshot,
  { filters, sorting }: WordMeaning,
  category: string,
): Meaning | null {
  const columns = lexiconOf(snapshot).columnsOf(category);
  const wanted = filters ?? [];
  const columnFilters = wanted.flatMap(({ id, value }) => {
    const column = columns.find(({ key }) => key === id);
    if (column === undefined) return [];
    if (isPresence(value)) return [{ id, value }];
    if (column.filter === null) return [];
    if (takesAny(column)) return [{ id, value }];
    const known = lexiconOf(snapshot).valuesOf(category, id);
    const kept = value.flatMap((text) => {
      const named = known.get(text.replace(/^!/, '').toLowerCase());
      return named === undefined ? [] : [text.startsWith('!') ? `!${named}` : named];
    });
    if (kept.length === 0) return [];
    return [acrossColumns(snapshot.search.vocabulary, column, value) ?? { id, value: kept }];
  });
  const sorts = (sorting ?? []).flatMap(({ id, desc }) => {
    const column = columns.find(({ key, sorting: kind }) => key === id && kind !== null);
    return column === undefined ? [] : [{ column, desc }];
  });
  if (columnFilters.length < wanted.length || (sorting !== null && sorts.length === 0)) return null;
  return { filters: parse(snapshot, category, columnFilters), sorting: sorts };
}

/** Whether a filter of the column has other values than those of rows. */
function takesAny(column: ColumnDefinition): boolean {
  return column.filter === 'range' || column.valueKind === 'boolean' || column === mentionsColumn;
}

/** Null if the category has none of the columns. */
function applyColumnBound(
  snapshot: Snapshot,
  { columns, end, amount, isStrict, group, hours }: ColumnBound,
  category: string,
): Meaning | null {
  const used = lexiconOf(snapshot).columnsOf(category);
  const column = used.find(({ key }) => columns.includes(key));
  if (column === undefined) return null;
  if (amount === null)
    return {
      filters: parse(snapshot, category, [{ id: column.key, value: [filled] }]),
      sorting: [],
    };
  const bound = isStrict ? nextStated(snapshot, { category, column, end, amount }) : amount;
  const ends = end === 'min' ? [String(bound), ''] : ['', String(bound)];
  const value = group === null ? ends : [...ends, group];
  const wanted = [{ id: column.key, value }];
  if (hours !== null) {
    const period = used.find((each) => statedBy(each)?.kind === 'hours');
    if (period === undefined) return null;
    wanted.push({ id: period.key, value: ['', String(hours)] });
  }
  return { filters: parse(snapshot, category, wanted), sorting: [] };
}

interface Strict extends Pick<ColumnBound, 'end'> {
  readonly amount: number;
  readonly category: string;
  readonly column: ColumnDefinition;
}

/** Ranges have their ends: above or below an amount that rows state are the next ones. */
function nextStated(snapshot: Snapshot, { category, column, end, amount }: Strict): number {
  const index = snapshot
    .facetIndex(category)
    .columns.find((candidate) => candidate.column === column);
  const step = end === 'min' ? 1 : -1;
  if (index?.kind !== 'numbers') return amount + (Number.isInteger(amount) ? step : 0);
  const stated = [...(end === 'min' ? index.max : index.min)];
  if (!stated.includes(amount)) return amount;
  const beyond = stated.filter((value) => (value - amount) * step > 0);
  if (beyond.length === 0) return amount + step;
  return end === 'min' ? Math.min(...beyond) : Math.max(...beyond);
}

/** Values of a filter that hold where these do not; null if a filter has no such values. */
function deny({ id, value }: ApiFilter): ApiFilter | null {
  if (value.length === 1 && value[0] === filled) return { id, value: [blank] };
  if (value.length === 1 && value[0] === blank) return { id, value: [filled] };
  // `not in germany`
  const refused = value.flatMap((text) => (/^![^*]/.test(text) ? [text.slice(1)] : []));
  if (refused.length === value.length) return { id, value: refused };
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
  const reader = { snapshot, category, network: null, isEstimated: false };
  const meaning = meaningIn({ ...segment, words: denied ?? segment.words }, reader);
  if (meaning !== null) return toApiFilters(meaning.filters);
  const keys = lexiconOf(snapshot).labels.get(denied ?? '') ?? [];
  const column = lexiconOf(snapshot)
    .columnsOf(category)
    .find(({ key }) => keys.includes(key));
  return column === undefined ? [] : [{ id: column.key, value: [filled] }];
}

/**
 * A bound of the first money column of the category, which is the base fee; of what a volume costs;
 * or of the price of use by a unit. Null if no price has the currency and the unit.
 */
function applyBound(bound: Bound, reader: Reader): Meaning | null {
  const { snapshot, category, network, isEstimated } = reader;
  const { currency, isTimed, unit, hours } = bound;
  const money = snapshot.catalog.usedColumnsOf(category).filter(isMoney);
  const groupsOf = ({ key }: ColumnDefinition) =>
    snapshot
      .pricesOf(network, category)
      .get(key)
      ?.groups.map(({ id }) => id) ?? [];
  // Storage is priced by amount and month.
  const isUsed = (id: string) => [unit, `${unit}/month`].includes(id.slice(currency.length + 1));
  const usedOf = (moneyColumn: ColumnDefinition) =>
    groupsOf(moneyColumn).filter((id) => id.startsWith(`${currency}/`) && isUsed(id));
  const column = unit === null ? money[0] : money.find((candidate) => usedOf(candidate).length > 0);
  if (column === undefined) return null;
  if (unit !== null) return within(reader, column, bound, usedOf(column));
  const period = periodOf(column);
  const group = groupOfBound(bound, period, {
    groups: groupsOf(column),
    rates: snapshot.catalog.rates,
  });
  if (group === null) return null;
  if (isEstimated)
    return within(
      reader,
      estimateFigure,
      hours === null ? bound : perMonth(bound, period),
      currency === 'USD' ? [] : [`${currency}/month`],
    );
  const isUsual = currency === 'USD' && !isTimed && !groupsOf(column).includes(group);
  return within(reader, column, bound, isUsual ? [] : [group]);
}

/** Estimates are those of a month. */
function perMonth({ min, max }: Pick<Bound, 'min' | 'max'>, period: PricePeriod) {
  const seconds = periodSeconds(period) ?? monthSeconds;
  const scaled = (end: number | null) => end && inPeriod(end, seconds, 'month');
  return { min: scaled(min), max: scaled(max) };
}

/**
 * Per compared period if words or prices say so; null if no price is in the currency, or can be
 * converted into it. Of prices in it for something else, such as `€99/mo/project`, none is compared.
 */
function groupOfBound(
  { currency, isTimed }: Bound,
  period: PricePeriod,
  { groups, rates }: { readonly groups: readonly string[]; readonly rates: readonly Rate[] },
): string | null {
  const timed = `${currency}/${period}`;
  const isPriced = groups.includes(timed) || conversionsInto(timed, groups, rates).length > 0;
  if (currency === 'USD' || isPriced) return timed;
  // Amounts of another currency say nothing about this one.
  const own = groups.find((id) => parseGroup(id)?.currency === currency) ?? null;
  return isTimed && own !== null ? timed : own;
}

function within(
  { snapshot, category }: Reader,
  { key }: ColumnDefinition,
  { min, max }: Pick<Bound, 'min' | 'max'>,
  groups: readonly string[],
): Meaning {
  const value = [String(min ?? ''), String(max ?? ''), ...groups];
  return { filters: parse(snapshot, category, [{ id: key, value }]), sorting: [] };
}

/**
 * A bound of what plans include in a month or allow in a second. Null for a volume without one, and
 * in a category without quotas.
 */
export function applyVolume(snapshot: Snapshot, volume: Volume, category: string): Meaning | null {
  const { amount, period, unit, bound } = volume;
  const usual = `requests/${period}`;
  const column = withFigures(snapshot.catalog.columnsOf(category)).find(
    (candidate) => quotaUnitOf(candidate) === usual,
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
  if (filters.length === 0) return [];
  const { catalog } = snapshot;
  return parseFilters(filters, catalog.columnsOf(category), catalog.terms);
}
