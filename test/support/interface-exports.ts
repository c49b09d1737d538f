/** Reads exported files back as rows like those of the rows endpoint. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { statedBefore } from '../../model/columns.ts';
import { companionsOf } from '../../model/companions.ts';
import type { PublicRow, RowsResult } from './service-answers.ts';
import type { Answer } from './service-get.ts';

type Columns = RowsResult['columnsMeta'];

/** Reads the rows of an exported file. */
export type ReadFile = (body: Buffer, columns: Columns) => PublicRow[] | Promise<PublicRow[]>;

/** What a spreadsheet takes for the beginning of a formula, or skips to find one. */
const formulaStart = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** The body without its content coding, after its headers were found true. */
export function readBody(answer: Answer): Buffer {
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers['content-length'], String(answer.bytes.length));
  const digest = createHash('sha256').update(answer.bytes).digest('base64');
  assert.equal(answer.headers['repr-digest'], `sha-256=:${digest}:`);
  return decode(answer);
}

export function decode({ headers, bytes }: Answer): Buffer {
  switch (headers['content-encoding']) {
    case 'br':
      return brotliDecompressSync(bytes);
    case 'gzip':
      return gunzipSync(bytes);
    default:
      assert.equal(headers['content-encoding'], undefined);
      return bytes;
  }
}

export function readNdjson(body: Buffer): PublicRow[] {
  const text = body.toString('utf8');
  assert.ok(text === '' || text.endsWith('\n'), 'every line is ended');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/**
 * Cells back to values by the columns; the apostrophe that keeps a spreadsheet from reckoning is
 * taken off again.
 */
export function readCsv(body: Buffer, columns: Columns): PublicRow[] {
  const [header = [], ...records]: string[][] = parse(body, { relax_column_count: false });
  const exported = exportedColumns(columns);
  assert.deepEqual(header, ['network', 'scope', ...exported.map(({ key }) => key)]);
  return records.map((cells) => {
    for (const cell of cells) assert.doesNotMatch(cell, formulaStart);
    const [network = '', scope = '', ...rest] = cells;
    return {
      network,
      scope,
      ...Object.fromEntries(
        exported.map(({ key, valueKind }, at) => [key, readCell(rest[at] ?? '', valueKind)]),
      ),
    };
  });
}

/** The columns of the rows, then those of the numbers that `numbers=1` adds. */
export function exportedColumns(columns: Columns) {
  const nothing = { trueMeans: null, categories: [], requiredIn: [], core: false };
  const numbers = columns.flatMap(({ valueKind, nullable, ...column }) =>
    companionsOf({
      ...column,
      ...nothing,
      ...(statedBefore.get(column.key) ?? { states: null, unit: null, role: null }),
      valueKind: valueKind ?? 'string',
      nullable: nullable ?? true,
    }),
  );
  return [...columns, ...numbers];
}

function readCell(
  cell: string,
  valueKind: Columns[number]['valueKind'] | 'number',
): PublicRow[string] {
  if (cell === '') return null;
  if (valueKind === 'number') return Number(cell);
  if (valueKind === 'array') return JSON.parse(cell);
  if (valueKind === 'boolean') return cell === '1' ? 1 : 0;
  return cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell;
}

export async function readParquetRows(body: Buffer, columns: Columns): Promise<PublicRow[]> {
  const file = body.buffer.slice(body.byteOffset, body.byteOffset + body.byteLength) as ArrayBuffer;
  const rows = await parquetReadObjects({ file, compressors });
  return rows.map((row) => {
    const cells = exportedColumns(columns).map(({ key }) => {
      const cell = row[key] ?? null;
      return [key, typeof cell === 'boolean' ? Number(cell) : cell];
    });
    return { network: row.network, scope: row.scope, ...Object.fromEntries(cells) };
  });
}
