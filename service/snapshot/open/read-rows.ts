/** Parquet files of the distinct rows -> what JavaScript keeps of them. */
import { foldCell } from '../../../common/fold.ts';
import { inParallel } from '../../../common/settle.ts';
import { snapshotPaths } from '../../../model/manifest.ts';
import type { Catalog } from '../catalog.ts';
import type { Connect } from '../database/database.ts';
import type { DistinctRows } from '../snapshot.ts';
import { type FacetIndex, indexFacets } from '../texts/facet-index.ts';
import { RowParts } from '../texts/row-parts.ts';
import { countWords, Vocabulary } from '../texts/vocabulary.ts';
import { type CategoryRows, readCategory } from './category-rows.ts';
import { contentsSql, filledCategories, rowsVersion, type Source } from './load-catalog.ts';
import type { OpeningCache } from './opening-cache.ts';
import { describedIn } from './verify.ts';

/** Categories that are read at once: DuckDB groups the cells of one while JavaScript parses those of the other. */
const parallel = 2;

interface RowsSource extends Omit<Source, 'connection'> {
  readonly connect: Connect;
}

export async function readRows(
  { connect, folder, manifest, catalog }: RowsSource,
  cache: OpeningCache,
): Promise<DistinctRows> {
  const read = new Map<string, CategoryRows>();
  await inParallel(parallel, filledCategories(manifest, catalog), async (category) => {
    const columns = catalog.columnsOf(category);
    const { rows } = describedIn(manifest, snapshotPaths.contents(category));
    const source = { category, columns, sql: contentsSql(folder, [category], columns), count: rows ?? 0 };
    const version = rowsVersion(manifest, category, columns);
    const make = () => connect((connection) => readCategory({ ...source, connection }));
    read.set(category, await cache.of(version, make));
  });
  return joinRows(catalog, read);
}

function joinRows(catalog: Catalog, categories: ReadonlyMap<string, CategoryRows>): DistinctRows {
  const inOrder = [...categories].toSorted(([, a], [, b]) => a.parts.range[0] - b.parts.range[0]);
  const all = inOrder.map(([, category]) => category);
  const names = new Map<string, number>();
  for (const name of new Set(namesIn(catalog))) countWords(names, foldCell(name));
  const empty = (category: string) =>
    indexFacets([{ columns: catalog.columnsOf(category), parts: [], partOf: () => -1 }]);
  const join = <T>(listOf: (category: CategoryRows) => readonly T[]) => {
    const joined: T[] = [];
    return joined.concat(...all.map(listOf));
  };
  return {
    parts: new RowParts(all.map(({ parts }) => parts)),
    slug: join(({ slug }) => slug),
    provider: join(({ provider }) => provider),
    category: inOrder.flatMap(([category, { slug }]) => slug.map(() => category)),
    chain: join(({ chain }) => chain),
    offer: join(({ offer }) => offer),
    scope: join(({ scope }) => scope),
    connect: join(({ connect }) => connect),
    facets: new Map(
      catalog.categoryKeys.map((key) => [key, withColumns(catalog, categories.get(key)?.facets ?? empty(key))]),
    ),
    search: {
      texts: join(({ texts }) => texts),
      vocabulary: new Vocabulary([...all.map(({ words }) => words), names]),
    },
  };
}

/** Columns are compared by identity, and an index of the last snapshot has columns that are equal to those of this one. */
function withColumns({ columns }: Catalog, index: FacetIndex): FacetIndex {
  const current = index.columns.map((each) => ({ ...each, column: columns.get(each.column.key) ?? each.column }));
  return current.every(({ column }, at) => column === index.columns[at]?.column)
    ? index
    : { ...index, columns: current };
}

function namesIn({ providers, networks, categories }: Catalog): string[] {
  return [
    ...[...providers.values()].flatMap(({ name, description }) => [name, description ?? '']),
    ...[...networks.values()].flatMap(({ name, aliases }) => [name, ...aliases]),
    ...categories.map(({ label }) => label),
  ];
}
