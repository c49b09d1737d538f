/** Grammar of prices: statements of tiers with terms, such as `$49/$99/mo (monthly plan), $490/yr + setup fee`. Every token must have its place. */
import { nearestSpelling } from '../../../common/nearest-name.ts';
import type { StatedPrice } from '../../../model/rows.ts';
import { type Amount, type Flag, priceOf, round, type Statement } from './amounts.ts';
import { currencyOfPrefix, currencyOfWord, isCent, joinCurrencies, parseFigure } from './currencies.ts';
import { type NumberToken, plainText, type Token, tokenize } from './lexer.ts';
import { bounds, boundsAfter, hasRole, isKnownWord } from './lexicon.ts';
import { newTerms, perMillion, perMonth, type Terms, TermsReader } from './terms.ts';

/** What a text states; `left`: the part that was not understood, null if all was. */
export interface Outcome<T> {
  readonly stated: T | null;
  readonly left: string | null;
}

type Money = Pick<Amount, 'value' | 'currency'>;
/** `terms`: those of remarks after the tier. */
type Tier = Money & Pick<Amount, 'bound'> & { readonly terms: Terms };

/** Price per month if a billing period is stated, otherwise as stated. With `isUsage`: per million units if a count is stated. */
export function readPrice(text: string, isUsage: boolean): Outcome<StatedPrice> {
  const tokens = tokenize(plainText(text));
  const isMoney = tokens.some(meansMoney);
  if (!isMoney && !tokens.some((token) => token.kind === 'word' && token.word === 'free'))
    return { stated: null, left: null };
  const parser = new PriceParser(tokens, isUsage);
  const left = parser.parse();
  const stated = left === null ? priceOf(parser.statements) : null;
  return { stated, left: left ?? (stated === null && isMoney ? text : null) };
}

/** `Y58/mo` and `Fre` are amounts; the `L1` of `Gas fee on L1` is a name. */
function meansMoney(token: Token, at: number): boolean {
  if (token.kind === 'number') return !token.isPercent || token.sign !== null;
  if (token.kind !== 'word') return token.kind === 'sign' || (token.kind === 'unknown' && /\d/.test(token.text));
  const { word } = token;
  const isNearlyFree = word !== 'free' && !isKnownWord(word) && nearestSpelling(word, ['free']) !== null;
  return at === 0 ? /\d/.test(word) || isNearlyFree : /\d\d|\d\p{L}/u.test(word);
}

