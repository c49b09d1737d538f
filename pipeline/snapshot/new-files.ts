/**
 * Files of a snapshot that is being written. A file that would be the same as in the snapshot
 * before is a hard link to it; a Parquet file is written by one COPY statement otherwise.
 */
import { mkdirSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256, sha256OfFile, sha256Once } from '../../common/hash.ts';
import { linkOrCopy } from '../../common/link-or-copy.ts';
import type { ManifestFile, StoredManifest } from '../../model/manifest.ts';
import { type Table, typesOf } from '../../model/tables.ts';
import type { Wording } from '../../model/terms.ts';
import { compareText } from '../problem.ts';
import { findDamage } from './build-folder/snapshot-files.ts';
import type { Database, Footer, TableColumns } from './database.ts';

/** A published snapshot. */
export interface Published {
  readonly folder: string;
  readonly manifest: StoredManifest;
}

export interface Writer {
  /** The snapshot that first wrote a file: later snapshots link it. */
  readonly id: string;
  readonly generatedAt: string;
  /** Identifier of the licence of the data; null if the directory states none. */
  readonly license: string | null;
  readonly wording: Wording;
  /** Hash of the code: other code may write other rows. */
  readonly program: string;
}

export class NewFiles {
  readonly folder: string;
  readonly database: Database;
  /** The snapshot before; null without one. */
  readonly previous: Published | null;
  readonly writer: Writer;
  /** Names of the files that are on the disk already. */
  readonly linked = new Set<string>();
  readonly #before: ReadonlyMap<string, ManifestFile>;
  readonly #files = new Map<string, ManifestFile>();
  readonly #parents = new Set<string>();

  constructor(folder: string, database: Database, previous: Published | null, writer: Writer) {
    this.folder = folder;
    this.database = database;
    this.previous = previous;
    this.writer = writer;
    this.#before = new Map(previous?.manifest.files.map((file) => [file.path, file]));
  }

  /** Hash of the description of a table and of what its rows are made of. */
  inputsOf(table: Table, parts: readonly string[]): string {
    return sha256(JSON.stringify([this.writer.program, this.writer.license, table, parts]));
  }

  /** Links a table whose rows are made of the same. */
  linkTable({ path: name }: Table, inputs: string): boolean {
    return this.#link(name, 'inputs', inputs);
  }

  async writeTable(table: Table, inputs: string, query: string): Promise<void> {
    const file = this.pathOf(table.path);
    const footer = footerOf(table, this.writer);
    const rows = await this.database.copy(query, { file, columns: typesOf(table.columns), footer });
    const { size } = await stat(file);
    this.#files.set(table.path, {
      path: table.path,
      rows,
      bytes: size,
      sha256: sha256OfFile(file),
      inputs,
    });
  }

  /**
   * Links or writes a table of records. `columns` of the records and `query` are those of the
   * table, unless given.
   */
  async writeRecords(
    table: Table,
    records: Iterable<object>,
    columns: TableColumns = typesOf(table.columns),
    query = '*',
  ): Promise<void> {
    const name = path.basename(table.path, '.parquet');
    const lines = await this.database.writeRecords(name, records);
    const inputs = this.inputsOf(table, [lines.sha256]);
    if (this.linkTable(table, inputs)) return;
    await this.database.loadFile(name, columns, lines);
    await this.writeTable(table, inputs, `SELECT ${query} FROM ${name}`);
  }

  /** Writes a file that is no table, or links the one with these bytes. */
  async write(name: string, bytes: Uint8Array): Promise<void> {
    if (this.#link(name, 'sha256', sha256Once(bytes))) return;
    await writeFile(this.pathOf(name), bytes);
    this.#files.set(name, {
      path: name,
      rows: null,
      bytes: bytes.length,
      sha256: sha256Once(bytes),
    });
  }

  /**
   * False if the file of the snapshot before is another one, or was damaged: then the caller writes
   * it.
   */
  #link(name: string, of: 'sha256' | 'inputs', hash: string): boolean {
    const file = this.#before.get(name);
    if (file?.[of] !== hash || this.previous === null) return false;
    if (findDamage(this.previous.folder, [file]) !== null) return false;
    if (linkOrCopy(path.join(this.previous.folder, name), this.pathOf(name)) === 'linked')
      this.linked.add(name);
    this.#files.set(name, file);
    return true;
  }

  /** Path of a file, whose folder exists. */
  pathOf(name: string): string {
    const file = path.join(this.folder, name);
    const parent = path.dirname(file);
    if (!this.#parents.has(parent)) mkdirSync(parent, { recursive: true });
    this.#parents.add(parent);
    return file;
  }

  list(): ManifestFile[] {
    return [...this.#files.values()].toSorted((a, b) => compareText(a.path, b.path));
  }
}

/** `columns` is a JSON object of the descriptions by column. */
function footerOf({ title, columns }: Table, { id, generatedAt, license }: Writer): Footer {
  const meanings = columns.map(({ key, label, description }) => [key, description ?? label ?? key]);
  const meaning = JSON.stringify(Object.fromEntries(meanings));
  return { title, ...(license === null ? {} : { license }), id, generatedAt, columns: meaning };
}
