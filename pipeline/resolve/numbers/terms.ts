/** Terms after the amounts of a price: `/mo`, `/TB/mo`, `per 1M extra credits`, ` yearly (yearly plan)`, `for over 50M CUs`. */
import { countedUnit, periodName } from './amounts.ts';
import type { Cursor, UnitPhrase } from './cursor.ts';
import { magnitudeOf } from './lexer.ts';
import { hasRole, monthSeconds, periods } from './lexicon.ts';

interface Comparable {
  readonly value: number;
  readonly unit: string | null;
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

export class Terms {
  readonly #cursor: Cursor;
  /** Seconds in the first billing period that is stated. */
  #seconds: number | null = null;
  /** Unit counts of the amounts: one for each tier or one for all. The first statement counts. */
  #counts: readonly number[] = [];
  #counted: UnitPhrase | null = null;
  /** Whether the count is what a billing period includes, as in `$49/mo per 4M credits`. */
  #isAllowance = false;
  /** What else the amount is for, without the period: `TB` and `copy` of `$5/TB/mo/copy`. */
  readonly #things: string[] = [];
  /** Period of a remark: `(yearly plan)`. */
  paid: number | null = null;
  once = false;

  constructor(cursor: Cursor) {
    this.#cursor = cursor;
  }

  /** False if something after a slash is no term. */
  read(): boolean {
    let isRead: boolean | null = true;
    while (isRead) isRead = this.#readTerm();
    return isRead !== false;
  }

  /** Null if no term follows. */
  #readTerm(): boolean | null {
    const cursor = this.#cursor;
    const skipped = /^(?:billed|paid|charged)$/.test(cursor.word()) ? 1 : 0;
    if (hasRole(cursor.word(skipped), 'adverb')) {
      cursor.at += skipped;
      const seconds = cursor.period();
      this.#seconds ??= seconds;
      return seconds !== null;
    }
    if (cursor.peek()?.kind === '/') return this.#readPer();
    const isOnce = cursor.takeWords('once');
    this.once ||= isOnce;
    return isOnce || this.readRemarks() || this.readCondition(false) || null;
  }

