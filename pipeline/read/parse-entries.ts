/** Tables -> entries: the cells of an offer or a listing that say something, typed, with their place. */

import { nearestName } from '../../common/nearest-name.ts';
import { type ColumnDefinition, columnsOfCategory } from '../../model/columns.ts';
import type { Value } from '../../model/rows.ts';
import { missingColumn } from '../missing-column.ts';
import type { AddProblem } from '../problem.ts';
import {
  type CellFault,
  type EntryCells,
  type ListingEntry,
  type Meta,
  type OfferEntry,
  sourcePaths,
} from '../sources.ts';
import { UnreadableInput } from '../unreadable-input.ts';
import type { Table, TableRecord } from './parse-table.ts';
import { isNullCell, parseValue } from './parse-value.ts';
import { reportShift } from './shifted-cells.ts';
import type { TablePlace } from './source-files.ts';

interface TableColumn {
  readonly definition: ColumnDefinition;
  readonly index: number;
}

const noneCell = '!none';

export class EntryReader {
  readonly offers: OfferEntry[] = [];
  readonly listings: ListingEntry[] = [];
  /** The columns of each table, by path. */
  readonly headers = new Map<string, readonly string[]>();
  readonly #meta: Meta;
  readonly #add: AddProblem;
  readonly #unreadable: UnreadableInput;
  readonly #known = new Map<string, EntryCells>();

  constructor(meta: Meta, add: AddProblem, unreadable = new UnreadableInput()) {
    this.#meta = meta;
    this.#add = add;
    this.#unreadable = unreadable;
  }

  readTable(table: Table, place: TablePlace): void {
    const columns = this.#matchColumns(table, place);
    if (columns === null) {
      this.#unreadable.addFile(table.path, table.text);
      return;
    }
    this.headers.set(table.path, table.header);
    for (const record of table.records) this.#readRecord(table, record, columns, place);
  }

  #readRecord(table: Table, record: TableRecord, columns: readonly TableColumn[], place: TablePlace): void {
    const { category } = place;
    const cells = this.#intern(category, columns, record);
    const suspect = cells.faults.length > 0 || hasReferenceBeside(table.header, record);
    const fits = (moved: readonly string[]) =>
      this.#intern(category, columns, { ...record, cells: moved }).faults.length === 0;
    if (suspect && reportShift({ ...table, fits }, record, this.#add)) {
      this.#unreadable.addRecord(table.path, record.cells);
      return;
    }
    const source = { file: table.path, line: record.line };
    for (const fault of cells.faults) this.#add({ ...source, ...fault });
    // Written out: a spread copy of an object takes three times the memory, and there are many.
    if (place.kind === 'offers') this.offers.push({ category, source, cells });
    else this.listings.push({ category, source, cells, network: place.kind === 'network' ? place.network : null });
  }

  /** In the order of columns.csv, so that the order in a file makes no difference. */
  #matchColumns(table: Table, { kind, category }: TablePlace): TableColumn[] | null {
    const allowed = this.#meta.columns.filter((column) => column.categories.includes(category));
    const keys = allowed.map((column) => column.key);
    const unknown = table.header.filter((name) => !keys.includes(name));
    for (const name of unknown) this.#reportColumn(table, name, category);
    if (unknown.length > 0) return null;
    if (kind === 'offers' && table.records.length > 0 && !table.header.includes('slug')) {
      this.#add(missingColumn(table.path, 'slug', 'offers'));
      return null;
    }
    return allowed
      .map((definition) => ({ definition, index: table.header.indexOf(definition.key) }))
      .filter(({ index }) => index !== -1);
  }

  #reportColumn(table: Table, name: string, category: string): void {
    const inCategory = columnsOfCategory(this.#meta.columns, category)
      .filter((column) => column.categories.includes(category))
      .map((column) => column.key);
    const elsewhere = this.#meta.columns.some((column) => column.key === name);
    const near = nearestName(name, inCategory);
    const message = elsewhere
      ? `${sourcePaths.columns} does not give the column "${name}" to the category "${category}"`
      : `no column "${name}" in ${sourcePaths.columns}`;
    const otherwise = elsewhere
      ? `remove the column, or add "${category}" to its categories in ${sourcePaths.columns}`
      : `remove the column, or describe it in ${sourcePaths.columns}`;
    const suggestion = near === null || elsewhere ? otherwise : `did you mean "${near}"?`;
    const place = { file: table.path, line: 1, column: name };
    this.#add({ rule: 'unknown-column', ...place, message, suggestion });
  }

  #intern(category: string, columns: readonly TableColumn[], record: TableRecord): EntryCells {
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

/** A reference beside its column shows that cells have moved, though each may be a value of its column. */
function hasReferenceBeside(header: readonly string[], { cells }: TableRecord): boolean {
  const at = header.indexOf('offer');
  if (at === -1 || cells[at]?.startsWith('!')) return false;
  return [cells[at - 1], cells[at + 1]].some((cell) => cell?.startsWith('!offer:') === true);
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
