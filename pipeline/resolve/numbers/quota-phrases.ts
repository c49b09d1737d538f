/** Item of a list of limits -> its phrases: amounts, what they count, and the period. */

import {
  adverbSeconds,
  closing,
  fillers,
  joints,
  openers,
  periodSeconds,
  rateWords,
  scopes,
  unitOf,
} from './quota-words.ts';
import { figure, parseFigure, parseMagnitude } from './tokens.ts';

export interface Phrase {
  readonly values: readonly number[] | 'unlimited';
  /** `500+ rps`, `up to 1M reqs/mo`; null without such a word. */
  readonly bound: 'from' | 'upTo' | null;
  /** What is counted: `requests`, `requests/IP`. */
  readonly unit: string;
  /** Seconds in the period; null if the phrase names none. */
  readonly seconds: number | null;
}

type Token = { readonly value: number; readonly isScaled: boolean; readonly plus: boolean } | string;

const tokenPattern = new RegExp(
  `(?<digits>${figure})(?<scale>[kKmMbB](?![\\p{L}\\p{N}])|\\s(?:million|billion|thousand)(?!\\p{L}))?(?<plus>\\+(?!\\s?\\d))?|\\p{L}[\\p{L}\\p{N}]*|[-–/+,;(<=~]`,
  'gu',
);

/** `First 50M CUs of a month are free`. */
const ofPeriod = /\b(?:of )?(?:an?|each|every)(?= (?:month|day|hour|minute|second)\b)/giu;

/** Null if the item states a quota in a form that is not known. Empty if it states none. */
export function readPhrases(item: string): Phrase[] | null {
  const phrases: Phrase[] = [];
  const whole = tokenize(item);
  if (isTorn(whole)) return whole.some(isUnit) ? null : phrases;
  for (const tokens of splitItem(whole)) {
    const phrase = new PhraseReader(tokens).read();
    if (phrase !== null) phrases.push(phrase);
    else if (isQuotaLike(tokens)) return null;
  }
  return phrases;
}

function tokenize(item: string): Token[] {
  return [...item.replace(ofPeriod, 'per').matchAll(tokenPattern)].map(
    ({ 0: text, groups: { digits, scale, plus } = {} }) => {
      if (digits === undefined) return text.toLowerCase();
      const value = parseFigure(digits) * parseMagnitude(scale);
      return { value, isScaled: scale !== undefined, plus: plus !== undefined };
    },
  );
}

/** Splits at commas, plus signs and words such as `with`, and before a second rate: `30RPS/1.5K RPM`. */
function splitItem(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  for (const [at, token] of tokens.entries()) {
    const part = parts.at(-1) ?? [];
    // `10M, 15M or 20M credits` are tiers of one quota.
    const isTier = [',', 'or', 'and'].includes(String(token)) && isAmount(part.at(-1)) && isAmount(tokens[at + 1]);
    if (isTier) part.push('/');
    else if (isJoint(token) || (token === '/' && isSecondRate(tokens, at))) parts.push([]);
    else part.push(token);
  }
  return parts.filter(({ length }) => length > 0);
}

function isJoint(token: Token): boolean {
  return typeof token === 'string' && joints.has(token);
}

function isSecondRate(tokens: readonly Token[], at: number): boolean {
  return typeof tokens[at - 1] === 'string' && isAmount(tokens[at + 1]) && isUnit(tokens[at + 2]);
}

function isUnit(token: Token | undefined): boolean {
  return typeof token === 'string' && (unitOf([token]) !== null || rateWords.has(token));
}

/**
 * Whether the words speak of use, so that a number among them is a quota: `10 reqs/mint`, `25M125M req/mo`, `4B/90d`. A limit of
 * one kind of call is none (`5 index req/s`), and neither is a cost (`10 credits per MB`) or a sentence.
 */
function isQuotaLike(tokens: readonly Token[]): boolean {
  const at = tokens.findIndex(isAmount);
  const [first = '', second = ''] = tokens.slice(at + 1).filter((token) => typeof token === 'string' && token !== '/');
  const isSentence = tokens.slice(0, Math.max(at, 0)).some((token) => !openers.has(String(token)));
  if (at === -1 || isSentence || tokens.includes('per') || tokens.includes('storage')) return false;
  if (isUnit(first)) return true;
  if (fillers.has(String(first))) return isUnit(second) || adverbSeconds.has(String(second));
  return tokens.includes('/') && periodSeconds.has(String(first));
}

/** `25M125M/500M`: a mark is missing between two amounts. */
function isTorn(tokens: readonly Token[]): boolean {
  return tokens.some((token, at) => /^[kmbt]\d/.test(String(token)) && isAmount(tokens[at - 1]));
}

function isAmount(token: Token | undefined): token is Token & object {
  return typeof token === 'object';
}

