/** Grammar of the limits of a plan: `25 reqs/sec`, `30M CUs/mo`, `100K monthly credits`, `Unlimited RPS`. */
import type { StatedLimits, StatedQuota } from '../../../model/rows.ts';
import { buildRange, round } from './amounts.ts';
import { Cursor, type UnitPhrase } from './cursor.ts';
import { countOf, plainText, type Token, tokenize } from './lexer.ts';
import * as words from './lexicon.ts';

export interface Quota extends StatedQuota {
  /** Seconds in the period; null if the text names none. */
  readonly seconds: number | null;
}

/** Quotas of an item; `left`: the part that was not understood, null if all was or if the item does not speak of use. */
export function readItem(item: string): { readonly quotas: readonly Quota[]; readonly left: string | null } {
  const tokens = tokenize(plainText(item));
  const quotas: Quota[] = [];
  for (const part of splitItem(tokens)) {
    const phrase = new PhraseReader(part);
    const quota = phrase.read();
    if (quota !== null) quotas.push(quota);
    if (phrase.at < part.length) return { quotas: [], left: saysUse(tokens) ? (part[phrase.at]?.text ?? item) : null };
  }
  return { quotas, left: null };
}

/** Whether an amount of use is among the tokens, so that an editor meant a quota: `4B/90d`, `10 reqs/mint`. */
function saysUse(tokens: readonly Token[]): boolean {
  const isPeriod = (token: Token, at: number) =>
    token.kind === 'word' &&
    (words.adverbs.has(token.word) || (tokens[at - 1]?.kind === '/' && words.periods.has(token.word)));
  const isAmount = (token: Token) => token.kind === 'number' || (token.kind === 'word' && token.word === 'unlimited');
  return tokens.some(isAmount) && tokens.some((token, at) => isUse(token) || isPeriod(token, at));
}

/** Splits at commas, plus signs and words such as `with`, and before a second rate: `30RPS/1.5K RPM`. */
function splitItem(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  for (const [at, token] of tokens.entries()) {
    const part = parts.at(-1) ?? [];
    const isBetween = tokens[at - 1]?.kind === 'number' && tokens[at + 1]?.kind === 'number';
    const isSecond =
      token.kind === '/' &&
      tokens[at - 1]?.kind === 'word' &&
      tokens[at + 1]?.kind === 'number' &&
      isUse(tokens[at + 2]);
    // `10M, 15M or 20M credits` are tiers of one quota.
    if (token.kind === ',' && isBetween) part.push({ kind: '/', text: token.text });
    else if (token.kind === ',' || token.kind === '+' || isSecond || (token.kind === 'word' && joints.has(token.word)))
      parts.push([]);
    else part.push(token);
  }
  return parts.filter(({ length }) => length > 0);
}

const joints = new Set(['with', 'including', 'then', 'plus']);

function isUse(token: Token | undefined): boolean {
  return token?.kind === 'word' && (words.counted.get(token.word)?.isUse === true || words.rates.has(token.word));
}

const openers = new Set(['free', 'throughput', 'rate limit', 'first', 'at']);
const endings = new Set(['limit', 'limits', 'throughput', 'included', 'in total', 'throughput limit', 'rate limit']);
const all = new Set(['unlimited', 'no']);
const rateLimit = new Set(['rate limit', 'rate limits', 'throughput limit', 'throughput limits']);

class PhraseReader extends Cursor {
  /** Null if the tokens are no quota; they state none if all are consumed. */
  read(): Quota | null {
    this.takeAll(openers);
    const bound = words.bounds.get(this.takeOneOf(words.bounds) ?? '') ?? null;
    this.takeAll(openers);
    const unlimited = bound === null ? this.takeOneOf(all) : null;
    if (unlimited !== null) return this.#readUnlimited(unlimited);
    const from = this.at;
    const { values, isOpen } = this.#readAmounts();
    const adverb = this.isOneOf(words.adverbs) ? this.period() : null;
    const unit = values === null ? null : this.unit();
    if (values === null || unit === null) {
      this.at = values === null ? from : this.at;
      return null;
    }
    return this.#finish(unit, { ...quotaOf(values, isOpen ? 'from' : bound), seconds: adverb });
  }

