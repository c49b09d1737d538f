/** Terms after the amounts of a price, such as `/mo`, `/TB/mo`, `per 1M extra credits` and ` (yearly plan)`: what an amount is compared as. */
import { countedUnit, periodName } from './amounts.ts';
import { Cursor, type UnitPhrase } from './cursor.ts';
import { magnitudeOf } from './lexer.ts';
import { hasRole, monthSeconds, periods } from './lexicon.ts';

export interface Terms {
  /** Seconds in the first billing period that is stated. */
  seconds: number | null;
  /** Unit counts of the amounts: one for each tier or one for all. The first statement counts. */
  counts: readonly number[];
  counted: UnitPhrase | null;
  /** Whether the count is what a billing period includes, as in `$49/mo per 4M credits`. */
  isAllowance: boolean;
  /** What else the amount is for, without the period: `TB` and `copy` of `$5/TB/mo/copy`. */
  readonly things: string[];
  /** Period of a remark: `(yearly plan)`. */
  paid: number | null;
  once: boolean;
  hasRemark: boolean;
}

export function newTerms(): Terms {
  const none = { seconds: null, counts: [], counted: null, isAllowance: false, paid: null };
  return { ...none, things: [], once: false, hasRemark: false };
}

export class TermsReader extends Cursor {
  /** Null if something after a slash is no term. */
  readTerms(): Terms | null {
    const terms = newTerms();
    let isRead: boolean | null = true;
    while (isRead) isRead = this.#readTerm(terms);
    return isRead === false ? null : terms;
  }

  /** Null if no term follows, false if something after a slash is none. */
  #readTerm(terms: Terms): boolean | null {
    const skipped = /^(?:billed|paid|charged)$/.test(this.word()) ? 1 : 0;
    if (hasRole(this.word(skipped), 'adverb')) {
      this.at += skipped;
      const seconds = this.period();
      terms.seconds ??= seconds;
      return seconds !== null;
    }
    if (this.peek()?.kind === '/') return this.#readPer(terms);
    const isOnce = this.takeWords('once');
    terms.once ||= isOnce;
    return isOnce || this.readRemarks(terms) || this.readCondition(terms, false) || null;
  }

  /** `/1M requests`, `/10M/20M credits`, `/3 months`, `/month`, `/million units`. Null if a tier of its own follows the slash. */
  #readPer(terms: Terms): boolean | null {
    const from = this.at;
    while (this.take('/'));
    const extra = this.takeWords('qualifier') ? 'extra ' : '';
    const number = this.number();
    if (number?.sign || this.word() === 'free' || hasRole(this.word(), 'unpriced')) return this.#leave(from);
    const magnitude = number === null ? magnitudeOf(this.peek()?.text ?? '', true) : null;
    if (magnitude !== null) this.at++;
    const { values } = magnitude === null ? this.counts() : { values: [magnitude] };
    if ((number !== null && values.length === 0) || values.includes(0)) return false;
    return this.#readPeriod(terms, values, extra) || this.#readCounted(terms, values);
  }

  #leave(from: number): null {
    this.at = from;
    return null;
  }

  /** An `extra month` is not the billing period, and neither are 30 minutes. */
  #readPeriod(terms: Terms, [count]: readonly number[], extra: string): boolean {
    const { text = '' } = this.peek() ?? {};
    const seconds = this.period();
    if (seconds === null) return false;
    if (seconds >= 3600 && extra === '') terms.seconds ??= (count ?? 1) * seconds;
    else terms.things.push(`${extra}${count === undefined ? '' : `${count} `}${text}`);
    return true;
  }

  #readCounted(terms: Terms, counts: readonly number[]): boolean {
    const counted = this.unit();
    const isCount = counts.length > 0 || counted?.counted?.seconds === null;
    if (!isCount && counted !== null) terms.things.push(counted.name);
    else if (isCount && terms.counts.length === 0)
      Object.assign(terms, { counts: counts.length > 0 ? counts : [1], counted, isAllowance: terms.seconds !== null });
    return isCount || counted !== null;
  }

  /** Whether remarks on billing follow: `(yearly plan)`, `(one-time)`. */
  readRemarks(terms: Terms): boolean {
    const from = this.at;
    while (this.peek()?.kind === '(' && this.#readRemark(terms));
    terms.hasRemark ||= this.at > from;
    return this.at > from;
  }

  #readRemark(terms: Terms): boolean {
    const words = this.remark().map((token) => (token.kind === 'word' ? token.word : ''));
    const billing = words.find((word) => hasRole(word, 'adverb', 'once'));
    if (billing === undefined || !words.every((word) => hasRole(word, 'adverb', 'once', 'silent'))) return false;
    terms.paid ??= periods.get(billing) ?? null;
    terms.once ||= hasRole(billing, 'once');
    this.at += words.length + 2;
    return true;
  }

  /** `for 1M requests`, `for over 50M CUs`, `after 10M entities`, `up to 100 requests/day`. Without a count before, it is the count. */
  readCondition(terms: Terms, isFree: boolean): boolean {
    const from = this.at;
    const isFor = this.word() === 'for' && !hasRole(this.word(1), 'condition');
    const applies = isFor || isFree || terms.counts.length > 0 || terms.seconds !== null;
    const isRead = applies && this.takeWords('condition') && this.#readVolume(terms, isFor && !isFree);
    if (!isRead) this.at = from;
    return isRead;
  }

  #readVolume(terms: Terms, isCount: boolean): boolean {
    const { values } = this.counts();
    const seconds = this.period();
    const counted = this.unit();
    if (values.length === 0 || (seconds === null && counted === null)) return false;
    if (isCount && seconds !== null) terms.seconds ??= seconds * (values[0] ?? 1);
    else if (isCount && terms.counts.length === 0) Object.assign(terms, { counts: values, counted });
    if (this.take('/') && this.period() === null) this.at--;
    return true;
  }
}

