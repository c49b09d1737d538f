/**
 * A table whose columns the code knows (meta/*.csv, providers.csv) -> checked definitions with
 * their lines.
 */
import type { z } from 'zod';
import { nearestSpelling } from '../../../common/nearest-name.ts';
import { type AddProblem, bothPlaces, didYouMean } from '../../problem.ts';
import { type CellFault, type Definition, sourcePaths } from '../../sources.ts';
import { nullWord, type ParsedValue, parseValue } from '../parse-entries.ts';
import { compareNames, reportOtherTable } from '../tables/match-columns.ts';
import { type ReadContext, readTable } from '../tables/parse-table.ts';
import { ShiftFinder } from '../tables/shifted-cells.ts';
import type { Table, TableRecord } from '../tables/table.ts';

export interface DefinitionShape<T> {
  readonly schema: z.ZodType<T>;
  /** Columns that are no texts; a blank `list` is an empty list, a blank `array` is null. */
  readonly kinds?: Readonly<Record<string, 'string' | 'boolean' | 'array' | 'list'>>;
  /** Columns whose cells together name a line; none for a table of one line. */
  readonly key: readonly (keyof T & string)[];
  /** Column at which a repeated key is reported; by default the last one of the key. */
  readonly keyColumn?: keyof T & string;
  readonly isRequired?: boolean;
}

/** Reads a file below the source folder; null if it does not exist. */
export type ReadSource = (path: string) => Uint8Array | null;

/** Reports each line that is left out, and records it as unreadable. */
function parseDefinitions<T>(
  written: Table,
  shape: DefinitionShape<T>,
  { add, unreadable }: ReadContext,
): Definition<T>[] {
  const table = checkHeader(written, shape.schema, { add, unreadable });
  if (table === null) {
    unreadable.addFile(written.path, written.text);
    return [];
  }
  const seen = new Map<string, number>();
  const definitions: Definition<T>[] = [];
  const shifts = new ShiftFinder(table);
  for (const record of table.records) {
    const value = parseDefinition(record, { table, shape, shifts }, add);
    if (value === null) unreadable.addRecord(table.path, record.cells);
    if (value === null) continue;
    const key = keyOf(value, shape);
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, record.line);
      definitions.push({ value, line: record.line });
      continue;
    }
    unreadable.addRecord(table.path, record.cells);
    const place = { file: table.path, line: record.line };
    const column = shape.keyColumn ?? shape.key.at(-1) ?? '';
    const places = bothPlaces(place, { ...place, line: first }, column);
    const message = `"${key}" is on more than one line`;
    const cell = { ...place, column, value: key };
    add({
      rule: 'duplicate-key',
      ...cell,
      message,
      suggestion: `remove one, or rename it${nameAfter(key, shape, seen)}`,
      places,
    });
  }
  return definitions;
}

function keyOf<T>(value: T, { key }: DefinitionShape<T>): string {
  return key.length === 0 ? 'the directory' : key.map((name) => value[name]).join(' ');
}

/** A key that is free; empty for keys of several columns. */
function nameAfter<T>(
  key: string,
  { key: columns, schema }: DefinitionShape<T>,
  seen: Keys,
): string {
  const [column, ...others] = columns;
  if (column === undefined || others.length > 0) return '';
  const mark = shapeOf(schema)[column]?.safeParse(`${key}-2`).success === true ? '-' : '';
  let number = 2;
  while (seen.has(`${key}${mark}${number}`)) number++;
  return `, such as to "${key}${mark}${number}"`;
}

type Keys = ReadonlyMap<string, number>;

/** Fields of an object schema, with or without `.readonly()`. */
function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  const inner =
    'unwrap' in schema && typeof schema.unwrap === 'function' ? schema.unwrap() : schema;
  return (inner as z.ZodObject).shape as Record<string, z.ZodType>;
}

/** Whether the schema has a default for a missing column. */
function isOptional(schema: z.ZodType, key: string): boolean {
  return shapeOf(schema)[key]?.safeParse(undefined).success === true;
}

/**
 * The table with misspelt columns named as they were meant and without other unknown ones; null if
 * a column is missing.
 */
function checkHeader(table: Table, schema: z.ZodType, context: ReadContext): Table | null {
  const keys = Object.keys(shapeOf(schema));
  const { unknown, meant, indexes, ...names } = compareNames(table.header, keys);
  const place = { file: table.path, line: 1 };
  if (reportOtherTable(table, { unknown, meant }, context)) return null;
  reportUnknown(table.path, { unknown, meant }, context);
  const missing = names.missing.filter((key) => !isOptional(schema, key));
  // An unknown column may be the one that is missing.
  const reported = unknown.size > meant.size ? [] : missing;
  const [column] = reported;
  if (column !== undefined) {
    const named = reported.map((name) => `"${name}"`).join(', ');
    const isOne = reported.length === 1;
    const message = isOne ? `the column ${named} is missing` : `the columns ${named} are missing`;
    const suggestion = isOne
      ? 'add the column; its cells may be blank'
      : 'add the columns; their cells may be blank';
    context.add({ ...place, rule: 'missing-column', column, message, suggestion });
  }
  if (missing.length > 0) return null;
  if (unknown.size === 0) return table;
  const kept = [...indexes].filter(([name]) => keys.includes(name));
  const records = table.records.map(({ line, cells }) => ({
    line,
    cells: kept.map(([, index]) => cells[index] ?? ''),
  }));
  return { ...table, header: kept.map(([name]) => name), records };
}

