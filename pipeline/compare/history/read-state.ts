/**
 * States of the sources in the commits of a repository. A table is parsed again only if its file
 * changed.
 */
import path from 'node:path';
import type { Change } from '../../../model/changes.ts';
import { dayOf } from '../../../model/periods.ts';
import { limits } from '../../limits.ts';
import { compareText as compare } from '../../problem.ts';
import { hasOwnMeta, readMeta } from '../../read/definitions/read-meta.ts';
import { EntryReader } from '../../read/parse-entries.ts';
import { readPeriods } from '../../read/read-facts.ts';
import { findTables } from '../../read/read-sources.ts';
import { ignored, SourceFolder, type TablePlace } from '../../read/source-folder.ts';
import { readTable } from '../../read/tables/parse-table.ts';
import { ContentMemory, resolveRows } from '../../resolve/networks.ts';
import { offersOn } from '../../resolve/periods.ts';
import {
  type DatedCell,
  type ListingEntry,
  type Meta,
  meaningPaths,
  type OfferEntry,
  sourcePaths,
} from '../../sources.ts';
import { compareRows } from '../compare-rows.ts';
import { describeChanges } from '../describe-changes.ts';
import type { RowState } from '../state.ts';
import { type Blob, type CommitInfo, listFiles, type Repository, readFiles } from './git.ts';

/** Why a state cannot be read. */
class UnreadableState extends Error {
  override name = 'UnreadableState';
}

interface StateReaderOptions {
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
  readonly reader: EntryReader;
  readonly memory: ContentMemory;
}

class StateReader {
  readonly #options: StateReaderOptions;
  #defined: Defined | null = null;
  #tables = new Map<string, ParsedTable>();

  constructor(options: StateReaderOptions) {
    this.#options = options;
  }

