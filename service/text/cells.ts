/** Texts of the values of cells. */
import type { Row } from '../snapshot/catalog.ts';

/** The texts of a value; none for a blank cell. */
export function textsOf(value: Row[string] | undefined): readonly string[] {
  if (Array.isArray(value)) return value;
  return value === null || value === undefined ? [] : [String(value)];
}

/** The same, with flags as words. */
export function textsOfCell(
  value: Row[string] | undefined,
  { valueKind }: { readonly valueKind: string },
): readonly string[] {
  const texts = textsOf(value);
  return valueKind === 'boolean' ? texts.map((text) => (text === '1' ? 'Yes' : 'No')) : texts;
}
