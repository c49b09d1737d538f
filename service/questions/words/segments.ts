/** A search -> its longest phrases with a meaning, price bounds, and other words. */
import { currencyOfWord } from '../../../common/amounts/currencies.ts';
import { foldText } from '../../../common/fold.ts';
import { chainPhrase } from '../../query/names.ts';
import { Vocabulary } from '../../snapshot/texts/vocabulary.ts';
import { type Bound, boundWords, hasUnit, readBound } from './bounds.ts';
import { type ColumnBound, readColumnBound } from './column-bounds.ts';
import { isFillerWord } from './fillers.ts';
import { type Entry, isNothing, type Lexicon, maxWords } from './lexicon.ts';
import { deniedBy, isOpposite, type Rule, ruleLength, rules, ruleWords } from './rules.ts';
import { respell, splitForm } from './spelling.ts';
import { indexAfter, phraseOf, splitWords } from './split.ts';
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
  readonly rule: Rule | null;
  /** What the words deny: `credit card` of `without credit card`; null if they deny nothing. */
  readonly denied: string | null;
  /** Whether it is a number that nothing is known to do with: `at least 50 networks`. */
  readonly isUnbound: boolean;
  /** Quoted, or to be taken as text. */
  readonly isPlain: boolean;
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
    segments.push(isDeniedAfter(segments, segment) ? denied(segment) : segment);
    at += length;
  }
  return segments;
}

/** Whether a denial goes on: `except Ankr, Infura or dRPC`, `without vendor lock`. */
function isDeniedAfter(before: readonly Segment[], segment: Segment): boolean {
  const last = before.findLast((candidate) => !isJoint(candidate));
  if (last === undefined || last.denied === null) return false;
  if (segment.denied !== null || isJoint(segment)) return false;
  const isJoined = before.at(-1) !== last;
  // Of words that nothing is known of, the first denies the others.
  if (!isJoined && segment.entry === null && [last, segment].every(isUnknown)) return true;
  const areProviders = [last, segment].every(
    ({ entry }) =>
      entry !== null &&
      entry.provider !== null &&
      entry.network === null &&
      entry.words.length === 0,
  );
  return areProviders || (isJoined && segment.entry !== null && segment.entry.network === null);
}

/** Whether nothing is known of words, or no more than that they say nothing: `vendor`. */
function isUnknown({ entry, bound, volume, columnBound, rule, isPlain }: Segment): boolean {
  const isKnown = [bound, volume, columnBound, rule].some((each) => each !== null);
  return !isPlain && !isKnown && (entry === null || isNothing(entry));
}

function denied(segment: Segment): Segment {
  return { ...segment, denied: segment.words };
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
    knownWords.has(text) ||
    isFillerWord(text) ||
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

/** Words after a denial that say nothing: `not in Python`. */
const denialLinks: ReadonlySet<string> = new Set(
  'a an any the in on of for from by to with using need needs have require requires requiring having'.split(
    ' ',
  ),
);

const knownWords: ReadonlySet<string> = new Set([
  ...[...ruleWords, ...boundWords, ...volumeWords],
  ...denialLinks,
]);

/**
 * Words of rules and bounds, for typing errors in them: they are few, so that one near a word is
 * meant.
 */
const ruleVocabulary = new Vocabulary([new Map([...knownWords].map((word) => [word, 1]))]);

type Taken = Segment & { readonly length: number };

function segmentAt(words: readonly Word[], at: number, lexicon: Lexicon): Taken {
  const text = words[at]?.text ?? '';
  const end = words.findIndex(({ isPlain }, index) => index >= at && isPlain);
  const open = words.slice(at, end < 0 ? at + maxWords + 2 : end).map((word) => word.text);
  if (open.length === 0) return { ...nothingIn(text), isPlain: true, length: 1 };
  const phrase = longestPhrase(open, lexicon);
  // `no more than $150` is a bound.
  const denial = comparatorAt(open).length > 0 ? 0 : ruleLength(open, 'not');
  // The editors know some denials as a whole: `no login`.
  if (denial > 0 && denial < open.length && denial >= (phrase?.length ?? 0)) {
    // The last word is what is denied.
    const begin = Math.min(deniedAt(open, denial, lexicon), open.length - 1);
    const named = meaningAt(open.slice(begin), lexicon);
    const after = labelAt(open.slice(begin), named, lexicon);
    return { ...denied(after), ...take(open, begin + after.length) };
  }
  return deniedByPrefix(open, lexicon) ?? meaningAt(open, lexicon);
}

/** The name of a column, if it is longer than what else the words mean: `without uptime SLA`. */
function labelAt(open: readonly string[], named: Taken, { labels }: Lexicon): Taken {
  for (let length = Math.min(open.length, maxWords); length > named.length; length--) {
    const phrase = phraseOf(open.slice(0, length).join(' '));
    if (labels.has(phrase)) return { ...nothingIn(phrase), ...take(open, length), words: phrase };
  }
  return named;
}

/** Index of the first word that is denied: `login` of `doesn't ask for a login`. */
function deniedAt(open: readonly string[], denial: number, lexicon: Lexicon): number {
  const at = indexAfter(denialLinks, open, denial);
  const isOfVerb = /(?:n't|nt|never|cannot)$/.test(open[denial - 1] ?? '') && at === denial;
  const isVerb = isOfVerb || /ing$/.test(open[at] ?? '');
  const isUnknown = isVerb && longestPhrase(open.slice(at), lexicon) === null;
  return isUnknown ? indexAfter(denialLinks, open, at + 1) : at;
}

/** `unaudited`, if the directory knows what is denied and not the word itself. */
function deniedByPrefix([text = '']: readonly string[], lexicon: Lexicon): Taken | null {
  const rest = deniedBy(text);
  if (rest === null || lexicon.entries.has(phraseOf(text))) return null;
  const phrase = longestPhrase([rest], lexicon);
  return phrase && { ...denied(phrase), words: text, terms: [text], length: 1 };
}

/** What the first words mean without a denial. */
function meaningAt(open: readonly string[], lexicon: Lexicon): Taken {
  const [text = ''] = open;
  const none = { ...nothingIn(text), length: 1 };
  const bound = readBound(open, lexicon.pricedIn);
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
  return isMoney || words.has(word) || knownWords.has(word) || isFillerWord(word);
}

function nothingIn(text: string): Segment {
  return {
    ...{ words: text, terms: [text], entry: null, bound: null, volume: null, columnBound: null },
    ...{ rule: null, denied: null, isUnbound: false, isPlain: false },
  };
}

function take(open: readonly string[], length: number) {
  const terms = open.slice(0, length);
  return { words: terms.join(' '), terms, length };
}

function longestPhrase(open: readonly string[], { entries }: Lexicon): Taken | null {
  for (let length = Math.min(open.length, maxWords); length > 0; length--) {
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
