/** Rows: what the cells of a category hold, as types and as a zod schema derived from the columns. */
import { z } from 'zod';
import { type ColumnDefinition, columnsOfCategory } from './columns.ts';

export type Value = string | boolean | readonly string[] | null;

/** The cells of a row by column key; every column of its category is present. */
export type Values = Readonly<Record<string, Value>>;

/** The lowest and the highest number that a text states; both are finite and min <= max. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
}

const kindSchemas = {
  string: z.string(),
  boolean: z.boolean(),
  array: z.array(z.string()).readonly(),
} as const;

/** The schema of a category's rows: one key per column, null allowed unless the column is required there. */
export function rowSchema(columns: readonly ColumnDefinition[], category: string): z.ZodType<Values> {
  const shape = columnsOfCategory(columns, category).map((column) => {
    const kind = kindSchemas[column.valueKind];
    return [column.key, column.requiredIn.includes(category) ? kind : kind.nullable()] as const;
  });
  return z.strictObject(Object.fromEntries(shape));
}
