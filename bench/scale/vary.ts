/**
 * A cell -> another one that could stand in its place, of the words, items and figures that its
 * column has elsewhere.
 */
import { isNullCell } from '../../pipeline/read/parse-entries.ts';
import { pick, type Random, shuffle } from './random.ts';
import type { Cells, SourceTables } from './read-tables.ts';

/** Cells that name something: they are never varied, but written anew or kept. */
const names: ReadonlySet<string> = new Set([
  'slug',
  'provider',
  'offer',
  'chain',
  'name',
  'logoPath',
]);
const plainWord = /^[A-Za-z]{3,}$/;
/** From this many words on a text is a sentence, which is mixed word by word. */
const sentenceWords = 5;

export class Vocabulary {
  /** Words of the sources that no name ends in: they make new names. */
  readonly nameWords: readonly string[];
  readonly #kinds: ReadonlyMap<string, Cells>;
  /** By column: whole cells, and items of lists. */
  readonly #texts = new Map<string, readonly string[]>();
  readonly #words: readonly string[];

  constructor(tables: SourceTables, random: Random) {
    this.#kinds = new Map(tables.columns.records.map((column) => [column.key ?? '', column]));
    const records = [...tables.offers.values(), tables.providers].flatMap((table) => table.records);
    for (const [key, texts] of collect(
      records,
      (key, cell) => this.#itemsOf(key, cell) ?? [cell],
    )) {
      this.#texts.set(key, [...texts]);
    }
    const sentences = [...this.#texts.values()].flat();
    this.#words = [
      ...new Set(
        sentences.flatMap((text) => text.split(/\s+/)).filter((word) => plainWord.test(word)),
      ),
    ];
    const taken = new Set(
      records.flatMap(({ slug = '', name = '' }) => `${slug} ${name}`.toLowerCase().split(/[\s-]/)),
    );
    const free = new Set(
      this.#words.map((word) => word.toLowerCase()).filter((word) => !taken.has(word)),
    );
    this.nameWords = shuffle(random, [...free]);
  }

  /** `word` is of all that belongs to one copy, and makes its addresses its own. */
  vary(cells: Cells, random: Random, word: string): Cells {
    const varied = Object.entries(cells).map(([key, cell]) => [
      key,
      this.#varyCell(key, cell, random, word),
    ]);
    return Object.fromEntries(varied);
  }

  #varyCell(key: string, cell: string, random: Random, word: string): string {
    if (names.has(key) || isNullCell(cell) || cell.startsWith('!')) return cell;
    if (cell.includes('://')) return cell.replaceAll('://', `://${word}.`);
    const items = this.#itemsOf(key, cell);
    if (items !== null)
      return JSON.stringify([
        ...new Set(items.map((item) => this.#replace(key, item, random, 0.4))),
      ]);
    if (this.#kinds.get(key)?.filter === 'range')
      return cell.replace(/\d+(?:\.\d+)?/g, (n) => scale(n, random));
    if (cell.split(/\s+/).length >= sentenceWords) return this.#mix(cell, random);
    return this.#kinds.has(key) ? this.#replace(key, cell, random, 0.3) : cell;
  }

  #replace(key: string, text: string, random: Random, share: number): string {
    return random() < share ? pick(random, this.#texts.get(key) ?? [], text) : text;
  }

  #mix(text: string, random: Random): string {
    const swap = (word: string) => (random() < 0.3 ? pick(random, this.#words, word) : word);
    return text
      .split(' ')
      .map((word) => (plainWord.test(word) ? swap(word) : word))
      .join(' ');
  }

  /** Null where the cell is no list. */
  #itemsOf(key: string, cell: string): readonly string[] | null {
    if (this.#kinds.get(key)?.valueKind !== 'array' || !cell.startsWith('[')) return null;
    return (JSON.parse(cell) as string[]).map((item) => item.trim());
  }
}

/** A percentage stays below 100, a figure keeps its decimals. */
function scale(figure: string, random: Random): string {
  const decimals = figure.split('.')[1]?.length ?? 0;
  const factor =
    Number(figure) > 90 && Number(figure) <= 100 ? 0.95 + random() / 20 : 0.5 + 2 * random();
  return (Number(figure) * factor).toFixed(decimals);
}

/** What the cells of each column say, each text once. */
function collect(
  records: readonly Cells[],
  textsOf: (key: string, cell: string) => readonly string[],
): Map<string, Set<string>> {
  const texts = new Map<string, Set<string>>();
  for (const [key, cell] of records.flatMap((record) => Object.entries(record))) {
    if (isNullCell(cell) || cell.includes('://')) continue;
    const known = texts.get(key) ?? new Set<string>();
    for (const text of textsOf(key, cell)) known.add(text);
    texts.set(key, known);
  }
  return texts;
}
