/** A search -> its longest phrases with a meaning, price bounds, and other words. */
import { foldText } from '../../../common/fold.ts';
import { chainPhrase } from '../../query/names.ts';
import { Vocabulary } from '../../snapshot/texts/vocabulary.ts';
import { type Bound, boundWords, hasUnit, readBound } from './bounds.ts';
import { type Entry, type Lexicon, maxWords, phraseOf } from './lexicon.ts';
import { respell, splitForm } from './spelling.ts';
import { splitWords } from './split.ts';
import { readVolume, type Volume, volumeWords } from './volume.ts';

/** Phrases with a rule of their own. */
const rules = new Map<string, Rule>([
  ...['vs', 'versus', 'compare', 'compared to', 'comparison'].map(
    (words) => [words, 'compare'] as const,
  ),
  ...[
    'alternatives to',
    'alternative to',
    'alternatives for',
    'alternative for',
    'alternatives',
    'alternative',
  ].map((words) => [words, 'alternatives'] as const),
  ...[
    'similar to',
    'something like',
    'instead of',
    'competitors of',
    'competitors',
    'replacement for',
  ].map((words) => [words, 'alternatives'] as const),
  ...[
    'all networks',
    'any network',
    'every network',
    'all chains',
    'any chain',
    'every chain',
  ].flatMap((words) =>
    ['', 'for ', 'on '].map((before) => [before + words, 'everywhere'] as const),
  ),
]);

export type Rule = 'compare' | 'alternatives' | 'everywhere';

export interface Segment {
  /** As understood: folded, without typing errors. */
  readonly words: string;
  /** The words as a search of texts looks for them. */
  readonly terms: readonly string[];
  readonly entry: Entry | null;
  readonly bound: Bound | null;
  readonly volume: Volume | null;
  readonly rule: Rule | null;
}

interface Word {
  readonly text: string;
  /** Quoted, or to be taken as text. */
  readonly isPlain: boolean;
}

/** More are text: a search that a person types is shorter. */
const maxTokens = 40;
/** A search with more unknown words is not corrected. */
const maxUnknown = 3;
/** Letters of a part of a word that is corrected. */
const minPart = 5;
/**
 * Letters of a word that is corrected to a word of a text: shorter ones are near too many of them.
 */
const minText = 7;

export interface SegmentInput {
  readonly lexicon: Lexicon;
  /** Words of the texts, for typing errors in other words. */
  readonly texts: Vocabulary;
  /** Phrases that are text. */
  readonly asText: readonly string[];
}

/**
 * `corrected`: the search as the directory writes its words, without typing errors; null if it is
 * the given one.
 */
export function splitSearch(
  search: string,
  { lexicon, texts, asText }: SegmentInput,
): { readonly segments: readonly Segment[]; readonly corrected: string | null } {
  const spelled = respell(lexicon, search);
  const typed = markPlain(readWords(spelled.search), asText.map(phraseOf));
  const words = correct(typed, { lexicon, texts });
  const isCorrected = words.some(({ text }, at) => text !== typed[at]?.text);
  const asTyped = spelled.isJoined ? spelled.search : null;
  return {
    segments: segmentsOf(words, lexicon),
    corrected: isCorrected ? joinWords(words) : asTyped,
  };
}

function segmentsOf(words: readonly Word[], lexicon: Lexicon): Segment[] {
  const whole = phraseOf(joinWords(words));
  const named = lexicon.entries.get(whole);
  // A search for a provider by its whole name is no search for what the words mean: `Wallet Agent`.
  if (
    words.length > 1 &&
    named !== undefined &&
    named.provider !== null &&
    named.words.length === 0
  )
    return [{ ...nothingIn(whole), terms: words.map(({ text }) => text), entry: named }];
  // A number alone is that of a chain.
  const chain = words.length === 1 ? lexicon.entries.get(chainPhrase(whole)) : undefined;
  if (chain !== undefined) return [{ ...nothingIn(whole), entry: chain }];
  const segments: Segment[] = [];
  for (let at = 0; at < words.length; ) {
    const { length, ...segment } = segmentAt(words, at, lexicon);
    segments.push(segment);
    at += length;
  }
  return segments;
}

