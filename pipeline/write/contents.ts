/** Records of the contents of a category: one for each distinct row, without its network. */
import type { ColumnDefinition } from '../../model/columns.ts';
import { companionsOf, companionValues } from '../../model/companions.ts';
import type { Stated } from '../../model/rows.ts';
import { connectOf } from '../connect/connect.ts';
import type { Content } from '../sources.ts';

type ContentRecord = Record<string, unknown>;

/** JSON of the contents of a category, which are numbered from 0. Blank cells are left out. */
export function* contentLines(contents: readonly Content[], columns: readonly ColumnDefinition[]): Iterable<string> {
  const companions = columns.filter((column) => companionsOf(column).length > 0).map(companionsOfTexts);
  for (const [number, content] of contents.entries()) {
    const { values, offer, offerSlug, listingSlug, scope, overrides } = content;
    const record: ContentRecord = { _content: number, offerSlug, _offer: offerSlug ?? listingSlug, scope };
    addConnect(record, content);
    // Assigned one by one: spread copies of 100,000s of records take a tenth of a build.
    for (const key in values) if (values[key] !== null) record[key] = values[key];
    if (offer !== null) Object.assign(record, { offerFile: offer.file, offerLine: offer.line, overrides });
    for (const { key, valuesOf } of companions) Object.assign(record, valuesOf(content.numbers[key] ?? null));
    yield JSON.stringify(record);
  }
}

function addConnect(record: ContentRecord, content: Content): void {
  const connect = connectOf(content);
  if (connect !== null) record._connect = JSON.stringify(connect);
}

/** Companions of a column by what its text states. Most texts repeat, and equal texts share one object. */
function companionsOfTexts(column: ColumnDefinition) {
  const byText = new Map<Stated, object>();
  const valuesOf = (stated: Stated | null): object | null => {
    if (stated === null) return null;
    const values = byText.get(stated) ?? companionValues(column, stated);
    byText.set(stated, values);
    return values;
  };
  return { key: column.key, valuesOf };
}
