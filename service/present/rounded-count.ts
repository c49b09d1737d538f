/** `1,499` is shown as `1,490+`: down to the ten below, from 100 up; smaller numbers as they are. */
export function roundedCount(count: number): string {
  if (count < 100) return formatCount(count);
  return `${formatCount(Math.floor(count / 10) * 10)}+`;
}

/** With commas between the thousands. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** `1 offer`, `1,595 offers`. */
export function plural(count: number, word: string): string {
  return `${formatCount(count)} ${word}${count === 1 ? '' : 's'}`;
}
