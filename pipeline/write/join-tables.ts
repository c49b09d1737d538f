/**
 * Joins Parquet tables without decoding them: their column chunks are copied as they are. A column that a table lacks gets a
 * chunk of nulls, and one column says which table a row is from. DuckDB would need a quarter of a build's time for it.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { type ColumnChunk, type FileMetaData, parquetMetadata, type RowGroup, type SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Footer } from './footer.ts';
import { chunkOfNulls, chunkOfText, type WrittenChunk } from './parquet-chunks.ts';

export interface Join {
  /** Columns of the joined table, in order. */
  readonly columns: readonly string[];
  /** The column that says which table a row is from. */
  readonly label: string;
  /** In the order of their rows. At least one. */
  readonly tables: readonly { readonly file: string; readonly label: string }[];
  readonly footer: Footer;
}

interface OpenTable {
  readonly label: string;
  readonly bytes: Uint8Array;
  readonly metadata: FileMetaData;
  /** Schema elements of each column: one, or three of a list. */
  readonly columns: ReadonlyMap<string, Column>;
}

interface Column {
  /** Place of its chunk in a row group: no column has several. */
  readonly place: number;
  readonly elements: readonly SchemaElement[];
}

export async function joinTables({ columns, label, tables, footer }: Join, target: string): Promise<void> {
  const open = await Promise.all(tables.map(({ file, label: name }) => openTable(file, name)));
  const known = new Map(open.flatMap((table) => [...table.columns]));
  const elements = columns.map((key) => (key === label ? textElement(key) : (known.get(key)?.elements ?? [])));
  const schema: SchemaElement[] = [
    { name: 'schema', repetition_type: 'REQUIRED', num_children: columns.length },
    ...elements.flat(),
  ];
  const kvMetadata = Object.entries(footer).map(([key, value]) => ({ key, value }));
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({ writer: bytes, schema, kvMetadata });
  for (const table of open) {
    for (const group of table.metadata.row_groups) {
      const chunks = columns.map((key, at) => {
        const column = table.columns.get(key);
        if (column !== undefined) return copyChunk(bytes, table, group.columns[column.place]);
        const rows = Number(group.num_rows);
        const made = key === label ? chunkOfText(key, table.label, rows) : chunkOfNulls(elements[at] ?? [], rows);
        return appendChunk(bytes, made);
      });
      writer.row_groups.push(toRowGroup(chunks, group.num_rows));
      writer.num_rows += group.num_rows;
    }
  }
  await writer.finish();
  await writeFile(target, bytes.getBytes());
}

function textElement(name: string): readonly SchemaElement[] {
  return [{ type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL', name, converted_type: 'UTF8' }];
}

async function openTable(file: string, label: string): Promise<OpenTable> {
  const bytes = await readFile(file);
  const metadata = parquetMetadata(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  return { label, bytes, metadata, columns: readColumns(metadata.schema.slice(1)) };
}

function readColumns(elements: readonly SchemaElement[]): Map<string, Column> {
  const columns = new Map<string, Column>();
  let at = 0;
  while (at < elements.length) {
    const [first] = elements.slice(at);
    const size = first?.num_children === undefined ? 1 : 3;
    columns.set(first?.name ?? '', { place: columns.size, elements: elements.slice(at, at + size) });
    at += size;
  }
  return columns;
}

/** Filters of values (Bloom) are not copied: they are of use in large files only. */
function copyChunk(to: ByteWriter, { bytes }: OpenTable, chunk: ColumnChunk | undefined): ColumnChunk {
  const meta = chunk?.meta_data;
  if (meta === undefined) throw new Error('a row group lacks a column');
  const { bloom_filter_offset: _, bloom_filter_length: __, index_page_offset: ___, ...kept } = meta;
  const start = Number(meta.dictionary_page_offset ?? meta.data_page_offset);
  const shift = BigInt(to.offset - start);
  to.appendBytes(bytes.subarray(start, start + Number(meta.total_compressed_size)));
  return {
    file_offset: 0n,
    meta_data: {
      ...kept,
      data_page_offset: meta.data_page_offset + shift,
      ...(meta.dictionary_page_offset === undefined
        ? {}
        : { dictionary_page_offset: meta.dictionary_page_offset + shift }),
    },
  };
}

function appendChunk(to: ByteWriter, { bytes, dataPageAt, meta }: WrittenChunk): ColumnChunk {
  const start = to.offset;
  to.appendBytes(bytes);
  const size = BigInt(bytes.length);
  return {
    file_offset: 0n,
    meta_data: {
      ...meta,
      codec: 'UNCOMPRESSED',
      total_uncompressed_size: size,
      total_compressed_size: size,
      data_page_offset: BigInt(start + dataPageAt),
      ...(dataPageAt === 0 ? {} : { dictionary_page_offset: BigInt(start) }),
    },
  };
}

function toRowGroup(columns: ColumnChunk[], rows: bigint): RowGroup {
  const sizes = columns.map(({ meta_data: meta }) => meta?.total_uncompressed_size ?? 0n);
  return { columns, num_rows: rows, total_byte_size: sizes.reduce((sum, size) => sum + size, 0n) };
}