class PriceParser extends TermsReader {
  readonly statements: [...Statement[], Statement] = [{ amounts: [], is: new Set() }];
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
    const next = this.word(1);
    const isOffer = this.number(1)?.sign != null || next === 'free' || hasRole(next, 'unpriced');
    switch (this.peek()?.kind) {
      case ',':
        return this.#open(1);
      case '+':
        return this.#open(1, 'addend') && this.#readCosts();
      case '-': // `$10/mo - $50/mo`
        return hasAmounts && isOffer && this.#open(1);
      case 'trial':
        this.at++;
        return this.#flag('trial');
      case '(':
        return this.#readAside();
      case ':':
        this.at++;
        return !hasAmounts && this.at > 1;
      case '/': // `$49/mo/$490/yr`, `Free / Premium`: a tier of its own.
        return isOffer && this.at > 0 && this.#open(1, 'tier');
      default:
        return false;
    }
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
    const { amounts } = this.#statement;
    if (this.word() === 'free') return this.#readFree();
    if (this.takeWords('after')) return this.#endTrial();
    for (const role of ['once', 'fee'] as const) if (this.takeWords(role)) return this.#flag(role);
    if (this.takeWords('former')) return (amounts.length > 0 && !this.#open(0)) || this.#flag('former');
    // `Premium $20` is the name of a plan.
    if (this.takeWords('unpriced')) return (this.number() !== null && !this.#isUsage) || this.#flag('unpriced');
    return this.takeWords('silent');
  }

  #readFree(): boolean {
    this.at++;
    if (this.#statement.amounts.some(({ value }) => value !== 0)) return false;
    this.#statement.amounts = [{ value: 0, currency: null, unit: null, bound: null }];
    return this.readCondition(newTerms(), true) || true;
  }

  #endTrial(): boolean {
    const [{ is, amounts }, ...before] = this.statements.toReversed() as [Statement, ...Statement[]];
    return before.some((each) => each.is.has('trial')) || !is.has('trial') || amounts.length === 0 || this.#open(0);
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
  #readAside(): boolean {
    const inner = this.remark();
    const aside = new PriceParser(inner, this.#isUsage);
    if (inner.length === 0 || aside.parse() !== null) return false;
    const [first, ...others] = aside.statements;
    const isBeside = ({ is, amounts }: Statement, at: number) =>
      is.has('former') || is.has('addend') || is.has('trial') || (at === 0 && amounts.length === 0);
    if (!aside.statements.every(isBeside) || first?.is.has('unpriced')) return false;
    this.statements.push(...aside.statements.filter(({ is }) => is.has('addend') || is.has('former')));
    if (others.length === 0 && first?.is.has('once')) this.#flag('once');
    this.at += inner.length + 2;
    return true;
  }

  /** Consumes tiers and their terms. */
  #readList(): boolean {
    const from = this.at;
    const tiers = this.#statement.amounts.length === 0 ? this.#readTiers() : [];
    if (tiers.length === 0) {
      this.at = from;
      return false;
    }
    // `Tier 2` and `L1 2` name something: only a currency makes an amount of a number after a word.
    const isName = tiers.every(({ currency, bound }) => currency === null && bound === null);
    if (isName && this.tokens[from - 1]?.kind === 'word') return false;
    const terms = this.readTerms();
    const shared = tiers.find(({ currency }) => currency !== null)?.currency ?? null;
    if (terms === null || (shared === null && this.#isMoney && tiers.some(({ value }) => value !== 0))) return false;
    const amounts = this.#toAmounts(tiers, terms, shared);
    this.#statement.amounts = amounts;
    if (this.#monthly.length === 0 && amounts.some(({ unit }) => unit === 'month')) this.#monthly = amounts;
    return amounts.every(({ value }) => Number.isFinite(value));
  }

  /** A remark applies to the tiers before it, back to the previous remark: in `$50/$500 (yearly plan)` both are paid per year. */
  #toAmounts(tiers: readonly Tier[], terms: Terms, shared: string | null): Amount[] {
    if (terms.once || tiers.some((tier) => tier.terms.once)) this.#flag('once');
    const once = this.#statement.is.has('once') ? 'once' : null;
    const isOpen = this.peek(1) === undefined && this.take('+');
    const after = this.takeOf(boundsAfter) ?? (isOpen ? 'from' : null);
    return tiers.map(({ value: asked, currency, bound }, at) => {
      const remark = tiers.slice(at).find((each) => each.terms.hasRemark)?.terms;
      const [monthly, paid] = [this.#monthly[at]?.value ?? Number.NaN, remark?.paid ?? terms.paid];
      const { value, unit } = (this.#isUsage ? perMillion : perMonth)(terms, { value: asked, at, monthly, paid });
      return { value: round(value), unit: unit ?? once, currency: currency ?? shared, bound: bound ?? after };
    });
  }

  /** `$8(1M-250M)/$6.8(250M-1B)`, `1-5 TON`; empty if no amount follows. */
  #readTiers(): Tier[] {
    const tiers: Tier[] = [];
    do {
      if (tiers.length > 0) this.at++;
      const tier = this.#readTier(tiers.length === 0);
      if (tier === null) return [];
      tiers.push(tier);
    } while (this.isJoint() && this.#isTierNext());
    return tiers;
  }

  #readTier(isFirst: boolean): Tier | null {
    const bound = this.takeOf(bounds);
    if (bound !== null) this.takeWords('silent');
    const token = this.number();
    if (token === null || token.isPercent || (isFirst && token.sign === null && this.#isCounted(1))) return null;
    const money = this.#readMoney(token);
    const terms = newTerms();
    if (money !== null) this.readRemarks(terms);
    return money && { ...money, bound: token.isOpen ? 'from' : bound, terms };
  }

  /** Value and currency of the number and the word or sign after it, unless both contradict each other. Null if its digits do. */
  #readMoney({ sign, digits, scale }: NumberToken): Money | null {
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
