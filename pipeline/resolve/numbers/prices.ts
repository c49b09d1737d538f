/**
 * Grammar of prices: statements of tiers with terms, such as `$49/$99/mo (monthly plan), $490/yr + setup fee`. Every token must have its
 * place. Subscriptions are compared per month, query prices per million units.
 */
import type { StatedPrice } from '../../../model/rows.ts';
import { type Amount, newStatement, priceOf, round, type Statement } from './amounts.ts';
import { currencyOfPrefix, currencyOfWord, isCent, joinCurrencies, parseFigure } from './currencies.ts';
import { Cursor, isKnownWord } from './cursor.ts';
import { type NumberToken, plainText, type Token, tokenize } from './lexer.ts';
import * as words from './lexicon.ts';
import { Terms } from './terms.ts';

/** What a text states; `left`: the part that was not understood, null if all was. */
export interface Outcome<T> {
  readonly stated: T | null;
  readonly left: string | null;
}

interface Tier {
  readonly value: number;
  readonly currency: string | null;
  readonly bound: words.Bound | null;
  /** Of a remark after the tier; null without one. */
  readonly terms: Terms | null;
}

/** Price per month if a billing period is stated, otherwise as stated. With `isUsage`: per million units if a count is stated. */
export function readPrice(text: string, isUsage: boolean): Outcome<StatedPrice> {
  const tokens = tokenize(plainText(text));
  const isMoney = tokens.some((token) =>
    token.kind === 'number' ? !token.isPercent : token.kind === 'unknown' && /\d/.test(token.text),
  );
  const isFree = tokens.some((token) => token.kind === 'word' && token.word === 'free');
  if (!isMoney && !isFree) return { stated: null, left: null };
  const parser = new PriceParser(tokens, isUsage);
  const left = parser.parse();
  const stated = left === null ? priceOf(parser.statements) : null;
  return { stated, left: left?.text ?? (stated === null && isMoney ? text : null) };
}

class PriceParser extends Cursor {
  readonly statements: Statement[] = [newStatement(false)];
  readonly #isUsage: boolean;
  /** Amounts of the first statement that names a price per month. */
  #monthly: readonly Amount[] = [];
  /** Whether an amount of the text has a currency: then all must have one. */
  readonly #isMoney: boolean;

  constructor(tokens: readonly Token[], isUsage: boolean) {
    super(tokens);
    this.#isUsage = isUsage;
    this.#isMoney = tokens.some((token) => token.kind === 'sign' || (token.kind === 'number' && token.sign !== null));
  }

