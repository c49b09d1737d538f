/**
 * Grammar of prices: statements of tiers with terms, such as `$49/$99/mo (monthly plan), $490/yr + setup fee`. Every token must have its
 * place. Subscriptions are compared per month, query prices per million units.
 */
import { nearestSpelling } from '../../../common/nearest-name.ts';
import type { StatedPrice } from '../../../model/rows.ts';
import { type Amount, type Flag, priceOf, round, type Statement } from './amounts.ts';
import { currencyOfPrefix, currencyOfWord, isCent, joinCurrencies, parseFigure } from './currencies.ts';
import { Cursor } from './cursor.ts';
import { type NumberToken, plainText, type Token, tokenize } from './lexer.ts';
import { type Bound, bounds, boundsAfter, hasRole, isKnownWord } from './lexicon.ts';
import { Terms } from './terms.ts';

/** What a text states; `left`: the part that was not understood, null if all was. */
export interface Outcome<T> {
  readonly stated: T | null;
  readonly left: string | null;
}

type Tier = Pick<Amount, 'value' | 'currency' | 'bound'> & {
  /** Of remarks after the tier; null without one. */
  readonly terms: Terms | null;
};

/** Price per month if a billing period is stated, otherwise as stated. With `isUsage`: per million units if a count is stated. */
export function readPrice(text: string, isUsage: boolean): Outcome<StatedPrice> {
  const tokens = tokenize(plainText(text));
  const isMoney = tokens.some((token, at) => {
    if (token.kind === 'number') return !token.isPercent || token.sign !== null;
    // `Y58/mo` and `Fre` are amounts; the `L1` of `Gas fee on L1` is a name.
    if (token.kind === 'word')
      return at === 0 ? /\d/.test(token.word) || isNearlyFree(token.word) : /\d\d|\d\p{L}/u.test(token.word);
    return token.kind === 'sign' || (token.kind === 'unknown' && /\d/.test(token.text));
  });
  const isFree = tokens.some((token) => token.kind === 'word' && token.word === 'free');
  if (!isMoney && !isFree) return { stated: null, left: null };
  const parser = new PriceParser(tokens, isUsage);
  const left = parser.parse();
  const stated = left === null ? priceOf(parser.statements) : null;
  return { stated, left: left ?? (stated === null && isMoney ? text : null) };
}

function isNearlyFree(word: string): boolean {
  return word !== 'free' && !isKnownWord(word) && nearestSpelling(word, ['free']) !== null;
}

class PriceParser extends Cursor {
  readonly statements: [...Statement[], Statement];
  readonly #isUsage: boolean;
  /** Amounts of the first statement that names a price per month. */
  #monthly: readonly Amount[] = [];
  /** Whether an amount of the text has a currency: then all must have one. */
  readonly #isMoney: boolean;

  constructor(tokens: readonly Token[], isUsage: boolean) {
    super(tokens);
    this.statements = [{ amounts: [], is: new Set() }];
    this.#isUsage = isUsage;
    this.#isMoney = tokens.some((token) => token.kind === 'sign' || (token.kind === 'number' && token.sign !== null));
  }

