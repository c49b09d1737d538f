/**
 * Queries that take too long, or are too many: 503 and when to try again; afterwards the service
 * works on.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Database, type DatabaseOptions } from '../../../service/snapshot/database/database.ts';
import type { Snapshot } from '../../../service/snapshot/snapshot.ts';
import { directory } from '../../support/directory.ts';
import { readFailure, readRows } from '../../support/service-answers.ts';
import { asBrowser } from '../../support/service-get.ts';
import { categoriesOf, rowsOf, toolboxOf } from '../../support/service-paths.ts';
import {
  buildTree,
  openCurrent,
  openOptions,
  replaceMethods,
  startService,
  type TestService,
} from '../../support/service-server.ts';
import { afterAll } from '../../support/temporary-folder.ts';

const cleanUp = afterAll();

/**
 * A database whose table of rows is a view that never ends: APIs on each network of the snapshot.
 */
async function openEndless({ catalog }: Snapshot, options: DatabaseOptions): Promise<Database> {
  const database = await Database.create(options);
  const endless =
    'FROM range(1000000) a, range(1000000) b, range(1000000) c WHERE a.range * b.range = 7 - c.range';
  const networks = '1'.repeat(catalog.networks.size);
  const columns = `${catalog.categoryKeys.indexOf('apis')} AS _category, '${networks}'::BIT AS _networks, 'endless' AS _text, 'x' AS provider, 'x' AS _provider, 'x' AS "_providerOrder"`;
  await database.connect((connection) =>
    connection.run(`CREATE VIEW rows AS SELECT b.range::INTEGER AS _id, ${columns} ${endless}`),
  );
  await database.lock();
  return database;
}

const listed = { category: 'apis', sorting: [{ id: 'provider', desc: true }] };

async function openTiny(): Promise<Snapshot> {
  return openCurrent((await buildTree(cleanUp, directory)).build);
}

describe('a service whose queries take too long', () => {
  let service: TestService;
  let fast: Snapshot;
  before(async () => {
    fast = await openTiny();
    const limits = { ...openOptions, connections: 1, timeoutMs: 50 };
    const endless = await openEndless(fast, limits);
    const query = endless.query.bind(endless);
    const close = () => endless.close();
    const environment = { QUERY_CONNECTIONS: '1', QUERY_QUEUE: '2' };
    service = await startService({ snapshot: replaceMethods(fast, { query, close }), environment });
    cleanUp.after(service.close);
  });

  it('answers JSON routes with 503 and when to try again', async () => {
    for (const route of [rowsOf('aria', listed), '/readyz']) {
      const answer = await service.get(route);
      assert.equal(readFailure(answer, 503).code, 'query-timeout');
      assert.match(answer.headers['retry-after'] ?? '', /^\d+$/);
      assert.equal(answer.headers['cache-control'], 'no-store');
    }
  });

  it('turns those away whose query would wait too long', async () => {
    const asked = Array.from({ length: 8 }, (_, page) =>
      service.get(rowsOf('aria', { ...listed, page: page + 1 })),
    );
    const codes = (await Promise.all(asked)).map((answer) => readFailure(answer, 503).code);
    assert.equal(
      codes.filter((code) => code === 'query-timeout').length,
      3,
      'one at work, two that wait',
    );
    assert.equal(codes.filter((code) => code === 'overloaded').length, 5);
    await service.get('/healthz');
    const lines = service.logLines.filter(({ status }) => status === 503).slice(-8);
    assert.deepEqual(lines.map(({ code }) => code).toSorted(), codes.toSorted());
    for (const { level, client } of lines)
      assert.ok(level === 40 && /^connection \d+$/.test(String(client)));
    assert.ok(
      Math.max(...lines.map(({ waitedMs }) => Number(waitedMs))) > 20,
      JSON.stringify(lines),
    );
  });

  it('answers pages with 503 as a page', async () => {
    const answer = await service.get(
      toolboxOf('aria', 'apis', { sorting: listed.sorting }),
      asBrowser,
    );
    assert.equal(answer.status, 503);
    assert.match(answer.headers['content-type'] ?? '', /^text\/html/);
    assert.match(answer.headers['retry-after'] ?? '', /^\d+$/);
  });

  it('goes on with what needs no query meanwhile', async () => {
    const slow = service.get(rowsOf('aria', { ...listed, pageSize: 7 }));
    assert.equal((await service.get(categoriesOf('aria'))).status, 200);
    assert.equal((await service.get('/healthz')).status, 200);
    assert.equal((await slow).status, 503);
  });

  it('answers again as soon as queries do, with nothing kept of the refusals', async () => {
    const route = rowsOf('aria', listed);
    assert.equal((await service.get(route)).status, 503);
    service.holder.replace(fast);
    const { rows } = readRows(await service.get(route));
    assert.equal(rows[0]?.provider, 'Éclair Nodes');
  });
});

describe('a search that takes too long', () => {
  const timeoutMs = 400;
  let service: TestService;
  before(async () => {
    const fast = await openTiny();
    const endless = await openEndless(fast, { ...openOptions, connections: 2, timeoutMs });
    const answer = fast.query.bind(fast);
    const query: Snapshot['query'] = (statement) => {
      return statement.values.includes('endless') ? endless.query(statement) : answer(statement);
    };
    const close = () => {
      endless.close();
      fast.close();
    };
    const environment = { QUERY_CONNECTIONS: '4', CLIENT_HEADER: 'x-client' };
    service = await startService({ snapshot: replaceMethods(fast, { query, close }), environment });
    cleanUp.after(service.close);
  });

  it('is interrupted at its limit, while other clients are answered', async () => {
    const slow = service.get(rowsOf('aria', { category: 'apis', search: 'endless' }), {
      headers: { 'x-client': '192.0.2.1' },
    });
    const others = Array.from({ length: 40 }, (_, at) =>
      service.get(rowsOf('aria', { category: 'apis', search: 'node', pageSize: at + 1 }), {
        headers: { 'x-client': `192.0.2.${at + 2}` },
      }),
    );
    for (const answer of await Promise.all(others)) assert.equal(answer.status, 200, answer.text);
    assert.equal(readFailure(await slow, 503).code, 'query-timeout');
  });
});
