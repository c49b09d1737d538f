/** States of the sources in the commits of a repository. A table is parsed again only if its file changed. */
import path from 'node:path';
import { type RowState, rowStateOfSources } from '../diff/state.ts';
import { ObjectReader, type Repository } from '../git.ts';
import { limits } from '../limits.ts';
import { compareText as compare } from '../problem.ts';
import { EntryReader } from '../read/parse-entries.ts';
import { type ReadContext, readTable } from '../read/parse-table.ts';
import { hasOwnMeta, readMeta } from '../read/read-meta.ts';
import { findTables } from '../read/read-sources.ts';
import { SourceFolder, type TablePlace } from '../read/source-folder.ts';
import { ContentMemory, resolveRows } from '../resolve/networks.ts';
import { type ListingEntry, type Meta, meaningPaths, type OfferEntry, sourcePaths } from '../sources.ts';
import { UnreadableInput } from '../unreadable-input.ts';
import { type BlobPlace, TreeReader, UnreadableState } from './read-tree.ts';

export interface StateReaderOptions {
  readonly repository: Repository;
  /** Its `sources/meta` is the default of commits without `meta/`. */
  readonly project: string;
}

interface ParsedTable {
  readonly id: string;
  readonly offers: readonly OfferEntry[];
  readonly listings: readonly ListingEntry[];
}

/** Definitions, and what depends on them. */
interface Defined {
  /** Ids of the files of meta/. */
  readonly key: string;
  readonly meta: Meta;
  readonly context: ReadContext;
  readonly reader: EntryReader;
  readonly memory: ContentMemory;
}

export class StateReader {
  readonly #options: StateReaderOptions;
  readonly #objects: ObjectReader;
  readonly #trees: TreeReader;
  #defined: Defined | null = null;
  #tables = new Map<string, ParsedTable>();

  constructor(options: StateReaderOptions) {
    this.#options = options;
    this.#objects = new ObjectReader(options.repository);
    this.#trees = new TreeReader(options.repository, this.#objects);
  }

  close(): void {
    this.#objects.close();
  }

  /** The rows as `make diff` resolves them, with the errors that they have. Throws UnreadableState. */
  async read(commit: string): Promise<RowState> {
    const files = await this.#trees.read(commit);
    const { meta, context, memory } = await this.#define(files);
    const ids = new Map(files.map(({ path: name, id }) => [name, id]));
    const tables = findTables(
      files
        .map(({ path: name }) => name)
        .filter(isTable)
        .toSorted(compare),
      meta,
      context,
    );
    await this.#parse(tables, ids);
    const parsed = tables.flatMap(({ file }) => this.#tables.get(file) ?? []);
    const offers = parsed.flatMap((table) => table.offers);
    const listings = parsed.flatMap((table) => table.listings);
    const input = { columns: meta.columns, networks: networksOf(files), offers, listings };
    const { networks, rowCount } = resolveRows(input, new Map(), memory);
    if (rowCount > limits.rows)
      throw new UnreadableState(`its listings make ${rowCount} rows; the limit is ${limits.rows}`);
    return rowStateOfSources({ offers }, networks);
  }

  async #define(files: readonly BlobPlace[]): Promise<Defined> {
    const own = files.filter(({ path: name }) => name.startsWith('meta/') && isTable(name));
    const key = own.map(({ path: name, id }) => `${name} ${id}`).join('\n');
    if (this.#defined?.key === key) return { ...this.#defined, context: forTables(this.#defined.context) };
    const context: ReadContext = { add: () => undefined, unreadable: new UnreadableInput() };
    const bytes = new Map(await Promise.all(own.map(async (file) => [file.path, await this.#readBlob(file)] as const)));
    const isWhole = hasOwnMeta(own.map(({ path: name }) => name));
    const defaults = isWhole ? null : await SourceFolder.open(path.join(this.#options.project, 'sources'));
    const meta = readMeta((file) => bytes.get(file) ?? defaults?.read(file) ?? null, context);
    for (const file of meaningPaths)
      if (context.unreadable.hasFile(file)) throw new UnreadableState(`its ${file} cannot be read`);
    const reader = new EntryReader(meta, context.add);
    this.#tables = new Map();
    this.#defined = { key, meta, context, reader, memory: new ContentMemory() };
    return { ...this.#defined, context: forTables(context) };
  }

  /** Requests all changed files at once, then parses them in order. */
  async #parse(
    tables: readonly { file: string; place: TablePlace }[],
    ids: ReadonlyMap<string, string>,
  ): Promise<void> {
    const present = new Set(tables.map(({ file }) => file));
    for (const file of this.#tables.keys()) if (!present.has(file)) this.#tables.delete(file);
    const changed = tables.filter(({ file }) => this.#tables.get(file)?.id !== ids.get(file));
    const contents = await Promise.all(
      changed.map(({ file }) => this.#readBlob({ path: file, id: ids.get(file) ?? '' })),
    );
    const reader = this.#defined?.reader;
    for (const [index, { file, place }] of changed.entries()) {
      const context = { add: () => undefined, unreadable: new UnreadableInput() };
      const bytes = contents[index] ?? null;
      const table = bytes === null ? null : readTable(file, bytes, context);
      if (table !== null) reader?.readTable(table, place);
      const [offers, listings] = [reader?.offers.splice(0) ?? [], reader?.listings.splice(0) ?? []];
      this.#tables.set(file, { id: ids.get(file) ?? '', offers, listings });
    }
  }

  /** Null if the file is larger than a source file may be. */
  async #readBlob({ path: name, id }: BlobPlace): Promise<Buffer | null> {
    const bytes = await this.#objects.read(id, limits.fileBytes);
    if (bytes === 'missing') throw new UnreadableState(`git has no content of ${name}`);
    return bytes === 'too-large' ? null : bytes;
  }
}

/** Misplaced files of one state are unreadable in that state only. */
function forTables({ add }: ReadContext): ReadContext {
  return { add, unreadable: new UnreadableInput() };
}

function isTable(name: string): boolean {
  return /\.csv$/i.test(name);
}

function networksOf(files: readonly BlobPlace[]): string[] {
  const folder = sourcePaths.network('');
  const names = files.flatMap(({ path: name }) => {
    const [network, ...rest] = name.startsWith(folder) ? name.slice(folder.length).split('/') : [];
    return network !== undefined && rest.length > 0 ? [network] : [];
  });
  return [...new Set(names)].toSorted(compare);
}
