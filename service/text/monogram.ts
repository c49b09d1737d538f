/**
 * Monogram in place of a logo: one or two letters on the colour of a network, or on one derived
 * from the name.
 */

export interface Monogram {
  readonly letters: string;
  /** Background, `#rrggbb`. */
  readonly color: string;
  /**
   * Colour of the letters: white, or black where white has a contrast below 4.5 (WCAG AA). One of
   * them always has it.
   */
  readonly ink: string;
}

/** White letters have a contrast of at least 4.5 on each. */
const palette = [
  ...['#b91c1c', '#c2410c', '#a16207', '#4d7c0f', '#15803d', '#0f766e'],
  ...['#0e7490', '#1d4ed8', '#4338ca', '#7e22ce', '#a21caf', '#be185d'],
];
const minContrast = 4.5;

/**
 * Initials of the first two words, or the first two letters of a single word. Without a colour,
 * that of the palette for the key.
 */
export function monogramOf(name: string, brandColor: string | null = null, key = name): Monogram {
  const color = brandColor ?? palette[hashOf(key) % palette.length] ?? '#000000';
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? ['?'];
  const lettersOfWord = words.length > 1 ? 1 : 2;
  const letters = words.slice(0, 2).map((word) => [...word].slice(0, lettersOfWord).join(''));
  const ink = contrast(color, '#ffffff') >= minContrast ? '#fff' : '#000';
  return { letters: letters.join('').toUpperCase(), color, ink };
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
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted(
    (first, second) => second - first,
  );
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
