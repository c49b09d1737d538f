/** Opens a verified snapshot folder: reads its files, and fills the tables that queries need. */
import { DuckDBInstance } from '@duckdb/node-api';
import { settleAll } from '../../common/settle.ts';
import { type Manifest, snapshotPaths } from '../../model/manifest.ts';
import { checkFigures } from './check-figures.ts';
import { checkManifest } from './check-manifest.ts';
import { checkFiles, checkRows } from './check-tables.ts';
import { filledCategories, loadCatalog, loadContents, type Source } from './load.ts';
import { readChanges } from './load-changes.ts';
import { OpenMemory } from './open-memory.ts';
import { type Places, readPlaces } from './places.ts';
import { type DatabaseOptions, type SnapshotTables, settingsOf } from './query-database.ts';
import { readContents } from './read-contents.ts';
import { readMetrics } from './read-metrics.ts';
import { readRowSources } from './row-sources.ts';
import { Snapshot } from './snapshot.ts';
import { TextSearch } from './text-search.ts';
import { assertListed, describedIn, readManifest, verifyFiles } from './verify.ts';
import { type Connect, connectTo } from './with-connection.ts';

export interface OpenOptions extends DatabaseOptions {
  /** Reads the source lines of rows, which take memory. */
  readonly withSources?: boolean;
}

/** Files that every snapshot has. */
const required = (
  ['providers', 'networks', 'categories', 'columns', 'sets', 'memberships', 'changes', 'metrics', 'offers'] as const
).map((name) => snapshotPaths[name]);

/** Delay before the reader is closed, so that the service can answer from the new snapshot first: closing DuckDB blocks for 15 ms. */
const closeAfterMs = 100;

export function openSnapshot(folder: string, options: OpenOptions, memory = new OpenMemory()): Promise<Snapshot> {
  return withReader(options, (connect) => openWith(connect, folder, options, memory));
}

async function openWith(connect: Connect, folder: string, options: OpenOptions, memory: OpenMemory): Promise<Snapshot> {
  const stored = await readManifest(folder);
  assertListed(stored, required);
  checkManifest(stored);
  memory.begin();
  const verify = (isWanted: (file: string) => boolean) => {
    const files = stored.files.filter(({ path }) => isWanted(path));
    return verifyFiles(folder, { ...stored, files }, memory);
  };
  const tables = await memory.addTables(options);
  try {
    // Nothing reads a table before its hash was compared. The images, which are most of the files, can wait.
    await verify(isTable);
    const manifest = { ...stored, metrics: await connect((connection) => readMetrics(connection, folder, stored)) };
    const [read] = await settleAll([
      readTables({ connect, folder, manifest, options }, tables, memory),
      verify((file) => !isTable(file)),
    ]);
    memory.finish();
    const texts = new TextSearch(read.contents.parts, options);
    return new Snapshot({ ...read, manifest, folder, texts, tables });
  } catch (error) {
    tables.close();
    throw error;
  }
}

function isTable(file: string): boolean {
  return file.endsWith('.parquet');
}

/** Runs `work` with a database that reads files. `work` begins while the database starts; the database is closed after it. */
async function withReader<T>(options: OpenOptions, work: (connect: Connect) => Promise<T>): Promise<T> {
  // Each file is read once.
  const settings = { ...settingsOf(options), enable_external_file_cache: 'false' };
  const created = DuckDBInstance.create(':memory:', settings);
  const close = (instance: DuckDBInstance) => void setTimeout(() => instance.closeSync(), closeAfterMs).unref();
  try {
    return await work(connectTo(created));
  } finally {
    // `work` threw the error if there is no instance.
    void created.then(close, () => undefined);
  }
}

interface ReadInput {
  readonly connect: Connect;
  readonly folder: string;
  readonly manifest: Manifest;
  readonly options: OpenOptions;
}

/** Reads and checks all tables. */
async function readTables(
  { connect, folder, manifest, options }: ReadInput,
  tables: SnapshotTables,
  memory: OpenMemory,
) {
  const files = { folder, manifest };
  const catalog = await connect((connection) => loadCatalog({ ...files, connection }, memory));
  const { contents: contentsOf, rows } = snapshotPaths;
  assertListed(
    manifest,
    catalog.categoryKeys.flatMap((key) => [contentsOf(key), rows(key)]),
  );
  const source = { ...files, catalog };
  await connect((connection) => checkFiles({ ...source, connection }, memory));
  // Waits for all, also after a failure: closing DuckDB under a running statement crashes the process.
  const [contents, places, changes] = await settleAll([
    readContents({ ...source, connect }, memory),
    connect((connection) => readRows({ ...source, connection }, memory)),
    connect((connection) => readChanges(connection, folder, manifest)),
    connect((connection) => loadContents({ ...source, connection }, tables)),
  ]);
  checkFigures({ manifest, catalog, contents, places });
  const lines = { folder, catalog, scopes: places, count: contents.slug.length };
  const sources =
    options.withSources === true ? await connect((connection) => readRowSources(connection, lines)) : null;
  return { catalog, contents, places, sources, changes };
}

async function readRows(source: Source, memory: OpenMemory): Promise<Places> {
  await checkRows(source, memory);
  return placesOf(source, memory);
}

async function placesOf(source: Source, memory: OpenMemory): Promise<Places> {
  const { manifest, catalog } = source;
  const { networkKeys, categoryKeys } = catalog;
  const contents = filledCategories(manifest, catalog)
    .map((category) => describedIn(manifest, snapshotPaths.contents(category)).rows ?? 0)
    .reduce((sum, rows) => sum + rows, 0);
  const { sha256, rows } = describedIn(manifest, snapshotPaths.memberships);
  const version = `places ${JSON.stringify([sha256, contents, networkKeys, categoryKeys])}`;
  return memory.once(version, () => readPlaces(source, { rows: rows ?? 0, contents }));
}
