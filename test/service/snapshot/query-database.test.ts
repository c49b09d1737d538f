import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { OpenMemory } from '../../../service/snapshot/open-memory.ts';
import { QueryDatabase, type SnapshotTables } from '../../../service/snapshot/query-database.ts';
import { openOptions } from '../../support/service-server.ts';

const rows = 'SELECT range::INTEGER AS _content, [range::VARCHAR, NULL] AS list, range / 2 AS half FROM range(5000)';

describe('QueryDatabase', () => {
  let reader: DuckDBInstance;
  let connection: DuckDBConnection;
  let database: QueryDatabase;
  /** Reads so far. */
  let reads = 0;

  before(async () => {
    reader = await DuckDBInstance.create(':memory:');
    connection = await reader.connect();
  });

  beforeEach(async () => {
    reads = 0;
    database = await QueryDatabase.open(openOptions);
  });

  after(() => {
    connection.closeSync();
    reader.closeSync();
  });

  function add(tables: SnapshotTables, version: string, sql = rows): Promise<void> {
    return tables.add('apis', version, () => {
      reads++;
      return connection.stream(sql);
    });
  }

  /** Numbers of the tables of the database. */
  async function tableCount(tables: SnapshotTables): Promise<number | undefined> {
    const [count] = await tables.query({ sql: 'SELECT count(*)::INTEGER FROM duckdb_tables()', values: [] });
    return count;
  }

  it('holds the rows as they were read', async () => {
    const tables = database.addSnapshot();
    await add(tables, 'one');
    await tables.pack();
    const digest = (table: string) => `SELECT (bit_xor(hash(t)) % 1000000)::INTEGER FROM ${table} t`;
    const [[wanted] = []] = (await connection.runAndReadAll(digest(`(${rows})`))).getRows();
    assert.deepEqual(await tables.query({ sql: digest(tables.nameOf('apis')), values: [] }), [wanted]);
    tables.close();
  });

  it('fills a table once for all snapshots that have it, also at the same time', async () => {
    const [first, second] = [database.addSnapshot(), database.addSnapshot()];
    await Promise.all([add(first, 'one'), add(second, 'one')]);
    assert.equal(first.nameOf('apis'), second.nameOf('apis'));
    assert.equal(reads, 1);
    first.close();
    const sql = `SELECT count(*)::INTEGER FROM ${second.nameOf('apis')}`;
    assert.deepEqual(await second.query({ sql, values: [] }), [5000]);
    second.close();
  });

  it('removes a table with its last snapshot', async () => {
    const [first, second] = [database.addSnapshot(), database.addSnapshot()];
    await add(first, 'one');
    await add(second, 'two');
    assert.equal(await tableCount(second), 2);
    first.close();
    first.close();
    while ((await tableCount(second)) !== 1);
    await add(second, 'one');
    assert.equal(reads, 3);
    second.close();
  });

  it('is closed with its last snapshot; the next one gets another database', async () => {
    const memory = new OpenMemory();
    const [first, second] = [await memory.addTables(openOptions), await memory.addTables(openOptions)];
    await add(first, 'one');
    await add(second, 'one');
    first.close();
    await assert.rejects(first.query({ sql: 'SELECT 1', values: [] }), /closed/);
    assert.equal(await tableCount(second), 1);
    second.close();
    const third = await memory.addTables(openOptions);
    assert.equal(await tableCount(third), 0);
    third.close();
  });

  it('forgets a table that could not be filled', async () => {
    const [first, second] = [database.addSnapshot(), database.addSnapshot()];
    await assert.rejects(add(first, 'one', "SELECT error('no rows')"), /no rows/);
    first.close();
    await add(second, 'one');
    assert.equal(await tableCount(second), 1);
    second.close();
  });

  it('says so where a category has no contents', () => {
    const tables = database.addSnapshot();
    assert.throws(() => tables.nameOf('apis'), /no table of contents of "apis"/);
    tables.close();
  });
});
