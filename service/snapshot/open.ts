/** Opens a verified snapshot folder: loads its files into a DuckDB database in memory. */
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { settleAll } from '../../common/settle.ts';
import { type Manifest, snapshotPaths } from '../../model/manifest.ts';
import type { ChangeLog } from './changes.ts';
import { checkFigures } from './check-figures.ts';
import { checkManifest } from './check-manifest.ts';
import { checkFiles, checkRows } from './check-tables.ts';
import { createContents, filledCategories, loadCatalog, loadMemberships, type Source } from './load.ts';
import { readChanges } from './load-changes.ts';
import { OpenMemory } from './open-memory.ts';
import { type Places, readPlaces } from './places.ts';
import { ConnectionPool, type PoolOptions } from './pool.ts';
import { readContents } from './read-contents.ts';
import { readRowSources } from './row-sources.ts';
import { Snapshot } from './snapshot.ts';
import { TextSearch } from './text-search.ts';
import { assertListed, describedIn, readManifest, verifyFiles } from './verify.ts';

export interface OpenOptions extends PoolOptions {
  /** DuckDB threads in total. A query usually runs on one. */
  readonly threads: number;
  readonly memoryMb: number;
  /** Reads the source lines of rows, which take memory. */
  readonly withSources?: boolean;
}

/** Files that every snapshot has. */
const required = (
  ['providers', 'networks', 'categories', 'columns', 'sets', 'memberships', 'changes', 'offers'] as const
).map((name) => snapshotPaths[name]);

export async function openSnapshot(folder: string, options: OpenOptions, memory = new OpenMemory()): Promise<Snapshot> {
  const manifest = await readManifest(folder);
  assertListed(manifest, required);
  checkManifest(manifest);
  memory.begin();
  await verifyFiles(folder, manifest, memory);
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(options.threads),
    memory_limit: `${options.memoryMb}MB`,
    temp_directory: '', // never write to disk: the file system may be read-only
    enable_external_file_cache: 'false', // each file is read once
    allocator_background_threads: 'true', // return memory used for loading to the system
  });
  try {
    const read = await withConnection(instance, (connection) =>
      readTables(instance, { connection, folder, manifest, withSources: options.withSources === true }, memory),
    );
    memory.finish();
    const pool = await ConnectionPool.open(instance, options);
    const database = {
      query: pool.query.bind(pool),
      interrupt: pool.interrupt.bind(pool),
      close: () => pool.close(() => instance.closeSync()),
    };
    const texts = new TextSearch(read.contents.parts, options);
    return new Snapshot({ ...read, manifest, folder, texts, database });
  } catch (error) {
    instance.closeSync();
    throw error;
  }
}

interface ReadInput {
  readonly connection: DuckDBConnection;
  readonly folder: string;
  readonly manifest: Manifest;
  readonly withSources: boolean;
}

/** Loads and checks all tables. After it, DuckDB reads no files. */
async function readTables(
  instance: DuckDBInstance,
  { connection, folder, manifest, withSources }: ReadInput,
  memory: OpenMemory,
) {
  const catalog = await loadCatalog({ connection, folder, manifest }, memory);
  const { contents: contentsOf, rows } = snapshotPaths;
  assertListed(
    manifest,
    catalog.categoryKeys.flatMap((key) => [contentsOf(key), rows(key)]),
  );
  const source = { folder, manifest, catalog };
  await checkFiles({ ...source, connection }, memory);
  // Waits for all, also after a failure: closing DuckDB under a running statement crashes the process.
  const [contents, , { places, changes }] = await settleAll([
    readContents({ ...source, connect: (work) => withConnection(instance, work) }, memory),
    withConnection(instance, (own) => createContents({ ...source, connection: own })),
    readRows({ ...source, connection }, memory),
  ]);
  checkFigures({ manifest, catalog, contents, places });
  const count = contents.slug.length;
  const sources = withSources ? await readRowSources(connection, { folder, catalog, scopes: places, count }) : null;
  // A checkpoint packs the tables, which take five times the memory as loaded: a block for each column.
  await connection.run('CHECKPOINT');
  await connection.run('SET enable_external_access = false');
  await connection.run('SET lock_configuration = true');
  return { catalog, contents, places, sources, changes };
}

async function readRows(source: Source, memory: OpenMemory): Promise<{ places: Places; changes: ChangeLog }> {
  const { connection, folder, manifest, catalog } = source;
  await loadMemberships(connection, folder, catalog);
  await checkRows(source, memory);
  const places = await placesOf(source, memory);
  return { places, changes: await readChanges(connection, folder, manifest) };
}

async function placesOf({ connection, manifest, catalog }: Source, memory: OpenMemory): Promise<Places> {
  const { networkKeys, categoryKeys } = catalog;
  const contents = filledCategories(manifest, catalog)
    .map((category) => describedIn(manifest, snapshotPaths.contents(category)).rows ?? 0)
    .reduce((sum, rows) => sum + rows, 0);
  const counts = { contents, networks: networkKeys.length, categories: categoryKeys.length };
  const { sha256 } = describedIn(manifest, snapshotPaths.memberships);
  const version = `places ${JSON.stringify([sha256, counts, networkKeys, categoryKeys])}`;
  return memory.once(version, () => readPlaces(connection, counts));
}

async function withConnection<T>(
  instance: DuckDBInstance,
  work: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  const connection = await instance.connect();
  try {
    return await work(connection);
  } finally {
    connection.closeSync();
  }
}
