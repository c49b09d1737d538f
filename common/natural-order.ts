/**
 * The order of texts in lists: without case, and numbers inside a text by their value, so that 1.9.0
 * stands before 1.10.0 and 2h before 12h. Keys of texts are compared by code points; SQL and
 * JavaScript make the same key.
 */
import { toLowercase } from './fold.ts';

/** Digits of a number in a key. Longer ones, such as hashes, come after all others, by text. */
const width = 12;
const zeros = '0'.repeat(width);
/** As both languages know them: digits, too many zeros before them, and numbers that are longer. */
const [digits, padded, long] = ['[0-9]+', `0*([0-9]{${width},})`, `([0-9]{${width + 1},})`];
/** The character after the digits. */
const last = ':';
const anyDigits = new RegExp(digits, 'g');
const paddedNumber = new RegExp(padded, 'g');
const longNumber = new RegExp(long, 'g');

/** The key by which a text is sorted, compared as plain text. */
export function naturalKey(text: string): string {
  const lower = toLowercase(text);
  if (!/[0-9]/.test(lower)) return lower;
  return lower
    .replace(anyDigits, `${zeros}$&`)
    .replace(paddedNumber, '$1')
    .replace(longNumber, `${last}$1`);
}

/** The same as SQL of a text. Most texts have no digit, and need no replacement. */
export function naturalKeySql(text: string): string {
  const replace = (inner: string, pattern: string, by: string) =>
    `regexp_replace(${inner}, '${pattern}', '${by}', 'g')`;
  const filled = replace(replace(text, digits, `${zeros}\\0`), padded, '\\1');
  const cases = [
    `WHEN NOT regexp_matches(${text}, '[0-9]') THEN ${text}`,
    `WHEN NOT regexp_matches(${text}, '${long}') THEN ${filled}`,
  ];
  return `lower(CASE ${cases.join(' ')} ELSE ${replace(filled, long, `${last}\\1`)} END)`;
}

/** In the order of a text of each; equal ones keep their order. */
export function inNaturalOrder<T>(items: Iterable<T>, textOf: (item: T) => string): T[] {
  const list = [...items];
  if (list.length < 2) return list;
  const keyed = list.map((item) => ({ item, key: naturalKey(textOf(item)) }));
  return keyed.sort((a, b) => compareCodePoints(a.key, b.key)).map(({ item }) => item);
}

/** JavaScript compares UTF-16 units, of which the surrogates stand before some smaller characters. */
function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0;
  if (surrogate.test(a) || surrogate.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}
const surrogate = /[\ud800-\udfff]/;
