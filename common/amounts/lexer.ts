/**
 * Text of a price or a quota -> tokens. Every character belongs to a token, so that none is
 * overlooked.
 */
import { currencyOf, currencyOfWord, joinCurrencies, parseFigure } from './currencies.ts';
import {
  magnitudeOf,
  type OwnUnits,
  ownUnit,
  phrases,
  trial,
  type Word,
  wordOf,
} from './lexicon.ts';

/**
 * Roles of numbers: `money` with a currency, `percent`, `scaled` as 5K, `plain` as 5, `decimal` as
 * 0.5, `unknown` if not clear.
 */
export interface Token extends Word {
  /** As written, for messages. */
  readonly text: string;
  readonly currency?: string | null;
  /** Place in the plain text. */
  readonly at?: number;
  readonly end?: number;
  /** Volume that an amount is for: 1M to 250M of `$8 (1M-250M)`. */
  readonly volume?: { readonly from: number; readonly to: number | null };
}

const space = '[ \\t\\u00a0\\u202f]';
/** Digits with separators. `parseFigure` says which of them are numbers. */
const digits = `(?<written>(?:\\d+(?:(?:[.,'’]|${space})\\d+)*|\\.\\d+)(?:e[+-]?\\d{1,3}(?![\\p{L}\\d]))?)`;
const numberPattern = new RegExp(
  `(?<sign>[A-Z]{0,4}\\p{Sc}${space}?|[A-Z]{3,4}${space}|[A-Z]{3})?${digits}`,
  'uy',
);
const magnitudePattern = /(?<gap>[ \u00a0]?)(?<word>\p{L}+)/uy;
const percentPattern = /\s?(?:%|percent\b)/iuy;
const currencyPattern = new RegExp(
  `${space}*(\\p{Sc}|\\p{L}[\\p{L}\\p{M}\\p{N}_]*)(?![-'’][\\p{L}\\p{N}])`,
  'uy',
);
/** Of texts in lowercase: to compile a pattern of letters that ignores case takes milliseconds. */
const trialPattern = new RegExp(`${trial}(?![\\p{L}\\p{N}])`, 'uy');
/** Most texts have none of these. */
const trialWords = /trial|day|week|month|year/;
const marks =
  '(?<comma>,)|(?<stop>[;|\\n•·]|\\.(?!\\S))|(?<dash>[-‐-―−→])|(?<slash>/)|(?<plus>\\+)|(?<colon>:)|(?<open>\\()|(?<close>\\))';
const words = `(?:${phrases.join('|')})(?!\\p{L})|\\p{L}[\\p{L}\\p{M}\\p{N}_]*(?:[-'’][\\p{L}\\p{N}]+)*|[<>]=?|[≤≥⩽⩾&~≈]`;
/** Of texts in lowercase. */
const otherPattern = new RegExp(`(?<word>${words})|${marks}|(?<unknown>\\P{Z})`, 'uy');

/**
 * What shows a text and says nothing: links, line breaks, bold print, struck prices, characters of
 * full width, and a full stop.
 */
