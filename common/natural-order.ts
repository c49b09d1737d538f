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

/** The key by which a text is sorted, compared as plain text. */
export function naturalKey(text: string): string {
  const lower = toLowercase(text);
  if (!/[0-9]/.test(lower)) return lower;
  return (
    lower
      // bounded: a cell, at most 4,000 characters
      .replace(new RegExp(digits, 'g'), `${zeros}$&`)
      // bounded: a cell, at most 4,000 characters
      .replace(new RegExp(padded, 'g'), '$1')
      // bounded: a cell, at most 4,000 characters
      .replace(new RegExp(long, 'g'), `${last}$1`)
  );
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
  const keyed = Array.from(items, (item) => ({ item, key: Buffer.from(naturalKey(textOf(item))) }));
  return keyed.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ item }) => item);
}
