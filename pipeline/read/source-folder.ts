/**
 * Files of a source folder and their places in its layout. Reads only regular files whose real path
 * is inside the folder.
 */
import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { describeFault, isFault } from '../../common/faults.ts';
import type { NameFinder } from '../../common/nearest-name.ts';
import { ReadError, readBoundedSync } from '../../common/read-bounded.ts';
import { limits } from '../limits.ts';
import { type AddProblem, compareText, didYouMean, oneOf } from '../problem.ts';
import { sourcePaths } from '../sources.ts';
import { UnreadableInput } from '../unreadable-input.ts';
import type { ReadContext } from './tables/parse-table.ts';

const networksFolder = sourcePaths.network('');
/** Lock file of Emacs: a symbolic link without a target. */
const editorLock = '.#';
/** Hidden files that macOS keeps beside others. */
const companion = '._';

/** Contents of files before they are written, by path; null for a file that will be gone. */
export type EditedFiles = ReadonlyMap<string, Uint8Array | null>;

export class SourceFolder {
  readonly #root: string;
  readonly #context: ReadContext;
  /** Path below the folder -> path to open. They differ for links. */
  readonly #files = new Map<string, string>();
  #sorted: readonly string[] | null = null;
  readonly #networks = new Set<string>();
  readonly #edited: EditedFiles;
  #entries = 0;

  private constructor(root: string, context: ReadContext, edited: EditedFiles) {
    this.#root = root;
    this.#context = context;
    this.#edited = edited;
  }

  /**
   * Reports links that leave the folder, devices and the like where a table or a logo could be;
   * nothing without a context.
   */
  static async open(
    folder: string,
    context: ReadContext = ignored(),
    edited: EditedFiles = new Map(),
  ): Promise<SourceFolder> {
    const opened = new SourceFolder(realpathSync(folder), context, edited);
    opened.#walk();
    opened.#applyEdits();
    return opened;
  }

  #applyEdits(): void {
    const networks = new Set<string>();
    for (const [file, bytes] of this.#edited) {
      if (bytes === null) this.#files.delete(file);
      else this.#files.set(file, path.join(this.#root, file));
      const network = networkOf(file);
      if (network !== undefined) networks.add(network);
    }
    const files = [...this.#files.keys()];
    for (const network of networks) {
      this.#networks.delete(network);
      if (files.some((file) => networkOf(file) === network)) this.#networks.add(network);
    }
  }

  /** Relative paths with `/`, sorted, so that the order of the file system has no effect. */
  get files(): readonly string[] {
    return (this.#sorted ??= [...this.#files.keys()].toSorted(compareText));
  }

  /** Names of the folders of networks, with or without files, sorted. */
  get networks(): string[] {
    return [...this.#networks].toSorted(compareText);
  }

  /** Real path of a file of the folder; null if there is none. */
  locate(file: string): string | null {
    return this.#files.get(file) ?? null;
  }

  /**
   * Reads a file. Null if there is none or if it was reported. Synchronous, which is five times as
   * fast for small files.
   */
  read(file: string, maxBytes: number = limits.fileBytes): Uint8Array | null {
    const edited = this.#edited.get(file);
    if (edited) return edited;
    const real = this.#files.get(file);
    if (real === undefined) return null;
    try {
      return readBoundedSync(real, maxBytes);
    } catch (error) {
      if (error instanceof ReadError && error.code === 'too-large')
        this.#reject(file, 'limit-exceeded', `the file ${error.reason}`, 'make it smaller');
      else this.#reportSpecial(file, `cannot be read: ${describeFault(error)}`, adviceOn(error));
      return null;
    }
  }

  #walk(): void {
    const waiting = [''];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      const entries = this.#list(folder);
      this.#entries += entries.length;
      if (this.#entries > limits.files) {
        this.#reportCount();
        return;
      }
      for (const entry of entries) {
        const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory()) this.#addFolder(name, waiting);
        else this.#addFile(name, entry);
      }
    }
  }

  #addFolder(name: string, waiting: string[]): void {
    if (/\.csv$/i.test(name)) this.#reportSpecial(name, 'is a folder, not a file');
    // Folders of git and of editors are not part of the sources.
    else if (!name.startsWith('.')) waiting.push(name);
  }

  #list(folder: string): Dirent[] {
    try {
      const entries = readdirSync(path.join(this.#root, folder), { withFileTypes: true });
      if (`${folder}/` === networksFolder)
        for (const entry of entries) if (entry.isDirectory()) this.#networks.add(entry.name);
      return entries;
    } catch (error) {
      this.#reportSpecial(folder, `cannot be listed: ${describeFault(error)}`, adviceOn(error));
      return [];
    }
  }

  #addFile(name: string, entry: Dirent): void {
    if (entry.name.startsWith(editorLock) || entry.name.startsWith(companion)) return;
    const place = `${this.#root}${path.sep}${name}`;
    if (name.includes('\ufffd')) this.#reportSpecial(name, 'has a name that is not UTF-8 text');
    else if (entry.isFile()) this.#files.set(name, place);
    else if (entry.isSymbolicLink()) this.#addLink(name, place);
    else this.#reportSpecial(name, 'is a device, a pipe or a socket, not a file');
  }

  #addLink(name: string, place: string): void {
    try {
      const real = realpathSync(place);
      if (!real.startsWith(this.#root + path.sep))
        this.#reportSpecial(name, 'is a link that leaves the source folder');
      else if (statSync(real).isFile()) this.#files.set(name, real);
      else this.#reportSpecial(name, 'is a link to something that is not a file');
    } catch (error) {
      const why = isFault(error)
        ? `is a link that cannot be followed: ${describeFault(error)}`
        : 'is a link that leads to no file';
      this.#reportSpecial(name, why, adviceOn(error));
    }
  }

  /** Skips files that can be neither a table nor a logo. */
  #reportSpecial(file: string, fault: string, advice = replaceIt): void {
    if (!/^(?:meta|references|listings|networks)(?:\/|$)|\.csv$/i.test(file)) return;
    this.#reject(file, 'special-file', fault, advice);
  }

  #reportCount(): void {
    const message = `the source folder holds more than ${limits.files} files and folders; that is the limit`;
    this.#reject('listings', 'limit-exceeded', message, 'remove some');
  }

  #reject(
    file: string,
    rule: 'special-file' | 'limit-exceeded',
    message: string,
    suggestion: string,
  ): void {
    this.#context.add({ rule, file, line: null, column: null, message, suggestion });
    this.#context.unreadable.addFile(file, null);
  }
}

