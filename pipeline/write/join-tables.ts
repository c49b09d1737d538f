/**
 * Joins Parquet tables without decoding them: their column chunks are copied as they are. A column that a table lacks gets
 * nulls, and one column says which table a row is from. DuckDB would need a quarter of a build's time for it.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { type ColumnChunk, parquetMetadata, type RowGroup, type SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter, parquetWriteBuffer } from 'hyparquet-writer';
import { groupBy } from '../../common/group-by.ts';
import type { Footer } from './footer.ts';

export interface Join {
  /** Columns of the joined table, in order. */
  readonly columns: readonly string[];
  /** The column that says which table a row is from; null without one. */
  readonly label: string | null;
  /** In the order of their rows. At least one. */
  readonly tables: readonly { readonly file: string; readonly label: string }[];
  readonly footer: Footer;
  /** Fillers of the last join, which is given those of this one. */
  readonly fillers?: Fillers | null;
}

/** By what a filler is made of. */
export type Fillers = Map<string, Filler>;

interface OpenTable {
  readonly bytes: Uint8Array;
  /** Row groups that have rows. */
  readonly groups: readonly RowGroup[];
  readonly columns: ReadonlyMap<string, Column>;
}

interface Column {
  /** Index of its chunk in a row group. A column has exactly one chunk. */
  readonly place: number;
  /** One, or three of a list. */
  readonly elements: readonly SchemaElement[];
}

/** Returns the number of rows by label. */
export async function joinTables(
  { columns, label, tables, footer, fillers = null }: Join,
  target: string,
): Promise<ReadonlyMap<string, number>> {
  const open = await Promise.all(
    tables.map(async (table) => ({ label: table.label, ...openTable(await readFile(table.file)) })),
  );
  const known = new Map(open.flatMap((table) => [...table.columns]));
  const elementsOf = (key: string) => (key === label ? textElement(key) : (known.get(key)?.elements ?? []));
  const bytes = new ByteWriter();
  const kvMetadata = Object.entries(footer).map(([key, value]) => ({ key, value }));
  const used: Fillers = new Map();
  const writer = new ParquetWriter({ writer: bytes, schema: schemaOf(columns, elementsOf), kvMetadata });
  for (const table of open) {
    const { groups } = table;
    if (groups.length === 0) continue;
    const missing = columns.filter((key) => !table.columns.has(key) && key !== label);
    const sizes = [...new Set(groups.map((group) => Number(group.num_rows)))];
    const filler =
      missing.length === 0 && label === null
        ? null
        : findFiller({ missing, label, text: table.label, elementsOf, sizes }, fillers, used);
    for (const [group, { num_rows: rows }] of groups.entries()) {
      const chunks = columns.map((key) => {
        const path = elementsOf(key).map(({ name }) => name);
        if (table.columns.has(key) || filler === null) return copyChunk(bytes, table, { key, group, path });
        const filled = { key: filler.columnOf(key), group: sizes.indexOf(Number(rows)), path };
        return copyChunk(bytes, filler, filled);
      });
      writer.row_groups.push(toRowGroup(chunks, rows));
      writer.num_rows += rows;
    }
  }
  await writer.finish();
  fillers?.clear();
  for (const [input, filler] of used) fillers?.set(input, filler);
  await writeFile(target, bytes.getBytes());
  return new Map(open.map((table) => [table.label, countRows(table)]));
}

function countRows({ groups }: OpenTable): number {
  return groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
}

interface FillerInput {
  readonly missing: readonly string[];
  readonly label: string | null;
  /** Value of the label in all rows. */
  readonly text: string;
  readonly elementsOf: (key: string) => readonly SchemaElement[];
  /** Different numbers of rows of the row groups: groups of one size get the same bytes. */
  readonly sizes: readonly number[];
}

interface Filler extends OpenTable {
  /** The column of the filler that stands for a missing one. */
  readonly columnOf: (key: string) => string;
}