  /**
   * The rows as `make diff` resolves them, with the errors that they have. Throws UnreadableState.
   */
  async read(commit: string, at: Date): Promise<RowState> {
    const files = await listFiles(this.#options.repository, commit);
    const { meta, reader, memory } = await this.#define(files);
    const blobs = new Map(files.map((file) => [file.path, file]));
    const tables = findTables(
      files
        .map(({ path: name }) => name)
        .filter(isTable)
        .toSorted(compare),
      meta,
      // Misplaced files of one state are unreadable in that state only.
      ignored(),
    );
    await this.#parse(tables, blobs, reader);
    const parsed = tables.flatMap(({ file }) => this.#tables.get(file) ?? []);
    const periods = await this.#readPeriods(blobs.get(sourcePaths.periods), meta);
    const stated = parsed.flatMap((table) => table.offers);
    const offers = offersOn(dayOf(at), { offers: stated, periods, columns: meta.columns });
    const listings = parsed.flatMap((table) => table.listings);
    const input = { columns: meta.columns, networks: networksOf(files), offers, listings };
    const { networks, rowCount, offers: book } = resolveRows(input, memory);
    if (rowCount > limits.rows)
      throw new UnreadableState(`its listings make ${rowCount} rows; the limit is ${limits.rows}`);
    return { networks, offers: book };
  }

  async #define(files: readonly Blob[]): Promise<Defined> {
    const own = files.filter(({ path: name }) => name.startsWith('meta/') && isTable(name));
    const key = own.map(({ path: name, id }) => `${name} ${id}`).join('\n');
    if (this.#defined?.key === key) return this.#defined;
    const context = ignored();
    const bytes = new Map<string, Buffer>();
    for await (const [{ path: name }, content] of this.#readFiles(own)) bytes.set(name, content);
    const isWhole = hasOwnMeta(own.map(({ path: name }) => name));
    const defaults = isWhole
      ? null
      : await SourceFolder.open(path.join(this.#options.project, 'sources'));
    const borrowed = (file: string) => (file === sourcePaths.rates ? null : defaults?.read(file));
    const meta = readMeta((file) => bytes.get(file) ?? borrowed(file) ?? null, context);
    for (const file of meaningPaths)
      if (context.unreadable.hasFile(file)) throw new UnreadableState(`its ${file} cannot be read`);
    const reader = new EntryReader(meta, context.add);
    this.#tables = new Map();
    this.#defined = { key, meta, reader, memory: new ContentMemory() };
    return this.#defined;
  }

  async #readPeriods(file: Blob | undefined, { columns }: Meta): Promise<readonly DatedCell[]> {
    if (file === undefined) return [];
    const bytes = new Map<string, Buffer>();
    for await (const [{ path: name }, content] of this.#readFiles([file])) bytes.set(name, content);
    const lines = readPeriods((name) => bytes.get(name) ?? null, columns, ignored());
    return lines.map(({ value }) => value);
  }

  async #parse(
    tables: readonly { file: string; place: TablePlace }[],
    blobs: ReadonlyMap<string, Blob>,
    reader: EntryReader,
  ): Promise<void> {
    const present = new Set(tables.map(({ file }) => file));
    for (const file of this.#tables.keys()) if (!present.has(file)) this.#tables.delete(file);
    const changed = tables.filter(({ file }) => this.#tables.get(file)?.id !== blobs.get(file)?.id);
    const places = new Map(changed.map(({ file, place }) => [file, place]));
    const own = changed.flatMap(({ file }) => blobs.get(file) ?? []);
    for await (const [{ path: file, id }, bytes] of this.#readFiles(own)) {
      const table = readTable(file, bytes, ignored());
      const place = places.get(file);
      if (table === null || place === undefined)
        throw new UnreadableState(`its ${file} cannot be read`);
      reader.readTable(table, place);
      this.#tables.set(file, {
        id,
        offers: reader.offers.splice(0),
        listings: reader.listings.splice(0),
      });
    }
  }

  #readFiles(files: readonly Blob[]): AsyncGenerator<readonly [Blob, Buffer]> {
    const large = files.find(({ bytes }) => (bytes ?? 0) > limits.fileBytes);
    if (large !== undefined)
      throw new UnreadableState(
        `its ${large.path} has ${large.bytes} bytes; the limit is ${limits.fileBytes}`,
      );
    return readFiles(this.#options.repository, files);
  }
}

function isTable(name: string): boolean {
  return /\.csv$/i.test(name);
}

function networksOf(files: readonly Blob[]): string[] {
  const folder = sourcePaths.network('');
  const names = files.flatMap(({ path: name }) => {
    const [network, ...rest] = name.startsWith(folder) ? name.slice(folder.length).split('/') : [];
    return network !== undefined && rest.length > 0 ? [network] : [];
  });
  return [...new Set(names)].toSorted(compare);
}

export interface Step {
  readonly id: string;
  /**
   * Reason why the state cannot be read, null if it can. Its changes are reported with the next
   * readable state.
   */
  readonly skipped: string | null;
  /** Changes since the last readable state. */
  readonly changes: readonly Change[];
}

/**
 * Reads one commit after the other. The first state that can be read has no changes. Throws errors
 * of the machine, such as a missing git, but none of a commit.
 */
export function walkStates(options: StateReaderOptions): (commit: CommitInfo) => Promise<Step> {
  let reader = new StateReader(options);
  let before: RowState | null = null;
  const compare = async ({ id, at }: CommitInfo): Promise<Step> => {
    if (Number.isNaN(at.getTime()))
      throw new UnreadableState('its date is not in the years 1970 to 9999');
    const state = await reader.read(id, at);
    const changes = before === null ? [] : describeChanges(compareRows(before, state));
    before = state;
    return { id, skipped: null, changes };
  };
  return async (commit) => {
    try {
      return await compare(commit);
    } catch (error) {
      if (!(error instanceof Error) || 'syscall' in error) throw error;
      // An unexpected error may leave half a table behind.
      if (!(error instanceof UnreadableState)) reader = new StateReader(options);
      return { id: commit.id, skipped: error.message, changes: [] };
    }
  };
}