  get #statement(): Statement {
    return this.statements[this.statements.length - 1] as Statement;
  }

  /** Text that was not understood; null if all was. */
  parse(): string | null {
    while (this.at < this.tokens.length) {
      const from = this.at;
      const isList = this.#readList();
      if (isList || (this.at === from && (this.#readMark() || this.#readWord()))) continue;
      // The token that nothing takes, or the one where the list broke off.
      return this.left(Math.max(this.at, from));
    }
    return null;
  }

  #readMark(): boolean {
    const hasAmounts = this.#statement.amounts.length > 0;
    switch (this.peek()?.kind) {
      case ',':
        return this.#open(1);
      case '+':
        return this.#open(1, 'addend') && this.#readCosts();
      case '-': // `$10/mo - $50/mo`
        return hasAmounts && this.#isOffer(1) && this.#open(1);
      case 'trial':
        this.at++;
        return this.#flag('trial');
      case '(':
        return this.#readRemark();
      case ':':
        this.at++;
        return !hasAmounts && this.at > 1;
      case '/': // `$49/mo/$490/yr`, `Free / Premium`: a tier of its own.
        return this.#isOffer(1) && this.at > 0 && this.#open(1, 'tier');
      default:
        return false;
    }
  }

  #isOffer(ahead: number): boolean {
    const word = this.word(ahead);
    return this.number(ahead)?.sign != null || word === 'free' || hasRole(word, 'unpriced');
  }

  /** Passes marks and opens a statement. False at the end of the text. */
  #open(marks: number, ...flags: readonly Flag[]): boolean {
    this.at += marks;
    this.statements.push({ amounts: [], is: new Set(flags) });
    return this.at < this.tokens.length;
  }

  #flag(flag: Flag): true {
    this.#statement.is.add(flag);
    return true;
  }

  #readWord(): boolean {
    if (this.word() === 'free') return this.#readFree();
    if (this.takeWords('after')) return this.#endTrial();
    for (const role of ['once', 'fee'] as const) if (this.takeWords(role)) return this.#flag(role);
    if (this.takeWords('former')) {
      if (this.#statement.amounts.length > 0) this.#open(0);
      return this.#flag('former');
    }
    // `Premium $20` is the name of a plan.
    if (this.takeWords('unpriced')) return (this.number() !== null && !this.#isUsage) || this.#flag('unpriced');
    return this.takeWords('silent');
  }

  #endTrial(): boolean {
    const { is, amounts } = this.#statement;
    const isBefore = this.statements.slice(0, -1).some((statement) => statement.is.has('trial'));
    return isBefore || !is.has('trial') || amounts.length === 0 || this.#open(0);
  }

  #readFree(): boolean {
    this.at++;
    if (this.#statement.amounts.some(({ value }) => value !== 0)) return false;
    this.#statement.amounts = [{ value: 0, currency: null, unit: null, bound: null }];
    return new Terms(this).readCondition(true) || true;
  }

  /** `+ double RPS cost`, `+ 3% fee`: a cost that is not stated. True for amounts, which are read next. */
  #readCosts(): true {
    let ahead = this.number()?.isPercent === true ? 1 : 0;
    while (this.word(ahead) !== '') ahead++;
    if (hasRole(this.word(ahead - 1), 'cost') && /^(?:[,+]|end)$/.test(this.peek(ahead)?.kind ?? 'end'))
      this.at += ahead;
    return true;
  }

  /** A remark is a small text of its own: `(was $99)`, `(+ $25 setup)`, `(14 day free trial)`. */
  #readRemark(): boolean {
    const inner = this.remark();
    const remark = new PriceParser(inner, this.#isUsage);
    if (inner.length === 0 || remark.parse() !== null) return false;
    const [first] = remark.statements;
    const isBeside = ({ is, amounts }: Statement, at: number) =>
      is.has('former') || is.has('addend') || is.has('trial') || (at === 0 && amounts.length === 0);
    if (!remark.statements.every(isBeside) || first?.is.has('unpriced') === true) return false;
    this.statements.push(...remark.statements.filter(({ is }) => is.has('addend') || is.has('former')));
    if (remark.statements.length === 1 && first?.is.has('once')) this.#flag('once');
    this.at += inner.length + 2;
    return true;
  }

  /** Consumes tiers and their terms. */
  #readList(): boolean {
    const from = this.at;
    const tiers = this.#statement.amounts.length === 0 ? this.#readTiers() : null;
    if (tiers === null) this.at = from;
    // `Tier 2` and `L1 2` name something: only a currency makes an amount of a number after a word.
    const isName = tiers?.every(({ currency, bound }) => currency === null && bound === null);
    const terms = new Terms(this);
    if (tiers === null || (isName && this.tokens[from - 1]?.kind === 'word') || !terms.read()) return false;
    const shared = tiers.find(({ currency }) => currency !== null)?.currency ?? null;
    if (shared === null && this.#isMoney && tiers.some(({ value }) => value !== 0)) return false;
    const amounts = this.#toAmounts(tiers, terms, shared);
    this.#statement.amounts = amounts;
    if (this.#monthly.length === 0 && amounts.some(({ unit }) => unit === 'month')) this.#monthly = amounts;
    return amounts.every(({ value }) => Number.isFinite(value));
  }

  /** A remark applies to the tiers before it, back to the previous remark: in `$50/$500 (yearly plan)` both are paid per year. */
  #toAmounts(tiers: readonly Tier[], terms: Terms, shared: string | null): Amount[] {
    if (terms.once || tiers.some((tier) => tier.terms?.once)) this.#flag('once');
    const once = this.#statement.is.has('once') ? 'once' : null;
    const isOpen = this.peek()?.kind === '+' && this.peek(1) === undefined && this.take('+');
    const after = this.takeOf(boundsAfter) ?? (isOpen ? 'from' : null);
    return tiers.map(({ currency, bound, ...tier }, at) => {
      const remark = tiers.slice(at).find((each) => each.terms !== null)?.terms;
      const [monthly, paid] = [this.#monthly[at]?.value ?? Number.NaN, remark?.paid ?? terms.paid];
      const compared = { value: tier.value, at, monthly, paid };
      const { value, unit } = this.#isUsage ? terms.perMillion(compared) : terms.perMonth(compared);
      return { value: round(value), unit: unit ?? once, currency: currency ?? shared, bound: bound ?? after };
    });
  }

  /** `$8(1M-250M)/$6.8(250M-1B)`, `1-5 TON`; null if no amount follows. */
  #readTiers(): Tier[] | null {
    const tiers: Tier[] = [];
    do {
      if (tiers.length > 0) this.at++;
      const tier = this.#readTier(tiers.length === 0);
      if (tier === null) return null;
      tiers.push(tier);
    } while (this.isJoint() && this.#isTierNext());
    return tiers;
  }

  #readTier(isFirst: boolean): Tier | null {
    const bound: Bound | null = this.takeOf(bounds);
    if (bound !== null) this.takeWords('silent');
    const token = this.number();
    if (token === null || token.isPercent || (isFirst && token.sign === null && this.#isCounted(1))) return null;
    const money = this.#readMoney(token);
    const terms = new Terms(this);
    const hasRemark = money !== null && terms.readRemarks();
    return money && { ...money, bound: token.isOpen ? 'from' : bound, terms: hasRemark ? terms : null };
  }

  /** Value and currency of the number and the word or sign after it, unless both contradict each other. Null if its digits do. */
  #readMoney({ sign, digits, scale }: NumberToken): Pick<Tier, 'value' | 'currency'> | null {
    const before = sign && currencyOfPrefix(sign);
    const after = this.#currencyAfter(1);
    const joined = before && after ? joinCurrencies(before, after) : after;
    const currency = joined ?? before;
    const value = parseFigure(digits, { currency, isSignAfter: !before && joined !== null, hasDots: scale !== null });
    if (value === null) return null;
    const written = [sign, joined && this.peek(1)?.text];
    this.at += joined === null ? 1 : 2;
    return { value: round((value * (scale ?? 1)) / (written.some(isCent) ? 100 : 1)), currency };
  }

  #currencyAfter(ahead: number): string | null {
    const next = this.peek(ahead);
    if (next?.kind === 'sign') return currencyOfPrefix(next.text);
    return next?.kind === 'word' ? currencyOfWord(next.text, isKnownWord(next.word)) : null;
  }

  /** `$8/1M` is a price for a million, and `$1.5K/3K` is two tiers. Where use has prices, `$8/6/1M` is two tiers for a million. */
  #isTierNext(): boolean {
    const next = this.number(1);
    if (next === null) return bounds.has(this.word(1)) && this.number(2) !== null;
    if (next.isPercent || next.sign !== null || this.#currencyAfter(2) !== null) return !next.isPercent;
    if (this.#isCounted(2) || this.peek(2)?.kind === '-') return false;
    if (this.peek()?.kind === '-') return true;
    if (next.scale !== null) return !this.#isUsage && this.number(-1)?.scale !== null;
    return !this.#isUsage || this.peek(2)?.kind === '/';
  }

  /** Whether a unit or a period follows, so that the number before counts something. */
  #isCounted(ahead: number): boolean {
    const word = this.word(ahead);
    const isBeside = hasRole(word, 'adverb', 'silent', 'fee', 'once', 'condition', 'after');
    return isKnownWord(word) && !boundsAfter.has(word) && !isBeside;
  }
}