function findFiller(input: FillerInput, known: Fillers | null, used: Fillers): Filler {
  const { missing, elementsOf, ...rest } = input;
  const key = JSON.stringify({ ...rest, missing: missing.flatMap(elementsOf) });
  const filler = known?.get(key) ?? makeFiller(input);
  used.set(key, filler);
  return filler;
}

/**
 * A table with a row group of each size. It has the label, and one column of nulls for each type of a missing column: nulls of
 * one type are the same bytes.
 */
function makeFiller({ missing, label, text, elementsOf, sizes }: FillerInput): Filler {
  const byType = groupBy(missing, (key) => typeOf(elementsOf(key)));
  const columnOf = (key: string) => (key === label ? key : (byType.get(typeOf(elementsOf(key)))?.[0] ?? key));
  const columns = [...(label === null ? [] : [label]), ...Array.from(byType.values(), ([first = '']) => first)];
  const rows = sizes.reduce((sum, count) => sum + count, 0);
  const columnData = columns.map((name) => ({
    name,
    data: new Array<string | null>(rows).fill(name === label ? text : null),
    offsetIndex: false,
  }));
  const schema = schemaOf(columns, elementsOf);
  const bytes = new Uint8Array(parquetWriteBuffer({ columnData, schema, rowGroupSize: [...sizes] }));
  return { ...openTable(bytes), columnOf };
}

function schemaOf(columns: readonly string[], elementsOf: FillerInput['elementsOf']): SchemaElement[] {
  const root = { name: 'schema', repetition_type: 'REQUIRED' as const, num_children: columns.length };
  return [root, ...columns.flatMap(elementsOf)];
}

/** Equal for columns that differ in their names only. */
function typeOf(elements: readonly SchemaElement[]): string {
  return JSON.stringify(elements.map(({ name: _, ...rest }) => rest));
}

function textElement(name: string): readonly SchemaElement[] {
  return [{ type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL', name, converted_type: 'UTF8' }];
}

function openTable(bytes: Uint8Array): OpenTable {
  const { row_groups: groups, schema } = parquetMetadata(bytes);
  return { bytes, groups: groups.filter((group) => group.num_rows > 0n), columns: readColumns(schema.slice(1)) };
}

function readColumns(elements: readonly SchemaElement[]): Map<string, Column> {
  const columns = new Map<string, Column>();
  let at = 0;
  while (at < elements.length) {
    const first = elements[at];
    const size = first?.num_children === undefined ? 1 : 3;
    columns.set(first?.name ?? '', { place: columns.size, elements: elements.slice(at, at + size) });
    at += size;
  }
  return columns;
}

interface ChunkPlace {
  readonly key: string;
  /** Place of the row group. */
  readonly group: number;
  /** Names of its schema elements in the joined table. */
  readonly path: readonly string[];
}

/** Bloom filters are not copied, because they help only in large files. */
function copyChunk(
  to: ByteWriter,
  { bytes, groups, columns }: OpenTable,
  { key, group, path }: ChunkPlace,
): ColumnChunk {
  const meta = groups[group]?.columns[columns.get(key)?.place ?? -1]?.meta_data;
  if (meta === undefined) throw new Error(`a row group lacks the column ${key}`);
  const { bloom_filter_offset: _, bloom_filter_length: __, index_page_offset: ___, ...kept } = meta;
  const start = Number(meta.dictionary_page_offset ?? meta.data_page_offset);
  const shift = BigInt(to.offset - start);
  to.appendBytes(bytes.subarray(start, start + Number(meta.total_compressed_size)));
  return {
    file_offset: 0n,
    meta_data: {
      ...kept,
      path_in_schema: [...path],
      data_page_offset: meta.data_page_offset + shift,
      ...(meta.dictionary_page_offset === undefined
        ? {}
        : { dictionary_page_offset: meta.dictionary_page_offset + shift }),
    },
  };
}

function toRowGroup(columns: ColumnChunk[], rows: bigint): RowGroup {
  const sizes = columns.map(({ meta_data: meta }) => meta?.total_uncompressed_size ?? 0n);
  return { columns, num_rows: rows, total_byte_size: sizes.reduce((sum, size) => sum + size, 0n) };
}
