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
  readonly isData: boolean;
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

  /** Consumes words of the roles, and says whether there were any. */
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
    const from = this.at;
    while (this.number()?.sign === null) {
      this.at++;
      const isBetween = this.isJoint() || /^(?:,|or|and|&)$/i.test(this.peek()?.text ?? '');
      const ahead = bounds.has(this.word(1)) ? 2 : 1;
      if (!isBetween || this.number(ahead)?.sign !== null) break;
      this.at++;
      this.takeOf(bounds);
    }
    const passed = this.tokens.slice(from, this.at);
    const found = passed.flatMap((token) => (token.kind === 'number' ? token : []));
    const values = passed[1]?.kind === '-' && found.length === 2 ? rangeOf(found) : tiersOf(found);
    if (!values.every(Number.isFinite)) this.at = from;
    return { values: this.at === from ? [] : values, isOpen: found.some(({ isOpen }) => isOpen) };
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
    const isAny = (test: (word: string) => boolean) =>
      this.tokens.slice(from, this.at).some((token) => token.kind === 'word' && test(token.word));
    return {
      counted: counted.get(word) ?? null,
      name,
      isNarrow: isAny((each) => hasRole(each, 'narrowing')),
      isStored: isAny((each) => each === 'stored'),
      isData: hasRole(word, 'data'),
    };
  }

  /** Seconds in the period that the next word names. */
  period(): number | null {
    return this.takeOf(periods);
  }
}

function rangeOf(tokens: readonly NumberToken[]): number[] {
  const scale = tokens.at(-1)?.scale ?? null;
  return tokens.map((token) => countOf({ ...token, scale: token.scale ?? scale }));
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