  get #statement(): Statement {
    return this.statements.at(-1) ?? newStatement(false);
  }

  /** Token that was not understood; null if all were. */
  parse(): Token | null {
    while (this.at < this.tokens.length) {
      const from = this.at;
      const isList = this.#readList();
      if (isList || (this.at === from && (this.#readMark() || this.#readWord()))) continue;
      // The token that nothing takes, or the one where the list broke off.
      return this.tokens[Math.min(Math.max(this.at, from), this.tokens.length - 1)] ?? null;
    }
    return null;
  }

  #readMark(): boolean {
    const { amounts } = this.#statement;
    if (this.take(',')) return this.#open(false);
    // `$10/mo - $50/mo`
    if (amounts.length > 0 && this.peek()?.kind === '-' && this.number(1)?.sign)
      return this.take('-') && this.#open(false);
    if (this.take('+')) return this.#open(true) && this.#readCosts();
    if (this.take('trial')) return this.#flag('isTrial');
    if (this.peek()?.kind === '(') return this.#readRemark();
    if (this.peek()?.kind === ':') return amounts.length === 0 && this.at > 0 && this.take(':');
    // `$49/mo/$490/yr`, `Free / Premium`: a tier of its own.
    const next = this.peek(1);
    const isTier =
      next?.kind === 'number' ? next.sign !== null : this.isOneOf(words.unpriced, 1) || this.word(1) === 'free';
    return isTier && this.at > 0 && this.take('/') && this.#open(false);
  }

  #open(isAddend: boolean): boolean {
    this.statements.push(newStatement(isAddend));
    return this.at < this.tokens.length;
  }

  #flag(flag: 'isTrial' | 'isFee' | 'isFormer' | 'isUnpriced' | 'once'): true {
    this.#statement[flag] = true;
    return true;
  }

  #readWord(): boolean {
    if (this.takeOneOf(words.thenWords)) return this.#endTrial();
    if (this.word() === 'free') return this.#readFree();
    if (this.takeOneOf(words.onceWords)) return this.#flag('once');
    if (this.takeOneOf(words.fees)) return this.#flag('isFee');
    if (this.takeOneOf(words.formerWords)) {
      if (this.#statement.amounts.length > 0) this.#open(false);
      return this.#flag('isFormer');
    }
    if (this.#takeLabel()) return true;
    if (this.takeOneOf(words.unpriced))
      return this.number() === null || this.#isUsage ? this.#flag('isUnpriced') : true;
    return this.takeOneOf(words.silent) !== null;
  }

  #endTrial(): boolean {
    const { isTrial, amounts } = this.#statement;
    const isBefore = this.statements.slice(0, -1).some((statement) => statement.isTrial);
    return isBefore || !isTrial || amounts.length === 0 || this.#open(false);
  }

  /** `Tier 1:` */
  #takeLabel(): boolean {
    const isLabel =
      /^(?:tier|plan|level)$/.test(this.word() ?? '') && this.number(1) !== null && this.peek(2)?.kind === ':';
    if (isLabel) this.at += 3;
    return isLabel;
  }

  #readFree(): boolean {
    this.at++;
    const { amounts } = this.#statement;
    if (amounts.some(({ value }) => value !== 0)) return false;
    this.#statement.amounts = [{ value: 0, currency: null, unit: null, bound: null }];
    return new Terms(this).readCondition(true) || true;
  }

  /** `+ double RPS cost`, `+ 3% fee`: a cost that is not stated. True for amounts, which are read next. */
  #readCosts(): boolean {
    let ahead = this.number()?.isPercent === true ? 1 : 0;
    while (this.peek(ahead)?.kind === 'word') ahead++;
    const last = this.peek(ahead - 1);
    const end = this.peek(ahead)?.kind;
    const isEnd = end === undefined || end === ',' || end === '+';
    if (last?.kind === 'word' && words.costs.has(last.word) && isEnd) this.at += ahead;
    return true;
  }

  /** A remark is a small text of its own: `(yearly plan)`, `(was $99)`, `(+ $25 setup)`, `(14 day free trial)`. */
  #readRemark(): boolean {
    const end = this.tokens.findIndex((token, at) => at > this.at && token.kind === ')');
    const inner = this.tokens.slice(this.at + 1, end);
    if (end === -1 || inner.length === 0) return false;
    const remark = new PriceParser(inner, this.#isUsage);
    const isRead = remark.parse() === null;
    const [first] = remark.statements;
    const isBeside = remark.statements.every(
      ({ isFormer, isAddend, isTrial, amounts }, at) =>
        isFormer || isAddend || isTrial || (at === 0 && amounts.length === 0),
    );
    if (!isRead || !isBeside || first?.isUnpriced === true) return false;
    this.statements.push(...remark.statements.filter(({ isAddend, isFormer }) => isAddend || isFormer));
    if (remark.statements.length === 1 && first?.once) this.#flag('once');
    this.at = end + 1;
    return true;
  }

  /** Consumes tiers and their terms. */
  #readList(): boolean {
    const from = this.at;
    const statement = this.#statement;
    const tiers = statement.amounts.length === 0 ? this.#readTiers() : null;
    if (tiers === null) {
      if (this.number() === null) this.at = from;
      return false;
    }
    const before = this.tokens[from - 1];
    // `Tier 2` and `L1 2` name something: only a currency makes an amount of a number after a word.
    if (before?.kind === 'word' && tiers.every(({ currency, bound }) => currency === null && bound === null))
      return false;
    const terms = new Terms(this);
    if (!terms.read()) return false;
    statement.once ||= terms.once || tiers.some((tier) => tier.terms?.once === true);
    const after =
      this.takeOneOf(words.boundsAfter) ??
      (this.peek()?.kind === '+' && this.peek(1) === undefined && this.take('+') ? 'and up' : null);
    const shared = tiers.find(({ currency }) => currency !== null)?.currency ?? null;
    if (shared === null && this.#isMoney && tiers.some(({ value }) => value !== 0)) return false;
    statement.amounts = this.#toAmounts(tiers, terms, {
      shared,
      once: statement.once,
      after: words.boundsAfter.get(after ?? '') ?? null,
    });
    if (statement.amounts.some(({ unit }) => unit === 'month') && this.#monthly.length === 0)
      this.#monthly = statement.amounts;
    return statement.amounts.every(({ value }) => Number.isFinite(value));
  }

  #toAmounts(
    tiers: readonly Tier[],
    terms: Terms,
    { shared, once, after }: { shared: string | null; once: boolean; after: words.Bound | null },
  ): Amount[] {
    // A remark applies to the tiers before it, back to the previous remark: in `$50/$500 (yearly plan)` both are paid per year.
    let billing: Terms = terms;
    const billings = tiers
      .toReversed()
      .map((tier) => (billing = tier.terms ?? billing))
      .toReversed();
    return tiers.map(({ value, currency, bound }, at) => {
      const monthly = this.#monthly[at]?.value;
      const amount = this.#isUsage
        ? terms.usage(value, at, once)
        : terms.subscription(value, { at, monthly, once, billing: billings[at] ?? terms });
      return { value: round(amount.value), unit: amount.unit, currency: currency ?? shared, bound: bound ?? after };
    });
  }

  /** `$8(1M-250M)/$6.8(250M-1B)`, `1-5 TON`; null if no amount follows. */
  #readTiers(): Tier[] | null {
    const tiers: Tier[] = [];
    for (;;) {
      const tier = this.#readTier(tiers.length === 0);
      if (tier === null) return null;
      tiers.push(tier);
      if (!this.#isTierNext()) return tiers;
      this.at++;
    }
  }

  #readTier(isFirst: boolean): Tier | null {
    const bound = words.bounds.get(this.takeOneOf(words.bounds) ?? '') ?? null;
    if (bound !== null) this.takeAll(words.silent);
    const token = this.number();
    if (token === null || token.isPercent || (isFirst && token.sign === null && this.#isCounted(1))) return null;
    const money = this.#readMoney(token);
    const terms = new Terms(this);
    const hasRemark = money !== null && terms.readRemarks();
    return money && { ...money, bound: token.isOpen ? 'from' : bound, terms: hasRemark ? terms : null };
  }

  /** Value and currency of the number and the word or sign after it; null if they contradict each other. */
  #readMoney(token: NumberToken): Pick<Tier, 'value' | 'currency'> | null {
    const next = this.peek(1);
    const after = this.#currencyAfter(1);
    if (next?.kind === 'sign' && after === null) return null;
    const before = token.sign === null ? null : currencyOfPrefix(token.sign);
    const isNamed =
      after !== null && (before === null || next?.kind === 'sign' || joinCurrencies(before, after) !== null);
    const currency = before === null ? after : isNamed && after !== null ? joinCurrencies(before, after) : before;
    if (before !== null && isNamed && currency === null) return null;
    const value = parseFigure(token.digits, {
      currency,
      isSignAfter: before === null && after !== null,
      hasDots: token.isScaled,
    });
    if (value === null) return null;
    this.at += isNamed ? 2 : 1;
    const isInCents = isCent(token.sign ?? '') || (isNamed && next !== undefined && isCent(next.text));
    return { value: round((value * token.scale) / (isInCents ? 100 : 1)), currency };
  }

  #currencyAfter(ahead: number): string | null {
    const next = this.peek(ahead);
    if (next?.kind === 'sign') return currencyOfPrefix(next.text);
    return next?.kind === 'word' ? currencyOfWord(next.text, isKnownWord(next.word)) : null;
  }

  #isTierNext(): boolean {
    const joint = this.peek()?.kind;
    const next = this.number(1);
    if ((joint !== '/' && joint !== '-') || this.peek()?.text.toLowerCase() === 'per') return false;
    if (next === null) return this.isOneOf(words.bounds, 1) && this.number(2) !== null;
    if (next.isPercent) return false;
    if (next.sign !== null || this.#currencyAfter(2) !== null) return true;
    if (this.#isCounted(2) || this.peek(2)?.kind === '-') return false;
    // `$8/1M` is a price per million where use has prices; elsewhere `$1.5K/3K` is two tiers.
    const after = this.peek(2)?.kind;
    // `$10/1M` is a price for a million; `$1.5K/3K` is two tiers.
    if (joint === '/' && next.isScaled && this.number(-1)?.isScaled === false) return false;
    return joint === '-' || !this.#isUsage || !(next.isScaled || after !== '/');
  }

  /** Whether a unit or a period follows, so that the number before counts something. */
  #isCounted(ahead: number): boolean {
    const word = this.word(ahead);
    if (word === null || !(isKnownWord(word) || words.periods.has(word))) return false;
    const { adverbs, boundsAfter, silent, fees, onceWords, conditions, thenWords } = words;
    return ![adverbs, boundsAfter, silent, fees, onceWords, conditions, thenWords].some((list) => list.has(word));
  }
}
