/** Colours of a terminal by what they stand for. */

export type Part = 'heading' | 'place' | 'column' | 'suggestion' | 'error' | 'warning' | 'note';
export type Style = Readonly<Record<Part, (text: string) => string>>;

const same = (text: string) => text;
const sgr = (code: string) => (text: string) => `\u001b[${code}m${text}\u001b[0m`;

export const plain: Style = {
  heading: same,
  place: same,
  column: same,
  suggestion: same,
  error: same,
  warning: same,
  note: same,
};

export const coloured: Style = {
  heading: sgr('1'),
  place: sgr('36'),
  column: sgr('1'),
  suggestion: sgr('32'),
  error: sgr('31'),
  warning: sgr('33'),
  note: sgr('2'),
};

/** On a terminal, unless NO_COLOR has a value (no-color.org) or the terminal says that it knows no colours. */
export function wantsColour(
  output: { readonly isTTY?: boolean },
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  return output.isTTY === true && !environment.NO_COLOR && environment.TERM !== 'dumb';
}
