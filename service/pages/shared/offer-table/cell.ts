/** A cell of the table: a flag, a tag, chips, a few items, or text. */
import type { ColumnDefinition } from '../../../../model/columns.ts';
import type { Row } from '../../../snapshot/catalog.ts';
import { type Links, renderMarkdown } from '../markdown.ts';
import { hashOf } from '../monogram.ts';

/** Every cell has every key, because Mustache looks up a missing key in the outer view. */
export interface CellView {
  readonly label: string;
  readonly none: boolean;
  readonly yes: boolean;
  readonly no: boolean;
  /** Meaning of a flag for the user, null if it has none. */
  readonly tone: Tone;
  /** A plan type, with one of six colours. */
  readonly tag: { readonly text: string; readonly tint: number } | null;
  readonly chips: readonly string[] | null;
  /** HTML. */
  readonly html: string | null;
  readonly items: readonly string[] | null;
  /** Number of items that are not shown. */
  readonly more: number | null;
  /** A class of the style sheet: `mid` wraps, `long` takes the full width of a card; null for a word. */
  readonly size: 'mid' | 'long' | null;
}

export const shownItems = 3;
/** Number of tag colours in the style sheet. */
const tints = 6;
const longText = 60;
const shortText = 12;

const blank: Omit<CellView, 'label'> = {
  none: false,
  yes: false,
  no: false,
  tone: null,
  tag: null,
  chips: null,
  html: null,
  items: null,
  more: null,
  size: null,
};

export function presentCell(column: ColumnDefinition, values: readonly Row[string][], links: Links): CellView {
  const nothing = { ...blank, label: column.label };
  const [value = null] = values;
  const texts = textsOf(value);
  if (texts.length === 0) return { ...nothing, none: true };
  if (column.valueKind === 'boolean') return { ...nothing, ...presentFlag(column, value) };
  if (column.cellType === 'chain') return { ...nothing, chips: [...new Set(values.flatMap(textsOf))] };
  if (column.cellType === 'planType')
    return { ...nothing, tag: { text: texts[0] ?? '', tint: hashOf(texts[0] ?? '') % tints } };
  const shown = texts.slice(0, shownItems);
  const length = shown.join(', ').length;
  const size = length > longText ? 'long' : length > shortText ? 'mid' : null;
  const items = shown.map((text) => renderMarkdown(text, links));
  if (column.valueKind === 'string') return { ...nothing, html: breakable(items[0] ?? ''), size };
  const more = texts.length - shown.length;
  return { ...nothing, items, more: more > 0 ? more : null, size };
}

type Tone = 'good' | 'bad' | null;

/** Only an advantage or a disadvantage has a tone: the absence of an advantage is neither. */
export function presentFlag({ trueMeans }: ColumnDefinition, value: Row[string]) {
  const yes = value === 1;
  const tone: Tone = yes ? trueMeans : trueMeans === 'bad' ? 'good' : null;
  return { yes, no: !yes, tone };
}

/** Allows a line break after a slash in long words: `$5/$45/$215`, `API)/$50(one`. */
function breakable(html: string): string {
  if (html.includes('<')) return html;
  return html.replace(/\S{13,}/g, (word) => word.replace(/\/(?=[^/])/g, '/<wbr>'));
}

export function textsOf(value: Row[string] | undefined): readonly string[] {
  if (Array.isArray(value)) return value;
  return value === null || value === undefined ? [] : [String(value)];
}
