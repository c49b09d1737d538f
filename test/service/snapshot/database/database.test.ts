import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Database, type DatabaseOptions } from '../../../../service/snapshot/database/database.ts';

/** Longer than anybody waits. */
const endless =
  'SELECT count(*)::INTEGER FROM range(1000000) a, range(1000000) b, range(1000000) c WHERE a.range * b.range = 7 - c.range';

const patient: DatabaseOptions = {
  connections: 3,
  memoryMb: 256,
  timeoutMs: 30_000,
  querySeconds: { observe: () => undefined },
};

async function open(options: Partial<DatabaseOptions> = {}): Promise<Database> {
  const database = await Database.create({ ...patient, ...options });
  await database.lock();
  return database;
}

describe('Database', () => {
  let pool: Database;
  let impatient: Database;

  before(async () => {
    pool = await open();
    // The statement after them is answered in this time, also on a busy machine.
    impatient = await open({ connections: 1, timeoutMs: 1500 });
  });

  after(() => {
    pool.close();
    impatient.close();
  });

  it('reads files until it is locked, and none and no other settings afterwards', async () => {
    const file = import.meta.filename;
    const read = `SELECT size::INTEGER FROM read_text('${file}')`;
    const database = await Database.create(patient);
    await database.connect((connection) => connection.run(read));
    await database.lock();
    for (const sql of [read, 'SET enable_external_access = true', "SET memory_limit = '9GB'"])
      await assert.rejects(database.query({ sql, values: [] }), sql);
    database.close();
  });

  it('reads more rows than one chunk holds', async () => {
    const sql = 'SELECT range::INTEGER, 1 FROM range(10000) ORDER BY 1';
    const [numbers = [], ones = []] = await pool.query({ sql, values: [] });
    assert.deepEqual([numbers.length, ones.length], [10_000, 10_000]);
    assert.deepEqual([numbers[0], numbers[5000], numbers[9999]], [0, 5000, 9999]);
  });

  it('binds every kind of value', async () => {
    const sql =
      'SELECT ($1 = 1.5 AND $2 = $3 AND len($4) = 2 AND $4[2] = $5 AND $6::INTEGER = -7 AND $7::INTEGER[] = [7, 8])::INTEGER';
    const values = [1.5, 'ü%_\\', 'ü%_\\', ['a', "b'"], "b'", -7, [7, 8]];
    assert.deepEqual(await pool.query({ sql, values }), [[1]]);
  });

  it('tells the error of a statement, and works on', async () => {
    await assert.rejects(pool.query({ sql: 'SELECT nothing_here', values: [] }), /nothing_here/);
    await assert.rejects(pool.query({ sql: "SELECT 'x'::INTEGER", values: [] }), /[Cc]onver/);
    assert.deepEqual(await pool.query({ sql: 'SELECT 42', values: [] }), [[42]]);
  });

  it('ends queries that take too long, also more than it has connections, and works on', async () => {
    const late = Array.from({ length: 5 }, () => impatient.query({ sql: endless, values: [] }));
    const ended = await Promise.allSettled(late);
    const found = ended.map((end) => end.status === 'rejected' && end.reason.code);
    assert.deepEqual(
      found,
      late.map(() => 'query-timeout'),
    );
    assert.deepEqual(await impatient.query({ sql: 'SELECT 7', values: [] }), [[7]]);
  });

  it('answers 503 where the memory limit is reached, and works on', async () => {
    const narrow = await open({ memoryMb: 20 });
    const sql =
      "SELECT len(list(range || 'some text that is longer than a few letters'))::INTEGER FROM range(5000000)";
    await assert.rejects(narrow.query({ sql, values: [] }), { status: 503, code: 'query-memory' });
    assert.deepEqual(await narrow.query({ sql: 'SELECT 7', values: [] }), [[7]]);
    narrow.close();
  });

  it('is closed after the running queries, each of which is answered', async () => {
    const closing = await open({ connections: 2 });
    const sql = 'SELECT count(*)::INTEGER FROM range(30000000) WHERE range % 7 = $1';
    const answers = [0, 1, 2, 3].map((rest) => closing.query({ sql, values: [rest] }));
    closing.close();
    await assert.rejects(closing.query({ sql: 'SELECT 1', values: [] }), /closed/);
    for (const [[count] = []] of await Promise.all(answers)) assert.ok((count ?? 0) > 4_000_000);
  });
});
