/** Terminal output: colours by meaning. */
import { styleText } from 'node:util';
import { formatCount } from '../../common/format-count.ts';
import { makeVisible } from '../../common/visible.ts';

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
export const coloured = buildStyle(
  (format) => (text) => styleText(format, text, { validateStream: false }),
);

function buildStyle(
  paint: (format: (typeof formats)[keyof typeof formats]) => (text: string) => string,
): Style {
  return Object.fromEntries(
    Object.entries(formats).map(([name, format]) => [name, paint(format)]),
  ) as Style;
}

/** Whether the output is a terminal with colours and NO_COLOR (no-color.org) is not set. */
export function wantsColour(
  output: { readonly isTTY?: boolean },
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  return output.isTTY === true && !environment.NO_COLOR && environment.TERM !== 'dumb';
}

/** Quotes a value. A value longer than `limit` characters is cut and followed by its length. */
export function quoteValue(value: string, limit: number): string {
  const chars = [...value];
  if (chars.length <= limit) return `"${makeVisible(value)}"`;
  return `"${makeVisible(chars.slice(0, limit).join(''))}…" (${formatCount(chars.length)} characters)`;
}
