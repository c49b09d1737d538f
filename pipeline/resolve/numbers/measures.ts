/** Numbers with one unit: percentages, rates of data, hours, amounts of tokens and plain measures. */
import type { NumberRange, StatedQuota } from '../../../model/rows.ts';
import { buildRange, round } from './amounts.ts';
import { parseFigure } from './currencies.ts';
import { Cursor } from './cursor.ts';
import { magnitudeOf, plainText, tokenize } from './lexer.ts';
import { type Bound, bounds, boundsAfter, periods } from './lexicon.ts';

type FactorOf = (unit: string) => number | undefined;

class MeasureReader extends Cursor {
  /** Unit of the last value; null without one. */
  name: string | null = null;
  bound: Bound | null = null;

  constructor(text: string) {
    super(tokenize(plainText(text)));
  }

  /** Values of `1-10 Gbps`, `0.5/1/2.5 SOL`, `2/(1)`: a unit is that of the numbers before it. Empty unless the whole text is read. */
  read(factorOf: FactorOf): readonly number[] {
    const found: { readonly value: number; readonly unit: string | null }[] = [];
    do {
      if (found.length > 0) this.at++;
      const isInner = this.take('(');
      found.push(this.#readPiece());
      if (isInner && !this.take(')')) return [];
    } while (this.isJoint());
    this.bound ??= this.takeOf(boundsAfter) ?? (this.take('+') ? 'from' : null);
    if (this.at < this.tokens.length) return [];
    const values = found.toReversed().map(({ value, unit }) => {
      this.name ??= unit;
      return round(value * (factorOf(unit ?? this.name ?? '') ?? Number.NaN));
    });
    return values.every(Number.isFinite) ? values : [];
  }

  #readPiece() {
    this.bound ??= this.takeOf(bounds);
    const token = this.number();
    if (token === null || token.sign !== null) return { value: Number.NaN, unit: null };
    this.at++;
    if (token.isOpen) this.bound ??= 'from';
    const next = this.peek();
    const isUnit = next?.kind === 'word' && !boundsAfter.has(next.word);
    if (isUnit) this.at++;
    const value = parseFigure(token.digits, { currency: null, isSignAfter: false, hasDots: true }) ?? Number.NaN;
    // `1K SOL` is a thousand; the `MN` of `0.5 MN` may be a token.
    return {
      value: token.scale === null ? value : isUnit ? value * token.scale : Number.NaN,
      unit: token.isPercent ? '%' : isUnit ? next.text : null,
    };
  }
}

function rangeOf(text: string, factorOf: FactorOf): NumberRange | null {
  return buildRange(new MeasureReader(text).read(factorOf));
}

/** A number without a percent sign is a percentage, too. */
export function parsePercent(text: string): NumberRange | null {
  return rangeOf(text, (unit) => (/^%?$/.test(unit) ? 1 : undefined));
}

const megabits: ReadonlyMap<string, number> = new Map([
  ['', 1e-6],
  ['k', 1e-3],
  ['m', 1],
  ['g', 1e3],
  ['t', 1e6],
]);
const rate = /^(?<prefix>[kmgt]?)(?<unit>b|bits?|bytes?)ps$/i;

/** A number without a unit is in Mbps. An amount of data (`10 TB`) is not a rate and gives no number. */
export function parseMbps(text: string): NumberRange | null {
  const perSecond = text.replace(/ ?(?:\/ ?s(?:ec(?:ond)?)?|per second)\b/giu, 'ps');
  return rangeOf(perSecond, (unit) => {
    const { prefix = '', unit: bits = '' } = rate.exec(unit)?.groups ?? {};
    if (bits === '') return unit === '' ? 1 : undefined;
    return (megabits.get(prefix.toLowerCase()) ?? 1) * (bits === 'B' || /^byte/i.test(bits) ? 8 : 1);
  });
}

/** Tokens that one request of a faucet gives. */
export function parseTokens(text: string): (StatedQuota & NumberRange) | null {
  const reader = new MeasureReader(text);
  const range = buildRange(reader.read((unit) => (/^(?:\p{Ll}{0,2}\p{Lu}[\p{Lu}\d]*)?$/u.test(unit) ? 1 : undefined)));
  return range && { ...range, unit: reader.name, bound: reader.bound ?? (range.min === range.max ? 'exact' : 'range') };
}

/** Hours between two requests. A number without a unit is in hours, as the description of the column says. */
export function parseHours(text: string): NumberRange | null {
  return rangeOf(text, (unit) => {
    const seconds = unit === '' ? 3600 : unit === 'm' ? 60 : periods.get(unit.toLowerCase());
    return seconds === undefined ? undefined : seconds / 3600;
  });
}

const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const isoTime =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[T ](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(?<zone>Z|UTC|[+-]\d{2}:\d{2})?)?$/i;

/** Parses an ISO 8601 date or time to milliseconds since 1970, UTC by default; otherwise numbers with any unit after the last one. */
export function parseMeasure(text: string): NumberRange | null {
  if (plainNumber.test(text)) return buildRange([Number(text)]);
  if (isoTime.test(text)) return buildRange([parseIsoTime(text)]);
  const [, number = text, unit = ''] = /^(.*\d) ?(\p{L}+(?:\/\p{L}+)?)$/u.exec(text) ?? [];
  return magnitudeOf(unit, false) === null ? rangeOf(number, (rest) => (rest === '' ? 1 : undefined)) : null;
}

/** NaN if the date does not exist. */
function parseIsoTime(text: string): number {
  const { date = '', time = '00:00', zone = 'Z' } = isoTime.exec(text)?.groups ?? {};
  const day = Date.parse(`${date}T00:00Z`);
  // Date.parse reads 30 February as 1 March.
  if (Number.isNaN(day) || !new Date(day).toISOString().startsWith(date)) return Number.NaN;
  return Date.parse(`${date}T${time}${/^utc$/i.test(zone) ? 'Z' : zone.toUpperCase()}`);
}