  /** `Unlimited RPS`, `No rate limits`, `Unlimited reqs/mo`. */
  #readUnlimited(word: string): Quota | null {
    const limit = { min: null, max: null, bound: 'unlimited', seconds: null } as const;
    if (this.takeOneOf(rateLimit)) return { ...limit, unit: 'requests', seconds: 1 };
    const adverb = this.isOneOf(words.adverbs) ? this.period() : null;
    const unit = this.unit();
    return unit === null || word === 'no' ? null : this.#finish(unit, { ...limit, seconds: adverb });
  }

  /** `4M/7M`, `100/300/500`, `115-365M`; null if one can be read in two ways, or is money. */
  #readAmounts(): { readonly values: readonly number[] | null; readonly isOpen: boolean } {
    const values: number[] = [];
    let [isOpen, wasScaled] = [false, true];
    for (let token = this.number(); token !== null; token = this.number()) {
      const value = countOf(token);
      if (value === null) return { values: null, isOpen };
      // In `115-365M` the magnitude is written once.
      const isShared = this.peek(-1)?.kind === '-' && !wasScaled && token.isScaled;
      if (isShared) values.push((values.pop() ?? 0) * token.scale);
      values.push(value);
      [isOpen, wasScaled] = [isOpen || token.isOpen, token.isScaled];
      this.at++;
      const joint = this.peek()?.kind;
      if ((joint !== '/' && joint !== '-') || this.number(1) === null) break;
      this.at++;
    }
    return { values: values.length === 0 ? null : values, isOpen };
  }

  /** Reads the period, to whom it applies, and words that end the phrase. Null if the unit is no use, or one kind of it. */
  #finish(unit: UnitPhrase, quota: Omit<Quota, 'unit'>): Quota | null {
    const [seconds, scope] = this.#readPeriod();
    // `10 rows/req` and `10 credits per MB` are costs, not quotas.
    const isCost = this.peek()?.kind === '/' && this.#readCost();
    const after = words.boundsAfter.get(this.takeOneOf(words.boundsAfter) ?? '');
    this.takeAll(endings);
    if (isCost || unit.isNarrow || !(unit.isData || unit.counted?.isUse)) return null;
    const name = unit.counted?.many ?? unit.name.toUpperCase();
    return {
      ...quota,
      bound: after ?? quota.bound,
      unit: scope === null ? name : `${name}/${scope}`,
      seconds: seconds ?? quota.seconds ?? unit.seconds,
    };
  }

  #readCost(): boolean {
    const from = this.at;
    const unit = this.take('/') ? this.unit() : null;
    const isRead = unit?.isData === true || unit?.counted?.isUse === true;
    if (!isRead) this.at = from;
    return isRead;
  }

  /** `/s`, `/10s`, `per 5 minutes`, `/s/IP`; nothing is consumed of anything else. */
  #readPeriod(): readonly [seconds: number | null, scope: string | null] {
    const from = this.at;
    if (!this.take('/')) return [null, null];
    const token = this.number();
    const count = token === null ? 1 : countOf(token);
    if (token !== null) this.at++;
    const seconds = this.period();
    if (seconds === null || count === null || count === 0) {
      this.at = from;
      return [null, null];
    }
    const isScoped = words.scopes.has(this.word(this.peek()?.kind === '/' ? 1 : 0) ?? '');
    if (isScoped) this.take('/');
    return [seconds * count, isScoped ? (words.scopes.get(this.takeOneOf(words.scopes) ?? '') ?? null) : null];
  }
}

function quotaOf(values: readonly number[], bound: words.Bound | null): Pick<Quota, 'min' | 'max' | 'bound'> {
  const range = buildRange(values) ?? { min: 0, max: 0 };
  return { ...range, bound: bound ?? (range.min === range.max ? 'exact' : 'range') };
}

/** What all items of a list state: of a month rather than of a period that is not named, and that rather than of a day. */
export function limitsOf(quotas: readonly Quota[], unread: readonly string[]): StatedLimits | null {
  const monthly = quotas.find(({ seconds }) => seconds === words.monthSeconds);
  const total = quotas.find(({ seconds }) => seconds === null);
  const daily = quotas.find(({ seconds }) => seconds === words.daySeconds);
  const rate = quotas.find(({ seconds }) => seconds !== null && seconds < words.daySeconds);
  const { seconds, ...included } = monthly ?? total ?? daily ?? { seconds: 0 };
  const period = seconds === null ? '' : seconds === words.daySeconds ? '/day' : '/month';
  if (!('unit' in included) && rate === undefined && unread.length === 0) return null;
  return {
    included: 'unit' in included ? { ...included, unit: `${included.unit}${period}` } : null,
    rate: rate === undefined ? null : perSecond(rate),
    unread,
  };
}

function perSecond({ seconds, min, max, ...quota }: Quota): StatedQuota {
  const divide = (value: number | null) => (value === null ? null : round(value / (seconds ?? 1)));
  return { ...quota, min: divide(min), max: divide(max) };
}
