/** Numbers stated in free text as a range, for filters and sorting. */
import { type ColumnDefinition, quotaKind } from '../../model/columns.ts';
import { companionsOf } from '../../model/companions.ts';
import type { NumberRange, Stated, StatedPrice, Value } from '../../model/rows.ts';
import type { OfferEntry, StatedNumbers } from '../sources.ts';
import { parseHours, parseTokens } from './numbers/faucets.ts';
import { parsePrice, parseUnitPrice } from './numbers/prices.ts';
import { parseLimits } from './numbers/quotas.ts';
import { buildRange, figure, magnitude, parseFigure, parseMagnitude, unglued } from './numbers/tokens.ts';

/** Parsers by column; other columns are parsed as plain measures. `moneyColumns` names those that read prices. */
const parsers: ReadonlyMap<string, (text: string) => NumberRange | StatedPrice | null> = new Map([
  ['accessPrice', parsePrice],
  ['price', parsePrice],
  ['queryPrice', parseUnitPrice],
  ['uptimeSla', parsePercent],
  ['verifiedUptime', parsePercent],
  ['bandwidthSla', parseMbps],
  ['dripLimitAmount', parseTokens],
  ['dripLimitPeriod', parseHours],
]);

/** Null if the text states no number; a price if the column is of money. Never throws; both numbers are finite. */
export function parseNumbers(columnKey: string, text: string): NumberRange | StatedPrice | null {
  const parse = parsers.get(columnKey) ?? parseMeasure;
  return parse(text.trim());
}

/** Longer texts state no numbers: a reader takes up to 50 µs for a character. The longest text of the corpus has 186. */
export const maxStatingLength = 500;

/** Parses each distinct text once: the 66,178 rows of the corpus have 405 different prices. */
export function readNumbers(columns: readonly ColumnDefinition[], entries: readonly OfferEntry[]): StatedNumbers {
  const stating = columns.filter((column) => companionsOf(column).length > 0);
  const numbers = new Map(stating.map((column) => [column.key, { column, byText: new Map<string, Stated | null>() }]));
  // Equal records share their cells. A record has few cells besides those of its offer.
  for (const { values } of new Set(entries.map((entry) => entry.cells))) {
    for (const key in values) {
      const found = numbers.get(key);
      const text = found && textOfCell(values[key]);
      if (text && !found.byText.has(text)) found.byText.set(text, parseCell(found.column, text));
    }
  }
  return new Map(Array.from(numbers, ([key, { byText }]) => [key, byText]));
}

function parseCell(column: ColumnDefinition, text: string): Stated | null {
  if (text.length > maxStatingLength) return null;
  return quotaKind(column) === 'limits' ? parseLimits(text) : parseNumbers(column.key, text);
}

/** Text of a cell that numbers are read from: items on lines of their own; null without texts. */
export function textOfCell(cell: Value | undefined): string | null {
  if (typeof cell === 'string') return cell;
  return Array.isArray(cell) ? cell.join('\n') : null;
}

/** In `99.9-99.95%` and `1-10 Gbps` the unit is written once, after the last number. */
const statedRange = `${unglued}(?:(?<from>${figure})\\s?(?:[-–—/]|to\\s)\\s?)?(?<digits>${figure})`;

const numberPattern = new RegExp(`${unglued}(?<digits>${figure})(?<scale>${magnitude})?`, 'gu');
// bounded: at most 500 characters (recheck cannot tell 100 alternatives at each position from quadratic time)
const percentPattern = new RegExp(`${statedRange}\\s?(?:%|percent\\b)`, 'gu');
// bounded: at most 500 characters, as above
const ratePattern = new RegExp(
  `${statedRange}\\s?(?<prefix>[kmgt]?)(?<unit>bit|byte|b)s?(?<second>ps|\\s?/\\s?s(?:ec(?:ond)?)?|\\sper\\ssecond)?(?!\\p{L})`,
  'giu',
);
const bareRate = new RegExp(`^[^\\d]*${statedRange}\\+?$`, 'u');

