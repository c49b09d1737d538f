/** Texts of changed cells -> cells, as rows have them. */
import { parseJson } from '../../common/json.ts';
import type { ColumnDefinition } from '../../model/columns.ts';

/** As in a row: a flag is 0 or 1. */
export type Cell = string | 0 | 1 | string[] | null;

/** A text stays a text if it is not what the column has now: a column can have changed its kind. */
export function readCell(text: string, column: ColumnDefinition | undefined): Cell {
  if (column?.valueKind === 'boolean' && /^(true|false)$/.test(text))
    return text === 'true' ? 1 : 0;
  if (column?.valueKind !== 'array') return text;
  const list = parseJson(text);
  return isTexts(list) ? list : text;
}

/** Cells of an added or removed row. Cells of other kinds than those of rows are left out. */
export function readCells(text: string): Record<string, Cell> {
  const cells = parseJson(text);
  const entries = typeof cells === 'object' && cells !== null ? Object.entries(cells) : [];
  return Object.fromEntries(
    entries.flatMap(([key, value]): [string, Cell][] => {
      if (typeof value === 'boolean') return [[key, value ? 1 : 0]];
      return typeof value === 'string' || isTexts(value) ? [[key, value]] : [];
    }),
  );
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
