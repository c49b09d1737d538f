/**
 * Texts of cells as people read them: `24h` for a `24` in a column of hours, `bank transfer` for
 * the key `bank_transfer`. Files, addresses and the API keep what the sources state.
 */
import type { Row } from '../snapshot/catalog.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { withUnit } from '../text/cells.ts';

type Reader = (text: string) => string;

const joinedWords = /\b[A-Za-z0-9]+(?:_[A-Za-z0-9]+)+\b/g;
const oneCase = /^(?:[a-z0-9_]+|[A-Z0-9_]+)$/;

/** The value of a cell of the column. */
export function readable(snapshot: Snapshot, key: string, value: Row[string]): Row[string] {
  const read = readersOf(snapshot).get(key);
  return read === undefined ? value : readValue(value, read);
}

/** A text of the column. */
export function readableText(snapshot: Snapshot, key: string, text: string): string {
  return readersOf(snapshot).get(key)?.(text) ?? text;
}

/** A main chain with a name of its own, such as Arbitrum One, whose key `one` says little. */
export function chainText({ catalog }: Snapshot, network: string | null, chain: string): string {
  if (network === null || chain === 'mainnet') return chain;
  const defined = catalog.chain(network, chain);
  return defined === null || defined.testnet ? chain : defined.name;
}

/** All cells of a row. */
export function readableRow(snapshot: Snapshot, row: Row): Row {
  const readers = [...readersOf(snapshot)].filter(([key]) => (row[key] ?? null) !== null);
  if (readers.length === 0) return row;
  const cells = readers.map(([key, read]) => [key, readValue(row[key] ?? null, read)] as const);
  return { ...row, ...Object.fromEntries(cells) };
}

function readValue(value: Row[string], read: Reader): Row[string] {
  if (Array.isArray(value)) return value.map(read);
  return typeof value === 'string' ? read(value) : value;
}

/** By column key. Other columns are as they are stated. */
function readersOf(snapshot: Snapshot): ReadonlyMap<string, Reader> {
  return snapshot.derived.of('readers of cells', () => {
    const { columns } = snapshot.catalog;
    const timed = [...columns.values()].filter(({ states }) => states === 'hours');
    const ofKeys = vocabularies(snapshot).filter((key) => columns.has(key));
    return new Map<string, Reader>([
      ...timed.map((column) => [column.key, (text: string) => withUnit(text, column)] as const),
      ...ofKeys.map((key) => [key, inWords] as const),
    ]);
  });
}

function inWords(text: string): string {
  return text.replace(joinedWords, (words) => words.replaceAll('_', ' '));
}

/**
 * Keys of the columns whose words with underscores are all in one case. A column that also has
 * `eth_getBalance` states names that programs use.
 */
function vocabularies(snapshot: Snapshot): readonly string[] {
  const words = new Map<string, string[]>();
  for (const category of snapshot.catalog.categoryKeys)
    for (const index of snapshot.facetIndex(category).columns) {
      if (index.kind !== 'values') continue;
      const joined = index.spellings.flatMap((text) => text.match(joinedWords) ?? []);
      words.set(index.column.key, [...(words.get(index.column.key) ?? []), ...joined]);
    }
  const isVocabulary = (texts: readonly string[]) =>
    texts.length > 0 && texts.every((text) => oneCase.test(text));
  return [...words].flatMap(([key, texts]) => (isVocabulary(texts) ? key : []));
}
