/** Position in the tokens of a text, with what prices and quotas have in common: counts, units and periods. */
import { countOf, type NumberToken, type Token } from './lexer.ts';
import { bounds, counted, hasRole, periods, type Role, type Unit } from './lexicon.ts';

export interface UnitPhrase {
  /** Canonical names of what is counted in millions; null for users, gigabytes and the like. */
  readonly counted: Unit | null;
  /** As written, without `API` and the like. */
  readonly name: string;
  /** Whether it is one kind of use only: `index reqs`. */
  readonly isNarrow: boolean;
  readonly isStored: boolean;
  /** Whether a plan includes or allows amounts of it. */
  readonly isUse: boolean;
}

export class Cursor {
  readonly tokens: readonly Token[];
  at = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  peek(ahead = 0): Token | undefined {
    return this.tokens[this.at + ahead];
  }

  /** Lowercase; blank if the token is not a word. */
  word(ahead = 0): string {
    const token = this.peek(ahead);
    return token?.kind === 'word' ? token.word : '';
  }

  number(ahead = 0): NumberToken | null {
    const token = this.peek(ahead);
    return token?.kind === 'number' ? token : null;
  }

  /** Consumes a token of the kind. */
  take(kind: Token['kind']): boolean {
    const isNext = this.peek()?.kind === kind;
    if (isNext) this.at++;
    return isNext;
  }

  /** Consumes words of the roles. */
  takeWords(...roles: readonly Role[]): boolean {
    const from = this.at;
    while (hasRole(this.word(), ...roles)) this.at++;
    return this.at > from;
  }

  /** Consumes a word of the table. */
  takeOf<T>(words: ReadonlyMap<string, T>): T | null {
    const value = words.get(this.word()) ?? null;
    if (value !== null) this.at++;
    return value;
  }

  /** Text of the token that was not understood, or of the remark that begins with it. */
  left(from = this.at): string {
    this.at = Math.min(from, this.tokens.length - 1);
    const { kind, text = '' } = this.peek() ?? {};
    const remark = kind === '(' ? this.remark() : [];
    return remark.length === 0 ? text : `(${remark.map((token) => token.text).join(' ')})`;
  }

  /** Tokens between the parenthesis that is next and the one that closes it; empty if none does. */
  remark(): readonly Token[] {
    const end = this.tokens.findIndex(({ kind }, at) => at > this.at && kind === ')');
    return end === -1 ? [] : this.tokens.slice(this.at + 1, end);
  }

  /** Whether a slash or a dash is next: between tiers, or the ends of a range. */
  isJoint(): boolean {
    return this.peek()?.kind === '-' || this.peek()?.text === '/';
  }

  /** `1M`, `10M/20M/30M`, `10M, 15M or 20M`; in `115-365M` the magnitude is written once. Empty if no whole numbers without a currency follow. */
  counts(): { readonly values: readonly number[]; readonly isOpen: boolean } {
    const found: NumberToken[] = [];
    const from = this.at;
    for (let ahead = 0; this.number(ahead)?.sign === null; ahead = bounds.has(this.word(1)) ? 2 : 1) {
      this.at += ahead;
      found.push(...[this.number() ?? []].flat());
      this.at++;
      if (!this.isJoint() && !/^(?:,|or|and|&)$/i.test(this.peek()?.text ?? '')) break;
    }
    const isRange = this.tokens[from + 1]?.kind === '-' && found.length === 2;
    const scale = found.at(-1)?.scale ?? null;
    const values = isRange ? found.map((each) => countOf({ ...each, scale: each.scale ?? scale })) : tiersOf(found);
    if (values.every(Number.isFinite)) return { values, isOpen: found.some(({ isOpen }) => isOpen) };
    this.at = from;
    return { values: [], isOpen: false };
  }

  /** `API credits`, `index reqs`, `extra TB`; null if no unit follows, or two of which one is counted. */
  unit(): UnitPhrase | null {
    const from = this.at;
    while (
      hasRole(this.word(), 'adjective', 'narrowing', 'qualifier') ||
      (this.word() === 'rpc' && isUnit(this.word(1)))
    )
      this.at++;
    const name = this.peek()?.text ?? '';
    if (!isUnit(this.word())) {
      this.at = from;
      return null;
    }
    const word = this.word();
    this.at++;
    while (hasRole(this.word(), 'adjective')) this.at++;
    const words = this.tokens.slice(from, this.at).map((token) => (token.kind === 'word' ? token.word : ''));
    return {
      counted: counted.get(word) ?? null,
      name,
      isNarrow: words.some((each) => hasRole(each, 'narrowing')),
      isStored: words.includes('stored'),
      isUse: hasRole(word, 'data') || counted.get(word)?.isUse === true,
    };
  }

  /** Seconds in the period that the next word names. */
  period(): number | null {
    return this.takeOf(periods);
  }
}

/** `250/1K/2K` is clear; `4/7M` may be four million, and in `500M/16/2B` a letter is missing: both are NaN. */
function tiersOf(tokens: readonly NumberToken[]): number[] {
  const values = tokens.map(countOf);
  const [first = 0, second = 0] = values;
  const isClear = ({ scale }: NumberToken, at: number) =>
    scale !== null || (at === 0 && first < second && first * (tokens[1]?.scale ?? 1) > second);
  const isEven = tokens.every(({ scale }) => scale === null) || tokens.every(isClear);
  return isEven ? values : [Number.NaN];
}

function isUnit(word: string): boolean {
  return counted.has(word) || hasRole(word, 'thing', 'data');
}
