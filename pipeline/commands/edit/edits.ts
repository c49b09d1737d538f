/** Edits of a source folder: planned first, then written or shown. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exists } from '../../../common/faults.ts';
import { formatCount } from '../../../common/format-count.ts';
import { decodeUtf8 } from '../../../common/json.ts';
import {
  type Checked,
  checkRead,
  type ReadStage,
  readStage,
  resolveRead,
} from '../../check-sources.ts';
import { compareWithBase } from '../../compare/base/compare-problems.ts';
import { baseOfSources } from '../../compare/base/read-base.ts';
import { nameRows } from '../../compare/problem-changes.ts';
import { PipelineError } from '../../errors.ts';
import type { Problem } from '../../problem.ts';
import { type EditedFiles, SourceFolder } from '../../read/source-folder.ts';
import type { TablesRead } from '../../read/tables/parse-table.ts';
import { countChanges } from '../../report/counts.ts';
import { buildOfferBook } from '../../resolve/networks.ts';
import type { OfferBook, Resolved, Sources } from '../../sources.ts';
import { EditedTable } from '../tables/table.ts';
import { writeTable } from '../tables/write-table.ts';

interface OpenTable {
  /** Blank for a file that is created. */
  readonly source: string;
  readonly table: EditedTable;
  readonly wasSorted: boolean;
}

/** The tables of a source folder, as a command changes them. */
export class Edits {
  /** Before the edit. */
  readonly sources: Sources;
  readonly offers: OfferBook;
  #resolved: Resolved | null = null;
  readonly #read: ReadStage;
  readonly #tablesRead: TablesRead;
  readonly #folder: SourceFolder;
  readonly #root: string;
  readonly #project: string;
  readonly #tables = new Map<string, OpenTable>();
  /** Files other than tables; null for one that is removed. */
  readonly #others = new Map<string, Uint8Array | null>();
  /** What was made of such a file. */
  readonly #notes = new Map<string, string>();
  readonly #moves: (readonly [from: string, to: string])[] = [];

  static async open(sources: string, project: string): Promise<Edits> {
    const tables: TablesRead = new Map();
    const read = await readStage({ sources, project, tables });
    const folder = await SourceFolder.open(sources);
    return new Edits({ sources, project }, { read, tables, folder });
  }

  private constructor(
    folders: { sources: string; project: string },
    found: { read: ReadStage; tables: TablesRead; folder: SourceFolder },
  ) {
    this.#root = folders.sources;
    this.#project = folders.project;
    this.#read = found.read;
    this.#tablesRead = found.tables;
    this.sources = found.read.sources;
    this.offers = buildOfferBook(found.read.sources.offers);
    this.#folder = found.folder;
  }

