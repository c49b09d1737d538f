/** A verified snapshot folder -> tables in a DuckDB of its own, in memory: files that change later change no answer. */
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { settleAll } from '../../common/settle.ts';
import { type Manifest, snapshotPaths } from '../../model/manifest.ts';
import { ConnectionPool, type PoolOptions } from '../query/run.ts';
import type { Catalog } from './catalog.ts';
import { type Contents, createContents, loadCatalog, loadMemberships, readContents } from './load.ts';
import { assertListed, readManifest, verifyFiles } from './verify.ts';

export interface OpenOptions extends PoolOptions {
  /** Threads of DuckDB in all; one query uses one as a rule. */
  readonly threads: number;
  readonly memoryMb: number;
}

/** One published snapshot, ready to answer. */
export interface Snapshot {
  readonly manifest: Manifest;
  /** Where its files lie. */
  readonly folder: string;
  readonly catalog: Catalog;
  readonly pool: ConnectionPool;
  readonly contents: Contents;
  /** Only when no request uses it any more. */
  close(): void;
}

export async function openSnapshot(folder: string, options: OpenOptions): Promise<Snapshot> {
  const manifest = await readManifest(folder);
  const { providers, networks, categories, columns, memberships } = snapshotPaths;
  assertListed(manifest, [providers, networks, categories, columns, memberships]);
  await verifyFiles(folder, manifest);
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(options.threads),
    memory_limit: `${options.memoryMb}MB`,
    temp_directory: '', // nothing is written to a disk: the service may run on a read-only file system
    enable_external_file_cache: 'false', // each file is read once
    allocator_background_threads: 'true', // what loading took goes back to the system
  });
  try {
    const connection = await instance.connect();
    const catalog = await loadCatalog(connection, folder);
    assertListed(manifest, catalog.categoryKeys.map(snapshotPaths.contents));
    const reading = await instance.connect();
    const [contents] = await settleAll([
      readContents(reading, folder, catalog),
      createTables(connection, folder, catalog),
    ]);
    reading.closeSync();
    // Tables as they were filled hold a block for each column, however few rows there are: five times the memory.
    // Texts stay as they are: every search reads all of them, and unpacking took two thirds of its time.
    await connection.run("SET disabled_compression_methods = 'dictionary,fsst,dict_fsst'");
    await connection.run('CHECKPOINT');
    await connection.run('SET enable_external_access = false');
    await connection.run('SET lock_configuration = true');
    connection.closeSync();
    const pool = await ConnectionPool.open(instance, options);
    return { manifest, folder, catalog, pool, contents, close };

    function close(): void {
      pool.close(() => instance.closeSync());
    }
  } catch (error) {
    instance.closeSync();
    throw error;
  }
}

async function createTables(connection: DuckDBConnection, folder: string, catalog: Catalog): Promise<void> {
  await loadMemberships(connection, folder, catalog);
  await createContents(connection, folder, catalog);
}
