/** Terms after the amounts of a price: `/mo`, `/TB/mo`, `per 1M extra credits`, ` yearly (yearly plan)`, `for over 50M CUs`. */
import { countedUnit, periodName } from './amounts.ts';
import type { Cursor, UnitPhrase } from './cursor.ts';
import { magnitudeOf } from './lexer.ts';
import * as words from './lexicon.ts';

interface Comparable {
  readonly value: number;
  readonly unit: string | null;
}

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
  #paid: 'yearly' | 'monthly' | null = null;
  once = false;

  constructor(cursor: Cursor) {
    this.#cursor = cursor;
  }

  /** False if something after a slash is no term. */
  read(): boolean {
    for (;;) {
      this.#readAdverb();
      const kind = this.#cursor.peek()?.kind;
      if (kind === '/') {
        const read = this.#readPer();
        if (read === null) return true;
        if (!read) return false;
      } else if (this.#cursor.takeOneOf(words.onceWords)) this.once = true;
      else if (!this.readRemarks() && !this.readCondition(false)) return true;
    }
  }

  #readAdverb(): void {
    const cursor = this.#cursor;
    const skipped = /^(?:billed|paid|charged)$/.test(cursor.word() ?? '') ? 1 : 0;
    if (!cursor.isOneOf(words.adverbs, skipped)) return;
    cursor.at += skipped;
    const seconds = cursor.period();
    this.#seconds ??= seconds;
  }

  /** Null if a tier of its own follows the slash. */
  #readPer(): boolean | null {
    const cursor = this.#cursor;
    const from = cursor.at;
    while (cursor.take('/'));
    const isQualified = cursor.takeAll(words.qualifiers);
    const number = cursor.number();
    if (number?.sign || cursor.isOneOf(words.unpriced) || cursor.word() === 'free') {
      cursor.at = from;
      return null;
    }
    return number !== null ? this.#readCounted() : this.#readSingle(isQualified);
  }

  /** `1M requests`, `10M/20M credits`, `3 months`, `30 minutes`. */
  #readCounted(): boolean {
    const cursor = this.#cursor;
    const counts = cursor.counts();
    const [first] = counts;
    if (first === undefined || counts.includes(0)) return false;
    const name = cursor.peek()?.text ?? '';
    const seconds = cursor.period();
    if (seconds !== null && seconds < 3600) this.#things.push(`${first} ${name}`);
    else if (seconds !== null) this.#seconds ??= first * seconds;
    else this.#setCounts(counts);
    return true;
  }

  /** `month`, `million units`, `API call`. An `extra month` is not the billing period. */
  #readSingle(isQualified: boolean): boolean {
    const cursor = this.#cursor;
    const { text = '' } = cursor.peek() ?? {};
    const count = magnitudeOf(text, text.length === 1 && text !== text.toUpperCase());
    if (cursor.takeOneOf(words.onceWords)) this.once = true;
    else if (count !== null) {
      cursor.at++;
      this.#setCounts([count]);
    } else return this.#readUnit(text, isQualified);
    return true;
  }

  #readUnit(text: string, isQualified: boolean): boolean {
    const unit = this.#cursor.unit();
    const seconds = unit === null ? this.#cursor.period() : null;
    if (unit?.counted) this.#setCounts([1], unit);
    else if (unit !== null) this.#things.push(unit.name);
    else if (seconds === null) return false;
    else if (isQualified || seconds < 3600) this.#things.push(isQualified ? `extra ${text}` : text);
    else this.#seconds ??= seconds;
    return true;
  }

  #setCounts(counts: readonly number[], phrase?: UnitPhrase): void {
    this.#cursor.takeAll(words.qualifiers);
    const unit = phrase ?? this.#cursor.unit();
    if (this.#counts.length > 0) return;
    this.#counts = counts;
    this.#counted = unit;
    this.#isAllowance = this.#seconds !== null;
  }

  /** Whether remarks on billing, volumes or single payments follow. */
  readRemarks(): boolean {
    const cursor = this.#cursor;
    const from = cursor.at;
    while (cursor.peek()?.kind === '(') {
      const end = cursor.tokens.findIndex((token, at) => at > cursor.at && token.kind === ')');
      const inner = cursor.tokens.slice(cursor.at + 1, end);
      const text = inner.map((token) => token.text).join(' ');
      const isVolume = /^[<>≤≥]?=? ?[\d.]+[KMB]\+?(?: ?- ?[\d.]+[KMB])?$/.test(text.replaceAll('–', '-'));
      if (words.billedYearly.test(text)) this.#paid = 'yearly';
      else if (words.billedMonthly.test(text)) this.#paid ??= 'monthly';
      else if (words.paidOnce.test(text)) this.once = true;
      else if (end === -1 || !(isVolume || words.billedOtherwise.test(text))) break;
      cursor.at = end + 1;
    }
    return cursor.at > from;
  }

  /** `for 1M requests`, `for over 50M CUs`, `after 10M entities`, `up to 100 requests/day`. Without a count before, it is the count. */
  readCondition(isFree: boolean): boolean {
    const cursor = this.#cursor;
    const from = cursor.at;
    const word = cursor.takeOneOf(words.conditions);
    if (word === null || (word !== 'for' && !isFree && this.#counts.length === 0 && this.#seconds === null)) {
      cursor.at = from;
      return false;
    }
    const counts = cursor.counts();
    const seconds = cursor.period();
    const unit = cursor.unit();
    if (counts.length === 0 || (seconds === null && unit === null)) {
      cursor.at = from;
      return false;
    }
    if (word === 'for' && !isFree && seconds !== null) this.#seconds ??= seconds * (counts[0] ?? 1);
    else if (word === 'for' && !isFree && this.#counts.length === 0) [this.#counts, this.#counted] = [counts, unit];
    if (cursor.take('/') && cursor.period() === null) cursor.at--;
    return true;
  }

  /** Per month, if a billing period is stated. */
  subscription(
    value: number,
    { at, monthly, once, billing }: { at: number; monthly: number | undefined; once: boolean; billing: Terms },
  ): Comparable {
    // A yearly plan never costs less than three months: `$45/mo (monthly plan), $50 (yearly plan)` is $50 a month.
    const yearly = monthly !== undefined && value < 3 * monthly ? 1 : 12;
    const paid = billing.#paid ?? this.#paid;
    const months =
      this.#seconds !== null
        ? this.#seconds / words.monthSeconds
        : paid === 'yearly'
          ? yearly
          : paid === 'monthly'
            ? 1
            : null;
    const count = this.#counts[at] ?? this.#counts.at(-1);
    const counted = count === undefined || this.#isAllowance ? [] : [this.#unitOf(count)];
    return {
      value: value / (months ?? 1),
      unit: joinUnit([...counted, ...this.#things, ...(months === null ? [] : ['month'])], once),
    };
  }

  /** Per million units, if a count of units is stated. */
  usage(value: number, at: number, once: boolean): Comparable {
    const count = this.#counts[at] ?? this.#counts.at(-1) ?? null;
    const period = this.#seconds === null ? [] : [periodName(this.#seconds)];
    if (count === null) return { value, unit: joinUnit([...this.#things, ...period], once) };
    // What is stored costs the amount in each period; of calls, the period says when they are counted.
    const stored = this.#counted?.isStored ? period : [];
    return { value: (value * 1e6) / count, unit: joinUnit([this.#unitOf(1e6), ...this.#things, ...stored], false) };
  }

  #unitOf(count: number): string {
    const { counted, name } = this.#counted ?? { counted: null, name: '' };
    return countedUnit(count, counted?.one ?? name, counted?.many ?? name);
  }
}

function joinUnit(parts: readonly string[], once: boolean): string | null {
  if (parts.length > 0) return parts.join('/');
  return once ? 'once' : null;
}
