/** Volumes and rates in words: `40 million requests a month`, `1M requests a day`, `25 requests per second`, `40M`, `at least 1M requests`. */
import { leastAt } from './bounds.ts';

/** A number as people type it into a field: `40M`, `1,000,000`. Other texts stay as they are. */
export function readCount(text: string): string {
  const [, digits, word = ''] = /^(\d[\d,]*(?:\.\d+)?)\s?(\p{L}*)$/u.exec(text.trim()) ?? [];
  const multiplier = word === '' ? 1 : multipliers.get(word.toLowerCase());
  if (digits === undefined || multiplier === undefined) return text;
  return String(Math.round(Number(digits.replaceAll(',', '')) * multiplier));
}

/** What a search asks plans to hold. */
export interface Volume {
  /** Requests a month; null if the words state a rate. */
  readonly requests: number | null;
  /** Requests per second; null if the words state a number. */
  readonly peak: number | null;
  /** Words of a lower bound, such as `at least`: plans must state that they include so much; null for the volume of an estimate. */
  readonly least: string | null;
}

const multipliers: ReadonlyMap<string, number> = new Map([
  ...['k', 'thousand'].map((word) => [word, 1e3] as const),
  ...['m', 'mm', 'mn', 'mil', 'mio', 'mln', 'million', 'millions'].map((word) => [word, 1e6] as const),
  ...['b', 'bn', 'billion', 'billions'].map((word) => [word, 1e9] as const),
]);
const units: ReadonlySet<string> = new Set(
  'request requests req reqs call calls query queries hit hits rpcs tx txs transactions'.split(' '),
);
/** Words between the number and the unit: `40M RPC calls`. */
const kinds: ReadonlySet<string> = new Set(['api', 'rpc', 'http', 'json-rpc']);
/** Units with their period. */
const rates: ReadonlyMap<string, string> = new Map([
  ...['rps', 'qps', 'req/s', 'reqs/s', 'r/s'].map((word) => [word, 'second'] as const),
  ...['rpm', 'req/min'].map((word) => [word, 'minute'] as const),
]);
const periods: ReadonlyMap<string, string> = new Map([
  ...['s', 'sec', 'second'].map((word) => [word, 'second'] as const),
  ...['min', 'minute'].map((word) => [word, 'minute'] as const),
  ...['h', 'hr', 'hour', 'hourly'].map((word) => [word, 'hour'] as const),
  ...['d', 'day', 'daily'].map((word) => [word, 'day'] as const),
  ...['w', 'week', 'weekly'].map((word) => [word, 'week'] as const),
  ...['mo', 'mth', 'month', 'monthly', 'pm'].map((word) => [word, 'month'] as const),
  ...['y', 'yr', 'year', 'yearly', 'annually'].map((word) => [word, 'year'] as const),
]);
/** Periods of a month of 30 days. */
const timesAMonth: ReadonlyMap<string, number> = new Map([
  ['hour', 720],
  ['day', 30],
  ['week', 30 / 7],
  ['month', 1],
  ['year', 1 / 12],
]);
/** What else comes in millions. */
const otherUnits =
  /^(?:users?|wallets?|blocks?|tokens?|credits?|cus?|compute|units?|dollars?|usd|eur|gb|tb|mb|ms|%|\$|€)$/;
const most = 1e12;

/** `a million`, `half a million` */
const numbers: ReadonlyMap<string, string> = new Map([
  ['a', '1'],
  ...'one two three four five six seven eight nine ten'.split(' ').map((word, at) => [word, String(at + 1)] as const),
  ...'twenty thirty forty fifty sixty seventy eighty ninety hundred'
    .split(' ')
    .map((word, at) => [word, String(10 * (at + 2))] as const),
]);
/** Words of volumes, which are no typing errors. */
export const volumeWords: readonly string[] = [...multipliers.keys(), ...units, ...periods.keys()].filter(
  (word) => word.length > 3,
);

/** `40`, `1,000`, `2.5m`, `25rps`. */
const amount =
  /^(?:~|≈|(?<sign>>=?|≥))?(?<digits>\d{1,3}(?:,\d{3})+|\d{0,12})(?<part>\.\d{1,4})?(?<rest>[a-z/-]*)(?<plus>\+)?$/;
/** Words after a lower bound. */
const endings = ['or more', 'or above', 'and more', 'minimum', 'included'];

