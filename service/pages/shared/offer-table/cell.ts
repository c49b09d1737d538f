/**
 * A cell of the table: a flag, a tag, a price, the first items of a list, or text. One or two
 * lines.
 */
import { labelsOnly } from '../../../../common/markdown-links.ts';
import { type ColumnDefinition, isAmount, isMoney } from '../../../../model/columns.ts';
import {
  blankText,
  blankWords,
  contradictionText,
  unreadText,
} from '../../../answers/amount-state.ts';
import type { VaryingCell } from '../../../answers/offer-cells.ts';
import { type PriceView, presentPrice, priceIn } from '../../../answers/price-text.ts';
import type { Row } from '../../../snapshot/catalog.ts';
import { shownTexts, textsOf } from '../../../text/cells.ts';
import { clip } from '../../../text/clip.ts';
import { hashOf } from '../../../text/monogram.ts';

/** Number of tag colours in the style sheet. */
const tints = 6;
/**
 * Characters of a text, and of the first two items of a list, that two lines of a cell have room
 * for.
 */
const longText = 44;
const longItem = 34;

/** Meaning of a flag for the user, null if it has none. */
type Tone = 'good' | 'bad' | null;

/** Every cell has every key, because Mustache looks up a missing key in the outer view. */
const blank = {
  /** `not stated`, where cards leave the fact out. */
  none: null as string | null,
  /** `not stated`, `does not apply`: what is known of a blank amount. */
  state: null as string | null,
  yes: false,
  no: false,
  tone: null as Tone,
  /** A plan type, with one of six colours. */
  tag: null as { readonly text: string; readonly tint: number } | null,
  price: null as PriceView | null,
  text: null as string | null,
  /** Below the text. */
  note: null as string | null,
  /** Number of items that are not shown. */
  more: null as number | null,
  /** Whether the cell leaves out a part of the value. */
  cut: false,
  /** The whole value of a cut cell on hover; null for lists, which the details show. */
  full: null as string | null,
  /** A class of the style sheet. */
  kind: null as 'price' | 'bool' | 'list' | null,
};

/** `label`: name of the fact on a card; null for plan types, whose values need none. */
type CellView = typeof blank & { readonly label: string | null };

/**
 * `values`: of the chain, that of each row that the line stands for; of any other column, one.
 * `numbers`: those that the row states.
 */
export function presentCell(
  column: ColumnDefinition,
  values: readonly Row[string][],
  numbers: Row,
): CellView {
  const nothing = { ...blank, label: labelOn(column) };
  const [value = null] = values;
  const texts = [...new Set(values.flatMap((each) => shownTexts(each, column)))].map(labelsOnly);
  const [first = ''] = texts;
  if (texts.length === 0) return presentBlank(nothing, column, numbers);
  if (column.valueKind === 'boolean')
    return { ...nothing, ...presentFlag(column, value), kind: 'bool' };
  if (column.role === 'plan')
    return { ...nothing, tag: { text: first, tint: hashOf(first) % tints } };
  if (isAmount(column)) return presentPriceCell(nothing, first, viewOf(column, first, numbers));
  if (column.valueKind === 'array' || texts.length > 1)
    return { ...presentList(nothing, texts, column), note: unreadNote(texts, column, numbers) };
  const text = clip(first, longText);
  const cut = text !== first;
  return { ...nothing, text: breakable(text), cut, full: cut ? first : null };
}

function presentBlank(nothing: CellView, column: ColumnDefinition, numbers: Row): CellView {
  const state = blankText(column, numbers);
  const kind = isAmount(column) ? 'price' : null;
  return { ...nothing, none: state === null ? blankWords(column) : null, state, kind };
}

/** The details have all items, and a comparison what is not read and what contradicts. */
function unreadNote(
  texts: readonly string[],
  column: ColumnDefinition,
  numbers: Row,
): string | null {
  const note = unreadText(column, numbers);
  if (note === null) return contradictionText(column, numbers) === null ? null : 'texts contradict';
  return note === `not read: ${texts.join(', ')}` ? 'not read' : 'partly read';
}

