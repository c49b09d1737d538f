/** A search -> its longest phrases with a meaning, price bounds, and other words. */
import { currencyOfWord } from '../../../common/amounts/currencies.ts';
import { wordOf } from '../../../common/amounts/lexicon.ts';
import { foldText } from '../../../common/fold.ts';
import { chainPhrase } from '../../query/names.ts';
import { Vocabulary } from '../../snapshot/texts/vocabulary.ts';
import { readBound } from './bounds.ts';
import {
  asDenied,
  deniedByPrefix,
  isDeniedAfter,
  isUnknown,
  readDenial,
  readUnstated,
  withDeniedBefore,
} from './denials.ts';
import { isFillerWord } from './fillers.ts';
import { type Lexicon, maxWords } from './lexicon.ts';
import { isProvider } from './names.ts';
import { meaningAt, nothingIn, operatorWords, type Segment, type Taken } from './phrases.ts';
import { isOpposite } from './rules.ts';
import { respell, splitForm } from './spelling.ts';
import { phraseOf, splitWords } from './split.ts';
import { numbers } from './typed.ts';

interface Word {
  readonly text: string;
  /** Quoted, or to be taken as text. */
  readonly isPlain: boolean;
}

/** More are text: a search that a person types is shorter. */
const maxTokens = 40;
/** Words that one segment may have: a denial, the words after it, and the longest phrase. */
const maxOpen = maxWords + 4;
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
    const before = segments.at(-1);
    if (before !== undefined && isEndOf(before, segment))
      segments.splice(-1, 1, join(before, segment));
    else segments.push(isDeniedAfter(segments, segment, lexicon) ? asDenied(segment) : segment);
    at += length;
  }
  return withDeniedBefore(withCompared(withPeriod(segments, lexicon)));
}

/** `yearly rpc under $500`: a period alone is that of the amount of money without one. */
function withPeriod(segments: readonly Segment[], lexicon: Lexicon): readonly Segment[] {
  const periods = segments.filter(isPeriod);
  const amounts = segments.filter(({ bound }) => bound !== null);
  const [period, amount] = [periods[0], amounts[0]];
  if (period === undefined || amount === undefined || amounts.length > 1 || periods.length > 1)
    return segments;
  const isAdverb = wordOf(period.words)?.roles.includes('adverb') === true;
  const terms = [...amount.terms, ...(isAdverb ? [] : ['per']), ...period.terms];
  const bound = amount.bound?.isTimed === false ? readBound(terms, lexicon) : null;
  if (bound === null || !bound.isTimed || bound.length < terms.length) return segments;
  const joined = { ...amount, bound, terms, words: terms.join(' ') };
  return segments.flatMap((each) => (each === period ? [] : each === amount ? joined : each));
}

function isPeriod({ words, isPlain, entry }: Segment): boolean {
  const roles = isPlain || entry !== null ? [] : (wordOf(words)?.roles ?? []);
  return roles.includes('adverb') || roles.includes('period');
}

/** `wormhole vs axelar`, `chainlink or redstone`: a provider, not the network of its name. */
function withCompared(segments: readonly Segment[]): Segment[] {
  return segments.map((segment, at) => {
    const { entry } = segment;
    const isPair = (rule: number, other: number) =>
      /^(?:compare|or)$/.test(segments[rule]?.rule ?? '') && isProvider(segments[other] ?? segment);
    const isCompared = isPair(at - 1, at - 2) || isPair(at + 1, at + 2);
    const isBoth = entry !== null && entry.network !== null && entry.provider !== null;
    return isBoth && isCompared ? { ...segment, entry: { ...entry, network: null } } : segment;
  });
}

/** Whether two letters that nothing is known of end a name: `face id`. */
function isEndOf(before: Segment, segment: Segment): boolean {
  const isNew = (each: Segment) =>
    isUnknown(each) && each.entry === null && !isFillerWord(each.words);
  const [name, end] = [before.words, segment.words];
  return /^\p{L}{3,}$/u.test(name) && /^\p{L}{2}$/u.test(end) && isNew(before) && isNew(segment);
}

function join(one: Segment, other: Segment): Segment {
  return {
    ...one,
    words: `${one.words} ${other.words}`,
    terms: [...one.terms, ...other.terms],
  };
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
    operatorWords.has(text) ||
    isFillerWord(text) ||
    numbers.has(text) ||
    wordOf(text) !== undefined ||
    currencyOfWord(text) !== null ||
    texts.countOf(text) > 1;
  if (words.filter((word) => !isKnown(word)).length > maxUnknown) return words;
  return words.map((word) => {
    const { text, isPlain } = word;
    const form = isPlain || lexicon.words.has(text) ? null : splitForm(texts, text);
    return { ...word, text: form ?? (isKnown(word) ? text : nearest(text, { lexicon, texts })) };
  });
}

/** The nearest known word that denies nothing else; the word itself if none is near. */
function nearest(text: string, vocabularies: Pick<SegmentInput, 'lexicon' | 'texts'>): string {
  const near = nearestIn(text, vocabularies);
  return near === null || isOpposite(text, near) ? text : near;
}

function nearestIn(
  text: string,
  { lexicon, texts }: Pick<SegmentInput, 'lexicon' | 'texts'>,
): string | null {
  const rule = ruleVocabulary.correct(text);
  if (rule !== null) return rule;
  // A short word that is a part of others, such as `poly`, is near too many.
  const isPart = texts.knows(text);
  if (isPart && text.length < minPart) return null;
  const near = lexicon.vocabulary.correct(text);
  // The first letter of a word is seldom wrong: `rocket` of a text is no `socket`.
  if (isPart && near !== null && near.charAt(0) !== text.charAt(0)) return null;
  return near ?? (isPart || text.length < minText ? null : texts.correct(text));
}

/**
 * Words of rules and bounds, for typing errors in them: they are few, so that one near a word is
 * meant.
 */
const ruleVocabulary = new Vocabulary([new Map([...operatorWords].map((word) => [word, 1]))]);

function segmentAt(words: readonly Word[], at: number, lexicon: Lexicon): Taken {
  const text = words[at]?.text ?? '';
  const end = words.findIndex(({ isPlain }, index) => index >= at && isPlain);
  const open = words.slice(at, end < 0 ? at + maxOpen : end).map((word) => word.text);
  if (open.length === 0) return { ...nothingIn(text), isPlain: true, length: 1 };
  return (
    readUnstated(open, lexicon) ??
    readDenial(open, lexicon) ??
    deniedByPrefix(open, lexicon) ??
    meaningAt(open, lexicon)
  );
}
