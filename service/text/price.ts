/**
 * Price as a table shows it: the amount that decides first, then its unit, then what else the text
 * says. The text of the editor stays available beside it, because a short form leaves words out.
 */
import { stripEnd } from '../../common/strip.ts';

export interface PriceView {
  /** A price that states no amount, such as `Custom`; null if there is an amount. */
  readonly quiet: string | null;
  /** `$49`, `from $2000` */
  readonly amount: string | null;
  /** `/month` */
  readonly per: string | null;
  /** `$42 if paid yearly` */
  readonly note: string | null;
}

const amountText = String.raw`[$€£¥]\s?\d[\d.,]*[KMB]?\+?|\d[\d.,]*[KMB]?\+?\s?[$€£¥]?`;
const leading = new RegExp(
  String.raw`^(?<bound>from|up to|starting at|approx\.?|~)?\s*(?<amount>(?:${amountText})(?:\s?[/–-]\s?(?:[$€£¥]\s?\d[\d.,]*[KMB]?\+?))*)\s*(?<rest>.*)$`,
  'is',
);
const periods: readonly (readonly [RegExp, string])[] = [
  [/^(?:\/|per |a )?\s*(?:months?|monthly|mo)\b\.?/i, '/month'],
  [/^(?:\/|per |a )?\s*(?:years?|yearly|annually|annual|yr)\b\.?/i, '/year'],
];
const plans: readonly (readonly [RegExp, string])[] = [
  [/^\(?\s*(?:monthly|month)(?: plan| billing)?\s*\)?$/i, 'if paid monthly'],
  [/^\(?\s*(?:yearly|annual|annually|year)(?: plan| billing)?\s*\)?$/i, 'if paid yearly'],
  [/^\(?\s*semi-annual(?: plan)?\s*\)?$/i, 'if paid half-yearly'],
];
/** A price that is paid monthly is a price per month, even if the text does not repeat it. */
const planPeriods = new Map([
  ['if paid monthly', '/month'],
  ['if paid yearly', '/year'],
]);
const longNote = 48;
const longUnit = 28;

interface Part {
  readonly amount: string;
  /** `or $45/$215`: other amounts of the same kind, blank for none. */
  readonly or: string;
  readonly per: string | null;
  /** How the price is paid, null if the text does not say. */
  readonly plan: string | null;
  /** Words after the unit. */
  readonly rest: string;
}

export function presentPrice(text: string): PriceView {
  const [first, ...others] = splitParts(text).map(readPart);
  if (!first || typeof first === 'string')
    return { quiet: capitalize(clip(text, longNote)), amount: null, per: null, note: null };
  const { amount, per, or } = first;
  const isUnit = per === null && /^(\/|per\b)/i.test(first.rest) && first.rest.length <= longUnit;
  const words = isUnit ? '' : first.rest;
  const notes = [or, words, per === null ? (first.plan ?? '') : '', ...others.map(noteOf)];
  const note = notes.filter((word) => word !== '').join(', ');
  return {
    quiet: null,
    amount,
    per: per ?? (isUnit ? first.rest.replace(/^per\s+/i, '/') : null),
    note: note === '' ? null : clip(note, longNote),
  };
}

/**
 * Equal for prices that mean the same: `$0`, `Free` and `$0/1M requests`; `$49/mo` and `$49 per
 * month`.
 */
export function meaningOfPrice(text: string): string {
  const words = text.toLowerCase().replace(/\s+/g, ' ').trim();
  if (words === 'free' || /^[$€£]?0(?:\.0+)?(?:$|\s*(?:\/|per )[^,;+]*$)/.test(words))
    return 'free';
  const { quiet, amount, per, note } = presentPrice(words);
  return [quiet, amount, per, note].join('|');
}

/** Commas inside parentheses and between digits do not separate prices. */
function splitParts(text: string): string[] {
  return text.split(/(?<=[^\d]|\d(?=,\s))[,;]\s*(?=[$€£]\d)/).map((part) => part.trim());
}

function readPart(text: string): Part | string {
  const { bound = '', amount: amounts = '', rest = '' } = leading.exec(text)?.groups ?? {};
  if (!/^(?:[$€£]|0$)/.test(amounts)) return text;
  const period = periods.find(([pattern]) => pattern.test(rest));
  const after = period ? rest.replace(period[0], '').trim() : rest.trim();
  const plan = plans.find(([pattern]) => pattern.test(after))?.[1] ?? null;
  const [amount = '', ...more] = amounts.split('/').map((word) => word.trim());
  return {
    amount: `${bound.toLowerCase()} ${amount}`.trim(),
    or: more.length === 0 ? '' : `or ${more.join('/')}`,
    per: period?.[1] ?? planPeriods.get(plan ?? '') ?? null,
    plan,
    rest: plan === null ? after : '',
  };
}

function noteOf(part: Part | string): string {
  if (typeof part === 'string') return part;
  const { amount, or, per, plan, rest } = part;
  return [amount, or, plan ?? per ?? '', rest].filter((word) => word !== '').join(' ');
}

export function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Cuts a text at a word, so that it has at most `most` characters. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  const space = cut.lastIndexOf(' ');
  return `${stripEnd(space > most / 2 ? cut.slice(0, space) : cut, ' \t\n,;(')}…`;
}