/** The volume that begins at the first word, with its number of words; null if none does. A number alone is no volume, unless it is in millions. */
export function readVolume(words: readonly string[]): { readonly volume: Volume; readonly length: number } | null {
  const before = leastAt(words);
  const skipped = before === null ? 0 : before.split(' ').length;
  const open = words.slice(skipped);
  const read = readAmount(open);
  if (read === null) return null;
  const ending = endings.find((text) => open.slice(read.length).join(' ').startsWith(text));
  const length = skipped + read.length + (ending?.split(' ').length ?? 0);
  const { sign, plus = ending } = amount.exec(open[0] ?? '')?.groups ?? {};
  const least = before ?? sign ?? (plus === undefined ? null : 'at least');
  return { volume: { ...read.volume, least }, length };
}

/** Without the words of a bound. */
function readAmount(words: readonly string[]): ReturnType<typeof volumeOf> {
  if (isHalf(words)) return longer(readAmount(['.5', ...words.slice(2)]));
  const { digits = '', part = '', rest = '' } = amount.exec(numberOf(words))?.groups ?? {};
  if (digits + part === '') return null;
  const isGlued = multipliers.has(rest);
  const own = isGlued || rest === '' ? [] : splitPeriod(rest);
  const open = [...own, ...words.slice(1).flatMap(splitPeriod)];
  const multiplier = multipliers.get(isGlued ? rest : (open[0]?.text ?? '')) ?? 1;
  const counted = readPer(open, !isGlued && multiplier > 1 ? 1 : 0, multiplier >= 1e6);
  if (counted === null) return null;
  return volumeOf(
    Number(digits.replaceAll(',', '') + part) * multiplier,
    counted.period,
    wordsTo(open, counted.to, own.length),
  );
}

/** The first word as digits. A word such as `ten` is a number before a multiplier only. */
function numberOf([first = '', second = '']: readonly string[]): string {
  return multipliers.has(second) ? (numbers.get(first) ?? first) : first;
}

/** `half a million` */
function isHalf([first, second, third = '']: readonly string[]): boolean {
  return first === 'half' && second === 'a' && multipliers.has(third);
}

function longer<T extends { readonly length: number }>(read: T | null): T | null {
  return read === null ? null : { ...read, length: read.length + 1 };
}

/** What is counted, and in which time; null unless the pieces name requests. `isMany`: a number of millions needs no name. */
function readPer(
  open: readonly Piece[],
  at: number,
  isMany: boolean,
): { readonly period: string; readonly to: number } | null {
  while (kinds.has(open[at]?.text ?? '')) at++;
  const unit = open[at]?.text ?? '';
  const rate = rates.get(unit);
  if (rate !== undefined) return { period: rate, to: at + 1 };
  const isNamed = units.has(unit);
  if (!isNamed && (!isMany || otherUnits.test(unit))) return null;
  const to = isNamed ? at + 1 : at;
  return readPeriod(open, to) ?? { period: 'month', to };
}

interface Piece {
  readonly text: string;
  /** Whether the piece ends its word. */
  readonly ends: boolean;
}

/** `requests/day` -> `requests`, `/`, `day`. */
function splitPeriod(word: string): Piece[] {
  if (rates.has(word) || !word.includes('/')) return [{ text: word, ends: true }];
  const pieces = word.split(/(\/)/).filter((piece) => piece !== '');
  return pieces.map((text, at) => ({ text, ends: at === pieces.length - 1 }));
}

/** `a month`, `per day`, `/ s`, `daily`. */
function readPeriod(open: readonly Piece[], at: number): { readonly period: string; readonly to: number } | null {
  const hasWord = ['a', 'an', 'per', 'each', 'every', '/'].includes(open[at]?.text ?? '');
  const period = periods.get(open[hasWord ? at + 1 : at]?.text ?? '');
  return period === undefined ? null : { period, to: at + (hasWord ? 2 : 1) };
}

/** Words of a search that the pieces come from. `own`: pieces of the word of the number. */
function wordsTo(open: readonly Piece[], to: number, own: number): number {
  return 1 + open.slice(0, to).filter(({ ends }, at) => ends && at >= own).length;
}

function volumeOf(value: number, period: string, length: number) {
  const isRate = period === 'second' || period === 'minute';
  const amounts = isRate
    ? { requests: null, peak: Math.max(1, Math.ceil(period === 'minute' ? value / 60 : value)) }
    : { requests: Math.max(1, Math.round(value * (timesAMonth.get(period) ?? 1))), peak: null };
  return value > 0 && (amounts.requests ?? 0) <= most && (amounts.peak ?? 0) <= 1e6
    ? { volume: amounts, length }
    : null;
}
