/** Numbers with one unit: percentages, rates of data, hours, amounts of tokens and plain measures. */
import type { NumberRange, StatedQuota } from '../../../model/rows.ts';
import { buildRange, round } from './amounts.ts';
import { parseFigure } from './currencies.ts';
import { magnitudeOf, plainText } from './lexer.ts';
import { bounds, boundsAfter, magnitudes, periods } from './lexicon.ts';

type FactorOf = (unit: string) => number | undefined;

const anyOf = (words: ReadonlyMap<string, unknown>) =>
  [...words.keys()]
    .toSorted((a, b) => b.length - a.length)
    .join('|')
    .replaceAll('.', '\\.');
const before = new RegExp(`^(${anyOf(bounds)}) ?(?=[\\d.])`, 'i');
const after = new RegExp(` ?(\\+|\\b(?:${anyOf(boundsAfter)}))$`, 'i');
const joint = / ?(?:[-‐-―−→]|\/|\bto\b) ?/;
const piece =
  /^(?<digits>(?:\d+(?:[.,'’\s]\d+)*|\.\d+)(?:e[+-]?\d{1,3})?)(?: ?(?<scale>[KMB])(?= \p{L}))? ?(?<unit>%|percent|\p{L}[\p{L}\d]*)?$/iu;

/**
 * Values of `1-10 Gbps`, `0.5/1/2.5 SOL`, `2/(1)`: a unit is that of the numbers before it, too. `name`: that of the last one.
 * Null unless the whole text is read.
 */
function readMeasure(text: string, factorOf: FactorOf) {
  const plain = plainText(text).replace(/\s+/g, ' ');
  const rest = plain.replace(before, '');
  const pieces = rest.replace(after, '').split(joint);
  let name: string | null = null;
  const values = pieces.toReversed().map((each) => {
    const { digits = 'x', scale, unit } = piece.exec(each.replace(/^\((.*)\)$/, '$1'))?.groups ?? {};
    name ??= unit ?? null;
    const value = parseFigure(digits, { currency: null, isSignAfter: false, hasDots: true }) ?? Number.NaN;
    return round(value * (scale ? (magnitudes.get(scale) ?? 1) : 1) * (factorOf(unit ?? name ?? '') ?? Number.NaN));
  });
  const range = values.every(Number.isFinite) ? buildRange(values) : null;
  const least = bounds.get(before.exec(plain)?.[1]?.toLowerCase() ?? '');
  const end = after.exec(rest)?.[1]?.toLowerCase() ?? '';
  return range && { range, name, bound: least ?? (end === '+' ? 'from' : boundsAfter.get(end)) };
}

function rangeOf(text: string, factorOf: FactorOf): NumberRange | null {
  return readMeasure(text, factorOf)?.range ?? null;
}

/** A number without a percent sign is a percentage, too. */
export function parsePercent(text: string): NumberRange | null {
  return rangeOf(text, (unit) => (/^(?:%|percent)?$/i.test(unit) ? 1 : undefined));
}

const rate = /^(?<prefix>[kmgt]?)(?<unit>b|bits?|bytes?)ps$/i;

/** A number without a unit is in Mbps. An amount of data (`10 TB`) is not a rate and gives no number. */
export function parseMbps(text: string): NumberRange | null {
  const perSecond = text.replace(/ ?(?:\/ ?s(?:ec(?:ond)?)?|per second)\b/giu, 'ps');
  return rangeOf(perSecond, (unit) => {
    const { prefix = '', unit: bits = '' } = rate.exec(unit)?.groups ?? {};
    if (bits === '') return unit === '' ? 1 : undefined;
    return 1e3 ** (' kmgt'.indexOf(prefix.toLowerCase() || ' ') - 2) * (bits === 'B' || /^byte/i.test(bits) ? 8 : 1);
  });
}

/** Tokens that one request of a faucet gives. */
export function parseTokens(text: string): (StatedQuota & NumberRange) | null {
  const read = readMeasure(text, (unit) =>
    /^(?:\p{Ll}{0,2}\p{Lu}[\p{Lu}\d]*)?$/u.test(unit) && magnitudeOf(unit, false) === null ? 1 : undefined,
  );
  if (read === null) return null;
  const { range, name, bound } = read;
  return { ...range, unit: name, bound: bound ?? (range.min === range.max ? 'exact' : 'range') };
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
