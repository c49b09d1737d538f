/** Text of a price or a quota -> tokens. Every character belongs to a token, so that none is overlooked. */
import { currencyOfPrefix, parseFigure } from './currencies.ts';
import { adjectives, counted, dataUnits, joints, magnitudes, periods, phrases, rates, trial } from './lexicon.ts';

interface Place {
  /** As written, for messages. */
  readonly text: string;
}

export interface NumberToken extends Place {
  readonly kind: 'number';
  readonly digits: string;
  readonly scale: number;
  readonly isScaled: boolean;
  /** Sign or code before the digits; null without one. */
  readonly sign: string | null;
  readonly isPercent: boolean;
  /** Whether a plus sign follows: `$250+`. */
  readonly isOpen: boolean;
}

export type Token =
  | NumberToken
  /** `word`: lowercase. */
  | (Place & { readonly kind: 'word'; readonly word: string })
  /** `,` for what separates statements; `/`, `-` and `+` also for words such as `per`; `sign` is a currency sign after an amount. */
  | (Place & { readonly kind: '/' | '-' | ',' | '+' | ':' | '(' | ')' | 'sign' | 'trial' | 'unknown' });

const space = '[ \\t\\u00a0\\u202f]';
/** Digits with separators. `parseFigure` says which of them are numbers. */
const digits = `(?:\\d+(?:(?:[.,'’]|${space})\\d+)*|\\.\\d+)(?:e[+-]?\\d{1,3}(?![\\p{L}\\d]))?`;
const numberPattern = new RegExp(`(?<sign>(?:[A-Z]{0,4}\\p{Sc}|[A-Z]{3,4})${space}?)?(?<digits>${digits})`, 'uy');
const letters = /(?<gap>[ \u00a0]?)(?<word>\p{L}+)/uy;
const percentPattern = /\s?(?:%|percent\b)/uy;
const plusPattern = /\+(?=\s|$|[/(),;-])/uy;
const trialPattern = new RegExp(`${trial}(?![\\p{L}\\p{N}])`, 'iuy');
const phrasePattern = new RegExp(
  `(?:${phrases.map((phrase) => phrase.replaceAll('.', '\\.').replaceAll(' ', '\\s')).join('|')})(?![\\p{L}\\p{N}])`,
  'iuy',
);
const wordPattern = /\p{L}[\p{L}\p{M}\p{N}_]*(?:[-'’][\p{L}\p{N}]+)*|[<>]=?|[≤≥⩽⩾&]/uy;
const marks: readonly (readonly [kind: '/' | '-' | ',' | '+' | ':' | '(' | ')' | 'sign', pattern: RegExp])[] = [
  ['/', /\//y],
  ['-', /[-‐-―−→]/uy],
  [',', /[,;|\n•·]|\.(?!\S)/uy],
  ['+', /\+/y],
  [':', /:/y],
  ['(', /\(/y],
  [')', /\)/y],
  ['sign', /\p{Sc}/uy],
];

/** What shows a text and says nothing: links, line breaks, bold print, struck prices, and characters of full width. */
export function plainText(text: string): string {
  return text
    .replace(/[\uff01-\uff5e\uffe0-\uffe6\u3000]/g, (character) => character.normalize('NFKC'))
    .replace(/\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replace(/<br\s{0,9}\/?>/gi, '\n')
    .replace(/~~[^~]*~~|<(s|del|strike)>[^<]*<\/\1>|(?:.\u0336)+/giu, ' ')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .trim();
}

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const token = /[^\S\n]/.test(text.charAt(at)) ? null : readToken(text, at);
    if (token !== null) tokens.push(token);
    at += token?.text.length ?? 1;
  }
  return tokens;
}

function readToken(text: string, at: number): Token {
  const free = match(trialPattern, text, at);
  if (free !== null) return { kind: 'trial', text: free };
  return readNumber(text, at) ?? readWord(text, at) ?? readMark(text, at);
}

function readWord(text: string, at: number): Token | null {
  const found = match(phrasePattern, text, at) ?? match(wordPattern, text, at);
  if (found === null) return null;
  const word = found.toLowerCase().replace(/\s+/g, ' ').replaceAll('’', "'");
  const mark = joints.get(word);
  return mark === undefined ? { kind: 'word', text: found, word } : { kind: mark as '/', text: found };
}

function readMark(text: string, at: number): Token {
  for (const [kind, pattern] of marks) {
    const found = match(pattern, text, at);
    if (found !== null) return { kind, text: found };
  }
  return { kind: 'unknown', text: String.fromCodePoint(text.codePointAt(at) ?? 0) };
}

function readNumber(text: string, start: number): Token | null {
  numberPattern.lastIndex = start;
  const found = numberPattern.exec(text);
  if (found === null) return null;
  const { sign, digits: written = '' } = found.groups ?? {};
  const prefix = sign?.trim() ?? null;
  const whole = { kind: 'unknown', text: found[0] } as const;
  // `Q$5` has a currency that is not known, and the 2 of `ERC20` is no number: both are words.
  if (prefix !== null && currencyOfPrefix(prefix) === null) return /\p{Sc}/u.test(prefix) ? whole : null;
  let end = start + found[0].length;
  const scale = readMagnitude(text, end);
  end += scale?.length ?? 0;
  const percent = match(percentPattern, text, end);
  end += percent?.length ?? 0;
  const plus = match(plusPattern, text, end);
  end += plus?.length ?? 0;
  return {
    kind: 'number',
    text: text.slice(start, end),
    digits: written,
    scale: scale?.factor ?? 1,
    isScaled: scale !== null,
    sign: prefix,
    isPercent: percent !== null,
    isOpen: plus !== null,
  };
}

/** `5M`, `5 million`, `1Mrequests`. A single letter after a space must be uppercase: `5 m` may be five metres. */
function readMagnitude(text: string, at: number): { readonly factor: number; readonly length: number } | null {
  letters.lastIndex = at;
  const { gap = '', word = '' } = letters.exec(text)?.groups ?? {};
  const whole = magnitudeOf(word, gap !== '');
  if (whole !== null) return { factor: whole, length: gap.length + word.length };
  const [first = '', rest] = [word.charAt(0), word.slice(1).toLowerCase()];
  const factor = /[KMB]/.test(first) && gap === '' && isUnit(rest) ? magnitudeOf(first, false) : null;
  return factor === null || isUnit(word.toLowerCase()) ? null : { factor, length: 1 };
}

/** Of a word that is a magnitude without a number too, as in `per million`; null for others. */
export function magnitudeOf(word: string, isApart: boolean): number | null {
  if (word.length === 1) return isApart && /[a-z]/.test(word) ? null : (magnitudes.get(word) ?? null);
  return magnitudes.get(word.toLowerCase()) ?? null;
}

function isUnit(word: string): boolean {
  return (
    [counted, rates, dataUnits, adjectives].some((words) => words.has(word)) || (word.length > 1 && periods.has(word))
  );
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

/** Value of a number that counts things; null if it can be read in two ways, or is no whole number. */
export function countOf({ digits: written, scale, isScaled, sign, isPercent }: NumberToken): number | null {
  const value = parseFigure(written, { currency: null, isSignAfter: false, hasDots: isScaled });
  if (value === null || sign !== null || isPercent) return null;
  const count = Number((value * scale).toPrecision(12));
  return Number.isFinite(count) && (isScaled || Number.isInteger(count)) ? count : null;
}
