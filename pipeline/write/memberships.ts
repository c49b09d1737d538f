/** The rows of each category, with the numbers of their contents. */
import { getOrInsert } from '../../common/get-or-insert.ts';
import { groupBy } from '../../common/group-by.ts';
import { compareText } from '../problem.ts';
import type { Content, Resolved } from '../sources.ts';

/** Rows that one record has at most, because DuckDB reads records of 16 MB at most. */
const recordRows = 1000;

/** DuckDB types of `placed`. */
export const placeColumns = {
  network: 'VARCHAR',
  _content: 'INTEGER[]',
  file: 'VARCHAR[]',
  line: 'INTEGER[]',
} as const;

export interface CategoryRows {
  readonly contents: Content[];
  /** Number of the first content in the snapshot. The others follow it. */
  readonly first: number;
  /**
   * Rows of networks, in the order of their file: by network, provider and slug. Contents have
   * their numbers in the category, so that a new content of another category changes nothing.
   */
  readonly placed: {
    readonly network: string;
    readonly _content: readonly number[];
    readonly file: readonly string[];
    readonly line: readonly number[];
  }[];
}

/** Of a category without rows. */
export const noRows: CategoryRows = { contents: [], first: 0, placed: [] };

/** The contents are in the default order of rows. */
export function collectRows({ contents, networks }: Resolved): ReadonlyMap<string, CategoryRows> {
  const categories = new Map<string, CategoryRows>();
  for (const [first, content] of contents.entries())
    getOrInsert(categories, content.category, () => ({
      contents: [],
      first,
      placed: [],
    })).contents.push(content);
  const numbers = new Map(contents.map((content, number) => [content, number]));
  const ranks = rankByProvider(contents);
  for (const { key: network, rows } of networks) {
    const own = rows.map(({ content, source }) => ({
      content,
      source,
      rank: ranks.get(content) ?? 0,
    }));
    own.sort((a, b) => a.rank - b.rank);
    for (const [category, found] of groupBy(own, ({ content }) => content.category)) {
      const { first = 0, placed = [] } = categories.get(category) ?? {};
      for (let start = 0; start < found.length; start += recordRows) {
        const part = found.slice(start, start + recordRows);
        const _content = part.map(({ content }) => (numbers.get(content) ?? 0) - first);
        const [file, line] = [
          part.map(({ source }) => source.file),
          part.map(({ source }) => source.line),
        ];
        placed.push({ network, _content, file, line });
      }
    }
  }
  return categories;
}

/**
 * Position of each content by provider and slug, with case, unlike in the default order of rows.
 */
function rankByProvider(contents: readonly Content[]): Map<Content, number> {
  const named = contents.map((content) => {
    return {
      content,
      provider: String(content.values.provider),
      slug: String(content.values.slug),
    };
  });
  named.sort((a, b) => compareText(a.provider, b.provider) || compareText(a.slug, b.slug));
  return new Map(named.map(({ content }, rank) => [content, rank]));
}

/** Records of memberships.parquet, by network and content, which have the default order of rows. */
export function listMemberships(categories: ReadonlyMap<string, CategoryRows>) {
  const all = [...categories].flatMap(([category, { first, placed }]) =>
    Array.from(
      groupBy(placed, ({ network }) => network),
      ([network, parts]) => {
        const own = parts.flatMap(({ _content }) => _content.map((number) => number + first));
        return { network, category, _content: own.toSorted((a, b) => a - b) };
      },
    ),
  );
  return all.toSorted(
    (a, b) => compareText(a.network, b.network) || compareText(a.category, b.category),
  );
}
