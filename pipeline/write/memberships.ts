/** The staging tables of memberships: content and place of every row. */
import { settleAll } from '../../common/settle.ts';
import type { Resolved } from '../sources.ts';
import type { Query, Staging } from './staging.ts';

/** Loads content and place of every row of some categories, of all if they are null. They are numbers to save memory. */
export async function loadMemberships(
  { contents, networks }: Resolved,
  staging: Staging,
  categories: ReadonlySet<string> | null,
): Promise<void> {
  const ids = new Map(contents.map((content, id) => [content, id]));
  const names = { network: new Names(), category: new Names(), sourceFile: new Names() };
  await staging.loadIntegers(
    'memberships',
    ['network', 'category', '_content', 'sourceFile', 'sourceLine'],
    memberships(),
  );
  const types = { number: 'INTEGER', name: 'VARCHAR' };
  await settleAll(
    Object.entries(names).map(([column, numbered]) => staging.load(`names_of_${column}`, types, numbered.records())),
  );

  function* memberships() {
    // One array for all rows, of which there are millions.
    const row = [0, 0, 0, 0, 0];
    for (const { key, rows } of networks) {
      row[0] = names.network.numberOf(key);
      for (const { content, source } of rows) {
        if (categories?.has(content.category) === false) continue;
        row[1] = names.category.numberOf(content.category);
        row[2] = ids.get(content) ?? -1;
        row[3] = names.sourceFile.numberOf(source.file);
        row[4] = source.line;
        yield row;
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

/** Networks are numbered in the order of their keys, contents by category, then in the default order of rows. */
export const servedMemberships: Query = {
  select:
    `SELECT n.name AS network, k.name AS category, m._content FROM memberships m ` +
    'JOIN names_of_network n ON n.number = m.network JOIN names_of_category k ON k.number = m.category',
  orderBy: 'm.network, m._content',
};
