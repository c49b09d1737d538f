/** Edits of a source folder: planned first, then written or shown. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exists } from '../../../common/faults.ts';
import { formatCount } from '../../../common/format-count.ts';
import { decodeUtf8 } from '../../../common/json.ts';
import { type Checked, checkSources } from '../../check-sources.ts';
import { compareWithBase } from '../../compare/base/compare-problems.ts';
import { baseOfSources } from '../../compare/base/read-base.ts';
import { nameRows } from '../../compare/problem-changes.ts';
import { PipelineError } from '../../errors.ts';
import type { Problem } from '../../problem.ts';
import { SourceFolder } from '../../read/source-folder.ts';
import { EditedTable } from '../../tables/table.ts';
import type { TableDiff } from '../../tables/table-diff.ts';
import { writeTable } from '../../tables/write-table.ts';

interface OpenTable {
  /** Blank for a file that is created. */
  readonly source: string;
  readonly table: EditedTable;
  readonly wasSorted: boolean;
}

/** The tables of a source folder, as a command changes them. */
export class Edits {
  readonly checked: Checked;
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
    const checked = await checkSources({ sources, project });
    const folder = await SourceFolder.open(sources);
    return new Edits({ sources, project }, checked, folder);
  }

  private constructor(
    folders: { sources: string; project: string },
    checked: Checked,
    folder: SourceFolder,
  ) {
    this.#root = folders.sources;
    this.#project = folders.project;
    this.checked = checked;
    this.#folder = folder;
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

  /** Problems that `check` with the sources as base will report, with the slugs of their rows. */
  async findProblems(): Promise<readonly Problem[]> {
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
    if (edited.size === 0) return [];
    const options = { sources: this.#root, project: this.#project, edited };
    const base = baseOfSources({ kind: 'sources', name: this.#root }, this.checked);
    const checked = await checkSources(options);
    return nameRows(compareWithBase(base, checked, false).appeared, checked.sources);
  }

  /**
   * Returns what changes, and writes it unless this is a dry run, which shows each changed line.
   */
  async finish(dryRun: boolean): Promise<string[]> {
    const told: string[] = [];
    for (const { file, text, source, table } of this.#changed()) {
      const diff = table.toDiff(source === '');
      told.push(`${file}: ${countLines(diff)}`, ...(dryRun ? diff.lines : []));
      if (!dryRun) await this.#write(file, text);
    }
    for (const [file, bytes] of this.#others)
      told.push(
        `${file}: ${bytes === null ? 'removed' : `added, ${formatCount(bytes.length)} bytes`}${this.#notes.get(file) ?? ''}`,
      );
    for (const [from, to] of this.#moves) told.push(`${from} -> ${to}`);
    if (!dryRun) await this.#changeFiles();
    return told;
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

/** `2 added, 1 changed` */
function countLines({ counts }: TableDiff): string {
  return Object.entries(counts)
    .flatMap(([what, count]) => (count === 0 ? [] : [`${formatCount(count)} ${what}`]))
    .join(', ');
}
