/** Parquet files of a snapshot: one COPY statement for each, or a link if the snapshot before has it of the same inputs. */
import path from 'node:path';
import { sha256 } from '../../common/hash.ts';
import { quoteText } from '../../common/sql.ts';
import { formatVersion } from '../../model/manifest.ts';
import { type Table, typesOf } from '../../model/tables.ts';
import type { Database } from './database.ts';
import { type FirstWriter, footerOf } from './footer.ts';
import type { NewFiles } from './new-files.ts';

export interface Writer extends FirstWriter {
  /** Hash of the code: other code may write other rows. */
  readonly program: string;
}

export class TableFiles {
  readonly #database: Database;
  readonly #files: NewFiles;
  readonly #writer: Writer;
  /** Hashes of the inputs of the tables of the snapshot before, by name. */
  readonly #before: ReadonlyMap<string, string>;

  private constructor(
    parts: { readonly database: Database; readonly files: NewFiles; readonly writer: Writer },
    before: ReadonlyMap<string, string>,
  ) {
    this.#database = parts.database;
    this.#files = parts.files;
    this.#writer = parts.writer;
    this.#before = before;
  }

  static async open(database: Database, files: NewFiles, writer: Writer): Promise<TableFiles> {
    return new TableFiles({ database, files, writer }, await readInputs(database, files));
  }

  /** Hash of the description of a table and of what its rows are made of. */
  inputsOf(table: Table, parts: readonly string[]): string {
    return sha256(JSON.stringify([this.#writer.program, table, parts]));
  }

  /** True if the file was linked. */
  link({ path: name }: Table, inputs: string): boolean {
    return this.#before.get(name) === inputs && this.#files.link(name);
  }

  pathOf({ path: name }: Table): string {
    return this.#files.pathOf(name);
  }

  async write(table: Table, inputs: string, query: string): Promise<void> {
    const file = this.#files.pathOf(table.path);
    const footer = footerOf(table, inputs, this.#writer);
    const rows = await this.#database.copy(query, { file, columns: typesOf(table.columns), footer });
    await this.#files.add(table.path, rows);
  }
}

/** Empty if the files of the snapshot before cannot be read, or are of another format: none is linked then. */
async function readInputs(database: Database, { previous }: NewFiles): Promise<ReadonlyMap<string, string>> {
  if (previous === null || previous.manifest.formatVersion !== formatVersion) return new Map();
  const { folder, manifest } = previous;
  const names = new Map(
    manifest.files.flatMap(({ path: name }) => (name.endsWith('.parquet') ? [[path.join(folder, name), name]] : [])),
  );
  if (names.size === 0) return new Map();
  const files = `parquet_kv_metadata([${Array.from(names.keys(), quoteText).join(', ')}])`;
  const found = await database
    .query(`SELECT file_name, decode("value") FROM ${files} WHERE decode("key") = 'inputs'`)
    .catch(() => []);
  return new Map(found.map(([file, inputs]) => [names.get(String(file)) ?? '', String(inputs)]));
}
