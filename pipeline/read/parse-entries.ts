/** Tables -> entries: the typed values of the cells of an offer or a listing, with their place. */
import { getOrInsert } from '../../common/get-or-insert.ts';
import { parseJson } from '../../common/json.ts';
import { withoutReferrals } from '../../common/tracking.ts';
import type { ColumnDefinition } from '../../model/columns.ts';
import { kebabCase } from '../../model/networks.ts';
import { isPlaceholder } from '../../model/placeholders.ts';
import type { Value } from '../../model/rows.ts';
import type { AddProblem } from '../problem.ts';
import type {
  CellFault,
  EntryCells,
  ListingEntry,
  Meta,
  OfferEntry,
  Reference,
} from '../sources.ts';
import { UnreadableInput } from '../unreadable-input.ts';
import { writeCell } from './csv/csv-cells.ts';
import type { TablePlace } from './source-folder.ts';
import { matchColumns, type TableColumn } from './tables/match-columns.ts';
import { countLists } from './tables/record-widths.ts';
import { ShiftFinder } from './tables/shifted-cells.ts';
import type { Table, TableRecord } from './tables/table.ts';

interface OpenTable {
  readonly table: Table;
  readonly columns: readonly TableColumn[];
  readonly place: TablePlace;
  /** Index of the column `offer`; -1 without one. */
  readonly offerAt: number;
  readonly shifts: ShiftFinder;
}

/** `site`: whether referral codes stay. */
type EntryMeta = Pick<Meta, 'columns'> & Partial<Pick<Meta, 'site'>>;

const noneCell = '!none';

/**
 * Stands between the texts of a key. Cells do not have it, because invisible characters are
 * removed.
 */
const separator = '\0';

export class EntryReader {
  readonly offers: OfferEntry[] = [];
  readonly listings: ListingEntry[] = [];
  /** The columns of each table, by path. */
  readonly headers = new Map<string, ReadonlySet<string>>();
  readonly #meta: EntryMeta;
  readonly #add: AddProblem;
  readonly #unreadable: UnreadableInput;
  readonly #cells = new Map<readonly TableColumn[], Map<string, EntryCells>>();
  /** By kind, category and header, which most tables of a category share. */
  readonly #columns = new Map<string, readonly TableColumn[]>();

  constructor(meta: EntryMeta, add: AddProblem, unreadable = new UnreadableInput()) {
    this.#meta = meta;
    this.#add = add;
    this.#unreadable = unreadable;
  }

  readTable(table: Table, place: TablePlace): void {
    const columns = this.#columnsOf(table, place);
    if (columns === null) {
      this.#unreadable.addFile(table.path, table.text);
      return;
    }
    this.headers.set(table.path, new Set(columns.map(({ definition }) => definition.key)));
    const shifts = new ShiftFinder(table);
    const open = { table, columns, place, offerAt: table.header.indexOf('offer'), shifts };
    for (const record of table.records) this.#readRecord(record, open);
  }

  /** A header with a fault is reported for each table. */
  #columnsOf(table: Table, place: TablePlace): readonly TableColumn[] | null {
    const key = [place.kind, place.category, ...table.header].join(separator);
    const known = this.#columns.get(key);
    if (known !== undefined) return known;
    const context = { add: this.#add, unreadable: this.#unreadable };
    const columns = matchColumns(table, place, this.#meta.columns, context);
    const isWhole = columns?.length === table.header.length && table.records.length > 0;
    if (isWhole && columns.every(({ definition, index }) => definition.key === table.header[index]))
      this.#columns.set(key, columns);
    return columns;
  }

  #readRecord(record: TableRecord, open: OpenTable): void {
    const { table, columns, place } = open;
    const { category } = place;
    const cells = this.#cellsOf(columns, record);
    const suspect = cells.faults.length > 0 || hasReferenceBeside(open.offerAt, record);
    if (suspect && this.#isShifted(record, open)) {
      this.#unreadable.addRecord(table.path, record.cells);
      return;
    }
    const source = { file: table.path, line: record.line };
    const own = place.kind === 'offers' ? withNullWords(cells, columns, record) : cells;
    for (const fault of own.faults)
      this.#add({ ...source, ...fault, ...findOwnColumn(fault, columns, record) });
    // Written out: a spread copy of an object takes three times the memory, and there are many.
    if (place.kind === 'offers') this.offers.push({ category, source, cells: own });
    else
      this.listings.push({
        category,
        source,
        cells,
        network: place.kind === 'network' ? place.network : null,
      });
  }

