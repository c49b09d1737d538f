/** Parquet files of a snapshot: one COPY statement for each, or a link if the snapshot before has it of the same inputs. */
import { sha256 } from '../../common/hash.ts';
import { type Table, typesOf } from '../../model/tables.ts';
import type { Database, Footer } from './database.ts';
import type { NewFiles } from './new-files.ts';

export interface Writer {
  /** The snapshot that first wrote a file: later snapshots link it. */
  readonly id: string;
  readonly generatedAt: string;
  /** Identifier of the licence of the data; null if the directory states none. */
  readonly license: string | null;
  /** Hash of the code: other code may write other rows. */
  readonly program: string;
}

export class TableFiles {
  readonly #database: Database;
  readonly #files: NewFiles;
  readonly #writer: Writer;

  constructor(database: Database, files: NewFiles, writer: Writer) {
    this.#database = database;
    this.#files = files;
    this.#writer = writer;
  }

  /** Hash of the description of a table and of what its rows are made of. */
  inputsOf(table: Table, parts: readonly string[]): string {
    return sha256(JSON.stringify([this.#writer.program, this.#writer.license, table, parts]));
  }

  /** True if the file was linked. */
  link({ path: name }: Table, inputs: string): boolean {
    return this.#files.link(name, 'inputs', inputs);
  }

  pathOf({ path: name }: Table): string {
    return this.#files.pathOf(name);
  }

  async write(table: Table, inputs: string, query: string): Promise<void> {
    const file = this.#files.pathOf(table.path);
    const footer = footerOf(table, this.#writer);
    const rows = await this.#database.copy(query, { file, columns: typesOf(table.columns), footer });
    await this.#files.add(table.path, rows, inputs);
  }
}

/** `columns` is a JSON object of the descriptions by column. */
function footerOf({ title, columns }: Table, { id, generatedAt, license }: Writer): Footer {
  const meanings = columns.map(({ key, label, description }) => [key, description ?? label ?? key]);
  const meaning = JSON.stringify(Object.fromEntries(meanings));
  return { title, ...(license === null ? {} : { license }), id, generatedAt, columns: meaning };
}
