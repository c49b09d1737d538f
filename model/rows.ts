/** Values of cells. */

export type Value = string | boolean | readonly string[] | null;

/** The cells of a row by column key; every column of its category is present. */
export type Values = Readonly<Record<string, Value>>;

/** The lowest and the highest number that a text states; both are finite and min <= max. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
}

/** Whether an amount is the whole price, one of several, the lowest possible or the highest possible. */
export const priceBounds = ['exact', 'range', 'from', 'upTo'] as const;

/** The amounts that the text of a money column states, and whether they may be compared with others. */
export interface StatedPrice extends NumberRange {
  /** ISO 4217 code or token ticker; null if the text names none or several. */
  readonly currency: string | null;
  /** What an amount is for: `month`, `once`, `million requests`, `50K RU`; null if the text does not say. */
  readonly unit: string | null;
  readonly bound: (typeof priceBounds)[number];
}
