/** One cell -> its value. The column's valueKind decides how a cell is read, never its looks. */
import { parseJson } from '../../common/json.ts';
import type { ColumnDefinition } from '../../model/columns.ts';
import type { Value } from '../../model/rows.ts';

/** Why a cell cannot be read; the caller knows where the cell stands. */
export interface ValueFault {
  readonly rule: 'not-a-boolean' | 'not-a-list';
  readonly message: string;
  readonly suggestion: string;
}

export type ParsedValue = { readonly value: Value } | { readonly fault: ValueFault };

/** Blank, or the word null in any case. Whitespace includes no-break spaces. */
export function isNullCell(cell: string): boolean {
  const text = cell.trim();
  return text === '' || text.toLowerCase() === 'null';
}

export function parseValue(kind: ColumnDefinition['valueKind'], cell: string): ParsedValue {
  if (isNullCell(cell)) return { value: null };
  const text = cell.trim();
  if (kind === 'boolean') return parseBoolean(text);
  if (kind === 'array') return parseList(text);
  return { value: text };
}

function parseBoolean(text: string): ParsedValue {
  const word = text.toLowerCase();
  if (word === 'true' || word === 'false') return { value: word === 'true' };
  return {
    fault: {
      rule: 'not-a-boolean',
      message: `"${text}" is neither TRUE nor FALSE`,
      suggestion: 'write TRUE or FALSE',
    },
  };
}

function parseList(text: string): ParsedValue {
  const list = parseJson(text);
  if (Array.isArray(list) && list.every((item) => typeof item === 'string')) return { value: list };
  return {
    fault: {
      rule: 'not-a-list',
      message: `"${shorten(text)}" is not a JSON list of texts`,
      suggestion: 'write it as ["first","second"]; in a text editor the cell is quoted: "[""first"",""second""]"',
    },
  };
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
