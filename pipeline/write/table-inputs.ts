/** What the tables of rows are made of, as versions: a table is written again only if its version changes. */
import { sha256 } from '../../common/hash.ts';
import type { Table } from '../../model/tables.ts';
import type { Content, Resolved } from '../sources.ts';
import type { FileMemory } from './new-files.ts';

/** Versions by category, and of all memberships. */
export interface TableInputs {
  readonly rows: ReadonlyMap<string, number>;
  readonly contents: ReadonlyMap<string, number>;
  readonly memberships: string;
}

/** Without a memory, nothing is linked, and versions are not needed. */
export const noVersions: TableInputs = { rows: new Map(), contents: new Map(), memberships: '' };

/** Contents that did not change are the same objects as in the state before, and so are places in files that did not change. */
export function findVersions({ contents, networks }: Resolved, memory: FileMemory): TableInputs {
  const lists = { contents: new Lists(), rows: new Lists(), ids: new Lists() };
  const ids = new Map<Content, number>();
  for (const [id, content] of contents.entries()) {
    ids.set(content, id);
    lists.contents.of(content.category).push(id, content);
  }
  for (const { key, rows } of networks) {
    for (const { content, source } of rows) {
      lists.rows.of(content.category).push(key, content, source);
      lists.ids.of(content.category).push(key, ids.get(content));
    }
  }
  return {
    rows: lists.rows.versions('rows', memory),
    contents: lists.contents.versions('contents', memory),
    memberships: JSON.stringify([...lists.ids.versions('memberships', memory)]),
  };
}

/** Hash of the description of a table and of what its rows are made of. */
export function inputOf(table: Table, rows: string): string {
  return sha256(`${JSON.stringify(table)}\n${rows}`);
}

/** Lists by category. */
class Lists {
  readonly #lists = new Map<string, unknown[]>();
  #last: { readonly category: string; readonly list: unknown[] } | null = null;

  of(category: string): unknown[] {
    // Rows of a category follow each other.
    if (this.#last?.category === category) return this.#last.list;
    const list = this.#lists.get(category) ?? [];
    this.#lists.set(category, list);
    this.#last = { category, list };
    return list;
  }

  versions(kind: string, memory: FileMemory): Map<string, number> {
    return new Map(
      Array.from(this.#lists, ([category, list]) => [category, memory.versionOf(`${kind}/${category}`, list)]),
    );
  }
}
