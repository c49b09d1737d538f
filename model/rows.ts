/** Values of cells. */

export type Value = string | boolean | readonly string[] | null;

/** The cells of a row by column key; every column of its category is present. */
export type Values = Readonly<Record<string, Value>>;

/** The lowest and the highest number that a text states; both are finite and min <= max. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
}
