/** The first words of a search: the longest phrase with a meaning, a number with its unit, a bound. */
import { currencyOfWord } from '../../../common/amounts/currencies.ts';
import { type Bound, boundWords, hasUnit, readBound } from './bounds.ts';
import { type Call, readCall } from './calls.ts';
import { type ColumnBound, readColumnBound } from './column-bounds.ts';
import { isFillerWord } from './fillers.ts';
import type { Entry, Lexicon } from './lexicon.ts';
import { denialLinks, longestRule, type Rule, rules, ruleWords } from './rules.ts';
import { comparatorAt } from './typed.ts';
import { readVolume, type Volume, volumeWords } from './volume.ts';

export interface Segment {
  /** As understood: folded, without typing errors. */
  readonly words: string;
  /** The words as a search of texts looks for them. */
  readonly terms: readonly string[];
  readonly entry: Entry | null;
  readonly bound: Bound | null;
  readonly volume: Volume | null;
  readonly columnBound: ColumnBound | null;
  /** A call of the workload, with its share or number. */
  readonly call: Call | null;
  readonly rule: Rule | null;
  /** What the words deny: `credit card` of `without credit card`; null if they deny nothing. */
  readonly denied: string | null;
  /** Whether it is a number that nothing is known to do with: `at least 50 networks`. */
  readonly isUnbound: boolean;
  /** Quoted, or to be taken as text. */
  readonly isPlain: boolean;
}

/** Words of rules and bounds, which are no typing errors. */
export const operatorWords: ReadonlySet<string> = new Set([
  ...[...ruleWords, ...boundWords, ...volumeWords],
  ...denialLinks,
]);

/** A segment with the number of its words. */
export type Taken = Segment & { readonly length: number };

/** What the first words mean without a denial. */
export function meaningAt(open: readonly string[], lexicon: Lexicon): Taken {
  const [text = ''] = open;
  const none = { ...nothingIn(text), length: 1 };
  const named = readCall(open, lexicon.calls);
  if (named !== null) {
    const { call, length } = named;
    return { ...none, ...take(open, length), call, volume: call.volume };
  }
  const bound = readBound(open, lexicon);
  const given = readGiven(open, bound, lexicon);
  if (given !== null) return { ...none, ...take(open, given.columnBound.length), ...given };
  const read = readVolume(open);
  if (read !== null) return { ...none, ...take(open, read.length), volume: read.volume };
  const unbound = readUnbound(open, lexicon);
  if (unbound > 0) return { ...none, ...take(open, unbound), isUnbound: true };
  if (bound !== null) return { ...none, ...take(open, bound.length), bound };
  return longestPhrase(open, lexicon) ?? none;
}

/** A bound of a column, and of a price that it may be as well: `0.1 ETH a day`. */
function readGiven(open: readonly string[], bound: Bound | null, lexicon: Lexicon) {
  const columnBound = readColumnBound(open, lexicon.columns);
  if (columnBound === null) return null;
  const price = bound?.currency === 'USD' ? null : bound;
  if (price === null || price.length < columnBound.length) return { columnBound, bound: null };
  if (price.length === columnBound.length) return { columnBound, bound: price };
  // What a faucet gives in a time, or what a plan costs.
  if (columnBound.group === null || price.hours === null) return null;
  const { hours, length } = price;
  return { columnBound: { ...columnBound, hours, length }, bound: price };
}

/** Number of words of an amount of something that no column has: `at least 50 networks`. */
function readUnbound(open: readonly string[], lexicon: Lexicon): number {
  const { length: at } = comparatorAt(open);
  if (!/^\d[\d,.]*%?$/.test(open[at] ?? '')) return 0;
  const unit = open[at + 1] ?? '';
  // `under 100 gigawatts` is no price of $100.
  const isUnknown = at > 0 && /^\p{L}+$/u.test(unit) && !isSomething(unit, lexicon);
  return isUnknown || hasUnit(open, at + 1) ? at + 2 : 0;
}

function isSomething(word: string, { words, pricedIn }: Lexicon): boolean {
  const isMoney = pricedIn.has(word) || currencyOfWord(word) !== null;
  return isMoney || words.has(word) || operatorWords.has(word) || isFillerWord(word);
}

export function nothingIn(text: string): Segment {
  return {
    words: text,
    terms: [text],
    entry: null,
    bound: null,
    volume: null,
    columnBound: null,
    call: null,
    rule: null,
    denied: null,
    isUnbound: false,
    isPlain: false,
  };
}

export function take(open: readonly string[], length: number) {
  const terms = open.slice(0, length);
  return { words: terms.join(' '), terms, length };
}

export function longestPhrase(open: readonly string[], lexicon: Lexicon): Taken | null {
  const { entries } = lexicon;
  const [first = ''] = (open[0] ?? '').split(/[-_]/);
  const most = Math.max(lexicon.longest.get(first) ?? 0, longestRule.get(first) ?? 0);
  for (let length = Math.min(open.length, most); length > 0; length--) {
    const phrase = open.slice(0, length).join(' ').replace(/[-_]/g, ' ');
    const rule = rules.get(phrase) ?? null;
    const entry = entries.get(phrase) ?? null;
    if (rule === null && (entry === null || (length > 1 && isSum(entry, phrase, entries))))
      continue;
    return { ...nothingIn(phrase), ...take(open, length), words: phrase, entry, rule };
  }
  return null;
}

/**
 * Whether the words of a phrase mean more than the phrase: a provider of whose words each has a
 * meaning, or a value with the name of a network or category (`ethereum api`), unless another word
 * is none by itself (`zero knowledge`).
 */
function isSum(
  { network, provider, words, values }: Entry,
  phrase: string,
  entries: Lexicon['entries'],
): boolean {
  if (network !== null || words.length > 0) return false;
  // `balance api`
  const last = entries.get(phrase.split(' ').at(-1) ?? '');
  if (provider === null && last?.words.some(({ category }) => category !== null)) return true;
  const isOfChains = values.some(({ column }) => /chain/i.test(column.key));
  if (provider === null && !isOfChains && !phrase.split(' ').every((word) => entries.has(word)))
    return false;
  const named = phrase.split(' ').map((word) => {
    const own = entries.get(word);
    return (
      own !== undefined &&
      (own.network !== null || own.words.some(({ category }) => category !== null))
    );
  });
  return provider === null ? named.includes(true) : !named.includes(false);
}

/** Whether the segment after these names what an offer works with. */
export function isSupported(before: readonly Segment[]): boolean {
  const words = before.flatMap((segment) => segment.words.split(' '));
  const last = words.findLast((word) => word !== 'with' && word !== 'for') ?? '';
  return rules.get(last) === 'supports';
}

/** Words between the names of a list: `base and arbitrum`. */
export function isJoint({ rule }: Segment): boolean {
  return rule === 'and' || rule === 'or';
}

/** Whether a word is a number, or a version with its letter: `4`, `2.1.0`, `v6`, `2.x`. */
export function isVersion({ words }: Segment): boolean {
  return /^v?\d[\d.,]*(?:\.x)?$/.test(words);
}