const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
/** `12/03/2025` is no number, and its day and month cannot be told apart. */
const writtenDate = /(?<![\d./-])\d{1,4}([./-])\d{1,2}\1\d{1,4}(?![./-]?\d)/g;
const minusSign = /(?:^|[\s(,;:=<>~])[-−]$/u;
const isoTime =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[T ](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(?<zone>Z|UTC|[+-]\d{2}:\d{2})?)?$/i;

const megabits: ReadonlyMap<string, number> = new Map([
  ['', 1e-6],
  ['k', 1e-3],
  ['m', 1],
  ['g', 1e3],
  ['t', 1e6],
]);
const bitsPerByte = 8;

/** Parses percentages. A text without a percent sign is parsed as a plain measure. */
export function parsePercent(text: string): NumberRange | null {
  const percentages = [...dropRemarks(text).matchAll(percentPattern)].flatMap((match) => readFigures(match, 1));
  return buildRange(percentages) ?? parseMeasure(text);
}

/** A number without a unit is in Mbps. An amount of data (`10 TB`) is not a rate and gives no number. */
export function parseMbps(text: string): NumberRange | null {
  const shown = dropRemarks(text).trim();
  const rates = [...shown.matchAll(ratePattern)].flatMap((match) => readFigures(match, megabitsIn(match)));
  if (rates.length > 0) return buildRange(rates);
  const bare = bareRate.exec(shown);
  return bare === null ? null : buildRange(readFigures(bare, 1));
}

/** Parses an ISO 8601 date or time to milliseconds since 1970, UTC by default; otherwise numbers without a unit. */
export function parseMeasure(text: string): NumberRange | null {
  if (plainNumber.test(text)) return buildRange([Number(text)]);
  if (isoTime.test(text)) return buildRange([parseIsoTime(text)]);
  const shown = dropRemarks(text).replace(writtenDate, ' ');
  return buildRange([...shown.matchAll(numberPattern)].map((match) => readSigned(shown, match)));
}

/** Removes remarks in parentheses. A number alone in parentheses is a value: `2/(1)`. */
function dropRemarks(text: string): string {
  return text.replace(/\(([^()]*)\)/g, (_remark, inner: string) => (/^[\d.,\s%]+$/.test(inner) ? ` ${inner} ` : ' '));
}

function readFigures(match: RegExpExecArray, factor: number): number[] {
  const { from, digits = '' } = match.groups ?? {};
  const figures = from === undefined ? [digits] : [from, digits];
  return figures.map((written) => Number((parseFigure(written) * factor).toPrecision(12)));
}

/** NaN, which is ignored, if the unit is an amount of data without `per second`. */
function megabitsIn(match: RegExpExecArray): number {
  const { prefix = '', unit = '', second } = match.groups ?? {};
  const isByte = unit === 'B' ? second !== 'PS' : unit.toLowerCase() === 'byte';
  if (isByte && second === undefined) return Number.NaN;
  return (megabits.get(prefix.toLowerCase()) ?? Number.NaN) * (isByte ? bitsPerByte : 1);
}

function readSigned(text: string, match: RegExpExecArray): number {
  const { digits = '', scale } = match.groups ?? {};
  const value = parseFigure(digits) * parseMagnitude(scale);
  return minusSign.test(text.slice(Math.max(0, match.index - 2), match.index)) ? -value : value;
}

/** NaN if the date does not exist. */
function parseIsoTime(text: string): number {
  const { date = '', time = '00:00', zone = 'Z' } = isoTime.exec(text)?.groups ?? {};
  const day = Date.parse(`${date}T00:00Z`);
  // Date.parse reads 30 February as 1 March.
  if (Number.isNaN(day) || !new Date(day).toISOString().startsWith(date)) return Number.NaN;
  return Date.parse(`${date}T${time}${/^utc$/i.test(zone) ? 'Z' : zone.toUpperCase()}`);
}
