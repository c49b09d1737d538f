/** Text of a price or a quota -> tokens. Every character belongs to a token, so that none is overlooked. */
import { currencyOfPrefix, parseFigure } from './currencies.ts';
import { counted, hasRole, joints, magnitudes, periods, phrases, trial } from './lexicon.ts';

interface Place {
  /** As written, for messages. */
  readonly text: string;
}

export interface NumberToken extends Place {
  readonly kind: 'number';
  readonly digits: string;
  /** Of `K`, `million` and the like; null without one. */
  readonly scale: number | null;
  /** Sign or code before the digits; null without one. */
  readonly sign: string | null;
  readonly isPercent: boolean;
  /** Whether a plus sign follows: `$250+`. */
  readonly isOpen: boolean;
}

type Mark = '/' | '-' | ',' | '+' | ':' | '(' | ')' | 'sign' | 'trial' | 'unknown';

export type Token =
  | NumberToken
  /** `word`: lowercase. */
  | (Place & { readonly kind: 'word'; readonly word: string })
  /** `,` for what separates statements; `/`, `-` and `+` also for words such as `per`; `sign` is a currency sign after an amount. */
  | (Place & { readonly kind: Mark });

const space = '[ \\t\\u00a0\\u202f]';
/** Digits with separators. `parseFigure` says which of them are numbers. */
const digits = `(?:\\d+(?:(?:[.,'’]|${space})\\d+)*|\\.\\d+)(?:e[+-]?\\d{1,3}(?![\\p{L}\\d]))?`;
const numberPattern = new RegExp(
  `(?<sign>[A-Z]{0,4}\\p{Sc}${space}?|[A-Z]{3,4}${space}|[A-Z]{3})?(?<digits>${digits})`,
  'uy',
);
const letters = /(?<gap>[ \u00a0]?)(?<word>\p{L}+)/uy;
const percentPattern = /\s?(?:%|percent\b)/uy;
const plusPattern = /\+(?=\s|$|[/(),;-])/uy;
const trialPattern = new RegExp(`${trial}(?![\\p{L}\\p{N}])`, 'iuy');
const wordPattern = new RegExp(
  `(?:${phrases.join('|')})(?!\\p{L})|\\p{L}[\\p{L}\\p{M}\\p{N}_]*(?:[-'’][\\p{L}\\p{N}]+)*|[<>]=?|[≤≥⩽⩾&]`,
  'iuy',
);
const markPattern = /(?<and>[,;|\n•·]|\.(?!\S))|(?<to>[-‐-―−→])|(?<sign>\p{Sc})|(?<itself>[/+:()])|(?<unknown>\P{Z})/uy;

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
    const token = readNumber(text, at) ?? readWord(text, at) ?? readMark(text, at);
    if (token !== null) tokens.push(token);
    at += token?.text.length ?? 1;
  }
  return tokens;
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function readWord(text: string, at: number): Token | null {
  const [found] = match(wordPattern, text, at) ?? [];
  if (found === undefined) return null;
  const word = found.toLowerCase().replace(/\s+/g, ' ').replaceAll('’', "'");
  const mark = joints.get(word);
  return mark === undefined ? { kind: 'word', text: found, word } : { kind: mark as Mark, text: found };
}

function readMark(text: string, at: number): Token | null {
  const found = match(markPattern, text, at);
  if (found === null) return null;
  const { and, to, sign, itself } = found.groups ?? {};
  const known = sign && currencyOfPrefix(sign) !== null ? 'sign' : (itself as Mark | undefined);
  const kind = and ? ',' : to ? '-' : known;
  return { kind: kind ?? 'unknown', text: found[0] };
}

function readNumber(text: string, start: number): Token | null {
  const [free] = match(trialPattern, text, start) ?? [];
  if (free !== undefined) return { kind: 'trial', text: free };
  const found = match(numberPattern, text, start);
  if (found === null) return null;
  const { sign, digits: written = '' } = found.groups ?? {};
  const prefix = sign?.trim() ?? null;
  // `Q$5` has a currency that is not known, and the 2 of `ERC20` is no number: both are words.
  if (prefix !== null && currencyOfPrefix(prefix) === null)
    return /\p{Sc}/u.test(prefix) ? { kind: 'unknown', text: found[0] } : null;
  let end = start + found[0].length;
  const [scale, length] = readMagnitude(text, end);
  end += length;
  const take = (pattern: RegExp) => {
    const { length } = match(pattern, text, end)?.[0] ?? '';
    end += length;
    return length > 0;
  };
  const [isPercent, isOpen] = [take(percentPattern), take(plusPattern)];
  return { kind: 'number', text: text.slice(start, end), digits: written, scale, sign: prefix, isPercent, isOpen };
}

/** `5M`, `5 million`, `1Mrequests`. A single letter after a space must be uppercase: `5 m` may be five metres. */
function readMagnitude(text: string, at: number): readonly [factor: number | null, length: number] {
  const { gap = '', word = '' } = match(letters, text, at)?.groups ?? {};
  const whole = magnitudeOf(word, gap !== '');
  if (whole !== null) return [whole, gap.length + word.length];
  const isJoined = /^[KMB]/.test(word) && gap === '' && isUnit(word.slice(1)) && !isUnit(word);
  return isJoined ? [magnitudes.get(word.charAt(0)) ?? null, 1] : [null, 0];
}

/** Of a word that is a magnitude without a number too, as in `per million`; null for others. */
export function magnitudeOf(word: string, isApart: boolean): number | null {
  if (word.length === 1) return isApart && /[a-z]/.test(word) ? null : (magnitudes.get(word) ?? null);
  return magnitudes.get(word.toLowerCase()) ?? null;
}

function isUnit(written: string): boolean {
  const word = written.toLowerCase();
  return counted.has(word) || hasRole(word, 'data', 'adjective') || (word.length > 1 && periods.has(word));
}

/** Value of a number that counts things; NaN if it can be read in two ways, or is no whole number. */
export function countOf({ digits: written, scale, sign, isPercent }: NumberToken): number {
  const value = parseFigure(written, { currency: null, isSignAfter: false, hasDots: scale !== null });
  if (value === null || sign !== null || isPercent) return Number.NaN;
  const count = Number((value * (scale ?? 1)).toPrecision(12));
  return scale !== null || Number.isInteger(count) ? count : Number.NaN;
}
