/**
 * Exported files hold exactly the rows that paging gives, in that order, and prove that they are
 * whole.
 */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import {
  type ExportFormatName,
  exportFormats,
  writeCsv,
} from '../../../service/notations/export-formats.ts';
import { directory } from '../../support/directory.ts';
import { siteCategories } from '../../support/interface-contract.ts';
import {
  exportedColumns,
  type ReadFile,
  readBody,
  readCsv,
  readNdjson,
  readParquetRows,
} from '../../support/interface-exports.ts';
import { naiveTables, parametersOf, sortedRows } from '../../support/interface-naive.ts';
import { askedArbitrary } from '../../support/interface-questions.ts';
import { useDescribedService } from '../../support/interface-service.ts';
import { runs } from '../../support/lane.ts';
import { dangerous, oddTree } from '../../support/odd-tree.ts';
import { makeColumn } from '../../support/service-columns.ts';
import { queryOf, type RowsParameters } from '../../support/service-paths.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

/** What is expected of each format. */
const files: Readonly<
  Record<ExportFormatName, { readonly type: RegExp; readonly read: ReadFile }>
> = {
  csv: { type: /^text\/csv/, read: readCsv },
  'csv-excel': { type: /^text\/csv/, read: (body, columns) => readCsv(body.subarray(3), columns) },
  ndjson: { type: /^application\/x-ndjson/, read: readNdjson },
  parquet: { type: /^application\/vnd\.apache\.parquet$/, read: readParquetRows },
};
const formats = Object.keys(exportFormats) as ExportFormatName[];

function exportOf(network: string, format: string, parameters: RowsParameters): string {
  return `/networks/${network}/api/infrastructure-providers/export?${queryOf(parameters)}&format=${format}`;
}

/** Those of the answers so far. */
const encodings = new Set<string>();

type Service = ReturnType<typeof useDescribedService>;

/**
 * The files of all formats, each read back and held against the pages. `slugs`: the order of the
 * rows, if it is not that of the pages.
 */
async function assertExports(
  service: Service,
  network: string,
  parameters: RowsParameters,
  slugs?: readonly unknown[],
): Promise<void> {
  const paged = await service.allRows(network, { ...parameters, numbers: 1 });
  const placed = await service.allRows(network, { ...parameters, fields: 'slug,scope' });
  const scopes = new Map(placed.map(({ slug, scope }) => [slug, scope]));
  const listed = slugs?.map((slug) => paged.find((row) => row.slug === slug)) ?? paged;
  const rows = listed.map((row) => ({ ...row, scope: scopes.get(row?.slug ?? null) }));
  assert.equal(rows.length, paged.length);
  const { columnsMeta } = await service.rows(network, { ...parameters, pageSize: 1 });
  for (const [at, format] of formats.entries()) {
    const encoding = ['gzip', 'br', 'identity'][(at + rows.length) % 3] ?? '';
    const headers = { 'accept-encoding': encoding };
    const answer = await service.get(exportOf(network, format, parameters), { headers });
    encodings.add(answer.headers['content-encoding'] ?? encoding);
    const read = await files[format].read(readBody(answer), columnsMeta);
    assert.deepEqual(read, rows, `${format} of ${queryOf(parameters)}`);
    assert.equal(answer.headers['x-total-count'], String(rows.length));
  }
}