interface Compared {
  readonly value: number;
  /** Number of the tier. */
  readonly at: number;
  /** Price of the same tier per month, if one stands before; NaN without one. */
  readonly monthly: number;
  /** Period of a remark. */
  readonly paid: number | null;
}

const yearSeconds = 12 * monthSeconds;

/** Of a subscription: per month, if a billing period is stated. */
export function perMonth(terms: Terms, { value, at, monthly, paid }: Compared) {
  // A yearly plan costs no more a month than a monthly one: `$45/mo (monthly plan), $40 (yearly plan)` is $40 a month, $50 would be $50 a year.
  const billed = paid === yearSeconds && value <= monthly ? monthSeconds : paid;
  const seconds = terms.seconds ?? (paid === yearSeconds || paid === monthSeconds ? billed : null);
  const count = terms.isAllowance ? undefined : countOfTier(terms, at);
  const unit = joinUnits(terms, count, seconds === null ? [] : ['month']);
  return { value: seconds === null ? value : value / (seconds / monthSeconds), unit };
}

/** Of use: per million units, if a count of units is stated. */
export function perMillion(terms: Terms, { value, at }: Compared) {
  const count = countOfTier(terms, at);
  // What is stored costs the amount in each period; of calls, the period says when they are counted.
  const isNamed = count === undefined || terms.counted?.isStored === true;
  const period = isNamed && terms.seconds !== null ? [periodName(terms.seconds)] : [];
  return { value: count === undefined ? value : (value * 1e6) / count, unit: joinUnits(terms, count && 1e6, period) };
}

function countOfTier({ counts }: Terms, at: number): number | undefined {
  return counts[at] ?? counts.at(-1);
}

function joinUnits({ counted, things }: Terms, count: number | undefined, period: readonly string[]): string | null {
  const { one, many } = counted?.counted ?? { one: counted?.name ?? '', many: counted?.name ?? '' };
  const parts = [...(count === undefined ? [] : [countedUnit(count, one, many)]), ...things, ...period];
  return parts.length === 0 ? null : parts.join('/');
}
