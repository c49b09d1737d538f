/** Reads the rows and tables of a published snapshot. Counterpart of `tables.ts`. */
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isRegularFile } from '../../common/read-bounded.ts';
import { inParallel } from '../../common/settle.ts';
import { quoteName, quoteText } from '../../common/sql.ts';
import { type ColumnDefinition, columnsOfCategory } from '../../model/columns.ts';
import { describeFormat, snapshotPaths } from '../../model/manifest.ts';
import { isMeasured } from '../../model/measures.ts';
import type { SourcePlace, Values } from '../../model/rows.ts';
import { PipelineError } from '../errors.ts';
import { compareText } from '../problem.ts';
import type { Content, ResolvedNetwork, Row } from '../sources.ts';
import { readManifest, snapshotFolder } from './build-folder/publish.ts';
import { Database, parquet } from './database.ts';

/**
 * Cells are as published; logos are hashes by path below `images/`. Throws if the snapshot cannot
 * be read. Its columns may differ from the current ones.
 */
export async function readSnapshot(buildFolder: string, id: string) {
  const manifest = await readManifest(buildFolder, id);
  if (manifest === null) throw unreadable(id, 'its manifest cannot be read');
  const other = describeFormat(manifest.formatVersion);
  if (other !== null) throw unreadable(id, other);
  const folder = snapshotFolder(buildFolder, id);
  for (const { path: name, bytes } of manifest.files) {
    const isThere = isRegularFile(folder, name, bytes);
    if (!isThere) throw unreadable(id, `${name} is not a regular file of ${bytes} bytes`);
  }
  const database = await Database.open(await mkdtemp(path.join(tmpdir(), 'directory-snapshot-')));
  try {
    const reader = new SnapshotReader(database, folder);
    const prefix = snapshotPaths.image('');
    const images = manifest.files.filter((file) => file.path.startsWith(prefix));
    return {
      networks: await reader.readRows(null),
      tables: await reader.readTables(),
      logos: new Map(images.map(({ path: name, sha256 }) => [name.slice(prefix.length), sha256])),
    };
  } catch (error) {
    throw unreadable(id, (error as Error).message, error);
  } finally {
    await database.close();
  }
}

function unreadable(id: string, reason: string, cause?: unknown): PipelineError {
  return new PipelineError('broken-snapshot', `the snapshot "${id}" cannot be read: ${reason}`, {
    cause,
  });
}

/** Each distinct content is one object. */
export class SnapshotReader {
  readonly #database: Database;
  readonly #folder: string;

  constructor(database: Database, folder: string) {
    this.#database = database;
    this.#folder = folder;
  }

  async readTables() {
    const columns = await this.#readTable('columns');
    return {
      networks: await this.#readTable('networks'),
      categories: await this.#readTable('categories'),
      columns: columns.flatMap(({ kind, companionOf: _, type: __, files: ___, ...column }) =>
        kind === 'defined' ? [column] : [],
      ),
      providers: await this.readProviders(),
    };
  }

  async readProviders(): Promise<Values[]> {
    const providers = await this.#readTable('providers');
    // The place of a line is no fact of the provider.
    return providers.map(({ sourceFile: _, sourceLine: __, ...provider }) => provider);
  }

  /** All networks, sorted by key, with the rows of these categories; of all if null. */
  async readRows(categories: ReadonlySet<string> | null): Promise<ResolvedNetwork[]> {
    const { networks, categories: defined, columns } = await this.readTables();
    const rows = new Map<string, Row[]>(networks.map(({ network }) => [String(network), []]));
    const wanted = defined
      .map(({ key }) => String(key))
      .filter((key) => categories?.has(key) !== false);
    await inParallel(2, wanted, async (category) => {
      const own = columnsOfCategory(columns as unknown as readonly ColumnDefinition[], category);
      for (const { places, ...content } of await this.#readContents(category, own)) {
        const shared = toContent(category, content);
        for (const { network, file, line } of places)
          rows.get(network)?.push({ content: shared, source: { file, line } });
      }
    });
    return networks
      .map(({ network, chains }) => {
        const key = String(network);
        return { key, chains: Array.isArray(chains) ? chains : [], rows: rows.get(key) ?? [] };
      })
      .toSorted((a, b) => compareText(a.key, b.key));
  }

  async #readTable(name: 'networks' | 'categories' | 'columns' | 'providers'): Promise<Values[]> {
    return this.#readRecords(`SELECT t FROM ${this.#file(snapshotPaths[name])} t`);
  }

  /**
   * In the order of the rows of a network. Where a row comes from is in the table of rows: network
   * and slug identify it.
   */
  async #readContents(
    category: string,
    columns: readonly ColumnDefinition[],
  ): Promise<StoredContent[]> {
    const contents = this.#file(snapshotPaths.contents(category));
    const origin = ['offerSlug', 'offerFile', 'offerLine', 'scope', 'overrides'];
    const placed = `SELECT m._content, ${origin.map((key) => `any_value(r.${key}) AS ${key}`).join(', ')},
        list({network: r.network, file: r.sourceFile, line: r.sourceLine}) AS places
      FROM ${this.#file(snapshotPaths.memberships)} m JOIN ${contents} c USING (_content)
      JOIN ${this.#file(snapshotPaths.rows(category))} r ON r.network = m.network AND r.slug = c.slug
      WHERE m.category = ${quoteText(category)} GROUP BY m._content`;
    // What readings filled was never written by editors, and is no part of the state of the sources.
    const measured = this.#measurements;
    const cell = (key: string) =>
      measured !== null && isMeasured(key)
        ? `CASE WHEN list_contains(f.filled, ${quoteText(key)}) THEN NULL ELSE c.${quoteName(key)} END`
        : `c.${quoteName(key)}`;
    const values = columns.map(({ key }) => `${quoteText(key)}: ${cell(key)}`).join(', ');
    const filled = measured === null ? '' : `LEFT JOIN ${measured} f USING (_content)`;
    return this.#readRecords(
      `SELECT {values: {${values}}, ${[...origin, 'places'].map((key) => `${key}: p.${key}`).join(', ')}} AS t
       FROM ${contents} c JOIN (${placed}) p USING (_content) ${filled} ORDER BY _content`,
    );
  }

  /** Null in a snapshot of an older build. */
  get #measurements(): string | null {
    const isThere = existsSync(path.join(this.#folder, snapshotPaths.measurements));
    return isThere ? this.#file(snapshotPaths.measurements) : null;
  }

  /** Records of the column `t` of a query. */
  async #readRecords<T>(query: string): Promise<T[]> {
    const rows = await this.#database.query(`SELECT to_json(t)::VARCHAR FROM (${query})`);
    return rows.map(([json]) => JSON.parse(String(json)) as T);
  }

  #file(name: string): string {
    return parquet(path.join(this.#folder, name));
  }
}

interface StoredContent extends Pick<Content, 'values' | 'offerSlug' | 'scope'> {
  readonly offerFile: string | null;
  readonly offerLine: number | null;
  readonly overrides: readonly string[] | null;
  readonly places: readonly (SourcePlace & { readonly network: string })[];
}

/** Without the listing's slug before a chain was added: no reader needs it. */
function toContent(
  category: string,
  { offerFile, offerLine, ...stored }: Omit<StoredContent, 'places'>,
): Content {
  const offer = offerFile === null ? null : { file: offerFile, line: offerLine ?? 1 };
  const listingSlug = String(stored.values.slug);
  return { ...stored, category, offer, listingSlug, overrides: stored.overrides ?? [] };
}
