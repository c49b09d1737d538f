/** Rows as files: CSV for spreadsheets, NDJSON for programs, Parquet for analysts. All of them hold the same rows. */
import { stringify } from 'csv-stringify/sync';
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { ColumnDefinition } from '../../model/columns.ts';
import type { ExportFormat } from '../query/params.ts';
import { parseRow, type RowObject, rowJson } from '../snapshot/row-json.ts';

export interface ExportInput {
  readonly network: string;
  readonly columns: readonly ColumnDefinition[];
  /** Their content's JSON, in order. */
  readonly rows: readonly string[];
  /** Written into the footer of a Parquet file. */
  readonly footer: Readonly<Record<string, string>>;
}

export const exportTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

const writers: Readonly<Record<ExportFormat, (input: ExportInput) => Buffer>> = {
  csv: presentCsv,
  ndjson: presentNdjson,
  parquet: presentParquet,
};

export function presentExport(format: ExportFormat, input: ExportInput): Buffer {
  return writers[format](input);
}

function presentNdjson({ network, rows }: ExportInput): Buffer {
  return Buffer.from(rows.map((row) => `${rowJson(network, row)}\n`).join(''));
}

/** A cell that a spreadsheet would execute gets an apostrophe in front; lists are JSON. */
function presentCsv({ network, columns, rows }: ExportInput): Buffer {
  const header = ['network', ...columns.map(({ key }) => key)];
  const records = rows.map((text) => {
    const row = parseRow(text);
    return [network, ...columns.map(({ key }) => csvCell(row[key]))];
  });
  return Buffer.from(stringify([header, ...records], { escape_formulas: true }));
}

function csvCell(cell: RowObject[string] | undefined): string | number | null {
  if (Array.isArray(cell)) return JSON.stringify(cell);
  return typeof cell === 'string' || typeof cell === 'number' ? cell : null;
}

type Schema = Exclude<Parameters<typeof parquetWriteBuffer>[0]['schema'], undefined>;

const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' } as const;

function presentParquet({ network, columns, rows, footer }: ExportInput): Buffer {
  const parsed = rows.map(parseRow);
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
  const kvMetadata = Object.entries(footer).map(([key, value]) => ({ key, value }));
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

function parquetCell({ valueKind }: ColumnDefinition, cell: RowObject[string] | undefined) {
  if (cell === null || cell === undefined) return null;
  return valueKind === 'boolean' ? cell === 1 : cell;
}