/**
 * Only providers.csv has columns that another file defines; a line of that file which cannot be
 * read may define the column.
 */
function reportUnknown(
  file: string,
  { unknown, meant }: Pick<ReturnType<typeof compareNames>, 'unknown' | 'meant'>,
  { add, unreadable }: ReadContext,
): void {
  const isOpen = file === sourcePaths.providers;
  const otherwise = isOpen
    ? `remove the column, or describe it in ${sourcePaths.columns}`
    : 'remove the column';
  for (const name of isOpen && unreadable.hasFile(sourcePaths.columns)
    ? meant.keys()
    : unknown.keys()) {
    const suggestion = didYouMean(meant.get(name) ?? null, otherwise);
    add({
      rule: 'unknown-column',
      file,
      line: 1,
      column: name,
      message: `unknown column "${name}"`,
      suggestion,
    });
  }
}

interface OpenTable<T> {
  readonly table: Table;
  readonly shape: DefinitionShape<T>;
  readonly shifts: ShiftFinder;
}

function parseDefinition<T>(
  record: TableRecord,
  { table, shape, shifts }: OpenTable<T>,
  add: AddProblem,
): T | null {
  const place = { file: table.path, line: record.line };
  const { values, faults } = parseCells(record.cells, table, shape);
  const fits = (cells: readonly string[]) => parseCells(cells, table, shape).faults.size === 0;
  if (faults.size > 0 && shifts.report(record, fits, add)) return null;
  // Zod compiles a schema at its first use, which takes longer than to check these few lines.
  const result = shape.schema.safeParse(Object.fromEntries(values), { jitless: true });
  if (result.success && faults.size === 0) return result.data;
  // A faulty cell of a column that may be missing is missing to the schema.
  for (const fault of faults.values()) add({ ...place, ...fault });
  for (const issue of result.error?.issues ?? []) {
    const column = String(issue.path[0] ?? '');
    if (!faults.has(column))
      add({
        ...place,
        rule: 'bad-definition',
        column,
        ...(nullWord(record.cells[table.header.indexOf(column)]) ??
          describe(issue, values.get(column))),
      });
  }
  return null;
}

function parseCells<T>(cells: readonly string[], table: Table, shape: DefinitionShape<T>) {
  const values = new Map<string, unknown>();
  const faults = new Map<string, CellFault>();
  for (const [index, name] of table.header.entries()) {
    const cell = cells[index] ?? '';
    const parsed = parseCell(kindOf(shape, name), cell);
    if ('fault' in parsed) faults.set(name, { ...parsed.fault, column: name, value: cell });
    else values.set(name, parsed.value);
  }
  return { values, faults };
}

function kindOf<T>({ kinds = {} }: DefinitionShape<T>, name: string) {
  return (Object.hasOwn(kinds, name) ? kinds[name] : undefined) ?? 'string';
}

function parseCell(kind: 'string' | 'boolean' | 'array' | 'list', cell: string): ParsedValue {
  if (kind !== 'list') return parseValue(kind, cell);
  const parsed = parseValue('array', cell);
  return 'value' in parsed && parsed.value === null ? { value: [] } : parsed;
}

function describe(
  issue: z.core.$ZodIssue,
  value: unknown,
): { message: string; suggestion?: string } {
  if (value === null) return { message: 'is blank', suggestion: 'fill in the cell' };
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map(String);
    const near = nearestSpelling(String(value), allowed);
    const suggestion = didYouMean(near, `one of ${allowed.join(', ')}, or blank`);
    return { message: `"${String(value)}" is not a value of this column`, suggestion };
  }
  return { message: `"${String(value)}" ${issue.message}` };
}

/** Empty if the file does not exist or cannot be read as a table. */
export function readDefinitions<T>(
  path: string,
  read: ReadSource,
  shape: DefinitionShape<T>,
  context: ReadContext,
): readonly Definition<T>[] {
  const bytes = read(path);
  if (bytes === null && shape.isRequired) reportMissing(path, 'the file is missing', context);
  const table = bytes === null ? null : readTable(path, bytes, context);
  return table === null ? [] : parseDefinitions(table, shape, context);
}

/** A file that exists and cannot be read was reported when it was found. */
export function reportMissing(
  file: string,
  message: string,
  { add, unreadable }: ReadContext,
): void {
  if (unreadable.hasFile(file)) return;
  add({ rule: 'missing-file', file, line: null, column: null, message, suggestion: 'restore it' });
  unreadable.addFile(file, null);
}
