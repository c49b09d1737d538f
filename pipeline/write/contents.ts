/** Records of the contents of a category: one for each distinct row, without its network. */
import { type ColumnDefinition, hasNumbers } from '../../model/columns.ts';
import { companionValues } from '../../model/companions.ts';
import type { NumberRange, StatedPrice } from '../../model/rows.ts';
import { connectOf } from '../connect/connect.ts';
import type { Content, Resolved } from '../sources.ts';

/** JSON of the contents of the last build, without their ids, by content. */
export type ContentLines = WeakMap<Content, string>;

/** JSON of the contents of a category. Blank cells are left out. `known`: of the build before. */
export function* contentLines(
  category: string,
  columns: readonly ColumnDefinition[],
  { resolved, known }: { readonly resolved: Resolved; readonly known: ContentLines | null },
): Iterable<string> {
  const companions = columns.filter(hasNumbers).map(companionsOfTexts);
  for (const [id, content] of resolved.contents.entries()) {
    if (content.category !== category) continue;
    const line = known?.get(content) ?? lineOf(content, companions);
    known?.set(content, line);
    yield `{"_content":${id},${line}`;
  }
}

/** Without the id, and the brace before it. */
function lineOf(content: Content, companions: readonly ReturnType<typeof companionsOfTexts>[]): string {
  const record: ContentRecord = { offerSlug: content.offerSlug, _offer: nameOf(content) };
  const connect = connectOf(content);
  if (connect !== null) record._connect = JSON.stringify(connect);
  addCells(record, content.values);
  addOffer(record, content);
  for (const { key, valuesOf } of companions) Object.assign(record, valuesOf(content.numbers[key] ?? null));
  return JSON.stringify(record).slice(1);
}

type ContentRecord = Record<string, unknown>;

/** Assigned one by one: spread copies of 100,000s of records take a tenth of a build. */
function addCells(record: ContentRecord, values: Content['values']): void {
  for (const key in values) if (values[key] !== null) record[key] = values[key];
}

function nameOf({ offerSlug, listingSlug }: Content): string {
  return offerSlug ?? listingSlug;
}

function addOffer(record: ContentRecord, { offer, overrides }: Content): void {
  if (offer !== null) Object.assign(record, { offerFile: offer.file, offerLine: offer.line, overrides });
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