  /** Null if a tier of its own follows the slash. */
  #readPer(): boolean | null {
    const cursor = this.#cursor;
    const from = cursor.at;
    while (cursor.take('/'));
    const isQualified = cursor.takeWords('qualifier');
    const number = cursor.number();
    if (number?.sign || hasRole(cursor.word(), 'unpriced') || cursor.word() === 'free') {
      cursor.at = from;
      return null;
    }
    return number === null ? this.#readSingle(isQualified) : this.#readCounted();
  }

  /** `1M requests`, `10M/20M credits`, `3 months`, `30 minutes`. */
  #readCounted(): boolean {
    const { values } = this.#cursor.counts();
    const [first] = values;
    if (first === undefined || values.includes(0)) return false;
    const name = this.#cursor.peek()?.text ?? '';
    const seconds = this.#cursor.period();
    if (seconds !== null) this.#setPeriod(first * seconds, seconds < 3600 ? `${first} ${name}` : null);
    else {
      this.#setCounts(values, this.#cursor.unit());
    }
    return true;
  }

  /** `month`, `million units`, `API call`. An `extra month` is not the billing period. */
  #readSingle(isQualified: boolean): boolean {
    const cursor = this.#cursor;
    const { text = '' } = cursor.peek() ?? {};
    const count = magnitudeOf(text, true);
    if (count !== null) cursor.at++;
    const unit = cursor.unit();
    if (count !== null || unit?.counted?.seconds === null) this.#setCounts([count ?? 1], unit);
    else if (unit === null) return this.#readPeriod(text, isQualified);
    else this.#things.push(unit.name);
    return true;
  }

  #readPeriod(text: string, isQualified: boolean): boolean {
    const seconds = this.#cursor.period();
    if (seconds !== null) this.#setPeriod(seconds, isQualified ? `extra ${text}` : seconds < 3600 ? text : null);
    return seconds !== null;
  }

  #setPeriod(seconds: number, thing: string | null): void {
    if (thing === null) this.#seconds ??= seconds;
    else this.#things.push(thing);
  }

  #setCounts(counts: readonly number[], unit: UnitPhrase | null): void {
    if (this.#counts.length > 0) return;
    [this.#counts, this.#counted, this.#isAllowance] = [counts, unit, this.#seconds !== null];
  }

  /** Whether remarks on billing follow: `(yearly plan)`, `(one-time)`. */
  readRemarks(): boolean {
    const from = this.#cursor.at;
    while (this.#cursor.peek()?.kind === '(' && this.#readRemark());
    return this.#cursor.at > from;
  }

  #readRemark(): boolean {
    const words = this.#cursor.remark().map((token) => (token.kind === 'word' ? token.word : ''));
    const billing = words.find((word) => hasRole(word, 'adverb', 'once'));
    if (billing === undefined || !words.every((word) => hasRole(word, 'adverb', 'once', 'silent'))) return false;
    this.paid ??= periods.get(billing) ?? null;
    this.once ||= hasRole(billing, 'once');
    this.#cursor.at += words.length + 2;
    return true;
  }

  /** `for 1M requests`, `for over 50M CUs`, `after 10M entities`, `up to 100 requests/day`. Without a count before, it is the count. */
  readCondition(isFree: boolean): boolean {
    const cursor = this.#cursor;
    const from = cursor.at;
    const isFor = cursor.word() === 'for' && !hasRole(cursor.word(1), 'condition');
    const applies = isFor || isFree || this.#counts.length > 0 || this.#seconds !== null;
    const isRead = applies && cursor.takeWords('condition') && this.#readVolume(isFor && !isFree);
    if (!isRead) cursor.at = from;
    return isRead;
  }

  #readVolume(isCount: boolean): boolean {
    const cursor = this.#cursor;
    const { values } = cursor.counts();
    const seconds = cursor.period();
    const unit = cursor.unit();
    if (values.length === 0 || (seconds === null && unit === null)) return false;
    if (isCount && seconds !== null) this.#seconds ??= seconds * (values[0] ?? 1);
    else if (isCount && this.#counts.length === 0) [this.#counts, this.#counted] = [values, unit];
    if (cursor.take('/') && cursor.period() === null) cursor.at--;
    return true;
  }

  /** Of a subscription: per month, if a billing period is stated. */
  perMonth({ value, at, monthly, paid }: Compared): Comparable {
    // A yearly plan never costs less than three months: `$45/mo (monthly plan), $50 (yearly plan)` is $50 a month.
    const yearly = value < 3 * monthly ? monthSeconds : yearSeconds;
    const billed = paid === yearSeconds ? yearly : paid === monthSeconds ? paid : null;
    const seconds = this.#seconds ?? billed;
    const count = this.#isAllowance ? undefined : (this.#counts[at] ?? this.#counts.at(-1));
    const unit = this.#join(count, seconds === null ? [] : ['month']);
    return { value: seconds === null ? value : value / (seconds / monthSeconds), unit };
  }

  /** Of use: per million units, if a count of units is stated. */
  perMillion({ value, at }: Compared): Comparable {
    const count = this.#counts[at] ?? this.#counts.at(-1);
    // What is stored costs the amount in each period; of calls, the period says when they are counted.
    const isNamed = count === undefined || this.#counted?.isStored === true;
    const period = isNamed && this.#seconds !== null ? [periodName(this.#seconds)] : [];
    return { value: count === undefined ? value : (value * 1e6) / count, unit: this.#join(count && 1e6, period) };
  }

  #join(count: number | undefined, period: readonly string[]): string | null {
    const parts = [...(count === undefined ? [] : [this.#unitOf(count)]), ...this.#things, ...period];
    return parts.length === 0 ? null : parts.join('/');
  }

  #unitOf(count: number): string {
    const { counted, name } = this.#counted ?? { counted: null, name: '' };
    return countedUnit(count, counted?.one ?? name, counted?.many ?? name);
  }
}
