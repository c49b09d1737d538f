/** Amounts and waiting times of faucets: `0.5/1/2.5 SOL`, `up to 1 TON`, `24h`. */
import type { NumberRange, StatedQuota } from '../../../model/rows.ts';
import { buildRange, figure, parseFigure } from './tokens.ts';

const amounts = new RegExp(
  `^(?<bound>up\\sto\\s)?(?<figures>${figure}(?:/${figure}){0,9})(?:\\s(?<token>\\p{L}[\\p{L}\\p{N}]{0,19}))?$`,
  'iu',
);
const times = new RegExp(
  `^(?<figure>${figure})\\s?(?<unit>s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)?$`,
  'iu',
);

const hoursIn: ReadonlyMap<string, number> = new Map([
  ['s', 1 / 3600],
  ['m', 1 / 60],
  ['h', 1],
  ['d', 24],
]);

/** Tokens that one request gives. Null for any other text. */
export function parseTokens(text: string): (StatedQuota & NumberRange) | null {
  const { bound, figures = '', token = null } = amounts.exec(text)?.groups ?? {};
  const range = figures === '' ? null : buildRange(figures.split('/').map(parseFigure));
  if (range === null) return null;
  const several = range.min === range.max ? 'exact' : 'range';
  return { ...range, unit: token, bound: bound === undefined ? several : 'upTo' };
}

/** Hours between two requests. A number without a unit is in hours, as the description of the column says. */
export function parseHours(text: string): NumberRange | null {
  const match = times.exec(text)?.groups;
  if (match === undefined) return null;
  const factor = hoursIn.get((match.unit ?? 'h').charAt(0).toLowerCase()) ?? Number.NaN;
  return buildRange([Number((parseFigure(match.figure ?? '') * factor).toPrecision(12))]);
}
