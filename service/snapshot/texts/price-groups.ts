/** Price groups: amounts of equal currency and unit, which may be compared. */
import { getOrInsert } from '../../../common/get-or-insert.ts';
import { quoteName } from '../../../common/sql.ts';
import { type ColumnDefinition, numberKeys, priceKeys, stateKeys } from '../../../model/columns.ts';
import { periodOf } from '../../../model/price-period.ts';
import type { Row } from '../catalog.ts';
import type { PartOf } from './row-parts.ts';
import { Tally } from './tally.ts';

/** The group of a column that is listed first. What is free belongs to it, as 0. */
export function firstGroup(column: Pick<ColumnDefinition, 'period'>): string {
  return `USD/${periodOf(column)}`;
}

/** Estimates are those of a month, whatever prices are compared by. */
export const estimateGroup = 'USD/month';

export interface PriceGroup {
  /** Currency and unit: `USD/month`, `EUR/`, `/month`. */
  readonly id: string;
  /** Null for amounts without a currency. */
  readonly currency: string | null;
  /** Null for amounts whose unit is not stated. */
  readonly unit: string | null;
  /**
   * Items (rows, or offers where those are counted) with an amount in the group, without those that
   * are free.
   */
  readonly count: number;
}

/** The groups of a money column in the listing of a network and category. */
export type ListedPrices = ReturnType<typeof listPrices>;

/** Internal column of the rows table; no public key begins with `_`. */
export function groupColumn(key: string): string {
  return `_${key}Group`;
}

/** SQL of the group of a row; null without a number. */
export function groupSql(column: ColumnDefinition): string {
  const { key } = column;
  const [min = '', max = '', currency = '', unit = ''] = [
    ...numberKeys(key),
    ...priceKeys(key),
  ].map(quoteName);
  const group = `concat(coalesce(${currency}, ''), '/', coalesce(${unit}, ''))`;
  return `CASE WHEN ${min} IS NULL THEN NULL WHEN ${max} = 0 THEN '${firstGroup(column)}' ELSE ${group} END`;
}

/** Parts of a group's id; null if it is not one. */
export function parseGroup(id: string): Pick<PriceGroup, 'currency' | 'unit'> | null {
  const [, currency, unit] = /^([^/]*)\/(.*)$/s.exec(id) ?? [];
  if (currency === undefined || unit === undefined) return null;
  return { currency: currency === '' ? null : currency, unit: unit === '' ? null : unit };
}

/** `USD per month`, `EUR once`, `SQT per million requests`, `USD, unit not stated`. */
export function groupLabel(group: Pick<PriceGroup, 'currency' | 'unit'> | null): string {
  const { currency = null, unit = null } = group ?? {};
  const amount = currency ?? 'no currency';
  if (unit === null) return `${amount}, unit not stated`;
  return unit === 'once' ? `${amount} once` : `${amount} per ${unit}`;
}

interface PricedRun {
  readonly partOf: PartOf;
  /** With the price group of the column, and its greatest amount. */
  readonly parts: readonly { readonly numbers: Row }[];
}

/** Price groups of a money column, by row of a category. */
export class ColumnPrices {
  readonly #ids: readonly string[];
  readonly #partOf: PartOf;
  /** By part: the index of its group in `#ids`, -1 without a number. */
  readonly #numbers: Int32Array;
  /** By part: 1 if it is free. */
  readonly #free: Uint8Array;
  /** By part: 1 if it states a price without a number that could be read. */
  readonly #unread: Uint8Array;

  static readonly none = new ColumnPrices({ key: '' }, { parts: [], partOf: () => -1 });
  /** Id of the group that is listed first. */
  readonly first: string;

