/** Monogram in place of a logo: one or two letters on a colour derived from the name. */

const hues = 12;

export interface Monogram {
  readonly letters: string;
  /** 0 to 11, a class of the style sheet. */
  readonly hue: number;
}

export function monogramOf(name: string): Monogram {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? ['?'];
  const letters =
    words.length > 1 ? words.slice(0, 2).map((word) => [...word][0] ?? '') : [...(words[0] ?? '')].slice(0, 2);
  return { letters: letters.join('').toUpperCase(), hue: hashOf(name) % hues };
}

/** The monogram as an SVG file. */
export function monogramSvg(name: string): string {
  const { letters, hue } = monogramOf(name);
  const background = `hsl(${hue * (360 / hues)} 45% 38%)`;
  const text = letters.replace(/[<>&]/g, '');
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img">' +
    `<rect width="64" height="64" rx="14" fill="${background}"/>` +
    '<text x="32" y="33" dominant-baseline="central" text-anchor="middle" fill="#fff" font-size="26" ' +
    `font-family="system-ui, sans-serif" font-weight="600">${text}</text></svg>`
  );
}

/** Stable hash of a text. */
export function hashOf(text: string): number {
  let value = 0;
  for (const char of text) value = (value * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return value;
}
