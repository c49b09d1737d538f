/** Grammar of the limits of a plan: `25 reqs/sec`, `30M CUs/mo`, `100K monthly credits`, `Unlimited RPS`. */
import { nearestSpelling } from '../../../common/nearest-name.ts';
import type { StatedLimits, StatedQuota } from '../../../model/rows.ts';
import { buildRange, round } from './amounts.ts';
import { Cursor, type UnitPhrase } from './cursor.ts';
import { countOf, plainText, type Token, tokenize } from './lexer.ts';
import { bounds, boundsAfter, counted, daySeconds, hasRole, monthSeconds, periods, scopes } from './lexicon.ts';

export interface Quota extends StatedQuota {
  /** Seconds in the period; null if the text names none. */
  readonly seconds: number | null;
}

/** Quotas of an item; `left`: the part that was not understood, null if all was or if the item does not speak of use. */
export function readItem(item: string): { readonly quotas: readonly Quota[]; readonly left: string | null } {
  const reader = new ItemReader(tokenize(plainText(item)));
  const quotas: Quota[] = [];
  do {
    const quota = reader.read();
    if (quota !== null) quotas.push(quota);
  } while (reader.separate());
  const isComparable = quotas.every(({ seconds }) => (seconds ?? 0) <= daySeconds || seconds === monthSeconds);
  if (reader.at === reader.tokens.length) return isComparable ? { quotas, left: null } : { quotas: [], left: item };
  return { quotas: [], left: reader.meansQuota ? reader.left() : null };
}

function isUse(token: Token, at: number, tokens: readonly Token[]): boolean {
  const word = token.kind === 'word' ? token.word : '';
  if (counted.get(word)?.isUse || hasRole(word, 'adverb')) return true;
  return tokens[at - 1]?.kind === '/' && periods.has(word);
}

/** `25`, `y00`, `Unlimited`, `Unlmited`. */
function isAmount(token: Token | undefined): boolean {
  const word = token?.kind === 'word' ? token.word : '';
  return /\d/.test(token?.text ?? '') || nearestSpelling(word, ['unlimited', 'limited']) === 'unlimited';
}

class ItemReader extends Cursor {
  #unit: UnitPhrase | null = null;

  /**
   * Whether an editor meant a quota that was not read: an amount of use (`4B/90d`), an amount of something unknown (`150 RP`), or use
   * without an amount (`M CUs/day`).
   */
  get meansQuota(): boolean {
    const { tokens } = this;
    const isAround = (token: Token) =>
      token.kind === 'word' && (bounds.has(token.word) || hasRole(token.word, 'limit'));
    const isBare = tokens.every(
      (token, at) => /^[/KMB]$/.test(token.text) || isUse(token, at, tokens) || isAround(token),
    );
    if (tokens.some(isUse)) return isBare || tokens.some(isAmount);
    const first = tokens.find((token) => !isAround(token));
    const isShare = first?.kind === 'number' && first.isPercent;
    return isAmount(first) && !isShare && this.#unit?.isUse !== false;
  }

  /** Passes what stands between quotas: a comma, a plus sign, `with`, or the slash of `30RPS/1.5K RPM`. */
  separate(): boolean {
    const from = this.at;
    while (this.take(',') || this.take('+'));
    const isSecond =
      from > 0 && this.peek()?.text === '/' && this.number(1) !== null && counted.get(this.word(2))?.isUse === true;
    if (isSecond || /^(?:with|including|then)$/.test(this.word())) this.at++;
    return this.at > from && this.at < this.tokens.length;
  }

  /** Null if the tokens are no quota; they state none if all are consumed. */
  read(): Quota | null {
    this.takeWords('limit');
    const bound = this.takeOf(bounds);
    this.takeWords('limit');
    const word = this.word();
    if (bound === null && /^(?:unlimited|no)$/.test(word)) return this.#readUnlimited(word);
    const { values, isOpen } = this.counts();
    const range = buildRange(values);
    const own = range?.min === range?.max ? 'exact' : 'range';
    return range && this.#readUnit({ ...range, bound: isOpen ? 'from' : (bound ?? own) });
  }

