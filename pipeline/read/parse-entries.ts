/** Tables -> entries: the cells of an offer or a listing that say something, typed, with their place. */
import { type ColumnDefinition, columnsOfCategory } from '../../model/columns.ts';
import type { Value } from '../../model/rows.ts';
import { nearest } from '../nearest.ts';
import type { AddProblem } from '../problem.ts';
import {
  type CellFault,
  type EntryCells,
  type ListingEntry,
  type Meta,
  type OfferEntry,
  sourcePaths,
} from '../sources.ts';
import type { CsvRecord, Table } from './parse-csv.ts';
import { isNullCell, parseValue } from './parse-value.ts';
import type { TablePlace } from './source-files.ts';

interface TableColumn {
  readonly definition: ColumnDefinition;
  readonly index: number;
}

const noneCell = '!none';

export class EntryReader {
  readonly offers: OfferEntry[] = [];
  readonly listings: ListingEntry[] = [];
  readonly #meta: Meta;
  readonly #add: AddProblem;
  readonly #known = new Map<string, EntryCells>();

  constructor(meta: Meta, add: AddProblem) {
    this.#meta = meta;
    this.#add = add;
  }

  readTable(table: Table, place: TablePlace): void {
    const columns = this.#matchColumns(table, place.category);
    if (columns === null) return;
    for (const record of table.records) {
      const cells = this.#intern(place.category, columns, record);
      const source = { file: table.path, line: record.line };
      for (const fault of cells.faults) this.#add({ severity: 'error', ...source, ...fault });
      const entry = { category: place.category, source, cells };
      if (place.kind === 'offers') this.offers.push(entry);
      else this.listings.push({ ...entry, network: place.kind === 'network' ? place.network : null });
    }
  }

  /** In the order of columns.csv, so that the order in a file makes no difference. */
  #matchColumns(table: Table, category: string): TableColumn[] | null {
    const allowed = this.#meta.columns.filter((column) => column.categories.includes(category));
    const keys = allowed.map((column) => column.key);
    const unknown = table.header.filter((name) => !keys.includes(name));
    for (const name of unknown) this.#reportColumn(table, name, category);
    if (unknown.length > 0) return null;
    return allowed
      .map((definition) => ({ definition, index: table.header.indexOf(definition.key) }))
      .filter(({ index }) => index !== -1);
  }

  #reportColumn(table: Table, name: string, category: string): void {
    const inCategory = columnsOfCategory(this.#meta.columns, category)
      .filter((column) => column.categories.includes(category))
      .map((column) => column.key);
    const elsewhere = this.#meta.columns.some((column) => column.key === name);
    const near = nearest(name, inCategory);
    const message = elsewhere
      ? `${sourcePaths.columns} does not give the column "${name}" to the category "${category}"`
      : `no column "${name}" in ${sourcePaths.columns}`;
    const otherwise = elsewhere
      ? `remove the column, or add "${category}" to its categories in ${sourcePaths.columns}`
      : `remove the column, or describe it in ${sourcePaths.columns}`;
    const suggestion = near === null || elsewhere ? otherwise : `did you mean "${near}"?`;
    const place = { file: table.path, line: 1, column: name };
    this.#add({ severity: 'error', rule: 'unknown-column', ...place, message, suggestion });
  }

  #intern(category: string, columns: readonly TableColumn[], record: CsvRecord): EntryCells {
    let key = category;
    const filled: [ColumnDefinition, string][] = [];
    for (const { definition, index } of columns) {
      const cell = record.cells[index] ?? '';
      if (cell === '' || isNullCell(cell)) continue;
      filled.push([definition, cell]);
      key += `\u0000${definition.key}\u0000${cell}`;
    }
    const known = this.#known.get(key);
    if (known) return known;
    const cells = parseCells(filled);
    this.#known.set(key, cells);
    return cells;
  }
}

function parseCells(filled: readonly [ColumnDefinition, string][]): EntryCells {
  const values: Record<string, Value> = {};
  const faults: CellFault[] = [];
  for (const [column, cell] of filled) {
    const parsed = cell.trim() === noneCell ? { value: null } : parseValue(column.valueKind, cell);
    if ('fault' in parsed) faults.push({ ...parsed.fault, column: column.key, value: cell });
    else values[column.key] = parsed.value;
  }
  return { values, faults };
}
