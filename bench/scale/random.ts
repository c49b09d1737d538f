/**
 * Random numbers that a text begins: the same words give the same numbers, in whatever order things
 * are made.
 */

/** The next number from 0 (included) to 1 (excluded). */
export type Random = () => number;

/** FNV-1a makes the first state of the words, mulberry32 the numbers from it. */
export function randomOf(...words: readonly (string | number)[]): Random {
  let state = 0x811c9dc5;
  for (const char of words.join('\0'))
    state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of the values; `otherwise` where there is none. */
export function pick(random: Random, values: readonly string[], otherwise: string): string {
  return values[Math.floor(random() * values.length)] ?? otherwise;
}

export function shuffle<T>(random: Random, values: readonly T[]): T[] {
  return values
    .map((value) => [random(), value] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, value]) => value);
}
