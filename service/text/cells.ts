/** Texts of the values of cells. */
import type { ColumnDefinition } from '../../model/columns.ts';
import type { Row } from '../snapshot/catalog.ts';

/** The texts of a value; none for a blank cell. */
export function textsOf(value: Row[string] | undefined): readonly string[] {
  if (Array.isArray(value)) return value;
  return value === null || value === undefined ? [] : [String(value)];
}

/** A text as people read it. The pipeline reads a time without a unit in hours: `24h`. */
export function withUnit(text: string, { states }: Pick<ColumnDefinition, 'states'>): string {
  return states === 'hours' && /^\d+(?:\.\d+)?$/.test(text) ? `${text}h` : text;
}

/** The texts of a value, with their units. */
export function shownTexts(
  value: Row[string] | undefined,
  column: Pick<ColumnDefinition, 'states'>,
): readonly string[] {
  return textsOf(value).map((text) => withUnit(text, column));
}

/** The same, with flags as words. */
export function textsOfCell(
  value: Row[string] | undefined,
  column: Pick<ColumnDefinition, 'states' | 'valueKind'>,
): readonly string[] {
  const texts = shownTexts(value, column);
  return column.valueKind === 'boolean'
    ? texts.map((text) => (text === '1' ? 'Yes' : 'No'))
    : texts;
}