class PhraseReader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** Null if the tokens are no quota. */
  read(): Phrase | null {
    const bound = this.#skipOpeners();
    if (this.#takeWord('unlimited') || this.#takeWord('no')) return this.#readUnlimited();
    const amounts = this.#readAmounts();
    const named = this.#readUnit();
    if (amounts.length === 0 || named === null) return null;
    const period = this.#readPeriod();
    if (period === null) return null;
    return {
      values: amounts.map(({ value }) => value),
      bound: amounts.some(({ plus }) => plus) ? 'from' : bound,
      unit: period.scope === null ? named.unit : `${named.unit}/${period.scope}`,
      seconds: period.seconds ?? named.seconds,
    };
  }

  #peek(ahead = 0): Token | undefined {
    return this.#tokens[this.#at + ahead];
  }

  #takeWord(word: string): boolean {
    const isNext = this.#peek() === word;
    if (isNext) this.#at++;
    return isNext;
  }

  #skipOpeners(): Phrase['bound'] {
    const from = this.#at;
    while (openers.has(String(this.#peek()))) this.#at++;
    const skipped = this.#tokens.slice(from, this.#at);
    return skipped.includes('up') || skipped.includes('<')
      ? 'upTo'
      : skipped.includes('from') || skipped.includes('least')
        ? 'from'
        : null;
  }

  /** `Unlimited RPS`, `No rate limits`, `Unlimited reqs/mo`. */
  #readUnlimited(): Phrase | null {
    const isUnlimited = this.#tokens[this.#at - 1] === 'unlimited';
    const isRate = /^(?:rate|throughput) limits?$/.test(this.#tokens.slice(this.#at).join(' '));
    const rate = { values: 'unlimited', bound: null } as const;
    if (isRate) return { ...rate, unit: 'requests', seconds: 1 };
    const named = isUnlimited ? this.#readUnit() : null;
    return named === null ? null : { ...rate, unit: named.unit, seconds: this.#readPeriod()?.seconds ?? named.seconds };
  }

  /** `4M/7M`, `100/300/500`, `115-365M`. */
  #readAmounts(): (Token & object)[] {
    const amounts: (Token & object)[] = [];
    for (let token = this.#peek(); isAmount(token); token = this.#peek()) {
      const last = amounts.at(-1);
      const isShared = this.#tokens[this.#at - 1] !== '/' && last !== undefined && !last.isScaled && token.isScaled;
      const scale = isShared ? 10 ** (3 * Math.floor(Math.log10(token.value) / 3)) : 1;
      if (isShared) amounts[amounts.length - 1] = { ...last, value: last.value * scale };
      amounts.push(token);
      this.#at++;
      const joint = this.#peek();
      if ((joint !== '/' && joint !== '-' && joint !== '–') || !isAmount(this.#peek(1))) break;
      this.#at++;
    }
    return amounts;
  }

  /** Words up to a mark, with one unit among them and nothing else that narrows it: not `index reqs`. */
  #readUnit(): (Pick<Phrase, 'seconds'> & { readonly unit: string }) | null {
    const words: string[] = [];
    for (let token = this.#peek(); typeof token === 'string' && !closing.has(token); token = this.#peek()) {
      words.push(token);
      this.#at++;
    }
    const adverb = words.find((word) => adverbSeconds.has(word));
    const telling = words.filter((word) => !fillers.has(word) && !adverbSeconds.has(word));
    const [rate] = telling.flatMap((word) => rateWords.get(word) ?? []).length > 0 ? telling : [];
    if (rate !== undefined && telling.length === 1) {
      const [unit = '', seconds = 1] = rateWords.get(rate) ?? [];
      return { unit, seconds };
    }
    const unit = unitOf(telling);
    return unit === null ? null : { unit, seconds: adverb === undefined ? null : (adverbSeconds.get(adverb) ?? null) };
  }

  /** `/s`, `/10s`, `per 5 minutes`, `/s/IP`, or nothing; null for anything else. */
  #readPeriod(): { readonly seconds: number | null; readonly scope: string | null } | null {
    const nothing = { seconds: null, scope: null };
    if (!this.#takeWord('/') && !this.#takeWord('per')) return nothing;
    const count = this.#peek();
    if (isAmount(count)) this.#at++;
    const word = this.#peek();
    const seconds = typeof word === 'string' ? periodSeconds.get(word) : undefined;
    if (seconds === undefined) return null;
    this.#at++;
    if (!this.#takeWord('/')) this.#takeWord('per');
    const scope = this.#peek();
    const named = typeof scope === 'string' ? (scopes.get(scope) ?? null) : null;
    return { seconds: seconds * (isAmount(count) ? count.value : 1), scope: named };
  }
}
