/** One cell of a row -> what is drawn for it: a mark, a tag, chips, a few items, or text. */
import type { ColumnDefinition } from '../../../model/columns.ts';
import { type Links, renderMarkdown } from '../markdown.ts';
import { hashOf } from '../monogram.ts';
import type { RowObject } from '../row-json.ts';

/** Every key is there in every cell: a template would look for a missing one further out. */
export interface CellView {
  readonly label: string;
  readonly none: boolean;
  readonly yes: boolean;
  readonly no: boolean;
  /** A word that many rows share, with one of a few colours. */
  readonly tag: { readonly text: string; readonly tint: number } | null;
  readonly chips: readonly string[] | null;
  /** HTML. */
  readonly html: string | null;
  readonly items: readonly string[] | null;
  /** Items that are not shown here. */
  readonly more: number | null;
}

const shownItems = 3;
/** Classes in the style sheet. */
const tints = 6;

export function presentCell(column: ColumnDefinition, values: readonly RowObject[string][], links: Links): CellView {
  const nothing = {
    label: column.label,
    none: false,
    yes: false,
    no: false,
    tag: null,
    chips: null,
    html: null,
    items: null,
    more: null,
  };
  const [value = null] = values;
  const texts = textsOf(value);
  if (texts.length === 0) return { ...nothing, none: true };
  if (column.valueKind === 'boolean') return { ...nothing, yes: value === 1, no: value !== 1 };
  if (column.cellType === 'chain') return { ...nothing, chips: [...new Set(values.flatMap(textsOf))] };
  if (column.cellType === 'planType')
    return { ...nothing, tag: { text: texts[0] ?? '', tint: hashOf(texts[0] ?? '') % tints } };
  if (column.valueKind === 'string') return { ...nothing, html: renderMarkdown(texts[0] ?? '', links) };
  const more = texts.length - shownItems;
  const items = texts.slice(0, more > 1 ? shownItems : texts.length).map((text) => renderMarkdown(text, links));
  return { ...nothing, items, more: more > 1 ? more : null };
}

export function textsOf(value: RowObject[string] | undefined): readonly string[] {
  if (Array.isArray(value)) return value;
  return value === null || value === undefined ? [] : [String(value)];
}
