/** Words for features, which several columns of a category mention. */
import { type ColumnDefinition, mentionsColumn } from '../../../model/columns.ts';
import type { ApiFilter } from '../../query/filters/index.ts';
import { minPart } from '../../query/filters/mentions.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { lexiconOf } from './lexicon.ts';
import { phraseOf } from './split.ts';

/**
 * A filter on a feature, wherever texts mention it: `webhook` of "Webhook notifications" and
 * "Webhooks". Null if only lists of the column have it.
 */
export function acrossColumns(
  snapshot: Snapshot,
  category: string,
  { id, value }: ApiFilter,
): ApiFilter | null {
  const { columns } = snapshot.facetIndex(category);
  if (!columns.some(({ column }) => column.key === id && isOfFeatures(column))) return null;
  const folded = value.map((text) => stemOf(phraseOf(text)));
  const stems = [...new Set(folded)].filter(
    (stem) => !folded.some((other) => other !== stem && isPart(other, stem)),
  );
  const isElsewhere = columns.some(
    (index) =>
      index.kind === 'values' &&
      index.column.valueKind === 'array' &&
      index.column.key !== id &&
      [...lexiconOf(snapshot).valuesOf(category, index.column.key).keys()].some((text) =>
        stems.some((stem) => isPart(stem, text)),
      ),
  );
  return isElsewhere ? { id: mentionsColumn.key, value: stems } : null;
}

/** What lists of other things than features hold, by their definitions. */
const things = /\b(?:places|countries|languages|networks|devices|ways to pay|tokens?|packages)\b/i;

function isOfFeatures({ core, valueKind, description }: ColumnDefinition): boolean {
  return core && valueKind === 'array' && !things.test(description ?? '');
}

/** As the filter of mentions finds a value. */
function isPart(stem: string, text: string): boolean {
  if (stem.length >= minPart) return text.includes(stem);
  return ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${stem} `);
}

/** The singular of a word: `webhook` of `webhooks`. */
export function stemOf(word: string): string {
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}
