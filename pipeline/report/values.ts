/** Describes the difference between an old and a new cell. */
import type { Value } from '../../model/rows.ts';
import { quoteValue } from './style.ts';

/** Two values and the column's name fit a terminal line of 120 characters. */
const shownCharacters = 44;
/** Characters of context before the difference of two long texts. */
const shownBefore = 12;
const shownItems = 2;

/** Formats a value: quotes on a terminal, a code span in Markdown. */
export type Quote = (text: string) => string;

export const quoteInText: Quote = (text) => quoteValue(text, Number.POSITIVE_INFINITY);

export function describeChange(before: Value, after: Value, quote: Quote): string {
  if (Array.isArray(before) && Array.isArray(after)) return describeLists(before, after, quote);
  if (typeof before === 'string' && typeof after === 'string') {
    const [old, now] = focus([...before], [...after]);
    return `${quote(old)} -> ${quote(now)}`;
  }
  return `${describeValue(before, quote)} -> ${describeValue(after, quote)}`;
}

function describeValue(value: Value, quote: Quote): string {
  if (value === null) return 'blank';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'string') return quote(cut([...value], 0));
  if (value.length === 0) return 'an empty list';
  return describeItems(value, quote, '');
}

function describeLists(before: readonly string[], after: readonly string[], quote: Quote): string {
  const gone = before.filter((item) => !after.includes(item));
  const come = after.filter((item) => !before.includes(item));
  if (gone.length + come.length === 0) return 'the same items, in another order or number';
  const [only] = gone;
  const [instead] = come;
  if (gone.length === 1 && come.length === 1 && only !== undefined && instead !== undefined) {
    return describeChange(only, instead, quote);
  }
  return [describeItems(come, quote, '+ '), describeItems(gone, quote, '- ')]
    .filter((text) => text !== '')
    .join('  ');
}

function describeItems(items: readonly string[], quote: Quote, sign: string): string {
  const shown = items.slice(0, shownItems).map((item) => `${sign}${quote(cut([...item], 0))}`);
  const more = items.length - shown.length;
  return [...shown, ...(more > 0 ? [`${sign}${more} more`] : [])].join(sign === '' ? ', ' : '  ');
}

/** Cuts two long texts to the part around their first difference. */
function focus(before: readonly string[], after: readonly string[]): [string, string] {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  const short = Math.max(before.length, after.length) <= shownCharacters;
  const start = short ? 0 : Math.max(0, same - shownBefore);
  return [cut(before, start), cut(after, start)];
}

function cut(text: readonly string[], start: number): string {
  // A no-break space looks like a space and may be the only difference.
  const shown = text
    .slice(start, start + shownCharacters)
    .join('')
    .replaceAll('\u00a0', '\\u{a0}');
  return `${start > 0 ? '…' : ''}${shown}${start + shownCharacters < text.length ? '…' : ''}`;
}