/** `"quoted words"` are one plain word. Punctuation around a word is left out. */
function readWords(search: string): Word[] {
  return splitWords(search).flatMap(({ text: typed, isQuoted }, at): Word[] => {
    if (isQuoted) return [{ text: foldText(typed), isPlain: true }];
    const text = foldText(typed)
      .replace(/^[("'¿¡[]+/, '')
      .replace(/[?!,.;:)"'\]]{1,20}$/, '');
    if (/^[^\p{L}\p{N}<>=≤≥$€£/%]*$/u.test(text)) return [];
    return [{ text, isPlain: at >= maxTokens }];
  });
}

function markPlain(words: readonly Word[], asText: readonly string[]): readonly Word[] {
  if (asText.length === 0) return words;
  const plain = new Set<number>();
  for (const at of words.keys())
    for (let to = at + 1; to <= Math.min(words.length, at + maxWords); to++)
      if (asText.includes(phraseOf(joinWords(words.slice(at, to)))))
        for (let i = at; i < to; i++) plain.add(i);
  return words.map((word, at) => (plain.has(at) ? { ...word, isPlain: true } : word));
}

function joinWords(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ');
}

/**
 * Words that no phrase and at most one text has get the nearest word of a phrase, or else of a
 * text: a word that stands only once may be an error there.
 */
function correct(
  words: readonly Word[],
  { lexicon, texts }: Pick<SegmentInput, 'lexicon' | 'texts'>,
): readonly Word[] {
  const isKnown = ({ text, isPlain }: Word) =>
    isPlain ||
    !/^\p{L}+$/u.test(text) ||
    lexicon.words.has(text) ||
    ruleWords.has(text) ||
    texts.countOf(text) > 1;
  if (words.filter((word) => !isKnown(word)).length > maxUnknown) return words;
  return words.map((word) => {
    const { text, isPlain } = word;
    const form = isPlain || lexicon.words.has(text) ? null : splitForm(texts, text);
    return { ...word, text: form ?? (isKnown(word) ? text : nearest(text, { lexicon, texts })) };
  });
}

/** The nearest known word; the word itself if none is near. */
function nearest(
  text: string,
  { lexicon, texts }: Pick<SegmentInput, 'lexicon' | 'texts'>,
): string {
  const rule = ruleVocabulary.correct(text);
  if (rule !== null) return rule;
  // A short word that is a part of others, such as `poly`, is near too many.
  const isPart = texts.knows(text);
  if (isPart && text.length < minPart) return text;
  const near = lexicon.vocabulary.correct(text);
  // The first letter of a word is seldom wrong: `rocket` of a text is no `socket`.
  if (isPart && near !== null && near.charAt(0) !== text.charAt(0)) return text;
  return near ?? (isPart || text.length < minText ? text : texts.correct(text)) ?? text;
}

const ruleWords: ReadonlySet<string> = new Set([
  ...[...rules.keys()].flatMap((phrase) => phrase.split(' ')),
  ...boundWords,
  ...volumeWords,
]);

/**
 * Words of rules and bounds, for typing errors in them: they are few, so that one near a word is
 * meant.
 */
const ruleVocabulary = new Vocabulary([new Map([...ruleWords].map((word) => [word, 1]))]);

const negations: ReadonlySet<string> = new Set(['no', 'not', 'without']);

function segmentAt(
  words: readonly Word[],
  at: number,
  lexicon: Lexicon,
): Segment & { readonly length: number } {
  const text = words[at]?.text ?? '';
  const none = { ...nothingIn(text), length: 1 };
  const end = words.findIndex(({ isPlain }, index) => index >= at && isPlain);
  const open = words.slice(at, end < 0 ? at + maxWords + 2 : end).map((word) => word.text);
  if (open.length === 0) return none;
  const read = readVolume(open);
  if (read !== null) return { ...none, ...take(open, read.length), volume: read.volume };
  if (/^\d+$/.test(text) && hasUnit(open, 1)) return none;
  const bound = readBound(open);
  if (bound !== null) return { ...none, ...take(open, bound.length), bound };
  const phrase = longestPhrase(open, lexicon);
  if (!negations.has(text) || open.length < 2 || (phrase !== null && phrase.length > 1))
    return phrase ?? none;
  // What is denied has no meaning: `no rate limits` is no search for rate limits.
  const { length } = longestPhrase(open.slice(1), lexicon) ?? { length: 1 };
  return { ...none, ...take(open, 1 + length) };
}

function nothingIn(text: string): Segment {
  return { words: text, terms: [text], entry: null, bound: null, volume: null, rule: null };
}

function take(open: readonly string[], length: number) {
  const terms = open.slice(0, length);
  return { words: terms.join(' '), terms, length };
}

function longestPhrase(
  open: readonly string[],
  { entries }: Lexicon,
): (Segment & { readonly length: number }) | null {
  for (let length = Math.min(open.length, maxWords); length > 0; length--) {
    const phrase = open.slice(0, length).join(' ').replace(/[-_]/g, ' ');
    const rule = rules.get(phrase) ?? null;
    const entry = entries.get(phrase) ?? null;
    if (rule === null && (entry === null || (length > 1 && isSum(entry, phrase, entries))))
      continue;
    return { ...take(open, length), words: phrase, entry, bound: null, volume: null, rule };
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

/**
 * Words before the name of what an offer works with, which has another provider: `wallet that
 * supports ledger`.
 */
const supporting: ReadonlySet<string> = new Set([
  'support',
  'supports',
  'supporting',
  'compatible',
  'works',
  'work',
]);

/** Whether the segment after these names what an offer works with. */
export function isSupported(before: readonly Segment[]): boolean {
  const words = before.flatMap((segment) => segment.words.split(' '));
  return supporting.has(words.findLast((word) => word !== 'with' && word !== 'for') ?? '');
}
