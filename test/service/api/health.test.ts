import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { directory } from '../../support/directory.ts';
import { readFailure } from '../../support/service-answers.ts';
import { builtAt, startService, type TestService, useService } from '../../support/service-server.ts';

describe('GET /healthz and /readyz', () => {
  const { get, built } = useService(directory);

  it('say that the process lives', async () => {
    const answer = await get('/healthz');
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.json(), { result: { status: 'alive' } });
  });

  it('say which snapshot is served, how old it is and how many rows a query finds in it', async () => {
    const answer = await get('/readyz');
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.json(), {
      result: {
        status: 'ready',
        snapshot: built().manifest?.id,
        generatedAt: builtAt.toISOString(),
        ageSeconds: 90,
        rows: built().checked.resolved.networks.reduce((sum, { rows }) => sum + rows.length, 0),
      },
    });
  });

  it('are never kept', async () => {
    for (const path of ['/healthz', '/readyz']) {
      assert.equal((await get(path)).headers['cache-control'], 'no-store');
    }
  });
});

describe('a service without a snapshot', () => {
  let service: TestService;
  before(async () => {
    service = await startService({ snapshot: null });
  });
  after(() => service.close());

  it('lives, but is not ready', async () => {
    assert.equal((await service.get('/healthz')).status, 200);
    const answer = await service.get('/readyz');
    assert.equal(readFailure(answer, 503).code, 'no-snapshot');
    assert.match(answer.headers['retry-after'] ?? '', /^\d+$/);
  });

  it('has the style sheet of those pages, and knows what it never has', async () => {
    assert.equal((await service.get('/assets/style.css')).status, 200);
    assert.equal((await service.get('/nowhere')).status, 404);
    assert.equal((await service.get('/healthz', { method: 'POST' })).status, 405);
  });
});
