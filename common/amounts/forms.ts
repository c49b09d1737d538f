/** Forms of prices and quotas: regular expressions over tokens instead of characters. */
import type { Token } from './lexer.ts';
import { wordRoles } from './lexicon.ts';

const others =
  'plain scaled decimal money percent magnitude trial unknown slash dash comma stop plus colon open close';

const keyOf = (roles: readonly string[]) =>
  roles.length === 1 ? (roles[0] ?? '') : roles.toSorted().join(' ');
const keys = [...new Set([...wordRoles.map(keyOf), ...others.split(' ')])];
/** A letter for each set of roles that tokens have. */
const letterOf = new Map(keys.map((key, at) => [key, String.fromCharCode(0x4e00 + at)]));
/** Letters of the sets that have a role. */
const lettersOf = new Map<string, string>();
for (const [key, letter] of letterOf)
  for (const role of key.split(' ')) lettersOf.set(role, (lettersOf.get(role) ?? '') + letter);

/**
 * Names of roles stand for a token that has the role. The rest is the syntax of regular
 * expressions; spaces mean nothing.
 */
export function form(source: string): RegExp {
  const pattern = source.replace(/\(\?<\w+>|\w+|\s+/g, (part) =>
    /^\w/.test(part) ? `[${lettersOf.get(part) ?? ''}]` : part.trim(),
  );
  // bounded: tokens of a text, at most 500 tokens
  return new RegExp(pattern, 'dy');
}

/** Tokens of a form by the names of its groups; `all` are those of the form. */
export type TokenGroups = { readonly [group: string]: readonly Token[] | undefined };
export type Forms = readonly (readonly [name: string, wanted: RegExp])[];

export class Reader {
  readonly tokens: readonly Token[];
  readonly #text: string;
  /** Place of the next token, and of the one that a form was looked for last. */
  at = 0;
  #from = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
    this.#text = tokens.map(({ roles }) => letterOf.get(keyOf(roles))).join('');
  }

  get isAtEnd(): boolean {
    return this.at === this.tokens.length;
  }

  /** Consumes the first form that is next; null if none is. */
  takeFirst(forms: Forms): readonly [name: string, found: TokenGroups] | null {
    this.#from = this.at;
    for (const [name, wanted] of forms) {
      wanted.lastIndex = this.at;
      const found = wanted.exec(this.#text);
      if (found === null) continue;
      this.at += found[0].length;
      const groups = Object.entries(found.indices?.groups ?? {});
      return [
        name,
        Object.fromEntries([
          ['all', this.tokens.slice(this.#from, this.at)],
          ...groups.map(([key, range]) => [key, range && this.tokens.slice(...range)]),
        ]),
      ];
    }
    return null;
  }

  /** Consumes forms as long as one is next. */
  *takeAll(forms: Forms): Iterable<readonly [name: string, found: TokenGroups]> {
    for (let read = this.takeFirst(forms); read !== null; read = this.takeFirst(forms)) yield read;
  }

  /** Consumes all tokens if they are the form. */
  isWhole(wanted: RegExp): boolean {
    return this.takeFirst([['', wanted]]) !== null && this.isAtEnd;
  }

  /**
   * Text of the token that was not understood, with the one that follows a slash, or what stands in
   * parentheses.
   */
  left(): string {
    const from = Math.min(this.#from, this.tokens.length - 1);
    const [text = '', ...rest] = this.tokens.slice(from).map((token) => token.text);
    if (text === '/') return `/${rest[0] ?? ''}`;
    const end = text === '(' ? rest.indexOf(')') : -1;
    return end === -1 ? text : `(${rest.slice(0, end).join(' ')})`;
  }
}

/** What is counted, with the words that make it no other unit or one kind of it. */
export const unitForm = '(?:adjective|narrowing|qualifier)*unit adjective*';
/** `1M`, `10M/20M/30M`, `10M, 15M or 20M`, `115-365M`. */
export const countsForm =
  '(?:plain|scaled)plus?(?:(?:slash|dash|comma)before?(?:plain|scaled)plus?)*';

/** Last unit of a form. */
export function unitOf(tokens: readonly Token[]): Token | undefined {
  return tokens.findLast(({ roles }) => roles.includes('unit'));
}

/**
 * Values of the numbers of a form; null if their magnitudes can be read in two ways. In `115-365M`
 * the magnitude is written once and
 * `250/1K/2K` is clear, but `4/7M` may be four million, and in `500M/16/2B` a letter is missing.
 */
export function valuesOf(tokens: readonly Token[]): readonly number[] | null {
  const numbers = tokens.filter(({ value }) => value !== undefined);
  const values = numbers.map(({ value = 0 }) => value);
  const [[first = 0, second = 0], last] = [values, numbers.at(-1)];
  const isSmall =
    first < second && first * 1000 > second && first * (numbers[1]?.scale ?? 1) > second;
  const areSigned = numbers.every(({ text, value }) => value === 0 || /^\D/.test(text));
  const isClear = ({ value, scale }: Token, at: number) =>
    scale || value === 0 || areSigned || (at === 0 && isSmall);
  if (numbers.every(({ scale }) => !scale) || numbers.every(isClear)) return values;
  const isRange = numbers.length === 2 && tokens.some(({ roles }) => roles.includes('dash'));
  const shared = first * (last?.scale ?? Number.NaN);
  return isRange && shared < second ? [shared, second] : null;
}
