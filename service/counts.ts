/** `1,499` is shown as `1,490+`: down to the ten below, from 100 up; smaller numbers as they are. */
export function roundedCount(count: number): string {
  if (count < 100) return formatCount(count);
  return `${formatCount(Math.floor(count / 10) * 10)}+`;
}

const withCommas = new Intl.NumberFormat('en-US');

/** With commas between the thousands. */
export function formatCount(count: number): string {
  return count < 1000 ? String(count) : withCommas.format(count);
}

/** `1 offer`, `1,595 offers`. */
export function plural(count: number, word: string): string {
  return `${formatCount(count)} ${word}${count === 1 ? '' : 's'}`;
}
