/** Files of a snapshot that is being written. A file that would be the same as in the snapshot before is linked to it. */
import { lstatSync, mkdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { filesBelow } from '../../common/files-below.ts';
import { sha256OfFile } from '../../common/hash.ts';
import { linkOrCopy } from '../../common/link-or-copy.ts';
import { type FileStamp, stampOf } from '../../common/regular-file.ts';
import type { Blocks, FileBlocks } from '../../model/blocks.ts';
import type { ColumnDefinition } from '../../model/columns.ts';
import type { ManifestFile } from '../../model/manifest.ts';
import { compareText } from '../problem.ts';
import type { ContentLines } from './contents.ts';
import type { Fillers } from './join-tables.ts';

interface WrittenFile {
  /** Equal for files that are written from the same values; null for files that are never linked. */
  readonly input: string | null;
  readonly stamp: FileStamp;
  readonly file: ManifestFile;
}

/** The files of the last snapshot that this process published, and what its tables were made of. */
export class FileMemory {
  #folder: string | null = null;
  #files: ReadonlyMap<string, WrittenFile> = new Map();
  /** Blocks of these files, by the hash of the file. */
  #blocks: ReadonlyMap<string, FileBlocks> = new Map();
  /** By category: JSON of its contents, made with these definitions of columns. */
  readonly #lines = new Map<string, { readonly columns: string; readonly lines: ContentLines }>();
  /** Of the table of all offers. */
  readonly fillers: Fillers = new Map();
  readonly #lists = new Map<string, { readonly version: number; readonly items: readonly unknown[] }>();

  /** Folder of the last published snapshot. */
  get folder(): string | null {
    return this.#folder;
  }

  find(name: string): WrittenFile | null {
    return this.#files.get(name) ?? null;
  }

  /** Version of a list: it stays the same as long as the items are the same, and in the same order. Holds the last items. */
  versionOf(name: string, items: readonly unknown[]): number {
    const last = this.#lists.get(name);
    if (last !== undefined && isSameList(last.items, items)) return last.version;
    const version = (last?.version ?? 0) + 1;
    this.#lists.set(name, { version, items });
    return version;
  }

  /** JSON of the contents of a category, as long as its columns stay the same. Holds what its contents hold. */
  linesOf(category: string, columns: readonly ColumnDefinition[]): ContentLines {
    const wanted = JSON.stringify(columns);
    const known = this.#lines.get(category);
    if (known?.columns === wanted) return known.lines;
    const lines: ContentLines = new WeakMap();
    this.#lines.set(category, { columns: wanted, lines });
    return lines;
  }

  get blocks(): ReadonlyMap<string, FileBlocks> {
    return this.#blocks;
  }

  rememberBlocks(files: readonly ManifestFile[], blocks: Blocks): void {
    const divided = files.flatMap(({ path: name, sha256 }) => {
      const found = blocks[name];
      return found === undefined ? [] : [[sha256, found] as const];
    });
    this.#blocks = new Map(divided);
  }

  replace(folder: string, files: ReadonlyMap<string, WrittenFile>): void {
    this.#folder = folder;
    this.#files = files;
  }
}

export class NewFiles {
  readonly folder: string;
  /** Null if no later snapshot of this process will link files. */
  readonly memory: FileMemory | null;
  /** Whether files of the last snapshot may be linked: it must be the current one. */
  readonly mayLink: boolean;
  readonly #inputs = new Map<string, string>();
  readonly #described = new Map<string, ManifestFile>();
  readonly #linked = new Set<string>();
  readonly #parents = new Set<string>();

  /** `previous` is the folder of the current snapshot. */
  constructor(folder: string, memory: FileMemory | null, previous: string | null) {
    this.folder = folder;
    this.memory = memory;
    this.mayLink = previous !== null && memory?.folder === previous;
  }

  /** Names of the files that were linked. They are on the disk already. */
  get linked(): ReadonlySet<string> {
    return this.#linked;
  }

  /** True if the last snapshot has the file, made of the same input and not changed since. Otherwise the caller writes it. */
  link(name: string, input: string): boolean {
    this.#inputs.set(name, input);
    const known = this.memory?.find(name);
    if (!this.mayLink || known?.input !== input) return false;
    const source = path.join(this.memory?.folder ?? '', name);
    if (findStamp(source) !== known.stamp) return false;
    this.makeParent(name);
    if (linkOrCopy(source, path.join(this.folder, name)) === 'linked') this.#linked.add(name);
    this.#described.set(name, known.file);
    return true;
  }

  /** Hash of a file that was linked or described; null for others. */
  hashOf(name: string): string | null {
    return this.#described.get(name)?.sha256 ?? null;
  }

  /** Whether this process wrote a file of the last snapshot with this hash, and nobody changed it since. */
  isIntact(name: string, sha256: string): boolean {
    const known = this.mayLink ? this.memory?.find(name) : null;
    if (known?.file.sha256 !== sha256) return false;
    return findStamp(path.join(this.memory?.folder ?? '', name)) === known.stamp;
  }

  /** Makes the folder of a file. */
  makeParent(name: string): void {
    const parent = path.dirname(path.join(this.folder, name));
    if (!this.#parents.has(parent)) mkdirSync(parent, { recursive: true });
    this.#parents.add(parent);
  }

  /** Size, rows and hash of a file, as read back from the disk. */
  async describe(name: string, rows: number | null): Promise<ManifestFile> {
    const known = this.#described.get(name);
    if (known !== undefined) return known;
    const file = path.join(this.folder, name);
    const { size } = await stat(file);
    const described = { path: name, rows, bytes: size, sha256: await sha256OfFile(file, size) };
    this.#described.set(name, described);
    return described;
  }

  /** Lists every file of the folder. `countRows` gives the rows of files that are not linked. */
  async describeAll(countRows: (file: string) => number | null): Promise<ManifestFile[]> {
    const described: ManifestFile[] = [];
    for (const name of await filesBelow(this.folder))
      described.push(await this.describe(name, countRows(path.join(this.folder, name))));
    return described.toSorted((a, b) => compareText(a.path, b.path));
  }

  /** Lets the next snapshot link these files. `folder`: their published folder. */
  remember(folder: string): void {
    const written = new Map<string, WrittenFile>();
    for (const [name, file] of this.#described) {
      const stamp = findStamp(path.join(folder, name));
      if (stamp !== null) written.set(name, { input: this.#inputs.get(name) ?? null, stamp, file });
    }
    this.memory?.replace(folder, written);
  }
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}

/** Null if there is no such file. */
function findStamp(file: string): FileStamp | null {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  return stat?.isFile() ? stampOf(stat) : null;
}