function labelOn({ role, label }: ColumnDefinition): string | null {
  return role === 'plan' ? null : label;
}

/**
 * A cell in which the listings of an offer differ. `places`: its values with their networks, on
 * hover and in the details.
 */
export function presentVaryingCell(cell: VaryingCell, places: string): CellView {
  const { column, summary, by, items } = cell;
  const nothing = {
    ...blank,
    label: labelOn(column),
    cut: true,
    full: places,
  };
  if (items !== null) {
    const list = presentList(nothing, items.map(labelsOnly), column);
    return { ...list, note: by, cut: true, full: places };
  }
  const kind = isAmount(column) ? 'price' : null;
  return { ...nothing, text: breakable(clip(summary, longText)), note: by, kind };
}

/** A quantity that a page has computed is an amount, and a reason why there is none is not. */
function viewOf(column: ColumnDefinition, text: string, numbers: Row): PriceView {
  if (isMoney(column)) {
    const view = presentPrice(text, priceIn(column, numbers));
    return { ...view, note: unreadText(column, numbers) ?? view.note };
  }
  const isAmount = /\d/.test(text);
  const none = { per: null, note: null };
  return isAmount ? { quiet: null, amount: text, ...none } : { quiet: text, amount: null, ...none };
}

/** A list of other amounts, `or $45/$215/$2K`, is too long for a line, so that it is counted. */
function presentPriceCell(nothing: CellView, text: string, price: PriceView): CellView {
  const shown = price.quiet ?? `${price.amount ?? ''}${price.per ?? ''}`;
  const isWhole = price.note === null && !shown.endsWith('…');
  const [others = ''] = /^or \S+$/.exec(price.note ?? '') ?? [];
  const count = others.split('/').length;
  const note = count > 1 ? `or ${count} other prices` : price.note && breakable(price.note);
  return {
    ...nothing,
    price: { ...price, note },
    kind: 'price',
    cut: !isWhole,
    full: isWhole ? null : text,
  };
}

/** Chains are short words: a cell shows the first. */
function presentList(
  nothing: CellView,
  texts: readonly string[],
  { cellType }: ColumnDefinition,
): CellView {
  const [first = '', second = ''] = texts.map((text) => clip(text, longItem));
  const isShort = cellType !== 'chain' && second !== '' && first.length + second.length <= longItem;
  const shown = isShort ? [first, second] : [first];
  const more = texts.length - shown.length;
  const isWhole = more === 0 && shown.every((text, at) => text === texts[at]);
  return {
    ...nothing,
    text: breakable(shown.join(', ')),
    more: more > 0 ? more : null,
    cut: !isWhole,
    full: cellType === 'chain' && more > 0 ? texts.join(', ') : null,
    kind: cellType === 'chain' ? null : 'list',
  };
}

/** Whether a cell leaves out a part of the value, so that the details repeat the column. */
export function isCut(
  column: ColumnDefinition,
  values: readonly Row[string][],
  numbers: Row,
): boolean {
  if (column.valueKind === 'boolean') return false;
  return (
    presentCell(column, values, numbers).cut ||
    values.flatMap(textsOf).some((text) => /\]\(/.test(text))
  );
}

/** Only an advantage or a disadvantage has a tone: the absence of an advantage is neither. */
export function presentFlag({ trueMeans }: ColumnDefinition, value: Row[string]) {
  const yes = value === 1;
  const tone: Tone = yes ? trueMeans : trueMeans === 'bad' ? 'good' : null;
  return { yes, no: !yes, tone };
}

/** Allows a line break after a slash in long words, `API)/$50(one`, and in very long ones. */
function breakable(text: string): string {
  return text.replace(/\S{13,}/g, (word) =>
    word.replace(/\/(?=[^/])/g, '/\u200b').replace(/[^/\s\u200b]{16}(?=\S)/gu, '$&\u200b'),
  );
}
