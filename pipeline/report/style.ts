/** Terminal colours by meaning. */
import { styleText } from 'node:util';

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
  return {
    heading: paint(formats.heading),
    place: paint(formats.place),
    column: paint(formats.column),
    suggestion: paint(formats.suggestion),
    error: paint(formats.error),
    warning: paint(formats.warning),
    note: paint(formats.note),
  };
}

/** Whether the output is a terminal with colours and NO_COLOR (no-color.org) is not set. */
export function wantsColour(
  output: { readonly isTTY?: boolean },
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  return output.isTTY === true && !environment.NO_COLOR && environment.TERM !== 'dumb';
}
