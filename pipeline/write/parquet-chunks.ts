/** Column chunks of Parquet files that hold one value or none, as bytes (parquet.apache.org, "Data Pages" and "Encodings"). */
import type { ColumnMetaData, SchemaElement } from 'hyparquet';

export interface WrittenChunk {
  readonly bytes: Uint8Array;
  /** Offset of the data page: after the dictionary page, if there is one. */
  readonly dataPageAt: number;
  readonly meta: Pick<ColumnMetaData, 'type' | 'encodings' | 'path_in_schema' | 'num_values' | 'statistics'>;
}

const pageTypes = { data: 0, dictionary: 2 } as const;
const encodings = { plain: 0, runs: 3, dictionary: 8 } as const;
const isPresent = 1;

/** A column without any value. `elements`: the schema of the column, three elements of a list. */
export function chunkOfNulls(elements: readonly SchemaElement[], rows: number): WrittenChunk {
  const { type = 'BYTE_ARRAY' } = elements.at(-1) ?? {};
  const isNested = elements.length > 1;
  const body = Buffer.concat([...(isNested ? [levels(rows, 0)] : []), levels(rows, 0)]);
  return {
    bytes: Buffer.concat([dataPageHeader(rows, body.length, encodings.plain), body]),
    dataPageAt: 0,
    meta: {
      type,
      encodings: ['PLAIN', 'RLE'],
      path_in_schema: elements.map(({ name }) => name),
      num_values: BigInt(rows),
      statistics: { null_count: BigInt(rows) },
    },
  };
}

/** A text column with the same value in all rows: a dictionary of one entry. */
export function chunkOfText(name: string, text: string, rows: number): WrittenChunk {
  const value = Buffer.from(text);
  const entry = Buffer.concat([int32(value.length), value]);
  const dictionary = Buffer.concat([dictionaryPageHeader(entry.length), entry]);
  const indexBits = 1;
  const body = Buffer.concat([levels(rows, isPresent), Buffer.from([indexBits]), run(rows, 0)]);
  return {
    bytes: Buffer.concat([dictionary, dataPageHeader(rows, body.length, encodings.dictionary), body]),
    dataPageAt: dictionary.length,
    meta: {
      type: 'BYTE_ARRAY',
      encodings: ['PLAIN', 'RLE', 'RLE_DICTIONARY'],
      path_in_schema: [name],
      num_values: BigInt(rows),
      statistics: { null_count: 0n, min_value: text, max_value: text },
    },
  };
}

/** Definition or repetition levels that are all the same. */
function levels(count: number, level: number): Buffer {
  const bytes = run(count, level);
  return Buffer.concat([int32(bytes.length), bytes]);
}

/** The same value `count` times, of at most 8 bits. */
function run(count: number, value: number): Buffer {
  return Buffer.from([...varint(count * 2), value]);
}

/** Page headers are Thrift structs in the compact protocol: each field is a step from the last field's number and a type. */
const types = { int32: 5, struct: 12 } as const;
const stop = 0;

function dataPageHeader(values: number, size: number, encoding: number): Buffer {
  const own = [...field(1, values), ...field(1, encoding), ...field(1, encodings.runs), ...field(1, encodings.runs)];
  const dataPage = 2; // field 5, after field 3
  return Buffer.from([...pageHeader(pageTypes.data, size), step(dataPage, types.struct), ...own, stop, stop]);
}

/** Of a dictionary with one entry. */
function dictionaryPageHeader(size: number): Buffer {
  const own = [...field(1, 1), ...field(1, encodings.plain)];
  const dictionaryPage = 4; // field 7, after field 3
  return Buffer.from([
    ...pageHeader(pageTypes.dictionary, size),
    step(dictionaryPage, types.struct),
    ...own,
    stop,
    stop,
  ]);
}

/** Type of the page, and its size before and after compression. */
function pageHeader(type: number, size: number): number[] {
  return [...field(1, type), ...field(1, size), ...field(1, size)];
}

function field(by: number, value: number): number[] {
  return [step(by, types.int32), ...varint(value * 2)];
}

function step(by: number, type: number): number {
  return by * 16 + type;
}

/** Seven bits in a byte, the lowest first. Signed numbers are doubled before (zigzag). */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  while (left >= 128) {
    bytes.push((left % 128) + 128);
    left = Math.floor(left / 128);
  }
  return [...bytes, left];
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}
