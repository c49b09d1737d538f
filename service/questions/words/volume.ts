/**
 * Volumes and rates in words: `40 million requests a month`, `25 requests per second`, `40M`, `at
 * least 1M requests`, `100M compute units`.
 */
import { comparatorAt } from './bounds.ts';

/** A number as people type it into a field: `40M`, `1,000,000`. Other texts stay as they are. */
export function readCount(text: string): string {
  const [, digits, word = ''] = /^(\d[\d,]*(?:\.\d+)?)\s?(\p{L}*)$/u.exec(text.trim()) ?? [];
  const multiplier = word === '' ? 1 : multipliers.get(word.toLowerCase());
  if (digits === undefined || multiplier === undefined) return text;
  return String(Math.round(Number(digits.replaceAll(',', '')) * multiplier));
}

/** What a search asks plans to hold. */
export interface Volume {
  readonly amount: number;
  readonly period: 'month' | 'second';
  /** As quotas name it: `requests`, `compute units`, `credits`. */
  readonly unit: string;
  /** Plans must state that they include so much; null for the requests of an estimate. */
  readonly bound: 'at least' | 'more than' | 'at most' | 'less than' | null;
}

const multipliers: ReadonlyMap<string, number> = new Map([
  ...['k', 'thousand'].map((word) => [word, 1e3] as const),
  ...['m', 'mm', 'mn', 'mil', 'mio', 'mln', 'million', 'millions'].map(
    (word) => [word, 1e6] as const,
  ),
  ...['b', 'bn', 'billion', 'billions'].map((word) => [word, 1e9] as const),
]);
const units: ReadonlyMap<string, string> = new Map([
  ...'request requests req reqs call calls query queries hit hits rpcs tx txs transactions'
    .split(' ')
    .map((word) => [word, 'requests'] as const),
  ...['cu', 'cus', 'compute unit', 'compute units'].map(
    (words) => [words, 'compute units'] as const,
  ),
  ...['credit', 'credits'].map((word) => [word, 'credits'] as const),
]);
/** Words between the number and the unit: `40M RPC calls`. */
const kinds: ReadonlySet<string> = new Set(['api', 'rpc', 'http', 'json-rpc']);
/** Short forms of units with their period. */
const rates: ReadonlyMap<string, string> = new Map([
  ...['rps', 'qps', 'r/s'].map((word) => [word, 'req/s'] as const),
  ['rpm', 'req/min'],
  ['cups', 'cu/s'],
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
  /^(?:users?|wallets?|blocks?|tokens?|compute|units?|dollars?|usd|eur|gb|tb|mb|ms|%|\$|€)$/;
const most = 1e12;

/** `a million`, `half a million` */
const numbers: ReadonlyMap<string, string> = new Map([
  ['a', '1'],
  ...'one two three four five six seven eight nine ten'
    .split(' ')
    .map((word, at) => [word, String(at + 1)] as const),
  ...'twenty thirty forty fifty sixty seventy eighty ninety hundred'
    .split(' ')
    .map((word, at) => [word, String(10 * (at + 2))] as const),
]);
/** Words of volumes, which are no typing errors. */
export const volumeWords: readonly string[] = [
  ...multipliers.keys(),
  ...units.keys(),
  ...periods.keys(),
]
  .flatMap((words) => words.split(' '))
  .filter((word) => word.length > 3);

/** `40`, `1,000`, `2.5m`, `25rps`. */
const amount =
  /^(?:~|≈|(?<sign>>=?|≥))?(?<digits>\d{1,3}(?:,\d{3})+|\d{0,12})(?<part>\.\d{1,4})?(?<rest>[a-z/-]*)(?<plus>\+)?$/;
const isHalf = ([first, second, third = '']: readonly string[]) =>
  first === 'half' && second === 'a' && multipliers.has(third);
/** Words after a lower bound. */
const endings = ['or more', 'or above', 'and more', 'minimum', 'included'];

/**
 * The volume that begins at the first word, with its number of words; null if none does. A number
 * alone is no volume, unless it is in millions.
 */
export function readVolume(
  words: readonly string[],
): { readonly volume: Volume; readonly length: number } | null {
  const [before, end] = comparatorAt(words) ?? [null, 'min'];
  const skipped = before === null ? 0 : before.split(' ').length;
  const open = words.slice(skipped);
  const read = readAmount(open);
  if (read === null) return null;
  const ending = endings.find((text) => open.slice(read.length).join(' ').startsWith(text));
  const length = skipped + read.length + (ending?.split(' ').length ?? 0);
  const { sign, plus = ending } = amount.exec(open[0] ?? '')?.groups ?? {};
  const stated = before ?? sign ?? (plus === undefined ? null : 'at least');
  const isEstimated = read.volume.unit === 'requests' && (stated === null || end === 'max');
  return {
    volume: { ...read.volume, bound: isEstimated ? null : boundOf(stated ?? '', end) },
    length,
  };
}

function boundOf(words: string, end: 'min' | 'max'): NonNullable<Volume['bound']> {
  const isStrict = /^(?:more|over|above|less|lower|under|below|[<>]$)/.test(words);
  if (end === 'max') return isStrict ? 'less than' : 'at most';
  return isStrict ? 'more than' : 'at least';
}

/** Without the words of a bound. */
function readAmount(words: readonly string[]): ReturnType<typeof volumeOf> {
  if (isHalf(words)) {
    const read = readAmount(['.5', ...words.slice(2)]);
    return read && { ...read, length: read.length + 1 };
  }
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
    counted,
    wordsTo(open, counted.to, own.length),
  );
}

/** The first word as digits. A word such as `ten` is a number before a multiplier only. */
function numberOf([first = '', second = '']: readonly string[]): string {
  return multipliers.has(second) ? (numbers.get(first) ?? first) : first;
}

/**
 * What is counted, and in which time; null unless the pieces name a unit. `isMany`: a number of
 * millions needs no name.
 */
function readPer(open: readonly Piece[], at: number, isMany: boolean): Counted | null {
  while (kinds.has(open[at]?.text ?? '')) at++;
  const [word = '', next = ''] = open.slice(at, at + 2).map(({ text }) => text);
  const pair = units.get(`${word} ${next}`);
  const unit = pair ?? units.get(word);
  if (unit === undefined && (!isMany || otherUnits.test(word))) return null;
  const to = at + (pair === undefined ? Number(unit !== undefined) : 2);
  return { unit: unit ?? 'requests', ...(readPeriod(open, to) ?? { period: 'month', to }) };
}

interface Counted {
  readonly unit: string;
  readonly period: string;
  /** Index of the piece after them. */
  readonly to: number;
}

interface Piece {
  readonly text: string;
  /** Whether the piece ends its word. */
  readonly ends: boolean;
}

/** `requests/day` -> `requests`, `/`, `day`. */
function splitPeriod(word: string): Piece[] {
  const pieces = (rates.get(word) ?? word).split(/(\/)/).filter((piece) => piece !== '');
  return pieces.map((text, at) => ({ text, ends: at === pieces.length - 1 }));
}

/** `a month`, `per day`, `/ s`, `daily`. */
function readPeriod(open: readonly Piece[], at: number): Omit<Counted, 'unit'> | null {
  const hasWord = ['a', 'an', 'per', 'each', 'every', '/'].includes(open[at]?.text ?? '');
  const period = periods.get(open[hasWord ? at + 1 : at]?.text ?? '');
  return period === undefined ? null : { period, to: at + (hasWord ? 2 : 1) };
}

/** Words of a search that the pieces come from. `own`: pieces of the word of the number. */
function wordsTo(open: readonly Piece[], to: number, own: number): number {
  return 1 + open.slice(0, to).filter(({ ends }, at) => ends && at >= own).length;
}

function volumeOf(value: number, { unit, period: stated }: Counted, length: number) {
  const isRate = stated === 'second' || stated === 'minute';
  const amount = isRate
    ? Math.ceil(stated === 'minute' ? value / 60 : value)
    : value * (timesAMonth.get(stated) ?? 1);
  if (value <= 0 || amount > (isRate ? 1e6 : most)) return null;
  const period = isRate ? ('second' as const) : ('month' as const);
  return { volume: { amount: Math.max(1, Math.round(amount)), period, unit }, length };
}
