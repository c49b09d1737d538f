/** Values of cells. */

export type Value = string | boolean | readonly string[] | null;

/** Listings that a row can come from: one of its network, or one of all networks that is copied to each of them. */
export const scopes = ['network', 'all-networks'] as const;
export type Scope = (typeof scopes)[number];

/** The cells of a row by column key; every column of its category is present. */
export type Values = Readonly<Record<string, Value>>;

/** The lowest and the highest number that a text states; both are finite and min <= max. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
}

/** Bounds of a price: one amount, several amounts, a lowest possible amount, a highest possible amount. */
const priceBounds = ['exact', 'range', 'from', 'upTo'] as const;

/** The amounts that the text of a money column states, and whether they may be compared with others. */
export interface StatedPrice extends NumberRange {
  /** ISO 4217 code or token ticker; null if the text names none or several. */
  readonly currency: string | null;
  /** Unit of an amount: `month`, `once`, `million requests`, `50K RU`; null if the text names no unit. */
  readonly unit: string | null;
  readonly bound: (typeof priceBounds)[number];
}
