/** A search as the directory writes its words: apart, joined or with their signs. */
import { foldText } from '../../../common/fold.ts';
import type { Vocabulary } from '../../snapshot/texts/vocabulary.ts';
import { translate } from './languages.ts';
import { type Entry, isNothing, type Lexicon, lettersOf } from './lexicon.ts';
import { phraseOf, splitWords } from './split.ts';

/** Signs between words, but not before a period: `archive,free`, `rpc…base`, `50usd/month`. */
const separator =
  /(?<=\p{L})(?:[,/\\;:|+&="·•…—()]|\.{2,3})(?=\p{L})(?!\/(?:mo|month|yr|year|s|sec|second|min|minute|d|day|h|hour)s?(?!\p{L}))/giu;

/**
 * `infura/quicknode` as two words; `nodejs` as `node.js`, `wallet connect` as `walletconnect`, if
 * the directory knows the words in that form only. `isJoined`: whether words have another form.
 * Quoted words stay.
 */
export function respell(
  lexicon: Lexicon,
  search: string,
): { readonly search: string; readonly isJoined: boolean } {
  const typed = splitWords(search).map(({ text, isQuoted }) => (isQuoted ? `"${text}"` : text));
  const words = lexicon.entries.has(phraseOf(search)) ? typed : translate(typed, lexicon);
  const apart = words.flatMap((word) => {
    if (isWhole(word, lexicon)) return [word];
    const parts = word.replace(separator, ' ').split(' ');
    return parts.flatMap((part) => (isWhole(part, lexicon) ? [part] : splitHyphens(lexicon, part)));
  });
  const spelled: string[] = [];
  for (let at = 0; at < apart.length; at++) {
    const [word = '', next] = apart.slice(at, at + 2);
    const pair = next === undefined ? null : joinedPair(lexicon, word, next);
    if (pair !== null) at++;
    spelled.push(pair ?? joinedWord(lexicon, word) ?? word);
  }
  const isJoined =
    spelled.length !== apart.length || spelled.some((word, at) => word !== apart[at]);
  return { search: spelled.join(' '), isJoined };
}

/** `base-rpc`, if each part has a meaning or the last one names a category: `nft-api`. */
function splitHyphens(lexicon: Lexicon, word: string): string[] {
  const parts = word.split(/[-_]/);
  const entryOf = (part: string) => lexicon.entries.get(phraseOf(part));
  const isKnown = parts.every((part) => part === 'vs' || entryOf(part) !== undefined);
  const isNamed =
    entryOf(parts.at(-1) ?? '')?.words.some(({ category }) => category !== null) === true;
  return (isKnown || isNamed) && joinedWord(lexicon, word) === null ? parts : [word];
}

function isWhole(word: string, { entries }: Lexicon): boolean {
  const entry = entries.get(phraseOf(word)) ?? null;
  // A value of two words may be more than a value: `nft-api`.
  const isKnown = entry !== null && (isName(entry) || !word.includes('-'));
  return word.startsWith('"') || word.includes('://') || isKnown;
}

/**
 * Two words that the directory knows as one only, or as a name that is more than a value of two
 * words: `walletconnect`.
 */
function joinedPair({ entries }: Lexicon, word: string, next: string): string | null {
  if (codes.has(foldText(word)) && /^\d{2,5}$/.test(next)) return `${word}-${next}`;
  // `ton api` is no search for tonapi.
  const isEach = [word, next].every((part) => isName(entries.get(foldText(part)) ?? null));
  if (!/^\p{L}[\p{L}\p{N}]*$/u.test(word) || !/^\p{L}+$/u.test(next)) return null;
  const numbered = digits.has(word) ? foldText(`${digits.get(word)}${next}`) : '';
  if (isName(entries.get(numbered) ?? null)) return numbered;
  // `cost on ethereum` is no search for Coston, and `get sepolia eth` none for GetSepolia.
  if ([word, next].some((candidate) => isNothing(entries.get(foldText(candidate)) ?? null)))
    return null;
  const joined = foldText(word + next);
  const [one, two] = [entries.get(joined), entries.get(phraseOf(`${word} ${next}`))];
  if (one === undefined) return null;
  const isMore = two === undefined ? !isEach : isName(one) && !isName(two);
  return isMore ? joined : null;
}

/** Series of numbered proposals: `EIP 712` is one word. */
const codes: ReadonlySet<string> = new Set('eip erc bep trc slip bip caip sip'.split(' '));

/** Numbers in names that people write as words: `one inch` as `1inch`. */
const digits: ReadonlyMap<string, number> = new Map(
  ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'].map(
    (word, digit) => [word, digit],
  ),
);

function isName(entry: Entry | null): boolean {
  return (
    entry !== null && (entry.network !== null || entry.provider !== null || entry.words.length > 0)
  );
}

/** `eip-7702` of `eip7702`; null for words that are no code. */
function codeOf(letters: string): string | null {
  const [, series = '', number] = /^(\p{L}{3,4})(\d{2,5})$/u.exec(letters) ?? [];
  return codes.has(series) ? `${series}-${number}` : null;
}

/** A word that the directory knows with other signs only. */
function joinedWord({ entries, joined }: Lexicon, word: string): string | null {
  if (
    word.startsWith('"') ||
    !/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(word) ||
    entries.has(phraseOf(word))
  )
    return null;
  const letters = lettersOf(foldText(word));
  const code = codeOf(letters);
  // As it was typed, it has no other signs.
  if (code !== null) return code === foldText(word) ? null : code;
  const form =
    (letters !== foldText(word) && entries.has(letters) ? letters : joined.get(letters)) ?? null;
  const isMeant = (part: string) =>
    isName(entries.get(part) ?? null) && !isNothing(entries.get(part) ?? null);
  const cut =
    form ??
    cutsOf(letters).find((at) => isMeant(letters.slice(0, at)) && isMeant(letters.slice(at)));
  return typeof cut === 'number' ? `${letters.slice(0, cut)} ${letters.slice(cut)}` : (cut ?? null);
}

/** Places at which a word of two can be cut. */
function cutsOf(word: string): number[] {
  return Array.from(
    { length: Math.max(0, word.length - 2 * minPart + 1) },
    (_, at) => at + minPart,
  );
}

/**
 * Words of a search that nothing matches, as the texts have them: `wallet connect` as
 * `walletconnect`, `web3js` as `web3 js`. Null if no word has another form.
 */
export function respellInTexts(texts: Vocabulary, search: string): string | null {
  const words = search.split(/\s+/).filter((word) => word !== '');
  const spelled: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const [word = '', next = ''] = words.slice(at, at + 2).map((text) => foldText(text));
    const isPair =
      texts.countOf(word + next) > 0 && /^\p{L}+$/u.test(word) && /^\p{L}+$/u.test(next);
    if (isPair) at++;
    // The sign of a currency says more than a form of the word without it.
    const form = /[$€£¥]/.test(word) ? null : otherForm(texts, word);
    spelled.push(isPair ? word + next : (form ?? word));
  }
  const respelled = spelled.join(' ');
  return respelled === words.map((word) => foldText(word)).join(' ') ? null : respelled;
}

/** Joined without its signs, or in two. */
function otherForm(texts: Vocabulary, word: string): string | null {
  const letters = lettersOf(word);
  if (letters !== word) return texts.countOf(letters) > 0 ? letters : null;
  return splitForm(texts, word);
}

/** Shorter parts of a word are words by chance. */
const minPart = 4;

/**
 * A word that no text has, as two that texts have. Libraries have a dot in their names: `web3.js`.
 */
export function splitForm(texts: Vocabulary, word: string): string | null {
  if (!/^\p{L}[\p{L}\p{N}]*$/u.test(word) || texts.countOf(word) > 0) return null;
  if (word.endsWith('js') && texts.countOf(word.slice(0, -2)) > 0) return `${word.slice(0, -2)}.js`;
  const cut = cutsOf(word).find(
    (at) => texts.countOf(word.slice(0, at)) > 1 && texts.countOf(word.slice(at)) > 1,
  );
  return cut === undefined ? null : `${word.slice(0, cut)} ${word.slice(cut)}`;
}
