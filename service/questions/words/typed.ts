/** Words of a search as the tokens that prices and quotas are read from. */
import { plainText, type Token, tokenize } from '../../../common/amounts/lexer.ts';
import { wordsWith } from '../../../common/amounts/lexicon.ts';
import { getOrInsert } from '../../../common/get-or-insert.ts';
import { stripEnd } from '../../../common/strip.ts';

/** Between two words: a space that no number, scale or currency reaches across. */
const gap = '\u2003';
const noTokens: TypedWords = { tokens: [], wordsTo: () => null };
/** At the end of a word, `a month?`. */
const punctuation = '?!;:,.';

/** Words that are numbers. */
export const numbers: ReadonlyMap<string, number> = new Map([
  ...'one two three four five six seven eight nine ten'
    .split(' ')
    .map((word, at) => [word, at + 1] as const),
  ...'twenty thirty forty fifty sixty seventy eighty ninety hundred'
    .split(' ')
    .map((word, at) => [word, 10 * (at + 2)] as const),
]);

/** `a million`, `ten million` */
export const factors: ReadonlyMap<string, number> = new Map([
  ...numbers,
  ['a', 1],
  ['half a', 0.5],
]);

/** Words that an amount begins with, or that say after an amount what it bounds: `or more`. */
const beginnings: ReadonlySet<string> = new Set([
  ...wordsWith(({ roles }) => roles.some((role) => /^(?:before|typed|after|between)$/.test(role))),
  ...[...factors.keys()].flatMap((phrase) => phrase.split(' ')),
  'max',
  'min',
]);
const amountSign = /[^\p{L}'.,!?;:-]/u;

export interface TypedWords {
  readonly tokens: readonly Token[];
  /** Number of words that a number of tokens covers; null if it ends inside a word. */
  readonly wordsTo: (tokens: number) => number | null;
}

/** Of the words that several readers read. */
const known = new WeakMap<readonly string[], TypedWords>();

export function typedWords(words: readonly string[]): TypedWords {
  return getOrInsert(known, words, () => read(words));
}

/** No tokens of words that are no amount: most of a search are none. */
function read(words: readonly string[]): TypedWords {
  const [first = ''] = words;
  if (!amountSign.test(first) && !beginnings.has(stripEnd(first, punctuation))) return noTokens;
  const text = words.join(gap).replace(/\br\/s\b/g, 'rps');
  const ends: number[] = [];
  let start = 0;
  for (const word of words) {
    ends.push(start + stripEnd(word, punctuation).length);
    start += word.length + gap.length;
  }
  const tokens = plainText(text) === text ? tokenize(text) : [];
  return {
    tokens,
    wordsTo: (count) => {
      const at = ends.indexOf(tokens[count - 1]?.end ?? -1);
      return at === -1 ? null : at + 1;
    },
  };
}

export function hasRole(token: Token | undefined, ...roles: readonly string[]): boolean {
  return token?.roles.some((role) => roles.includes(role)) === true;
}

/** A comparator, such as `under` and `at least`. */
export function isComparator(token: Token | undefined): token is Token {
  return token?.bound !== undefined && hasRole(token, 'before', 'typed');
}

/** Whether what a comparator names is out: `more than`, `under`. */
export function isStrict(token: Token | undefined): boolean {
  return /^(?:more|over|above|less|lower|under|below|cheaper|[<>]$)/.test(token?.text ?? '');
}

/** The comparator at the beginning of the words; its length is 0 without one. */
export function comparatorAt(words: readonly string[]): {
  readonly end: 'min' | 'max' | null;
  readonly length: number;
} {
  const typed = typedWords(words);
  const [first] = typed.tokens;
  const length = isComparator(first) ? (typed.wordsTo(1) ?? 0) : 0;
  return { end: length === 0 ? null : first?.bound === 'from' ? 'min' : 'max', length };
}

/** What words after an amount say of it: `or more`, `99.9%+`; null if they say nothing. */
export function endAfter(token: Token | undefined): NonNullable<Token['bound']> | null {
  if (token?.text === '+') return 'from';
  const isAfter = hasRole(token, 'after') || /^(?:max|min)$/.test(token?.text ?? '');
  return isAfter ? (token?.bound ?? null) : null;
}