describe("exports of the project's own sources", () => {
  const service = useDescribedService(directory);

  it('hold the rows that any question finds', async () => {
    const tables = naiveTables(
      service.built().checked,
      ['aria', 'base', 'ethereum', 'solana'],
      siteCategories,
    );
    await fc.assert(
      fc.asyncProperty(askedArbitrary(tables), ({ table, question }) =>
        assertExports(
          service,
          table.network,
          { category: table.category, ...parametersOf(question) },
          sortedRows(table, question).map(({ slug }) => slug),
        ),
      ),
      { numRuns: runs(20, 7) },
    );
    assert.deepEqual([...encodings].toSorted(), ['br', 'gzip', 'identity']);
  });

  it('have a name, a type, and say all of it to HEAD before any byte', async () => {
    for (const format of formats) {
      const target = exportOf('solana', format, { category: 'apis', search: 'free' });
      const [whole, head] = [
        await service.get(target),
        await service.get(target, { method: 'HEAD' }),
      ];
      assert.match(whole.headers['content-type'] ?? '', files[format].type);
      assert.equal(
        whole.headers['content-disposition'],
        `attachment; filename="solana-apis-2026-01-02.${format.replace(/-.*/, '')}"`,
      );
      for (const name of 'content-type content-length content-disposition x-total-count repr-digest etag'.split(
        ' ',
      )) {
        assert.equal(head.headers[name], whole.headers[name], name);
        assert.ok(head.headers[name], name);
      }
      assert.equal(head.bytes.length, 0);
    }
  });

  it('are CSV where no format is asked for', async () => {
    const target = exportOf('solana', 'csv', { category: 'apis' });
    assert.equal(
      (await service.get(target.replace('&format=csv', ''))).text,
      (await service.get(target)).text,
    );
  });

  it('can be read by DuckDB, with the types of the snapshot', async (t) => {
    const folder = await makeTemporaryFolder({ after: (work) => t.after(work) });
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    t.after(() => connection.closeSync());
    for (const category of ['apis', 'agents']) {
      const answer = await service.get(exportOf('ethereum', 'parquet', { category }));
      const file = path.join(folder, `${category}.parquet`);
      await writeFile(file, readBody(answer));
      const { columnsMeta } = await service.rows('ethereum', { category, pageSize: 1 });
      const described = await connection.runAndReadAll(
        `DESCRIBE FROM read_parquet('${file}', hive_partitioning = false)`,
      );
      const kinds = {
        string: 'VARCHAR',
        boolean: 'BOOLEAN',
        array: 'VARCHAR[]',
        number: 'DOUBLE',
      } as const;
      assert.deepEqual(
        described.getRowObjects().map(({ column_name: name, column_type: type }) => [name, type]),
        [
          ['network', 'VARCHAR'],
          ['scope', 'VARCHAR'],
          ...exportedColumns(columnsMeta).map(({ key, valueKind }) => [
            key,
            kinds[valueKind ?? 'string'],
          ]),
        ],
      );
      const read = await connection.runAndReadAll(
        `SELECT slug FROM read_parquet('${file}', hive_partitioning = false)`,
      );
      const rows = await service.allRows('ethereum', { category });
      const found = read.getRows().map(([slug]) => slug);
      assert.deepEqual(
        found,
        rows.map(({ slug }) => slug),
      );
    }
  });
});

describe('exports of cells that begin like formulas', () => {
  const service = useDescribedService(oddTree);

  it('give the rows back, and have no cell that a spreadsheet would run', async () => {
    await assertExports(service, 'bora', { category: 'apis' });
    const rows = await service.allRows('bora', { category: 'apis' });
    const cells = new Set(rows.map(({ planName }) => planName));
    for (const cell of dangerous)
      assert.ok(cells.has(cell), `${cell} is in the rows as it was written`);
    const { text } = await service.get(exportOf('bora', 'csv', { category: 'apis' }));
    for (const cell of dangerous) assert.ok(text.includes(`'${cell.replaceAll('"', '""')}`), cell);
  });

  it('disarm a leading tab or carriage return and what follows it, where a program may begin a cell', () => {
    const cells = ['\t=1+1', '\r=1+1', '=1+1', 'x=1+1'];
    const columns = [makeColumn('planName')];
    const rows = cells.map((cell) => `{"planName":${JSON.stringify(cell)}}`);
    const csv = Buffer.concat([...writeCsv({ columns, rows })]).toString('utf8');
    assert.equal(csv, `planName\n'\t'=1+1\n"'\r'=1+1"\n'=1+1\nx=1+1\n`);
  });
});
