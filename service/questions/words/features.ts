/** Words for features, which several columns of a category mention. */
import { type ColumnDefinition, mentionsColumn } from '../../../model/columns.ts';
import type { ApiFilter } from '../../query/filters/index.ts';
import { mentionPattern } from '../../query/filters/mentions.ts';
import type { Vocabulary } from '../../snapshot/texts/vocabulary.ts';
import { phraseOf } from './split.ts';

/**
 * A filter on a feature, wherever texts mention it: `webhook` of "Webhook notifications" and
 * "Webhooks". Null if the column is none of features.
 */
export function acrossColumns(
  vocabulary: Vocabulary,
  column: ColumnDefinition,
  values: readonly string[],
): ApiFilter | null {
  if (!isOfFeatures(column)) return null;
  const folded = [...new Set(values.map((text) => knownStem(vocabulary, phraseOf(text))))];
  // Of a text that mentions another, the first says enough.
  const stems = folded.filter(
    (stem, at) => !folded.slice(0, at).some((other) => mentionsIt(other, stem)),
  );
  return { id: mentionsColumn.key, value: stems };
}

function mentionsIt(stem: string, text: string): boolean {
  // bounded: a phrase of a search, at most 200 characters
  return new RegExp(mentionPattern(stem), 'u').test(text);
}

/** What lists of other things than features hold, by their definitions. */
const things = /\b(?:places|countries|languages|networks|devices|ways to pay|tokens?|packages)\b/i;

function isOfFeatures({ core, valueKind, description }: ColumnDefinition): boolean {
  return core && valueKind === 'array' && !things.test(description ?? '');
}

/** A proposal for Ethereum with its number has two names: `ERC-4337` and `EIP-4337`. */
export function sameCodes(phrase: string): string[] {
  const [, series, number] = /^(eip|erc)[ -](\d+)$/.exec(phrase) ?? [];
  return series === undefined
    ? [phrase]
    : [phrase, `${series === 'eip' ? 'erc' : 'eip'}-${number}`];
}

/** The singular if texts have it: `webhook` of `webhooks`, but no `ipf` of `ipfs`. */
export function knownStem(vocabulary: Vocabulary, phrase: string): string {
  const stem = stemOf(phrase);
  return vocabulary.countOf(stem.split(' ').at(-1) ?? '') === 0 ? phrase : stem;
}

/** The singular of a word: `webhook` of `webhooks`. */
export function stemOf(word: string): string {
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}
