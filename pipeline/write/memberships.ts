/** The staging tables of memberships: content and place of every row. */
import type { Resolved } from '../sources.ts';
import type { Query, Staging } from './staging.ts';

/** Loads content and place of every row, as numbers to save memory. */
export async function loadMemberships({ contents, networks }: Resolved, staging: Staging): Promise<void> {
  const ids = new Map(contents.map((content, id) => [content, id]));
  const names = { network: new Names(), category: new Names(), sourceFile: new Names() };
  const columns = {
    network: 'INTEGER',
    category: 'INTEGER',
    _content: 'INTEGER',
    sourceFile: 'INTEGER',
    sourceLine: 'BIGINT',
  };
  await staging.load('memberships', columns, memberships());
  for (const [column, numbered] of Object.entries(names)) {
    await staging.load(`names_of_${column}`, { number: 'INTEGER', name: 'VARCHAR' }, numbered.records());
  }

  function* memberships() {
    for (const network of networks) {
      for (const { content, source } of network.rows) {
        yield {
          network: names.network.numberOf(network.key),
          category: names.category.numberOf(content.category),
          _content: ids.get(content),
          sourceFile: names.sourceFile.numberOf(source.file),
          sourceLine: source.line,
        };
      }
    }
  }
}

/** Numbers names from 0, in the order of first use. */
class Names {
  readonly #numbers = new Map<string, number>();

  numberOf(name: string): number {
    let number = this.#numbers.get(name);
    if (number === undefined) this.#numbers.set(name, (number = this.#numbers.size));
    return number;
  }

  records(): { number: number; name: string }[] {
    return [...this.#numbers].map(([name, number]) => ({ number, name }));
  }
}

/** Contents are numbered in the default order of rows, networks in the order of their keys. */
export const servedMemberships: Query = {
  select:
    `SELECT n.name AS network, k.name AS category, m._content FROM memberships m ` +
    'JOIN names_of_network n ON n.number = m.network JOIN names_of_category k ON k.number = m.category',
  orderBy: `m.network, k.name, m._content`,
};
