/** Texts of the values of cells. */
import type { ColumnDefinition } from '../../model/columns.ts';
import type { Row } from '../snapshot/catalog.ts';

/** The texts of a value; none for a blank cell. */
export function textsOf(value: Row[string] | undefined): readonly string[] {
  if (Array.isArray(value)) return value;
  return value === null || value === undefined ? [] : [String(value)];
}

/** The same as people read them: a time without a unit is in hours, `24h`. */
export function shownTexts(
  value: Row[string] | undefined,
  { states }: Pick<ColumnDefinition, 'states'>,
): readonly string[] {
  const texts = textsOf(value);
  return states === 'hours'
    ? texts.map((text) => (/^\d+(?:\.\d+)?$/.test(text) ? `${text}h` : text))
    : texts;
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
