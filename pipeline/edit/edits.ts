/** Edits of a source folder: planned first, then written or shown. */
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatCount } from '../../common/format-count.ts';
import { decodeUtf8 } from '../../common/json.ts';
import { type Checked, checkSources } from '../check-sources.ts';
import { PipelineError } from '../errors.ts';
import { writeFix } from '../fix/fix-sources.ts';
import { SourceFolder } from '../read/source-folder.ts';
import { EditedTable } from './table.ts';

/** The tables of a source folder, as a command changes them. */
export class Edits {
  readonly checked: Checked;
  readonly #folder: SourceFolder;
  readonly #root: string;
  readonly #tables = new Map<
    string,
    { readonly source: string; readonly table: EditedTable; readonly wasSorted: boolean }
  >();
  readonly #moves: (readonly [from: string, to: string])[] = [];

  static async open(sources: string, project: string): Promise<Edits> {
    const checked = await checkSources({ sources, project });
    const folder = await SourceFolder.open(sources);
    return new Edits(sources, checked, folder);
  }

  private constructor(root: string, checked: Checked, folder: SourceFolder) {
    this.#root = root;
    this.checked = checked;
    this.#folder = folder;
  }

  get files(): string[] {
    return this.#folder.files;
  }

  /** Null if there is no such file. `header`: of a file that is created. */
  table(file: string, header?: readonly string[]): EditedTable | null {
    const opened = this.#tables.get(file);
    if (opened !== undefined) return opened.table;
    const bytes = this.#folder.read(file);
    if (bytes === null && header === undefined) return null;
    const source = bytes === null ? '' : decodeUtf8(bytes);
    const table = source === null ? null : EditedTable.parse(bytes === null ? `${header?.join(',')}\n` : source);
    if (source === null || table === null)
      throw new PipelineError('unreadable', `${file} has a line that cannot be read; run make check`);
    this.#tables.set(file, { source, table, wasSorted: table.isSorted });
    return table;
  }

  /** Renames a file or a folder after the tables are written. */
  move(from: string, to: string): void {
    if (existsSync(path.join(this.#root, to))) throw new PipelineError('exists', `${to} exists`);
    if (existsSync(path.join(this.#root, from))) this.#moves.push([from, to]);
  }

  /** Returns what changes, one line for each file, and writes it unless this is a dry run. */
  async finish(dryRun: boolean): Promise<string[]> {
    const told: string[] = [];
    for (const [file, { source, table, wasSorted }] of this.#tables) {
      if (wasSorted) table.sort();
      const text = table.toText();
      if (text === source || (source === '' && table.lines.length === 0)) continue;
      told.push(`${file}: ${describeLines(source, text)}`);
      if (!dryRun) await this.#write(file, text);
    }
    for (const [from, to] of this.#moves) {
      told.push(`${from} -> ${to}`);
      if (!dryRun) await rename(path.join(this.#root, from), path.join(this.#root, to));
    }
    return told;
  }

  async #write(file: string, text: string): Promise<void> {
    const target = this.#folder.locate(file);
    if (target !== null) return writeFix({ target, text, path: file, counts: {} });
    const created = path.join(this.#root, file);
    await mkdir(path.dirname(created), { recursive: true });
    await writeFile(created, text, { flag: 'wx' });
  }
}

/** `2 lines added, 1 changed` */
function describeLines(before: string, after: string): string {
  const [old, now] = [new Set(before.split(/\r?\n/)), new Set(after.split(/\r?\n/))];
  const gone = [...old].filter((line) => !now.has(line)).length;
  const come = [...now].filter((line) => !old.has(line)).length;
  const changed = Math.min(gone, come);
  const parts = [
    [come - changed, 'added'],
    [changed, 'changed'],
    [gone - changed, 'removed'],
  ] as const;
  return (
    parts.flatMap(([count, what]) => (count === 0 ? [] : [`${formatCount(count)} ${what}`])).join(', ') || 'sorted'
  );
}