  constructor(column: Pick<ColumnDefinition, 'key' | 'period'>, { parts, partOf }: PricedRun) {
    const { key } = column;
    this.first = firstGroup(column);
    const ids = new Map<string, number>();
    this.#numbers = Int32Array.from(parts, ({ numbers: { [groupColumn(key)]: group } }) =>
      typeof group === 'string' ? getOrInsert(ids, group, () => ids.size) : -1,
    );
    this.#free = Uint8Array.from(parts, ({ numbers }) =>
      numbers[numberKeys(key)[1]] === 0 ? 1 : 0,
    );
    const [state] = stateKeys(key);
    this.#unread = Uint8Array.from(parts, ({ numbers }, part) =>
      this.#numbers[part] === -1 && numbers[state] === 'unread' ? 1 : 0,
    );
    this.#ids = [...ids.keys()];
    this.#partOf = partOf;
  }

  /** Id of a row's group; null without a number. */
  groupOf(row: number): string | null {
    return this.#ids[this.#numbers[this.#partOf(row)] ?? -1] ?? null;
  }

  isFree(row: number): boolean {
    return this.#free[this.#partOf(row)] === 1;
  }

  /** Whether a part has a price in the group or is free: that is 0 in every currency and unit. */
  comparedWith(group: string): (part: number) => boolean {
    const wanted = this.#ids.indexOf(group);
    return (part) => this.#free[part] === 1 || (wanted >= 0 && this.#numbers[part] === wanted);
  }

  /**
   * Counts the groups of rows. Rows of one item, which are next to each other, count once in a
   * group; by default each row is one.
   */
  count(rows: Iterable<number>, items?: ArrayLike<number>) {
    const ids = this.#ids;
    const [all, paid] = [new Tally(ids.length + 1), new Tally(ids.length + 1)];
    const unread = new Tally(1);
    for (const row of rows) {
      const [part, item] = [this.#partOf(row), items === undefined ? row : (items[row] ?? 0)];
      const group = this.#groupAt(part);
      all.add(group, item);
      if (this.#free[part] !== 1) paid.add(group, item);
      if (this.#unread[part] === 1) unread.add(0, item);
    }
    // A group of free rows only is listed, too.
    const listed = ids.flatMap((id, group) =>
      all.counts[group] === 0 ? [] : [[id, group] as const],
    );
    const countsOf = ({ counts }: Tally) =>
      new Map(listed.map(([id, group]) => [id, counts[group] ?? 0]));
    // By group: what is free is in the first group of `counts`, and in none of `paid`, which is 0
    // for a group that has nothing else.
    return {
      counts: countsOf(all),
      paid: countsOf(paid),
      withoutNumber: all.counts[ids.length] ?? 0,
      /** Of those without a number. */
      unread: unread.counts[0] ?? 0,
    };
  }

  /** Index of the group of a part; one more than the last for parts without a number. */
  #groupAt(part: number): number {
    const group = this.#numbers[part] ?? -1;
    return group === -1 ? this.#ids.length : group;
  }

  /** Groups of rows in the order of sorted lists. `items`: as in `count`. */
  groups(rows: Iterable<number>, items?: ArrayLike<number>): PriceGroup[] {
    const nothing = { currency: null, unit: null };
    return orderGroups(
      [...this.count(rows, items).paid].map(([id, count]) => ({
        id,
        ...(parseGroup(id) ?? nothing),
        count,
      })),
      this.first,
    );
  }
}

/**
 * Dollars per compared period, then other groups, then those without a currency; large groups
 * before small ones.
 */
function orderGroups(groups: readonly PriceGroup[], first: string): PriceGroup[] {
  const rank = ({ id, currency }: PriceGroup) => (id === first ? 0 : currency === null ? 2 : 1);
  return groups.toSorted(
    (a, b) => rank(a) - rank(b) || b.count - a.count || (a.id < b.id ? -1 : 1),
  );
}

/**
 * The groups of a listing in the order of sorted lists, and the one with most amounts: a range
 * filter compares it by default.
 */
export function listPrices(prices: ColumnPrices, rows: Iterable<number>) {
  const groups = prices.groups(rows);
  const nothing = {
    id: prices.first,
    currency: null,
    unit: null,
    ...parseGroup(prices.first),
    count: 0,
  };
  return {
    groups,
    main: groups.reduce(
      (main, group) => (group.count > main.count ? group : main),
      groups[0] ?? nothing,
    ),
  };
}
