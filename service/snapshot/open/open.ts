/** Opens a verified snapshot folder: reads its files, and fills the tables that queries need. */
import path from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { settleAll } from '../../../common/settle.ts';
import { readParquet } from '../../../common/sql.ts';
import { type StoredManifest, snapshotPaths } from '../../../model/manifest.ts';
import { type Connect, Database, type DatabaseOptions } from '../database/database.ts';
import { parquet } from '../database/parquet.ts';
import { type Memberships, readMemberships } from '../memberships.ts';
import type { Manifest } from '../metrics.ts';
import { collectMetrics, type MetricsRow, type SnapshotMetrics } from '../metrics.ts';
import { Snapshot } from '../snapshot.ts';
import { loadCatalog, type Source } from './load-catalog.ts';
import { loadChanges } from './load-changes.ts';
import { loadTable } from './load-table.ts';
import { OpeningCache } from './opening-cache.ts';
import { readProbes } from './read-probes.ts';
import { readRows } from './read-rows.ts';
import { readRowSources } from './row-sources.ts';
import { assertListed, checkManifest, describedIn, readManifest, verifyFiles } from './verify.ts';

export interface OpenOptions extends DatabaseOptions {
  /** Reads the source lines of rows, which take memory. */
  readonly withSources?: boolean;
  /** Told of each step, in case it is the last. Steps overlap. */
  readonly onStep?: (step: string | null) => void;
}

/** Files that every snapshot has. */
const required = (
  [
    'providers',
    'networks',
    'categories',
    'columns',
    'sets',
    'memberships',
    'changes',
    'metrics',
  ] as const
).map((name) => snapshotPaths[name]);

export async function openSnapshot(
  folder: string,
  options: OpenOptions,
  cache = new OpeningCache(),
): Promise<Snapshot> {
  const step = (name: string) => options.onStep?.(`${name} of ${folder}`);
  step('manifest');
  // First, because a folder without a manifest is tried again and again, and would leave a database
  // each time.
  const stored = await readManifest(folder);
  const database = await Database.create(options);
  try {
    return await fill({ folder, stored, database, options, step }, cache);
  } catch (error) {
    database.close();
    throw error;
  }
}

async function fill(input: OpenInput, cache: OpeningCache): Promise<Snapshot> {
  const { folder, stored, database, step } = input;
  assertListed(stored, required);
  checkManifest(stored);
  cache.begin();
  const verify = (isWanted: (file: string) => boolean) => {
    const files = stored.files.filter(({ path }) => isWanted(path));
    return verifyFiles(folder, { ...stored, files }, cache);
  };
  // Nothing reads a table before its hash was compared. The images, which are most of the files,
  // can wait.
  step('hashes');
  await verify(isTable);
  const metrics = await database.connect((connection) => readMetrics(connection, folder));
  const manifest = { ...stored, metrics };
  const [read] = await settleAll([
    readTables({ ...input, manifest }, cache),
    verify((file) => !isTable(file)),
  ]);
  cache.finish();
  await database.lock();
  return new Snapshot({ ...read, manifest, folder, database });
}

function isTable(file: string): boolean {
  return file.endsWith('.parquet');
}

interface OpenInput {
  readonly folder: string;
  /** Without the metrics, which are in a file of their own. */
  readonly stored: StoredManifest;
  readonly database: Database;
  readonly options: OpenOptions;
  /** Told of each step. */
  readonly step: (name: string) => void;
}

/** Reads all tables, and fills those that questions read. */
async function readTables(
  {
    folder,
    manifest,
    database,
    options,
    step,
  }: Omit<OpenInput, 'stored'> & { readonly manifest: Manifest },
  cache: OpeningCache,
) {
  const connect: Connect = (work) => database.connect(work);
  const files = { folder, manifest };
  step('definitions');
  const catalog = await connect((connection) => loadCatalog({ ...files, connection }, cache));
  assertListed(
    manifest,
    catalog.categoryKeys.flatMap((key) => [snapshotPaths.contents(key), snapshotPaths.rows(key)]),
  );
  const source = { ...files, catalog };
  const changesFile = readParquet(
    [path.join(folder, snapshotPaths.changes)],
    'file_row_number = true',
  );
  step('rows, memberships and changes');
  // Waits for all, also after a failure: closing DuckDB under a running statement crashes the
  // process.
  const [rows, memberships, , probes] = await settleAll([
    readRows({ ...source, connect }, cache),
    connect((connection) => readCachedMemberships({ ...source, connection }, cache)),
    connect((connection) => loadChanges(connection, changesFile, catalog.columns)),
    connect((connection) => readProbes(connection, folder, manifest)),
  ]);
  step('table of rows');
  await connect((connection) => loadTable({ ...source, connection }, rows));
  const lines = { folder, catalog, memberships };
  const sources =
    options.withSources === true
      ? await connect((connection) => readRowSources(connection, lines))
      : null;
  return { catalog, rows, memberships, sources, probes };
}

async function readCachedMemberships(source: Source, cache: OpeningCache): Promise<Memberships> {
  const { networkKeys, categoryKeys } = source.catalog;
  const { sha256 } = describedIn(source.manifest, snapshotPaths.memberships);
  const version = `memberships ${JSON.stringify([sha256, networkKeys, categoryKeys])}`;
  return cache.of(version, () => readMemberships(source));
}

const figures = ['rows', 'providers', 'activeCategories', 'providerCategoryEntries']
  .map((name) => `${name}::DOUBLE AS ${name}`)
  .join(', ');

async function readMetrics(connection: DuckDBConnection, folder: string): Promise<SnapshotMetrics> {
  const sql = `SELECT network, category, provider, ${figures} FROM ${parquet(folder, snapshotPaths.metrics)}`;
  return collectMetrics(
    (await connection.runAndReadAll(sql)).getRowObjectsJS() as unknown as MetricsRow[],
  );
}