  /** `Unlimited RPS`, `No rate limits`, `Unlimited reqs/mo`. */
  #readUnlimited(word: string): Quota | null {
    this.at++;
    const limit = { min: null, max: null, bound: 'unlimited' } as const;
    const isRate = /^(?:rate|throughput) limits?$/.test(this.word());
    if (isRate) this.at++;
    const quota = isRate ? { ...limit, unit: 'requests', seconds: 1 } : this.#readUnit(limit);
    return isRate || word !== 'no' ? quota : null;
  }

  /** Reads the unit, the period, to whom it applies, and words that end the phrase. Null if the unit is no use, or one kind of it. */
  #readUnit(quota: Omit<Quota, 'unit' | 'seconds'>): Quota | null {
    const adverb = hasRole(this.word(), 'adverb') ? this.period() : null;
    this.take('-');
    const unit = this.unit();
    this.#unit = unit;
    if (unit === null) return null;
    const [seconds, scope] = this.#readPeriod();
    const isCost = this.#readCost();
    const after = this.takeOf(boundsAfter);
    this.takeWords('limit');
    if (isCost || unit.isNarrow || !unit.isUse) return null;
    const name = unit.counted?.many ?? unit.name.toUpperCase();
    return {
      ...quota,
      bound: after ?? quota.bound,
      unit: scope === null ? name : `${name}/${scope}`,
      seconds: seconds ?? adverb ?? unit.counted?.seconds ?? null,
    };
  }

  /** `10 rows/req` and `10 credits per MB` are costs, not quotas. */
  #readCost(): boolean {
    const from = this.at;
    const unit = this.take('/') ? this.unit() : null;
    const isRead = unit?.isUse === true;
    if (!isRead) this.at = from;
    return isRead;
  }

  /** `/s`, `/10s`, `per 5 minutes`, `/s/IP`; nothing is consumed of anything else. A lowercase `m` may be a minute or a month. */
  #readPeriod(): readonly [seconds: number | null, scope: string | null] {
    const from = this.at;
    const token = this.take('/') ? this.number() : null;
    const count = token === null ? 1 : countOf(token);
    if (token !== null) this.at++;
    const seconds = this.at === from || this.word() === 'm' ? null : this.period();
    if (seconds === null || !count) {
      this.at = from;
      return [null, null];
    }
    if (this.peek()?.kind === '/' && scopes.has(this.word(1))) this.at++;
    return [seconds * count, this.takeOf(scopes)];
  }
}

/** What all items of a list state, if all were understood: of a month rather than of a period that is not named, and that rather than of a day. */
export function limitsOf(quotas: readonly Quota[], isUnread: boolean): StatedLimits | null {
  const unread = { min: null, max: null, unit: null, bound: 'unread' } as const;
  if (isUnread) return { included: unread, rate: unread };
  const [included] = [monthSeconds, null, daySeconds].flatMap(
    (wanted) => quotas.find(({ seconds }) => seconds === wanted) ?? [],
  );
  const rate = quotas.find(({ seconds }) => seconds !== null && seconds < daySeconds);
  return included || rate ? { included: quotaOf(included), rate: quotaOf(rate) } : null;
}

/** `requests/month`; amounts of shorter periods than a day are per second. */
function quotaOf(quota: Quota | undefined): StatedQuota | null {
  if (quota === undefined) return null;
  const { seconds, unit, bound } = quota;
  const name = seconds === monthSeconds ? '/month' : seconds === daySeconds ? '/day' : '';
  const perSecond = (value: number | null) =>
    value === null || seconds === null || name !== '' ? value : round(value / seconds);
  return { min: perSecond(quota.min), max: perSecond(quota.max), unit: `${unit}${name}`, bound };
}
