/** Terminal output: colours by meaning, and invisible characters made visible. */
import { styleText } from 'node:util';
import { formatCount } from '../../common/format-count.ts';

const formats = {
  heading: 'bold',
  place: 'cyan',
  column: 'bold',
  suggestion: 'green',
  error: 'red',
  warning: 'yellow',
  note: 'dim',
} as const;

export type Style = Readonly<Record<keyof typeof formats, (text: string) => string>>;

export const plain = buildStyle(() => (text) => text);

/** `wantsColour` decides, not styleText: reports are also formatted for other streams. */
export const coloured = buildStyle((format) => (text) => styleText(format, text, { validateStream: false }));

function buildStyle(paint: (format: (typeof formats)[keyof typeof formats]) => (text: string) => string): Style {
  return Object.fromEntries(Object.entries(formats).map(([name, format]) => [name, paint(format)])) as Style;
}

/** Whether the output is a terminal with colours and NO_COLOR (no-color.org) is not set. */
export function wantsColour(
  output: { readonly isTTY?: boolean },
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  return output.isTTY === true && !environment.NO_COLOR && environment.TERM !== 'dumb';
}

/** Control characters, line separators, bidi controls and zero-width characters. */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Cs}/gu;
const escapes: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** Escapes characters that are invisible, move the cursor or break the line. */
export function makeVisible(text: string): string {
  return text.replace(invisible, (char) => escapes.get(char) ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Quotes a value. A value longer than `limit` characters is cut and followed by its length. */
export function quoteValue(value: string, limit: number): string {
  const chars = [...value];
  if (chars.length <= limit) return `"${makeVisible(value)}"`;
  return `"${makeVisible(chars.slice(0, limit).join(''))}…" (${formatCount(chars.length)} characters)`;
}
