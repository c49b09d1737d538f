/** Records of the contents of a category: one for each distinct row, without its network. */
import { type ColumnDefinition, hasNumbers } from '../../model/columns.ts';
import { companionValues } from '../../model/companions.ts';
import type { NumberRange, StatedPrice } from '../../model/rows.ts';
import type { Content, Resolved } from '../sources.ts';

/** Blank cells are left out. */
export function* contentRecords(category: string, columns: readonly ColumnDefinition[], resolved: Resolved) {
  const companions = columns.filter(hasNumbers).map(companionsOfTexts);
  for (const [id, content] of resolved.contents.entries()) {
    if (content.category !== category) continue;
    const record = { _content: id, ...cellsOf(content), ...placesOf(content) };
    for (const { key, valuesOf } of companions) Object.assign(record, valuesOf(content.numbers[key] ?? null));
    yield record;
  }
}

function cellsOf({ values }: Content): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function placesOf({ offer, offerSlug, overrides, listingSlug }: Content) {
  const _offer = offerSlug ?? listingSlug;
  return offer === null
    ? { offerSlug, _offer }
    : { offerSlug, offerFile: offer.file, offerLine: offer.line, overrides, _offer };
}

/** Companions of a column by what its text states. Most texts repeat, and equal texts share one object. */
function companionsOfTexts(column: ColumnDefinition) {
  const known = new Map<NumberRange | StatedPrice, object>();
  const valuesOf = (stated: NumberRange | StatedPrice | null): object | null => {
    if (stated === null) return null;
    const values = known.get(stated) ?? companionValues(column, stated);
    known.set(stated, values);
    return values;
  };
  return { key: column.key, valuesOf };
}
