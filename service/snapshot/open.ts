/** Opens a verified snapshot folder: loads its files into a DuckDB database in memory. */
import { DuckDBInstance } from '@duckdb/node-api';
import { settleAll } from '../../common/settle.ts';
import { snapshotPaths } from '../../model/manifest.ts';
import { checkManifest } from './check-manifest.ts';
import { checkFiles, checkTables } from './check-tables.ts';
import { createContents, loadCatalog, loadMemberships, readContents } from './load.ts';
import { readChanges } from './load-changes.ts';
import { readPlaces } from './places.ts';
import { ConnectionPool, type PoolOptions } from './pool.ts';
import { readRowSources } from './row-sources.ts';
import { Snapshot } from './snapshot.ts';
import { assertListed, readManifest, verifyFiles } from './verify.ts';

export interface OpenOptions extends PoolOptions {
  /** DuckDB threads in total. A query usually runs on one. */
  readonly threads: number;
  readonly memoryMb: number;
  /** Reads the source lines of rows, which take memory. */
  readonly withSources?: boolean;
}

export async function openSnapshot(folder: string, options: OpenOptions): Promise<Snapshot> {
  const manifest = await readManifest(folder);
  const { providers, networks, categories, columns, sets, memberships, changes: changesFile, offers } = snapshotPaths;
  assertListed(manifest, [providers, networks, categories, columns, sets, memberships, changesFile, offers]);
  checkManifest(manifest);
  await verifyFiles(folder, manifest);
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(options.threads),
    memory_limit: `${options.memoryMb}MB`,
    temp_directory: '', // never write to disk: the file system may be read-only
    enable_external_file_cache: 'false', // each file is read once
    allocator_background_threads: 'true', // return memory used for loading to the system
  });
  try {
    const connection = await instance.connect();
    const catalog = await loadCatalog(connection, folder, manifest);
    const { contents: contentsOf, rows } = snapshotPaths;
    assertListed(
      manifest,
      catalog.categoryKeys.flatMap((key) => [contentsOf(key), rows(key)]),
    );
    await checkFiles({ connection, folder, manifest, catalog });
    const reading = await instance.connect();
    // Waits for both, also after a failure: closing DuckDB under a running statement crashes the process.
    const [contents] = await settleAll([
      readContents({ connection: reading, folder, manifest, catalog }),
      createTables({ connection, folder, manifest, catalog }),
    ]);
    const places = await readPlaces(reading, {
      contents: contents.json.length,
      scopes: catalog.networks.size * catalog.categories.length,
    });
    const read = { folder, catalog, scopes: places, count: contents.json.length };
    const sources = options.withSources ? await readRowSources(reading, read) : null;
    const changes = await readChanges(reading, folder, manifest);
    reading.closeSync();
    // A checkpoint packs the tables, which take five times the memory as loaded: a block for each column.
    // Texts stay uncompressed, because every search reads all of them and unpacking took two thirds of its time.
    await connection.run("SET disabled_compression_methods = 'dictionary,fsst,dict_fsst'");
    await connection.run('CHECKPOINT');
    await connection.run('SET enable_external_access = false');
    await connection.run('SET lock_configuration = true');
    connection.closeSync();
    const pool = await ConnectionPool.open(instance, options);
    const database = {
      query: pool.query.bind(pool),
      interrupt: pool.interrupt.bind(pool),
      close: () => pool.close(() => instance.closeSync()),
    };
    return new Snapshot({ manifest, folder, catalog, contents, places, sources, changes, database });
  } catch (error) {
    instance.closeSync();
    throw error;
  }
}

async function createTables(checked: Parameters<typeof checkTables>[0]): Promise<void> {
  const { connection, folder, catalog } = checked;
  await loadMemberships(connection, folder, catalog);
  await checkTables(checked);
  await createContents(checked);
}
