/** Tables as they were last read, so that only files that changed are parsed again. */
import type { NewProblem } from '../problem.ts';
import type { ListingEntry, Meta, OfferEntry } from '../sources.ts';
import { UnreadableInput } from '../unreadable-input.ts';
import type { KnownLines } from './csv.ts';
import { EntryReader, KnownRecords } from './parse-entries.ts';
import { readTable } from './parse-table.ts';
import type { TablePlace } from './source-folder.ts';

/** Entries of a file, and what was found while it was read. */
export interface ReadEntries {
  readonly offers: readonly OfferEntry[];
  readonly listings: readonly ListingEntry[];
  /** Columns of the table by path; empty if the table cannot be read. */
  readonly headers: ReadonlyMap<string, ReadonlySet<string>>;
  readonly problems: readonly NewProblem[];
  readonly unreadable: UnreadableInput;
}

interface SourceTable {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
  readonly place: TablePlace;
}

interface Remembered {
  readonly sha256: string;
  readonly entries: ReadEntries;
}

/**
 * Holds the entries of the tables of the last state. The key of a table is its path and the hash of its bytes. Changed
 * columns or categories give cells another meaning, so that all tables are read again.
 */
export class TableMemory {
  #meaning = '';
  #columns: Meta['columns'] = [];
  #tables = new Map<string, Remembered>();
  /** Tables of the state that is being read. */
  #current = new Map<string, Remembered>();
  #known = new KnownRecords();
  /** Lines of the tables of one state. They keep the texts of their files in memory. */
  #lines: KnownLines = new Map();

  /** Call this before the tables of a state. */
  begin({ columns, categories }: Pick<Meta, 'columns' | 'categories'>): void {
    const meaning = JSON.stringify([columns, categories]);
    if (meaning !== this.#meaning || this.#hasGrown()) {
      this.#tables = new Map();
      this.#known = new KnownRecords();
    } else if (this.#current.size > 0) this.#tables = this.#current;
    this.#meaning = meaning;
    this.#columns = columns;
    this.#current = new Map();
  }

  /** Call this after the tables of a state. */
  end(): void {
    this.#lines = new Map();
    this.#known.endState();
  }

  read(table: SourceTable): ReadEntries {
    const { path, sha256 } = table;
    const known = this.#tables.get(path);
    const remembered = known?.sha256 === sha256 ? known : { sha256, entries: this.#parse(table, known?.entries) };
    this.#current.set(path, remembered);
    return remembered.entries;
  }

  /** `before`: the same table before an edit. Rows that did not change keep the objects of their places. */
  #parse({ path, bytes, place }: SourceTable, before?: ReadEntries): ReadEntries {
    const problems: NewProblem[] = [];
    const unreadable = new UnreadableInput();
    const add = (problem: NewProblem) => void problems.push(problem);
    const places = new Map(
      [before?.offers ?? [], before?.listings ?? []].flat().map(({ source }) => [source.line, source]),
    );
    const reader = new EntryReader({ columns: this.#columns }, add, unreadable, { known: this.#known, places });
    const table = readTable(path, bytes, { add, unreadable, lines: this.#lines });
    if (table !== null) reader.readTable(table, place);
    return { offers: reader.offers, listings: reader.listings, headers: reader.headers, problems, unreadable };
  }

  /** Whether most known cells are those of lines that were edited or removed since. */
  #hasGrown(): boolean {
    const used = new Set<object>();
    for (const { entries } of this.#current.values())
      for (const list of [entries.offers, entries.listings]) for (const { cells } of list) used.add(cells);
    return this.#known.cells.size > 2 * used.size;
  }
}
