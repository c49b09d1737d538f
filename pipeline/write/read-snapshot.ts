/** Reads the rows and tables of a published snapshot. Counterpart of `tables.ts`. */

import path from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { isRegularFile } from '../../common/regular-file.ts';
import { quoteName, quoteText } from '../../common/sql.ts';
import { formatVersion, type Manifest, snapshotPaths } from '../../model/manifest.ts';
import type { Values } from '../../model/rows.ts';
import { PipelineError } from '../errors.ts';
import { compareText } from '../problem.ts';
import type { Content, Place, ResolvedNetwork, Row } from '../sources.ts';
import { readManifest, snapshotFolder } from './publish.ts';
import { parquet } from './staging.ts';

const tableNames = ['networks', 'categories', 'columns', 'providers'] as const;

export interface SnapshotContents {
  /** Sorted by key. Cells are as published. */
  readonly networks: readonly ResolvedNetwork[];
  readonly tables: Readonly<Record<(typeof tableNames)[number], readonly Values[]>>;
  /** Hashes of the images, by their paths below `images/`. */
  readonly logos: ReadonlyMap<string, string>;
}

/** Throws if the snapshot cannot be read. Its columns may differ from the current ones. */
export async function readSnapshot(buildFolder: string, id: string): Promise<SnapshotContents> {
  const manifest = await readManifest(buildFolder, id);
  if (manifest === null) throw unreadable(id, 'its manifest cannot be read');
  if (manifest.formatVersion !== formatVersion) {
    throw unreadable(
      id,
      `it has the format ${manifest.formatVersion}, this pipeline reads the format ${formatVersion}`,
    );
  }
  for (const { path: name, bytes } of manifest.files) {
    const isThere = await isRegularFile(snapshotFolder(buildFolder, id), name, bytes);
    if (!isThere) throw unreadable(id, `${name} is not a regular file of ${bytes} bytes`);
  }
  const instance = await DuckDBInstance.create(':memory:');
  try {
    const connection = await instance.connect();
    const contents = await new SnapshotReader(connection, snapshotFolder(buildFolder, id)).read(manifest);
    connection.closeSync();
    return contents;
  } catch (error) {
    throw unreadable(id, (error as Error).message, error);
  } finally {
    instance.closeSync();
  }
}

function unreadable(id: string, reason: string, cause?: unknown): PipelineError {
  return new PipelineError('broken-snapshot', `the snapshot "${id}" cannot be read: ${reason}`, { cause });
}

class SnapshotReader {
  readonly #connection: DuckDBConnection;
  readonly #folder: string;
  readonly #rows = new Map<string, Row[]>();

  constructor(connection: DuckDBConnection, folder: string) {
    this.#connection = connection;
    this.#folder = folder;
  }

  async read(manifest: Manifest): Promise<SnapshotContents> {
    const tables = {
      networks: await this.#readTable('networks'),
      categories: await this.#readTable('categories'),
      columns: (await this.#readTable('columns')).flatMap(
        ({ kind, companionOf: _, type: __, files: ___, ...column }) => (kind === 'defined' ? [column] : []),
      ),
      // The place of a line is no fact of the provider.
      providers: (await this.#readTable('providers')).map(({ sourceFile: _, sourceLine: __, ...provider }) => provider),
    };
    const paths = new Set(manifest.files.map((file) => file.path));
    const keys = tables.columns.map(({ key }) => String(key));
    for (const { key } of tables.categories) {
      const category = String(key);
      if (paths.has(snapshotPaths.rows(category))) await this.#readRows(category, keys);
    }
    const networks = tables.networks.map(({ network, chains }) => {
      const key = String(network);
      return { key, chains: Array.isArray(chains) ? chains : [], rows: this.#rows.get(key) ?? [] };
    });
    const prefix = snapshotPaths.image('');
    const images = manifest.files.filter((file) => file.path.startsWith(prefix));
    const logos = new Map(images.map(({ path: name, sha256 }) => [name.slice(prefix.length), sha256]));
    return { networks: networks.toSorted((a, b) => compareText(a.key, b.key)), tables, logos };
  }

  async #readTable(name: (typeof tableNames)[number]): Promise<Values[]> {
    const rows = await this.#query(`SELECT to_json(t)::VARCHAR FROM ${this.#file(snapshotPaths[name])} t`);
    return rows.map(([json]) => JSON.parse(String(json)) as Values);
  }

  /** Reads each distinct content once, because many rows share one. */
  async #readRows(category: string, keys: readonly string[]): Promise<void> {
    const file = this.#file(snapshotPaths.rows(category));
    const described = await this.#query(`DESCRIBE FROM ${file}`);
    const columns = new Set(described.map(([name]) => String(name)));
    const values = keys.filter((key) => columns.has(key)).map((key) => `${quoteText(key)}: ${quoteName(key)}`);
    const offer = 'offerSlug: offerSlug, offerFile: offerFile, offerLine: offerLine, overrides: overrides';
    const content = `to_json({values: {${values.join(', ')}}, ${offer}})::VARCHAR`;
    await this.#query(
      `CREATE OR REPLACE TEMP TABLE placed AS
       SELECT network, sourceFile, sourceLine::INTEGER AS sourceLine, ${content} AS content FROM ${file}`,
    );
    await this.#query(
      `CREATE OR REPLACE TEMP TABLE contents AS
       SELECT content, (row_number() OVER ())::INTEGER - 1 AS id FROM (SELECT DISTINCT content FROM placed)`,
    );
    const contents = (await this.#query('SELECT content FROM contents ORDER BY id')).map(([json]) =>
      parseContent(category, String(json)),
    );
    const placed = await this.#query(
      'SELECT p.network, p.sourceFile, p.sourceLine, c.id FROM placed p JOIN contents c USING (content) ORDER BY ALL',
    );
    for (const [network, file, line, id] of placed) {
      this.#addRow(String(network), { file: String(file), line: Number(line) }, contents[Number(id)]);
    }
  }

  #addRow(network: string, source: Place, content: Content | undefined): void {
    if (content === undefined) return;
    const rows = this.#rows.get(network);
    if (rows) rows.push({ content, source });
    else this.#rows.set(network, [{ content, source }]);
  }

  #file(name: string): string {
    return parquet(path.join(this.#folder, name));
  }

  async #query(sql: string): Promise<unknown[][]> {
    return (await this.#connection.runAndReadAll(sql)).getRows();
  }
}

interface StoredContent {
  readonly values: Content['values'];
  readonly offerSlug: string | null;
  readonly offerFile: string | null;
  readonly offerLine: number | null;
  readonly overrides: readonly string[] | null;
}

export function parseContent(category: string, json: string): Content {
  const { values, offerSlug, offerFile, offerLine, overrides } = JSON.parse(json) as StoredContent;
  const offer = offerFile === null ? null : { file: offerFile, line: offerLine ?? 1 };
  // Omits numbers, and the listing's slug before a chain was added: no reader needs them.
  return {
    category,
    values,
    numbers: {},
    offer,
    offerSlug,
    listingSlug: String(values.slug),
    overrides: overrides ?? [],
  };
}
