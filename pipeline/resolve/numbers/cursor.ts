/** Position in the tokens of a text, with what prices and quotas have in common: counts, units and periods. */

import { countOf, type NumberToken, type Token } from './lexer.ts';
import {
  adjectives,
  boundsAfter,
  conditions,
  counted,
  dataUnits,
  fees,
  formerWords,
  narrowing,
  onceWords,
  periods,
  qualifiers,
  rates,
  silent,
  thenWords,
  things,
  unpriced,
} from './lexicon.ts';

export interface UnitPhrase {
  /** Canonical names of what is counted in millions; null for users, gigabytes and the like. */
  readonly counted: { readonly one: string; readonly many: string; readonly isUse: boolean } | null;
  /** As written, without `API` and the like. */
  readonly name: string;
  /** Whether it is one kind of use only: `index reqs`. */
  readonly isNarrow: boolean;
  readonly isStored: boolean;
  readonly isData: boolean;
  /** Period that the unit names: that of `RPS`. */
  readonly seconds: number | null;
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

  /** Lowercase; null if the token is not a word. */
  word(ahead = 0): string | null {
    const token = this.peek(ahead);
    return token?.kind === 'word' ? token.word : null;
  }

  number(ahead = 0): NumberToken | null {
    const token = this.peek(ahead);
    return token?.kind === 'number' ? token : null;
  }

  isOneOf(words: { has(word: string): boolean }, ahead = 0): boolean {
    const word = this.word(ahead);
    return word !== null && words.has(word);
  }

  /** Consumes tokens of the kind, and says how many. */
  take(kind: Token['kind']): boolean {
    const isNext = this.peek()?.kind === kind;
    if (isNext) this.at++;
    return isNext;
  }

  /** Consumes a word of the list. */
  takeOneOf(words: { has(word: string): boolean }): string | null {
    if (!this.isOneOf(words)) return null;
    const word = this.word();
    this.at++;
    return word;
  }

  takeAll(words: { has(word: string): boolean }): boolean {
    const from = this.at;
    while (this.isOneOf(words)) this.at++;
    return this.at > from;
  }

  /** `1M`, `10M/20M/30M`; empty if no whole number without a currency follows. */
  counts(): number[] {
    const found: number[] = [];
    for (let token = this.number(); token !== null; token = this.number()) {
      const count = countOf(token);
      if (count === null) return [];
      found.push(count);
      this.at++;
      const next = this.number(1);
      if (this.peek()?.kind !== '/' || next === null || next.sign !== null) return found;
      this.at++;
    }
    return found;
  }

  /** `API credits`, `index reqs`, `TB`; null if no unit follows, or two of which one is counted. */
  unit(): UnitPhrase | null {
    const from = this.at;
    let unit: { readonly word: string; readonly text: string } | null = null;
    let [isNarrow, isStored] = [false, false];
    for (let token = this.peek(); token?.kind === 'word'; token = this.peek()) {
      const isUnit = [counted, things, dataUnits, rates].some((units) => units.has(token.word));
      if (isUnit && unit !== null && unit.word !== 'rpc') break;
      if (!isUnit && !adjectives.has(token.word) && !narrowing.has(token.word)) break;
      if (isUnit) unit = token;
      isNarrow ||= narrowing.has(token.word);
      isStored ||= token.word === 'stored';
      this.at++;
    }
    if (unit === null) this.at = from;
    if (unit === null) return null;
    const [rate, seconds = null] = rates.get(unit.word) ?? [];
    const known = counted.get(unit.word) ?? [...counted.values()].find(({ many }) => many === rate) ?? null;
    return { counted: known, name: unit.text, isData: dataUnits.has(unit.word), isNarrow, isStored, seconds };
  }

  /** Seconds in the period that the next word names. */
  period(): number | null {
    const seconds = periods.get(this.word() ?? '') ?? null;
    if (seconds !== null) this.at++;
    return seconds;
  }
}

/** Whether the word means something else than a currency. */
export function isKnownWord(word: string): boolean {
  const lists = [
    counted,
    things,
    dataUnits,
    rates,
    adjectives,
    narrowing,
    periods,
    silent,
    unpriced,
    fees,
    onceWords,
    conditions,
    boundsAfter,
    thenWords,
    formerWords,
    qualifiers,
  ];
  return lists.some((words) => words.has(word));
}
