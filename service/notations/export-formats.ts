/** The table of export formats. Every format holds the same rows. */
import { stringify } from 'csv-stringify/sync';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import * as z from 'zod';
import type { ColumnDefinition } from '../../model/columns.ts';
import { companionsOf } from '../../model/companions.ts';
import type { exportNames } from '../questions/parameters.ts';
import type { Row } from '../snapshot/catalog.ts';

export type ExportColumn = Pick<ColumnDefinition, 'key'> & {
  readonly valueKind: ColumnDefinition['valueKind'] | 'number';
};

/** `first`, the columns of a category, and what the pipeline read from their texts. */
export function exportColumns(
  first: readonly ExportColumn[],
  columns: readonly ColumnDefinition[],
): ExportColumn[] {
  return [...first, ...columns, ...columns.flatMap(companionsOf)];
}

interface ExportInput {
  /** In the order of the file. */
  readonly columns: readonly ExportColumn[];
  /** JSON of the rows, in order. */
  readonly rows: Iterable<string>;
  /** Written into the footer of a Parquet file. */
  readonly metadata: Readonly<Record<string, string>>;
}

export interface ExportFormat {
  /** Name on the pages. */
  readonly label: string;
  /** Content type. */
  readonly type: string;
  readonly extension: string;
  /** Shape of the body in OpenAPI. */
  readonly shape: z.ZodType;
  /** The file in pieces of a few milliseconds of work each. */
  readonly write: (input: ExportInput) => Iterable<Buffer>;
}

/**
 * By the value of the parameter `format`. Pages, OpenAPI and llms-full.txt list the formats in this
 * order.
 */
export const exportFormats = {
  csv: {
    label: 'CSV',
    type: 'text/csv; charset=utf-8; header=present',
    extension: 'csv',
    shape: z.string(),
    write: writeCsv,
  },
  'csv-excel': {
    label: 'CSV for Excel',
    type: 'text/csv; charset=utf-8; header=present',
    extension: 'csv',
    shape: z.string(),
    write: writeForExcel,
  },
  ndjson: {
    label: 'NDJSON',
    type: 'application/x-ndjson; charset=utf-8',
    extension: 'ndjson',
    shape: z.string(),
    write: writeNdjson,
  },
  parquet: {
    label: 'Parquet',
    type: 'application/vnd.apache.parquet',
    extension: 'parquet',
    shape: z.string().meta({ format: 'binary' }),
    write: writeParquet,
  },
} satisfies Readonly<Record<ExportFormatName, ExportFormat>>;

export type ExportFormatName = (typeof exportNames)[number];

/** Characters of JSON that are written at once. */
const batchLength = 32 * 1024;

function* inBatches(rows: Iterable<string>, maxLength: number): Iterable<readonly string[]> {
  let batch: string[] = [];
  let length = 0;
  for (const row of rows) {
    batch.push(row);
    length += row.length;
    if (length < maxLength) continue;
    yield batch;
    [batch, length] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

function* writeNdjson({ rows }: ExportInput): Iterable<Buffer> {
  for (const batch of inBatches(rows, batchLength)) yield Buffer.from(`${batch.join('\n')}\n`);
}

/** What makes a spreadsheet execute a cell, also written for full width. */
const formulaSign = '=+\\-@\uff1d\uff0b\uff0d\uff20';
/**
 * A program that separates cells by semicolons or tabs starts a cell after each of them, whatever
 * quotes say.
 */
const startsFormula = new RegExp(`^[;\\t\\r\\n]*[${formulaSign}]|^[\\t\\r\\n]`);
const innerFormula = new RegExp(`(?<=[;\\t\\r\\n])(?=[${formulaSign}])`, 'g');

/**
 * Puts an apostrophe before what a spreadsheet would execute, at the start of a cell and after
 * separators.
 */
function disarm(text: string): string {
  const inner = text.replace(innerFormula, "'");
  return startsFormula.test(text) ? `'${inner}` : inner;
}

/** Cells are no formulas. Lists are JSON. */
export function* writeCsv({
  columns,
  rows,
}: Pick<ExportInput, 'columns' | 'rows'>): Iterable<Buffer> {
  yield Buffer.from(stringify([columns.map(({ key }) => key)]));
  for (const batch of inBatches(rows, batchLength)) {
    const records = batch.map((text) => {
      const row = JSON.parse(text) as Row;
      return columns.map(({ key }) => csvCell(row[key]));
    });
    yield Buffer.from(stringify(records));
  }
}

/** Excel reads a file as UTF-8 if it begins with a byte order mark. */
function* writeForExcel(input: ExportInput): Iterable<Buffer> {
  yield Buffer.from('\ufeff');
  yield* writeCsv(input);
}

function csvCell(cell: Row[string] | undefined): string | number | null {
  if (Array.isArray(cell)) return disarm(JSON.stringify(cell));
  if (typeof cell === 'string') return disarm(cell);
  return typeof cell === 'number' ? cell : null;
}

type Schema = ConstructorParameters<typeof ParquetWriter>[0]['schema'];

const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' } as const;

/**
 * Characters of JSON in a row group. Each group adds all columns to the end of the file, which is
 * written in one piece: with smaller groups that piece of all offers takes 75 ms, with these 33 ms.
 */
const rowGroupLength = 512 * 1024;

function* writeParquet({ columns, rows, metadata }: ExportInput): Iterable<Buffer> {
  const schema: Schema = [
    { name: 'root', num_children: columns.length },
    ...columns.flatMap(parquetColumn),
  ];
  const kvMetadata = Object.entries(metadata).map(([key, value]) => ({ key, value }));
  // Writes to memory, so that its methods return no promise.
  const writer = new ByteWriter();
  const file = new ParquetWriter({ writer, schema, kvMetadata });
  for (const batch of inBatches(rows, rowGroupLength)) {
    const parsed = batch.map((row) => JSON.parse(row) as Row);
    const columnData = columns.map((column) => ({
      name: column.key,
      data: parsed.map((row) => parquetCell(column, row[column.key])),
    }));
    void file.write({ columnData, rowGroupSize: batch.length });
    yield takeBytes(writer);
  }
  void file.finish();
  yield takeBytes(writer);
}

/** Bytes written since the last call. */
function takeBytes(writer: ByteWriter): Buffer {
  const bytes = Buffer.from(writer.getBytes());
  writer.index = 0;
  return bytes;
}

function parquetColumn({ key, valueKind }: ExportColumn): Schema {
  if (valueKind === 'string') return [{ name: key, ...text }];
  if (valueKind === 'number') return [{ name: key, type: 'DOUBLE', repetition_type: 'OPTIONAL' }];
  if (valueKind === 'boolean') return [{ name: key, type: 'BOOLEAN', repetition_type: 'OPTIONAL' }];
  return [
    { name: key, converted_type: 'LIST', repetition_type: 'OPTIONAL', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', ...text },
  ];
}

function parquetCell({ valueKind }: ExportColumn, cell: Row[string] | undefined) {
  if (cell === null || cell === undefined) return null;
  return valueKind === 'boolean' ? cell === 1 : cell;
}
