import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { HttpError } from '../../../service/errors.ts';
import { ConnectionPool, type PoolOptions } from '../../../service/snapshot/pool.ts';

/** Longer than anybody waits. */
const endless = 'SELECT count(*)::INTEGER FROM range(100000000) a, range(100000000) b WHERE a.range * b.range = 7';

const patient: PoolOptions = { connections: 3, timeoutMs: 30_000, maxWaiting: 1000, onQuery: () => undefined };

describe('ConnectionPool', () => {
  let instance: DuckDBInstance;
  let pool: ConnectionPool;
  let impatient: ConnectionPool;

  before(async () => {
    instance = await DuckDBInstance.create(':memory:', { threads: '1' });
    pool = await ConnectionPool.open(instance, patient);
    impatient = await ConnectionPool.open(instance, { ...patient, connections: 1, timeoutMs: 400 });
  });

  after(() => {
    pool.close(() => impatient.close(() => instance.closeSync()));
  });

  it('gives each of many queries at once its own answer', async () => {
    const sql = 'SELECT ($1 + range)::INTEGER FROM range(3)';
    const queries = Array.from({ length: 100 }, (_, index) => pool.query({ sql, values: [index * 10] }));
    const answers = await Promise.all(queries);
    assert.deepEqual(
      answers,
      answers.map((_, index) => [index * 10, index * 10 + 1, index * 10 + 2]),
    );
  });

  it('gives each of many different queries at once its own answer', async () => {
    const queries = Array.from({ length: 300 }, (_, index) =>
      pool.query({ sql: `SELECT (${index} * $1)::INTEGER`, values: [2] }),
    );
    assert.deepEqual(
      (await Promise.all(queries)).flat(),
      Array.from({ length: 300 }, (_, index) => index * 2),
    );
  });

  it('reads more rows than one chunk holds', async () => {
    const numbers = await pool.query({ sql: 'SELECT range::INTEGER FROM range(10000) ORDER BY 1', values: [] });
    assert.equal(numbers.length, 10_000);
    assert.deepEqual([numbers[0], numbers[5000], numbers[9999]], [0, 5000, 9999]);
  });

  it('binds every kind of value', async () => {
    const sql = 'SELECT ($1 = 1.5 AND $2 AND $3 = $4 AND len($5) = 2 AND $5[2] = $6)::INTEGER';
    const values = [1.5, true, 'ü%_\\', 'ü%_\\', ['a', "b'"], "b'"];
    assert.deepEqual(await pool.query({ sql, values }), [1]);
  });

  it('tells the error of a statement, and works on', async () => {
    await assert.rejects(pool.query({ sql: 'SELECT nothing_here', values: [] }), /nothing_here/);
    await assert.rejects(pool.query({ sql: "SELECT 'x'::INTEGER", values: [] }), /[Cc]onver/);
    assert.deepEqual(await pool.query({ sql: 'SELECT 42', values: [] }), [42]);
  });

  it('refuses the queries beyond those that may wait', async (t) => {
    const narrow = await ConnectionPool.open(instance, { ...patient, connections: 1, maxWaiting: 2 });
    t.after(() => narrow.close(() => undefined));
    const queries = Array.from({ length: 5 }, () => narrow.query({ sql: 'SELECT 42', values: [] }));
    const outcomes = await Promise.allSettled(queries);
    const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'answered'));
    assert.deepEqual(codes, ['answered', 'answered', 'answered', 'overloaded', 'overloaded']);
  });

  it('interrupts a query that takes too long with a 503 to try again, and works on', async () => {
    await assert.rejects(impatient.query({ sql: endless, values: [] }), (error) => {
      assert.ok(error instanceof HttpError);
      assert.equal(error.status, 503);
      assert.equal(error.code, 'query-timeout');
      assert.match(error.headers['Retry-After'] ?? '', /^\d+$/);
      return true;
    });
    assert.deepEqual(await impatient.query({ sql: 'SELECT 42', values: [] }), [42]);
  });

  it('ends every query that waits or works too long, and works on', async () => {
    const late = Array.from({ length: 5 }, () => impatient.query({ sql: endless, values: [] }));
    const ended = await Promise.allSettled(late);
    assert.deepEqual(
      ended.map((end) => end.status === 'rejected' && end.reason.code),
      late.map(() => 'query-timeout'),
    );
    assert.deepEqual(await impatient.query({ sql: 'SELECT 7', values: [] }), [7]);
  });

  it('ends what is at work and what waits when it is told to, and works on', async () => {
    const busy = await ConnectionPool.open(instance, { ...patient, connections: 1 });
    const late = Array.from({ length: 3 }, () => busy.query({ sql: endless, values: [] }));
    const ended = Promise.allSettled(late);
    await new Promise((resolve) => setTimeout(resolve, 100));
    busy.interrupt();
    assert.deepEqual(
      (await ended).map((end) => end.status === 'rejected' && end.reason.code),
      late.map(() => 'query-timeout'),
    );
    assert.deepEqual(await busy.query({ sql: 'SELECT 7', values: [] }), [7]);
    busy.close(() => undefined);
  });

  it('answers 503 where the memory limit is reached, and works on', async () => {
    const small = await DuckDBInstance.create(':memory:', { threads: '1', memory_limit: '20MB', temp_directory: '' });
    const narrow = await ConnectionPool.open(small, patient);
    const sql = "SELECT len(list(range || 'some text that is longer than a few letters'))::INTEGER FROM range(5000000)";
    await assert.rejects(narrow.query({ sql, values: [] }), { status: 503, code: 'query-memory' });
    assert.deepEqual(await narrow.query({ sql: 'SELECT 7', values: [] }), [7]);
    narrow.close(() => small.closeSync());
  });

  it('is closed after the queries that are at work or wait, each of which is answered', async () => {
    const closing = await ConnectionPool.open(instance, { ...patient, connections: 2 });
    const sql = 'SELECT count(*)::INTEGER FROM range(30000000) WHERE range % 7 = $1';
    const answers = [0, 1, 2, 3].map((rest) => closing.query({ sql, values: [rest] }));
    let closed = false;
    const done = new Promise<void>((resolve) => closing.close(resolve)).then(() => (closed = true));
    assert.equal(closed, false);
    await assert.rejects(closing.query({ sql: 'SELECT 1', values: [] }), /closed/);
    for (const [count] of await Promise.all(answers)) assert.ok((count ?? 0) > 4_000_000);
    await done;
  });

  it('is closed at once where no query is at work', async () => {
    const closing = await ConnectionPool.open(instance, patient);
    let closed = false;
    closing.close(() => {
      closed = true;
    });
    assert.ok(closed);
  });
});