  /** Before the edit. Few edits need rows. */
  get resolved(): Resolved {
    return (this.#resolved ??= resolveRead(this.#read));
  }

  get files(): readonly string[] {
    return this.#folder.files;
  }

  /** Null if there is no such file. `header`: of a file that is created. */
  table(file: string, header?: readonly string[]): EditedTable | null {
    const opened = this.#tables.get(file);
    if (opened !== undefined) return opened.table;
    const bytes = this.#folder.read(file);
    if (bytes === null && header === undefined) return null;
    const source = bytes === null ? '' : decodeUtf8(bytes);
    const table =
      source === null
        ? null
        : EditedTable.parse(bytes === null ? `${header?.join(',')}\n` : source);
    if (source === null || table === null)
      throw new PipelineError(
        'unreadable',
        `${file} has a line that cannot be read; run make check`,
      );
    this.#tables.set(file, { source, table, wasSorted: table.isSorted });
    return table;
  }

  /** Renames a file or a folder after the tables are written. */
  move(from: string, to: string): void {
    if (exists(path.join(this.#root, to))) throw new PipelineError('exists', `${to} exists`);
    if (exists(path.join(this.#root, from))) this.#moves.push([from, to]);
  }

  /** Creates a file that is no table, or removes one, after the tables are written. */
  putFile(file: string, bytes: Uint8Array | null, note = ''): void {
    this.#others.set(file, bytes);
    this.#notes.set(file, note);
  }

  /**
   * Errors that `check` with the sources as base will report, with the slugs of their rows. Only an
   * edit with errors is compared with the sources before it.
   */
  async findErrors(): Promise<readonly Problem[]> {
    const after = await this.#checkEdited();
    if (after?.hasErrors !== true) return [];
    return this.#findNew(after).filter(({ severity }) => severity === 'error');
  }

  /** All problems that `check` with the sources as base will report. */
  async findProblems(): Promise<readonly Problem[]> {
    const after = await this.#checkEdited();
    return after === null ? [] : this.#findNew(after);
  }

  #findNew(after: Checked): readonly Problem[] {
    const before = checkRead(this.#read, this.resolved);
    const base = baseOfSources({ kind: 'sources', name: this.#root }, before);
    return nameRows(compareWithBase(base, after, false).appeared, after.sources);
  }

  /** Null if nothing is edited. What the edit does not touch is not read again. */
  async #checkEdited(): Promise<Checked | null> {
    const edited = this.#editedFiles();
    if (edited.size === 0) return null;
    const kept = this.sources.files
      .filter(({ path: file }) => this.#folder.locate(file) !== null)
      .map(({ path: file, bytes }) => [file, bytes] as const);
    return checkRead(
      await readStage({
        sources: this.#root,
        project: this.#project,
        edited: new Map([...kept, ...edited]),
        tables: this.#tablesRead,
      }),
    );
  }

  #editedFiles(): EditedFiles {
    const texts = this.#changed().map(({ file, text }) => [file, Buffer.from(text)] as const);
    const edited = new Map([...texts, ...this.#others]);
    for (const [from, to] of this.#moves)
      for (const file of this.files)
        if (file === from || file.startsWith(`${from}/`)) {
          edited.set(
            `${to}${file.slice(from.length)}`,
            edited.get(file) ?? this.#folder.read(file),
          );
          edited.set(file, null);
        }
    return edited;
  }

  /**
   * Returns what changes, and writes it unless this is a dry run, which shows each changed line.
   */
  async finish(dryRun: boolean): Promise<string[]> {
    const report: string[] = [];
    for (const { file, text, source, table } of this.#changed()) {
      const diff = table.toDiff(source === '');
      report.push(`${file}: ${countChanges(diff.counts)}`, ...(dryRun ? diff.lines : []));
      if (!dryRun) await this.#write(file, text);
    }
    for (const [file, bytes] of this.#others)
      report.push(
        `${file}: ${bytes === null ? 'removed' : `added, ${formatCount(bytes.length)} bytes`}${this.#notes.get(file) ?? ''}`,
      );
    for (const [from, to] of this.#moves) report.push(`${from} -> ${to}`);
    if (!dryRun) await this.#changeFiles();
    return report;
  }

  async #changeFiles(): Promise<void> {
    for (const [file, bytes] of this.#others) await this.#writeOther(file, bytes);
    for (const [from, to] of this.#moves)
      await rename(path.join(this.#root, from), path.join(this.#root, to));
  }

  #changed() {
    return [...this.#tables].flatMap(([file, { source, table, wasSorted }]) => {
      if (wasSorted) table.sort();
      const text = table.toText();
      const isSame = text === source || (source === '' && table.lines.length === 0);
      return isSame ? [] : [{ file, text, source, table }];
    });
  }

  async #writeOther(file: string, bytes: Uint8Array | null): Promise<void> {
    const target = this.#folder.locate(file) ?? path.join(this.#root, file);
    if (bytes === null) return rm(target, { force: true });
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, bytes, { flag: 'wx' });
  }

  async #write(file: string, text: string): Promise<void> {
    const target = this.#folder.locate(file);
    if (target !== null) return writeTable(target, text);
    await this.#writeOther(file, Buffer.from(text));
  }
}
