/** The one word of people for several values of a filter: `Europe` for the codes of its countries. */
import { mentionsColumn } from '../../../model/columns.ts';
import { type Filter, toApiFilters } from '../../query/filters/index.ts';
import { blank, filled } from '../../query/filters/presence.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { capitalize } from '../../text/clip.ts';
import { joinNames } from '../../text/counts.ts';
import { stemOf } from './features.ts';
import { lexiconOf, parseWord } from './lexicon.ts';
import { phraseOf } from './split.ts';

/** Fewer values are read as fast as a word. */
const leastValues = 3;

/** Null if people have no word for these values together. */
export function wordOfValues(snapshot: Snapshot, filter: Filter): string | null {
  const named = toApiFilters([filter]).flatMap(({ value }) => value);
  const isDenied = named.every((value) => value.startsWith('!') && value !== blank);
  const values = isDenied ? named.map((value) => value.slice(1)) : named;
  if (values.some((value) => value.startsWith('!') || value === filled)) return null;
  if (filter.kind === 'mentions') return spellingOf(snapshot, values);
  return filter.kind === 'anyOf' && values.length > 1
    ? wordOf(snapshot, filter.column.key, values)
    : null;
}

/**
 * The first spelling of each word whose other spellings the texts are: `WebSocket`, not `wss` too;
 * null if each text is a word of its own.
 */
function spellingOf(snapshot: Snapshot, texts: readonly string[]): string | null {
  const words: string[] = [];
  for (let open = texts; open.length > 0; ) {
    const [first = ''] = open;
    const [spelling, known] = spellingsOf(snapshot, first);
    words.push(spelling);
    open = open.filter((text) => text !== first && !known.has(text));
  }
  const isRespelt = words.length < texts.length || words[0] !== texts[0];
  return isRespelt ? joinNames(words, 'disjunction') : null;
}

/** The first spelling of the word that a text is, and all of them as texts of a filter. */
function spellingsOf(snapshot: Snapshot, text: string): readonly [string, ReadonlySet<string>] {
  const words = lexiconOf(snapshot).entries.get(text)?.words ?? [];
  const lists = words.flatMap(({ filters }) => (filters ?? []).map(({ value }) => value));
  const folded = lists.map((values) => values.map(phraseOf));
  const at = folded.findIndex((phrases) => phrases.some((phrase) => isSame(text, phrase)));
  const known = (folded[at] ?? []).flatMap((phrase) => [phrase, stemOf(phrase)]);
  return [lists[at]?.[0] ?? text, new Set(known)];
}

function isSame(text: string, phrase: string): boolean {
  return text === phrase || text === stemOf(phrase);
}

/** The first word whose values, as far as a category has them, are these. */
function wordOf(snapshot: Snapshot, key: string, texts: readonly string[]): string | null {
  const { valuesOf } = lexiconOf(snapshot);
  const wanted = new Set(texts.map((text) => text.toLowerCase()));
  const isAll = (values: ReadonlySet<string>) =>
    snapshot.catalog.categoryKeys.some((category) => {
      const known = valuesOf(category, key);
      const kept = [...values].filter((value) => known.has(value));
      return kept.length === wanted.size && kept.every((value) => wanted.has(value));
    });
  const word = groupsOf(snapshot).find((group) => group.key === key && isAll(group.values));
  return word === undefined ? null : word.label;
}

interface ValueGroup {
  readonly key: string;
  readonly label: string;
  /** Lowercase. */
  readonly values: ReadonlySet<string>;
}

/** Words of the editors for several values of a column. */
function groupsOf(snapshot: Snapshot): readonly ValueGroup[] {
  return snapshot.derived.of('words for several values', () =>
    snapshot.catalog.words.flatMap((word) => {
      const [filter, another] = parseWord(word).filters ?? [];
      if (filter === undefined || another !== undefined) return [];
      const { id: key, value } = filter;
      if (key === mentionsColumn.key || value.length < leastValues) return [];
      const values = value.map((text) => text.replace(/^!/, ''));
      const folded = new Set(values.map((text) => text.toLowerCase()));
      return [{ key, label: labelOf(word.words, values), values: folded }];
    }),
  );
}

/** As the values are written: `Europe` beside `Ireland`, `card` beside `debit_card`. */
function labelOf(word: string, values: readonly string[]): string {
  const spelling = values.find((value) => value.toLowerCase() === word);
  if (spelling !== undefined) return spelling;
  return /^[A-Z]/.test(values[0] ?? '') ? word.split(' ').map(capitalize).join(' ') : word;
}