  #isShifted(record: TableRecord, { columns, shifts }: OpenTable): boolean {
    const fits = (moved: readonly string[]) =>
      columns.every(
        ({ definition, index }) =>
          !('fault' in parseCell(definition.valueKind, moved[index] ?? '')),
      );
    return shifts.report(record, fits, this.#add);
  }

  /** Equal records of equal columns have one object. */
  #cellsOf(columns: readonly TableColumn[], record: TableRecord): EntryCells {
    const known = getOrInsert(this.#cells, columns, () => new Map<string, EntryCells>());
    return getOrInsert(known, record.cells.join(separator), () =>
      parseCells(stripsReferrals(this.#meta) ? withoutCodes(record) : record, columns),
    );
  }
}

export function stripsReferrals({ site }: Partial<Pick<Meta, 'site'>>): boolean {
  return site?.value.referrals === 'strip';
}

function withoutCodes({ cells, ...record }: TableRecord): TableRecord {
  return { ...record, cells: cells.map(withoutReferrals) };
}

/** The word null in a cell that must not be blank is a fault: it may be a name. */
function withNullWords(
  cells: EntryCells,
  columns: readonly TableColumn[],
  record: TableRecord,
): EntryCells {
  const faults: CellFault[] = [];
  for (const { definition, index } of columns) {
    const { key, nullable } = definition;
    const value = record.cells[index] ?? '';
    const fault = nullable || key === 'slug' ? null : nullWord(value);
    if (fault !== null) faults.push({ rule: 'required-cell', column: key, value, ...fault });
  }
  return faults.length === 0 ? cells : { ...cells, faults: [...cells.faults, ...faults] };
}

/** What is said of a cell that has the word null; null for another cell. */
export function nullWord(cell = ''): Pick<CellFault, 'message' | 'suggestion'> | null {
  const word = cell.trim();
  if (word.toLowerCase() !== 'null') return null;
  return {
    message: `the word "${word}" counts as blank`,
    suggestion: `fill in the cell; write a name with another word, such as "${word} Labs"`,
  };
}

/**
 * A reference in another column shows that cells are shifted, even if each cell is valid in its
 * column.
 */
function hasReferenceBeside(offerAt: number, { cells }: TableRecord): boolean {
  if (offerAt === -1 || cells[offerAt]?.startsWith('!')) return false;
  return [cells[offerAt - 1], cells[offerAt + 1]].some(
    (cell) => cell?.startsWith('!offer:') === true,
  );
}

function parseCell(kind: ColumnDefinition['valueKind'], cell: string): ParsedValue {
  return cell.trim() === noneCell ? { value: null } : parseValue(kind, cell);
}

function parseCells(record: TableRecord, columns: readonly TableColumn[]): EntryCells {
  const cells: [string, Value][] = [];
  const faults: CellFault[] = [];
  for (const { definition, index } of columns) {
    const value = record.cells[index] ?? '';
    if (value === '' || isNullCell(value)) continue;
    const parsed = parseCell(definition.valueKind, value);
    if ('fault' in parsed) faults.push({ ...parsed.fault, column: definition.key, value });
    else cells.push([definition.key, parsed.value]);
  }
  const values = Object.fromEntries(cells);
  return {
    values,
    reference: parseReference(values.offer, typeof values.provider === 'string'),
    faults,
  };
}

const noReference: Reference = { kind: 'none' };

/**
 * A text without a leading `!` is the listing's own name, except a slug that lacks only `!` or
 * `!offer:`: `offer:<slug>`, and
 * `<slug>` in a line without a provider.
 */
export function parseReference(cell: unknown, hasProvider = true): Reference {
  if (typeof cell !== 'string') return noReference;
  const isReference =
    /^(?:!|offer:[a-z0-9-]+$)/.test(cell) || (!hasProvider && kebabCase.test(cell));
  if (!isReference) return noReference;
  const slug = /^!offer:(\S+)$/.exec(cell)?.[1];
  return slug === undefined ? { kind: 'malformed', text: cell } : { kind: 'offer', slug };
}

/**
 * Another suggestion for TRUE or FALSE in a list column, if the blank boolean cell to the left
 * lacks it.
 */
function findOwnColumn(
  { rule, column, value }: CellFault,
  columns: readonly TableColumn[],
  { cells }: TableRecord,
) {
  if (rule !== 'not-a-list' || !/^(?:true|false)$/i.test(value.trim())) return {};
  const index = columns.find(({ definition }) => definition.key === column)?.index ?? 0;
  const left = columns.find((candidate) => candidate.index === index - 1)?.definition;
  if (left?.valueKind !== 'boolean' || !isNullCell(cells[index - 1] ?? '')) return {};
  return {
    message: `"${value.trim()}" is not a list; it belongs one cell to the left, to "${left.key}"`,
    suggestion: `move it to "${left.key}"`,
  };
}

/** Why a cell cannot be read; the caller adds its place. */
export interface ValueFault {
  readonly rule: 'not-a-boolean' | 'not-a-list' | 'typographic-quotes';
  readonly message: string;
  readonly suggestion: string;
}

export type ParsedValue = { readonly value: Value } | { readonly fault: ValueFault };

/** Whether the cell is blank or the word null in any case. Whitespace includes no-break spaces. */
export function isNullCell(cell: string): boolean {
  if (cell === '') return true;
  const text = cell.trim();
  return text === '' || (text.length === 4 && text.toLowerCase() === 'null');
}

/** Parses a cell by the valueKind of its column, never by its content. */
export function parseValue(kind: ColumnDefinition['valueKind'], cell: string): ParsedValue {
  if (isNullCell(cell)) return { value: null };
  const text = cell.trim();
  if (kind === 'boolean') return parseBoolean(text);
  if (kind === 'array') return parseList(text);
  return { value: text };
}

function parseBoolean(text: string): ParsedValue {
  const word = text.toLowerCase();
  if (word === 'true' || word === 'false') return { value: word === 'true' };
  return {
    fault: {
      rule: 'not-a-boolean',
      message: `"${text}" is neither TRUE nor FALSE`,
      suggestion: 'write TRUE or FALSE',
    },
  };
}

function parseList(text: string): ParsedValue {
  const list = parseJson(text);
  if (isList(list)) return { value: list };
  if (isPlaceholder(text)) {
    const suggestion = 'leave the cell blank';
    return { fault: { rule: 'not-a-list', message: `"${shorten(text)}" is no value`, suggestion } };
  }
  const straight = straightenQuotes(text);
  if (straight !== text && isList(parseJson(straight))) {
    const suggestion = `write ${shorten(straight)}, or run \`make fix\``;
    return {
      fault: {
        rule: 'typographic-quotes',
        message: 'the quotes of the list are typographic',
        suggestion,
      },
    };
  }
  const count = countLists(text);
  return {
    fault: {
      rule: 'not-a-list',
      message:
        count > 1
          ? `the cell holds ${count} lists: "${shorten(text)}"`
          : `"${shorten(text)}" is not a list: a list has brackets, and quotes around each item`,
      suggestion: suggestList(text),
    },
  };
}

function isList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/**
 * A list with the quotes that word processors replace. Single ones are quotes at the edges of an
 * item; `don’t` has an apostrophe.
 */
export function straightenQuotes(list: string): string {
  const straight = list.replace(/[“”„‟«»″]/g, '"');
  return straight.replace(/(?<=[[,]\s{0,9})[‘’‚‛]|[‘’](?=\s{0,9}[\],])/g, '"');
}

/** Shows the list that a text such as `IPFS, Arweave` means. */
function suggestList(text: string): string {
  const list = JSON.stringify(meantItems(text) ?? ['first', 'second']);
  return `write ${list}; in a text editor the cell is quoted: ${writeCell(list, true)}`;
}

/**
 * Items of `IPFS, Arweave` and of what other programs write: `['IPFS', "Arweave",]`. Null if they
 * are not certain.
 */
function meantItems(text: string): string[] | null {
  const inner = text.replace(/^\[|\]$/g, '');
  if (inner.length > 60 || /[[\]{}]|^(?:true|false)$/i.test(inner)) return null;
  const items = splitItems(inner);
  return items.every((item) => !item.includes('"') && !/^(?:null|\d+)$/i.test(item)) ? items : null;
}

/**
 * The first one that a text has separates its items. A comma in a number, in parentheses or before
 * a clause does not.
 */
const separators = [
  /\n/,
  /[•‣▪●◦]/,
  /;/,
  /\|/,
  // bounded: a cell, at most 4,000 bytes
  /(?:(?<!\d),|,(?!\d))(?![^()]*\))(?!\s*(?:with|without|including|such as|e\.g\.|but|then|which|while|depending|or|up to)\b)(?:\s*(?:and|&)\s)?/i,
];

/** Items of a list that was typed as a text, without brackets, bullets and quotes. */
export function splitItems(text: string): string[] {
  const inner = /^\[[^[\]]*\]$/.test(text) ? text.slice(1, -1) : text;
  return inner
    .split(separators.find((each) => each.test(inner)) ?? '\n')
    .map((item) => item.trim().replace(/^(?:[•‣▪●◦·*–-]|\d{1,2}[.)])\s+|^[•‣▪●◦]/, ''))
    .map((item) => item.replace(/^(['"])([^'"]*)\1$/, '$2'))
    .filter((item) => item !== '');
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
