/** Which networks have which contents, and from which listings: numbers, because there are millions of rows. */
import { createHash } from 'node:crypto';
import { compareText } from '../problem.ts';
import type { Content, Resolved } from '../sources.ts';

/** The rows of a category, in the order of their file: by network, provider and slug. */
export interface CategoryRows {
  readonly contents: readonly Content[];
  /** Number of the first content in the snapshot. The others follow it. */
  readonly first: number;
  /** Names by their numbers. */
  readonly networks: readonly string[];
  readonly files: readonly string[];
  /** Contents have their numbers in the category here, so that a new content of another category changes nothing. */
  readonly columns: Readonly<Record<'network' | '_content' | 'file' | 'line', Int32Array>>;
}

export interface Memberships {
  readonly categories: ReadonlyMap<string, CategoryRows>;
  /** The rows of all categories, sorted by network and content. */
  readonly columns: Readonly<Record<'network' | '_content', Int32Array>>;
}

const none = new Int32Array();

/** Of a category without rows. */
export const noRows: CategoryRows = {
  contents: [],
  first: 0,
  networks: [],
  files: [],
  columns: { network: none, _content: none, file: none, line: none },
};

/** The contents are in the default order of rows. */
export function collectMemberships({ contents, networks }: Resolved): Memberships {
  const categories = new Map<string, RowCollector>();
  const collectors = contents.map((content, number) => {
    const found = categories.get(content.category) ?? new RowCollector(number);
    categories.set(content.category, found);
    found.contents.push(content);
    return found;
  });
  const numbers = new Map(contents.map((content, number) => [content, number]));
  const ranks = rankByProvider(contents);
  const all: { readonly network: number[]; readonly _content: number[] } = { network: [], _content: [] };
  for (const [network, { key, rows }] of networks.entries()) {
    const own = rows.map(({ content, source }) => ({ number: numbers.get(content) ?? -1, source }));
    own.sort((a, b) => (ranks[a.number] ?? 0) - (ranks[b.number] ?? 0));
    for (const { number, source } of own) collectors[number]?.add(key, number, source);
    for (const number of Int32Array.from(own, ({ number }) => number).sort()) {
      all.network.push(network);
      all._content.push(number);
    }
  }
  const columns = { network: Int32Array.from(all.network), _content: Int32Array.from(all._content) };
  return { columns, categories: new Map(Array.from(categories, ([key, collector]) => [key, collector.rows])) };
}

/** Position of each content by provider and slug, with case, unlike in the default order of rows. */
function rankByProvider(contents: readonly Content[]): Int32Array {
  const sorted = Array.from(contents, ({ values: { provider, slug } }, number) => ({
    provider: String(provider),
    slug: String(slug),
    number,
  })).sort((a, b) => compareText(a.provider, b.provider) || compareText(a.slug, b.slug));
  const ranks = new Int32Array(contents.length);
  for (const [rank, { number }] of sorted.entries()) ranks[number] = rank;
  return ranks;
}

/** Hash of integers and of the names that they number. */
export function hashIntegers(names: readonly (readonly string[])[], columns: Iterable<Int32Array>): string {
  const hash = createHash('sha256').update(JSON.stringify(names));
  for (const column of columns) hash.update(column);
  return hash.digest('hex');
}

class RowCollector {
  readonly contents: Content[] = [];
  readonly #first: number;
  readonly #networks = new Map<string, number>();
  readonly #files = new Map<string, number>();
  readonly #columns: Readonly<Record<keyof CategoryRows['columns'], number[]>> = {
    network: [],
    _content: [],
    file: [],
    line: [],
  };

  constructor(first: number) {
    this.#first = first;
  }

  /** `content`: its number in the snapshot. */
  add(network: string, content: number, { file, line }: { readonly file: string; readonly line: number }): void {
    this.#columns.network.push(numberOf(network, this.#networks));
    this.#columns._content.push(content - this.#first);
    this.#columns.file.push(numberOf(file, this.#files));
    this.#columns.line.push(line);
  }

  get rows(): CategoryRows {
    const { network, _content, file, line } = this.#columns;
    const columns = {
      network: Int32Array.from(network),
      _content: Int32Array.from(_content),
      file: Int32Array.from(file),
      line: Int32Array.from(line),
    };
    const [networks, files] = [[...this.#networks.keys()], [...this.#files.keys()]];
    return { contents: this.contents, first: this.#first, networks, files, columns };
  }
}

/** Numbers names from 0, in the order of first use. */
function numberOf(name: string, numbers: Map<string, number>): number {
  let number = numbers.get(name);
  if (number === undefined) numbers.set(name, (number = numbers.size));
  return number;
}
