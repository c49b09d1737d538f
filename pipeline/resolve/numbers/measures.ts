/** Numbers with one unit: percentages, rates of data, hours, amounts of tokens and plain measures. */
import type { NumberRange, StatedQuota } from '../../../model/rows.ts';
import { buildRange, round } from './amounts.ts';
import { parseFigure } from './currencies.ts';
import { plainText } from './lexer.ts';
import { bounds, boundsAfter, periods } from './lexicon.ts';

interface Measured {
  readonly values: readonly number[];
  /** Of the last value; null without one. */
  readonly unit: string | null;
  readonly bound: 'from' | 'upTo' | null;
}

const written = (words: Iterable<string>) => [...words].map((word) => word.replaceAll('.', '\\.')).join('|');
const piece = new RegExp(
  `^(?:(?<before>${written(bounds.keys())}) ?)?(?<digits>[\\d.,'’]+(?: \\d{3})*) ?(?<unit>%|\\p{L}[\\p{L}\\p{N}]{0,19})?` +
    `(?: ?(?<after>\\+|${written(boundsAfter.keys())}))?$`,
  'iu',
);

/** Values of `1-10 Gbps`, `0.5/1/2.5 SOL`, `2/(1)`: a unit is that of the numbers before it. Null unless the whole text is read. */
function readMeasured(text: string, factorOf: (unit: string) => number | undefined): Measured | null {
  const pieces = plainText(text)
    .replace(/\((?=[\d.,]+\))|(?<=\([\d.,]{1,20})\)/g, '')
    .split(/ ?[/–—-] ?|, (?=[\d.])|(?<!up) to /i);
  const found = pieces.map((part) => piece.exec(part)?.groups);
  let unit: string | null = null;
  const values: number[] = [];
  for (const groups of found.toReversed()) {
    unit = groups?.unit ?? unit;
    const value = parseFigure(groups?.digits ?? '', { currency: null, isSignAfter: false, hasDots: true });
    const factor = factorOf(unit ?? '');
    if (value === null || factor === undefined) return null;
    values.unshift(round(value * factor));
  }
  const [first, last] = [found[0], found.at(-1)];
  const bound =
    bounds.get(first?.before?.toLowerCase() ?? '') ??
    (last?.after === undefined ? null : (boundsAfter.get(last.after) ?? 'from'));
  return { values, unit: found.findLast((groups) => groups?.unit !== undefined)?.unit ?? null, bound };
}

/** A number without a percent sign is a percentage, too. */
export function parsePercent(text: string): NumberRange | null {
  return buildRange(readMeasured(text, (unit) => (/^(?:%|percent)?$/i.test(unit) ? 1 : undefined))?.values ?? []);
}

const megabits: Readonly<Record<string, number>> = { '': 1e-6, k: 1e-3, m: 1, g: 1e3, t: 1e6 };
const rate = /^(?<prefix>[kmgt]?)(?<unit>b|bits?|bytes?)ps$/i;

/** A number without a unit is in Mbps. An amount of data (`10 TB`) is not a rate and gives no number. */
export function parseMbps(text: string): NumberRange | null {
  const perSecond = text.replace(/ ?(?:\/ ?s(?:ec(?:ond)?)?|per second)\b/giu, 'ps');
  const read = readMeasured(perSecond, (unit) => {
    if (unit === '') return 1;
    const { prefix = '', unit: bits = '' } = rate.exec(unit)?.groups ?? {};
    const factor = bits === '' ? undefined : megabits[prefix.toLowerCase()];
    return factor === undefined ? undefined : factor * (bits === 'B' || /^byte/i.test(bits) ? 8 : 1);
  });
  return buildRange(read?.values ?? []);
}

/** Tokens that one request of a faucet gives. */
export function parseTokens(text: string): (StatedQuota & NumberRange) | null {
  const read = readMeasured(text, (unit) => (/^\p{Ll}{0,2}\p{Lu}?[\p{Lu}\d]*$/u.test(unit) ? 1 : undefined));
  const range = buildRange(read?.values ?? []);
  if (read === null || range === null) return null;
  return { ...range, unit: read.unit, bound: read.bound ?? (range.min === range.max ? 'exact' : 'range') };
}

/** Hours between two requests. A number without a unit is in hours, as the description of the column says. */
export function parseHours(text: string): NumberRange | null {
  const hoursOf = (unit: string) => (unit === '' ? 3600 : unit === 'm' ? 60 : periods.get(unit.toLowerCase()));
  const read = readMeasured(text, (unit) => {
    const seconds = hoursOf(unit);
    return seconds === undefined ? undefined : seconds / 3600;
  });
  return buildRange(read?.values ?? []);
}

const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const isoTime =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[T ](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(?<zone>Z|UTC|[+-]\d{2}:\d{2})?)?$/i;

/** Parses an ISO 8601 date or time to milliseconds since 1970, UTC by default; otherwise numbers of blocks or milliseconds. */
export function parseMeasure(text: string): NumberRange | null {
  if (plainNumber.test(text)) return buildRange([Number(text)]);
  if (isoTime.test(text)) return buildRange([parseIsoTime(text)]);
  return buildRange(readMeasured(text, (unit) => (/^(?:ms|blocks?)?$/i.test(unit) ? 1 : undefined))?.values ?? []);
}

/** NaN if the date does not exist. */
function parseIsoTime(text: string): number {
  const { date = '', time = '00:00', zone = 'Z' } = isoTime.exec(text)?.groups ?? {};
  const day = Date.parse(`${date}T00:00Z`);
  // Date.parse reads 30 February as 1 March.
  if (Number.isNaN(day) || !new Date(day).toISOString().startsWith(date)) return Number.NaN;
  return Date.parse(`${date}T${time}${/^utc$/i.test(zone) ? 'Z' : zone.toUpperCase()}`);
}
