/** Values of cells. */

export type Value = string | boolean | readonly string[] | null;

/**
 * Listings that a row can come from: one of its network, or one of all networks that is copied to
 * each of them.
 */
export const scopes = ['network', 'all-networks'] as const;
export type Scope = (typeof scopes)[number];

/** A line of a source file. */
export interface SourcePlace {
  /** Relative to the source folder, with `/`. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
}

/** The cells of a row by column key; every column of its category is present. */
export type Values = Readonly<Record<string, Value>>;

/** Trimmed text of a cell; empty if the cell holds none. */
export function textOf(cell: Value | undefined): string {
  return typeof cell === 'string' ? cell.trim() : '';
}

/** Items of a cell; none if the cell holds no list. */
export function listOf(cell: Value | undefined): readonly string[] {
  return Array.isArray(cell) ? cell : [];
}

export function isSameValue(a: Value, b: Value): boolean {
  if (a === b) return true;
  return (
    Array.isArray(a) &&
    Array.isArray(b) &&
    a.length === b.length &&
    a.every((item, index) => item === b[index])
  );
}

/** The lowest and the highest number that a text states; both are finite and min <= max. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
}

/**
 * Bounds of a price: one amount, several amounts, a lowest possible amount, a highest possible
 * amount.
 */
const priceBounds = ['exact', 'range', 'from', 'upTo'] as const;

/**
 * The amounts that the text of a money column states, and whether they may be compared with others.
 */
export interface StatedPrice extends NumberRange {
  /** ISO 4217 code or token ticker; null if the text names none or several. */
  readonly currency: string | null;
  /**
   * Unit of an amount: `month`, `once`, `million requests`, `50K RU`; null if the text names no
   * unit.
   */
  readonly unit: string | null;
  readonly bound: (typeof priceBounds)[number];
  /**
   * Lowest amount of the price that the text states first: 45 of `$45/mo (monthly plan), $35/mo
   * (yearly plan)`.
   */
  readonly first: number;
  /** The amount that the text shows first, as it is written: 2.49 of `$2.49/h`. */
  readonly stated: number;
  /** What that amount is for, as it is written: `hour`, `1M extra requests`; null if nothing. */
  readonly per: string | null;
  /** What else the text says: `$35/month if paid yearly`; null if nothing. */
  readonly note: string | null;
  /**
   * Prices by volume, in the order of the volumes, which follow each other: `$8(1M-250M)/$5(250M+)`.
   */
  readonly tiers: readonly PriceTier[] | null;
  /** Prices if several months are paid at once, and minimum fees; null without them. */
  readonly terms: readonly PriceTerm[] | null;
}

/** An amount of a bill beside the price, in its currency. */
export interface PriceTerm {
  /**
   * `paid`: the price a month if `months` are paid at once, for 1 of them also that of tiers.
   * `minimum`: the least of a bill of `months`.
   */
  readonly kind: 'paid' | 'minimum';
  readonly months: number;
  readonly min: number;
  readonly max: number;
}

export interface PriceTier {
  readonly from: number;
  /** Null for the last one. */
  readonly to: number | null;
  /** In the unit of the price. */
  readonly price: number;
}

/**
 * An amount that a plan includes or allows. Numbers are null if it is unlimited; those of a text
 * are never null.
 */
export interface StatedQuota {
  readonly min: number | null;
  readonly max: number | null;
  /**
   * `requests`, `compute units/month`, `requests/IP`, a token ticker; null if the text names none.
   */
  readonly unit: string | null;
  readonly bound: (typeof quotaBounds)[number];
}

/** `unread`: the list has an item that was not understood, so what it states is not known. */
const quotaBounds = [...priceBounds, 'unlimited', 'unread'] as const;

/** The quotas that the items of a list of limits state. */
export interface StatedLimits {
  /** What the plan includes; its unit ends in `/month` or `/day` if the text names the period. */
  readonly included: StatedQuota | null;
  /** What it allows in a second. */
  readonly rate: StatedQuota | null;
  /** Further amounts that it includes: those of a day beside those of a month. */
  readonly further: readonly StatedQuota[];
}

/**
 * What is known of the amounts of a cell: stated and understood, also `Custom` and other words
 * without a number; stated, but in a form that is not understood; not stated; without a meaning for
 * the offer.
 */
export const amountStates = ['read', 'unread', 'notStated', 'notApplicable'] as const;
export type AmountState = (typeof amountStates)[number];

/** What the text or the list of a column states; null if nothing was read. */
export type Stated = NumberRange | StatedPrice | StatedQuota | StatedLimits;
