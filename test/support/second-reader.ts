/** Reads Parquet with a reader that is not the one that wrote it. */
import { readFile } from 'node:fs/promises';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

export interface ParquetFile {
  /** Every column in every row, null where it holds nothing. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Key-value metadata of the footer. */
  readonly footer: Readonly<Record<string, string | undefined>>;
}

export async function readParquet(file: string): Promise<ParquetFile> {
  const bytes = await readFile(file);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { key_value_metadata } = parquetMetadata(buffer);
  const footer = Object.fromEntries(
    (key_value_metadata ?? []).map(({ key, value }) => [key, value]),
  );
  const rows = await parquetReadObjects({ file: buffer, compressors });
  return { rows: rows.map(withNulls), footer };
}

function withNulls(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value ?? null]));
}
