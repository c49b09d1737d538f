/** Spellings of a number: `1,199`, `1 000`, `12,50`, `.5`, `1.5K`, `2 million`. */
import type { NumberRange } from '../../../model/rows.ts';

/**
 * Three digits after a comma or a space are thousands. One or two after a comma, with nothing more, are decimals, as
 * euro prices have them. Source of a regular expression, to be put into larger ones. Groups of
 * digits are limited, because a pattern that tries any number of them at each place takes quadratic time.
 */
export const figure =
  '(?:[1-9]\\d{0,2}(?:(?:,\\d{3}){1,8}|(?:[ \\u00a0\\u202f]\\d{3}){1,8})(?!\\d)(?:\\.\\d+)?' +
  '|(?:\\d{1,3}(?:\\.\\d{3}){1,8}|\\d+),\\d{1,2}(?![\\d,.])|\\d+(?:\\.\\d+)?|\\.\\d+)';

/** Before a number: the `2` of `v2`, `L2` and `1.0.2` is none. */
export const unglued = '(?<![\\p{L}\\p{N}_]|\\d\\.)';

/** A single letter may stand apart only in capitals: `5 M` is five million, `5 m` may be five metres. */
export const magnitude = '(?:(?:[kKmMbB]|\\s[KMB])|\\s?(?:thousand|million|billion))(?![\\p{L}\\p{N}])';

const scales: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['t', 1e3],
  ['m', 1e6],
  ['b', 1e9],
]);

export function parseFigure(text: string): number {
  const hasDecimalComma = /,\d{1,2}$/.test(text);
  return Number(hasDecimalComma ? text.replaceAll('.', '').replace(',', '.') : text.replace(/[,\s]/g, ''));
}

/** `K`, `thousand` and so on; 1 where the text is no magnitude. */
export function parseMagnitude(text: string | undefined): number {
  return scales.get(text?.trim().charAt(0).toLowerCase() ?? '') ?? 1;
}

/** Numbers too large to hold are left out; null if none is left. */
export function buildRange(values: readonly number[]): NumberRange | null {
  const finite = values.filter(Number.isFinite);
  const first = finite[0];
  if (first === undefined) return null;
  return finite.reduce((range, value) => ({ min: Math.min(range.min, value), max: Math.max(range.max, value) }), {
    min: first,
    max: first,
  });
}

/** A match that begins exactly there. The pattern must be sticky; its place is set on each use, so that it can be shared. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
