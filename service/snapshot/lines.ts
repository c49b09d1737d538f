/**
 * Lines of a listing. Contents that differ in their identifier and chain only stand on one line, so that a heading can
 * count what stands below it. An offer whose facts differ between chains has several lines.
 */
import type { Catalog } from './catalog.ts';

export interface LineContents {
  /** JSON object of each content. */
  readonly json: readonly string[];
  readonly category: readonly string[];
}

export class LineIndex {
  readonly #contents: LineContents;
  readonly #catalog: Pick<Catalog, 'columnsOf'>;
  /** Number of the line of each content, by category. */
  readonly #lines = new Map<string, ReadonlyMap<number, number>>();

  constructor(contents: LineContents, catalog: Pick<Catalog, 'columnsOf'>) {
    this.#contents = contents;
    this.#catalog = catalog;
  }

  /** Number of lines of contents of any categories. */
  count(contents: Iterable<number>): number {
    const lines = new Set<string>();
    for (const id of contents) {
      const category = this.#contents.category[id] ?? '';
      lines.add(`${category} ${this.#linesOf(category).get(id)}`);
    }
    return lines.size;
  }

  /** Compares the rows of a category on first use: tens of milliseconds for a category of thousands. */
  #linesOf(category: string): ReadonlyMap<number, number> {
    const known = this.#lines.get(category) ?? this.#compare(category);
    this.#lines.set(category, known);
    return known;
  }

  #compare(category: string): ReadonlyMap<number, number> {
    const chains = this.#catalog.columnsOf(category).filter(({ cellType }) => cellType === 'chain');
    const own = Object.fromEntries(['slug', ...chains.map(({ key }) => key)].map((key) => [key, null]));
    const numbers = new Map<string, number>();
    const lines = new Map<number, number>();
    for (const [id, key] of this.#contents.category.entries()) {
      if (key !== category) continue;
      const content = JSON.stringify({ ...JSON.parse(this.#contents.json[id] ?? '{}'), ...own });
      const number = numbers.get(content) ?? numbers.size;
      numbers.set(content, number);
      lines.set(id, number);
    }
    return lines;
  }
}
