/** Monogram in place of a logo: one or two letters on the colour of a network, or on one derived from the name. */

export interface Monogram {
  readonly letters: string;
  /** Background, `#rrggbb`. */
  readonly color: string;
  /** Colour of the letters: white, or black where white has a contrast below 4.5 (WCAG AA). One of them always has it. */
  readonly ink: string;
}

/** White letters have a contrast of at least 4.5 on each. */
const palette = [
  ...['#b91c1c', '#c2410c', '#a16207', '#4d7c0f', '#15803d', '#0f766e'],
  ...['#0e7490', '#1d4ed8', '#4338ca', '#7e22ce', '#a21caf', '#be185d'],
];
const minContrast = 4.5;

/** Without a colour on one of the palette, so that the letters are white. */
export function monogramOf(name: string, color: string | null = null): Monogram {
  return withInk(initialsOf(wordsOf(name)), color ?? paletteOf(name)[0]);
}

function withInk(letters: string, color: string): Monogram {
  return { letters, color, ink: contrast(color, '#ffffff') >= minContrast ? '#fff' : '#000' };
}

/** The palette, beginning at a place that depends on the name. */
function paletteOf(name: string): [string, ...string[]] {
  const start = hashOf(name) % palette.length;
  const [first = '#000000', ...others] = [...palette.slice(start), ...palette.slice(0, start)];
  return [first, ...others];
}

interface NamedNetwork {
  readonly network: string;
  readonly name: string;
  readonly color: string | null;
}

/**
 * By network key. Networks have different letters as far as their names allow: Solana SO, Sonic SN. Two with the same
 * letters have different colours. Networks with a colour of their own choose letters first, because they are the best known.
 */
export function networkMonograms(networks: Iterable<NamedNetwork>): ReadonlyMap<string, Monogram> {
  const sorted = [...networks].toSorted((a, b) => (a.network < b.network ? -1 : 1));
  const monograms = new Map<string, Monogram>();
  /** Colours by letters. */
  const taken = new Map<string, string[]>();
  const take = ({ network, color }: NamedNetwork, letters: string) => {
    const used = taken.get(letters) ?? [];
    const free = color ?? paletteOf(network).find((choice) => !used.includes(choice)) ?? paletteOf(network)[0];
    taken.set(letters, [...used, free]);
    monograms.set(network, withInk(letters, free));
  };
  for (const group of [sorted.filter(({ color }) => color !== null), sorted.filter(({ color }) => color === null)]) {
    // First choices first, so that no network loses its own to another whose first choice is taken.
    const rest = group.filter((entry) => {
      const [first] = lettersOf(entry.name);
      const isFree = !taken.has(first);
      if (isFree) take(entry, first);
      return !isFree;
    });
    for (const entry of rest) {
      const choices = lettersOf(entry.name);
      take(entry, choices.find((letters) => !taken.has(letters)) ?? choices[0]);
    }
  }
  return monograms;
}

/** Letters that can stand for a name, best first: initials or the first two, then the first with each later letter. */
function lettersOf(name: string): [string, ...string[]] {
  const words = wordsOf(name);
  const [first = '', ...others] = words.flatMap((word) => [...word]);
  return [initialsOf(words), ...others.map((letter) => (first + letter).toUpperCase())];
}

/** Of the first two words, or the first two letters of a single word. */
function initialsOf(words: readonly string[]): string {
  const each = words.length > 1 ? 1 : 2;
  const letters = words.slice(0, 2).map((word) => [...word].slice(0, each).join(''));
  return letters.join('').toUpperCase();
}

function wordsOf(name: string): readonly string[] {
  return name.match(/[\p{L}\p{N}]+/gu) ?? ['?'];
}

/** The monogram as an SVG file. */
export function monogramSvg({ letters, color, ink }: Monogram): string {
  const text = letters.replace(/[<>&]/g, '');
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img">' +
    `<rect width="64" height="64" rx="14" fill="${color}"/>` +
    `<text x="32" y="33" dominant-baseline="central" text-anchor="middle" fill="${ink}" font-size="26" ` +
    `font-family="system-ui, sans-serif" font-weight="600">${text}</text></svg>`
  );
}

/** Contrast ratio of two colours `#rrggbb`, 1 to 21 (WCAG 2.2). */
export function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((first, second) => second - first);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Stable hash of a text. */
export function hashOf(text: string): number {
  let value = 0;
  for (const char of text) value = (value * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return value;
}