export function plainText(text: string): string {
  return text
    .replace(/[\uff01-\uff5e\uffe0-\uffe6\u3000]/g, (character) => character.normalize('NFKC'))
    .replace(/\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replace(/<br\s{0,9}\/?>/gi, '\n')
    .replace(/~~[^~]*~~|<(s|del|strike)>[^<]*<\/\1>|(?:.\u0336)+/giu, ' ')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .trim();
}

const noUnits: OwnUnits = new Map();

/** `isMeasure`: whether dots are before decimals whatever follows them. */
export function tokenize(written: string, isMeasure = false, units = noUnits): Token[] {
  const text = plainText(written);
  const tokens: Token[] = [];
  const folded = foldCase(text);
  const mayBeTrial = trialWords.test(folded);
  for (let at = 0; at < text.length; ) {
    const [free] = (mayBeTrial && match(trialPattern, folded, at)) || [];
    const trial =
      free === undefined ? null : { text: text.slice(at, at + free.length), roles: ['trial'] };
    const token =
      trial ?? readNumber(text, at, isMeasure) ?? readOther({ text, folded }, at, units);
    const end = at + (token?.text.length ?? 1);
    if (token !== null) tokens.push({ ...token, at, end });
    at = end;
  }
  if (tokens.at(-1)?.text === '.') tokens.pop();
  return tokens;
}

/** In lowercase, with every character at its place: that of the Turkish İ takes two. */
function foldCase(text: string): string {
  return text.replaceAll('\u0130', 'I').toLowerCase();
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function readOther(
  { text, folded }: { readonly text: string; readonly folded: string },
  at: number,
  units: OwnUnits,
): Token | null {
  const { 0: same, groups = {} } = match(otherPattern, folded, at) ?? { 0: undefined };
  if (same === undefined) return null;
  const found = text.slice(at, at + same.length);
  if (groups.word === undefined)
    return { text: found, roles: Object.keys(groups).filter((role) => groups[role] !== undefined) };
  const value = magnitudeOf(found, true);
  return {
    roles: ['word'],
    ...(wordOf(found) ?? ownUnit(found, units)),
    ...(value && { roles: ['magnitude'], value }),
    text: found,
  };
}

function readNumber(text: string, start: number, isMeasure: boolean): Token | null {
  const found = match(numberPattern, text, start);
  if (found === null) return null;
  const { sign = '', written = '' } = found.groups ?? {};
  const before = currencyOf(sign.trim());
  // `Q$5` has a currency that is not known, and the 20 of `ERC20` is no number.
  if (sign !== '' && before === null) return null;
  const [scale, scaleLength] = readMagnitude(text, start + found[0].length);
  const end = start + found[0].length + scaleLength;
  const percent = (before ?? scale) === null ? match(percentPattern, text, end) : null;
  const none = { currency: before, name: sign.trim(), length: percent?.[0].length ?? 0 };
  const { currency, name, length } = percent === null ? readCurrency(text, end, none) : none;
  const hasDots = isMeasure || scale !== null || percent !== null;
  const figure = parseFigure(written, { currency, isSignAfter: before === null, hasDots });
  const value = round((figure * (scale ?? 1)) / (/^(?:¢|cents?)$/i.test(name) ? 100 : 1));
  const roles = [percent === null ? roleOf(value, currency, scale) : 'percent'];
  return { text: text.slice(start, end + length), roles, value, currency, scale };
}

function roleOf(value: number, currency: string | null, scale: number | null): string {
  if (!Number.isFinite(value)) return 'unknown';
  return currency !== null
    ? 'money'
    : scale !== null
      ? 'scaled'
      : Number.isInteger(value)
        ? 'plain'
        : 'decimal';
}

/** A sign, code, name or ticker after a number, unless it contradicts the one before. */
function readCurrency(
  text: string,
  at: number,
  before: { currency: string | null; name: string; length: number },
) {
  const [found = '', name = ''] = match(currencyPattern, text, at) ?? [];
  const currency = joinCurrencies(before.currency, currencyOf(name) ?? currencyOfWord(name));
  return currency === null ? before : { currency, name, length: found.length };
}

/** `5M`, `5 million`, `1Mrequests`. */
function readMagnitude(text: string, at: number): readonly [factor: number | null, length: number] {
  const { gap = '', word = '' } = match(magnitudePattern, text, at)?.groups ?? {};
  const whole = magnitudeOf(word, gap !== '');
  if (whole !== null) return [whole, gap.length + word.length];
  const isJoined = gap === '' && /^[KMB]\p{L}{2}/u.test(word) && wordOf(word) === undefined;
  const { roles = [] } = (isJoined && wordOf(word.slice(1))) || {};
  return /unit|period|adjective/.test(roles.join())
    ? [magnitudeOf(word.charAt(0), false), 1]
    : [null, 0];
}

/** Without binary floating-point errors: no price has as many digits. */
export function round(value: number): number {
  return Number(value.toPrecision(12));
}

/** `50K`. The language data of Intl.NumberFormat takes 14 ms to load. */
export function compact(count: number): string {
  const scales = [
    [1e12, 'T'],
    [1e9, 'B'],
    [1e6, 'M'],
    [1e3, 'K'],
    [0, ''],
  ] as const;
  const [scale = 1, letter = ''] = scales.find(([least]) => count >= least) ?? [];
  if (letter === '') return String(count);
  return `${round(count / scale)}${letter}`;
}