const replaceIt = 'replace it by a regular file, or remove it';

/** A file that may not be read is not a wrong one. */
function adviceOn(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  return ['EACCES', 'EPERM'].includes(code) ? 'let the user who runs this read it' : replaceIt;
}

/** Undefined for a file of no network. */
function networkOf(file: string): string | undefined {
  if (!file.startsWith(networksFolder)) return undefined;
  const [network, ...names] = file.slice(networksFolder.length).split('/');
  return names.length === 0 ? undefined : network;
}

/** For files whose problems are told to nobody. */
export function ignored(): ReadContext {
  return { add: () => undefined, unreadable: new UnreadableInput() };
}

/** Kind of a table: offers, or listings of one or all networks. */
export type TablePlace =
  | { readonly kind: 'offers'; readonly category: string }
  | { readonly kind: 'all-networks'; readonly category: string }
  | { readonly kind: 'network'; readonly category: string; readonly network: string };

/**
 * Folder names are case-sensitive, because they are network keys. The extension is not, so that it
 * can be reported.
 */
const tablePath =
  /^(?:references\/(?<kind>offers)|listings\/(?:all-networks|specific-networks\/(?<network>[^/]+)))\/(?<category>[^/]+)\.[cC][sS][vV]$/;

const definitionPaths: readonly string[] = Object.values(sourcePaths).filter(
  (path) => typeof path === 'string',
);

/** Whether the file is one of meta/*.csv or providers.csv. */
export function isDefinition(file: string): boolean {
  return definitionPaths.includes(file);
}

/**
 * The table that a misspelt or misplaced file may stand for; null if no category has a similar
 * name.
 */
export function meantTable(file: string, categories: NameFinder): string | null {
  if (isDefinition(file)) return null;
  const category = categories.find(path.basename(file).slice(0, -'.csv'.length));
  if (category === null) return null;
  return file.startsWith('listings/')
    ? `${path.posix.dirname(file)}/${category}.csv`
    : sourcePaths.offers(category);
}

/**
 * Null for a file that is no table of a known category, or whose path is not spelled as the layout
 * requires.
 */
export function placeOf(file: string, categories: ReadonlySet<string>): TablePlace | null {
  const place = file.endsWith('.csv') ? matchPlace(file) : null;
  return place !== null && categories.has(place.category) ? place : null;
}

function matchPlace(file: string): TablePlace | null {
  const { kind, network, category } = tablePath.exec(file)?.groups ?? {};
  if (category === undefined) return null;
  if (network !== undefined) return { kind: 'network', category, network };
  return { kind: kind === 'offers' ? kind : 'all-networks', category };
}

/**
 * `apis (1).csv`, `Copy of apis.csv`, `apis - Copy.csv`: the table that a browser or a program
 * copied. Null for other files.
 */
function copiedTable(file: string, categories: NameFinder): string | null {
  const name = path.basename(file).replace(/\.csv$/i, '');
  const plain = name
    .replace(/^copy of |^kopie von /i, '')
    .replace(/ ?\(\d{1,3}\)$/, '')
    .replace(/ ?[-–] ?(?:copy|kopie)$| copy$/i, '');
  if (plain === name) return null;
  const isTable = categories.has(plain) || plain === 'providers';
  return isTable ? `${plain}.csv` : null;
}

/** Reports why a CSV file has no place. */
export function reportMisplaced(file: string, categories: NameFinder, add: AddProblem): void {
  const place = matchPlace(file);
  const where = { file, line: null, column: null };
  const original = copiedTable(file, categories);
  if (original !== null) {
    const message = `the file is a copy of "${original}", and copies are not read`;
    add({
      rule: 'misplaced-file',
      ...where,
      message,
      suggestion: `move its new lines to "${original}", and delete it`,
    });
  } else if (place === null) {
    const message = 'the CSV file is outside the folders of the source layout';
    const suggestion =
      'move it to references/offers/, listings/all-networks/ or listings/specific-networks/<network>/, or remove it';
    add({ rule: 'misplaced-file', ...where, message, suggestion });
  } else if (!file.endsWith('.csv')) {
    const message = 'the extension of a CSV file must be lowercase';
    const suggestion = `rename the file to "${path.basename(file).slice(0, -4)}.csv"`;
    add({ rule: 'file-extension', ...where, message, suggestion });
  } else {
    const near = categories.find(place.category);
    const message = `no category "${place.category}" in ${sourcePaths.categories}`;
    const otherwise = `add the category to ${sourcePaths.categories}, or rename the file to ${oneOf(categories.names.map((name) => `${name}.csv`))}`;
    const suggestion = didYouMean(near === null ? null : `${near}.csv`, otherwise);
    add({ rule: 'unknown-category', ...where, value: place.category, message, suggestion });
  }
}
