/** The table of export formats. Every format holds the same rows. */
import { stringify } from 'csv-stringify/sync';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { z } from 'zod';
import type { ColumnDefinition } from '../../model/columns.ts';
import type { Row } from '../snapshot/catalog.ts';

export interface ExportInput {
  readonly network: string;
  readonly columns: readonly ColumnDefinition[];
  /** JSON of the rows, in order. */
  readonly rows: readonly string[];
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
  readonly write: (input: ExportInput) => Buffer;
}

/** By the value of the parameter `format`. Pages, OpenAPI and llms-full.txt list the formats in this order. */
export const exportFormats = {
  csv: {
    label: 'CSV',
    type: 'text/csv; charset=utf-8; header=present',
    extension: 'csv',
    shape: z.string(),
    write: writeCsv,
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
} satisfies Readonly<Record<string, ExportFormat>>;

export type ExportFormatName = keyof typeof exportFormats;

export const defaultFormat: ExportFormatName = 'csv';

function writeNdjson({ rows }: ExportInput): Buffer {
  return Buffer.from(rows.map((row) => `${row}\n`).join(''));
}

/** What makes a spreadsheet execute a cell, also written for full width. */
const formulaSign = '=+\\-@\uff1d\uff0b\uff0d\uff20';
/** A program that separates cells by semicolons or tabs starts a cell after each of them, whatever quotes say. */
const startsFormula = new RegExp(`^[;\\t\\r\\n]*[${formulaSign}]|^[\\t\\r\\n]`);
const innerFormula = new RegExp(`(?<=[;\\t\\r\\n])(?=[${formulaSign}])`, 'g');

/** Puts an apostrophe before what a spreadsheet would execute, at the start of a cell and after separators. */
function disarm(text: string): string {
  const inner = text.replace(innerFormula, "'");
  return startsFormula.test(text) ? `'${inner}` : inner;
}

/** Cells are no formulas. Lists are JSON. */
export function writeCsv({ network, columns, rows }: ExportInput): Buffer {
  const header = ['network', ...columns.map(({ key }) => key)];
  const records = rows.map((text) => {
    const row = JSON.parse(text) as Row;
    return [network, ...columns.map(({ key }) => csvCell(row[key]))];
  });
  return Buffer.from(stringify([header, ...records]));
}

function csvCell(cell: Row[string] | undefined): string | number | null {
  if (Array.isArray(cell)) return disarm(JSON.stringify(cell));
  if (typeof cell === 'string') return disarm(cell);
  return typeof cell === 'number' ? cell : null;
}

type Schema = Exclude<Parameters<typeof parquetWriteBuffer>[0]['schema'], undefined>;

const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' } as const;

function writeParquet({ network, columns, rows, metadata }: ExportInput): Buffer {
  const parsed = rows.map((text) => JSON.parse(text) as Row);
  const data = columns.map((column) => ({
    name: column.key,
    data: parsed.map((row) => parquetCell(column, row[column.key])),
  }));
  const schema: Schema = [
    { name: 'root', num_children: columns.length + 1 },
    { name: 'network', ...text },
    ...columns.flatMap(parquetColumn),
  ];
  const columnData = [{ name: 'network', data: parsed.map(() => network) }, ...data];
  const kvMetadata = Object.entries(metadata).map(([key, value]) => ({ key, value }));
  return Buffer.from(parquetWriteBuffer({ columnData, schema, kvMetadata }));
}

function parquetColumn({ key, valueKind }: ColumnDefinition): Schema {
  if (valueKind === 'string') return [{ name: key, ...text }];
  if (valueKind === 'boolean') return [{ name: key, type: 'BOOLEAN', repetition_type: 'OPTIONAL' }];
  return [
    { name: key, converted_type: 'LIST', repetition_type: 'OPTIONAL', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', ...text },
  ];
}

function parquetCell({ valueKind }: ColumnDefinition, cell: Row[string] | undefined) {
  if (cell === null || cell === undefined) return null;
  return valueKind === 'boolean' ? cell === 1 : cell;
}
