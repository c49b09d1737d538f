/** Parquet files of the contents -> what JavaScript keeps of them. */
import { foldCell } from '../../common/fold.ts';
import { type Manifest, snapshotPaths } from '../../model/manifest.ts';
import type { Catalog } from './catalog.ts';
import { type CategoryContents, readCategory } from './category-contents.ts';
import { FacetIndexBuilder } from './facet-index.ts';
import { contentsSql, filledCategories, type Source } from './load.ts';
import type { OpenMemory } from './open-memory.ts';
import { RowParts } from './row-parts.ts';
import type { Contents } from './snapshot.ts';
import { describedIn, SnapshotError } from './verify.ts';
import { countWords, Vocabulary } from './vocabulary.ts';

/** Throws `inconsistent` unless the ids of the contents are 0, 1, 2, ..., and each has a slug, a provider and an offer. */
export async function readContents(
  { connection, folder, manifest, catalog }: Source,
  memory: OpenMemory,
): Promise<Contents> {
  const read = new Map<string, CategoryContents>();
  for (const category of filledCategories(manifest, catalog)) {
    const columns = catalog.columnsOf(category);
    const { sha256, rows } = describedIn(manifest, snapshotPaths.contents(category));
    const sql = contentsSql(folder, category, columns);
    const source = { connection, category, columns, sql, count: rows ?? 0 };
    const version = `contents ${sha256} ${JSON.stringify(columns)}`;
    read.set(category, await memory.once(version, () => readCategory(source)));
  }
  return joinContents(manifest, catalog, read);
}

function joinContents(
  manifest: Manifest,
  catalog: Catalog,
  categories: ReadonlyMap<string, CategoryContents>,
): Contents {
  const inOrder = [...categories].toSorted(([, a], [, b]) => a.parts.range[0] - b.parts.range[0]);
  let next = 0;
  for (const [category, { parts }] of inOrder) {
    const [first, end] = parts.range;
    if (first !== next)
      throw new SnapshotError(
        'inconsistent',
        `${manifest.id}: the ids of "${category}" begin with ${first}, not ${next}`,
      );
    next = end;
  }
  const all = inOrder.map(([, contents]) => contents);
  const names = new Map<string, number>();
  for (const name of new Set(namesIn(catalog))) countWords(names, foldCell(name));
  const empty = (category: string) => new FacetIndexBuilder(catalog.columnsOf(category)).build(() => -1);
  return {
    parts: new RowParts(all.map(({ parts }) => parts)),
    slug: all.flatMap(({ slug }) => slug),
    provider: all.flatMap(({ provider }) => provider),
    category: inOrder.flatMap(([category, { slug }]) => slug.map(() => category)),
    chain: all.flatMap(({ chain }) => chain),
    offer: all.flatMap(({ offer }) => offer),
    facets: new Map(catalog.categoryKeys.map((key) => [key, categories.get(key)?.facets ?? empty(key)])),
    search: {
      texts: all.flatMap(({ texts }) => texts),
      vocabulary: new Vocabulary([...all.map(({ words }) => words), names]),
    },
  };
}

function namesIn({ providers, networks, categories }: Catalog): string[] {
  return [
    ...[...providers.values()].flatMap(({ name, description }) => [name, description ?? '']),
    ...[...networks.values()].flatMap(({ name, aliases }) => [name, ...aliases]),
    ...categories.map(({ label }) => label),
  ];
}
