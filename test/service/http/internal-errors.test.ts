/**
 * What a request is told when the service itself is broken: a 500 without detail; the log has all
 * of it.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { directory } from '../../support/directory.ts';
import { readFailure } from '../../support/service-answers.ts';
import { asBrowser } from '../../support/service-get.ts';
import { rowsOf, toolboxOf } from '../../support/service-paths.ts';
import {
  buildTree,
  openCurrent,
  replaceMethods,
  startService,
  type TestService,
} from '../../support/service-server.ts';
import { afterAll } from '../../support/temporary-folder.ts';

const cleanUp = afterAll();

describe('a service whose snapshot was closed under it', () => {
  let service: TestService;
  before(async () => {
    const { build } = await buildTree(cleanUp, directory);
    const snapshot = await openCurrent(build);
    service = await startService({
      snapshot: replaceMethods(snapshot, { close: () => undefined }),
    });
    cleanUp.after(service.close);
    snapshot.close();
  });

  it('answers JSON routes with 500 and no detail', async () => {
    for (const route of [
      rowsOf('aria', { category: 'apis', sorting: [{ id: 'planName', desc: false }] }),
      '/readyz',
    ]) {
      const answer = await service.get(route);
      assert.deepEqual(readFailure(answer, 500), {
        code: 'internal',
        message: 'something went wrong on our side',
      });
      assert.equal(answer.headers['cache-control'], 'no-store');
    }
  });

  it('answers pages with 500 as a page and no detail', async () => {
    const answer = await service.get(`${toolboxOf('aria', 'apis')}?sort=planName`, asBrowser);
    assert.equal(answer.status, 500);
    assert.match(answer.headers['content-type'] ?? '', /^text\/html/);
    assert.match(answer.text, /something went wrong on our side/);
    assert.doesNotMatch(answer.text, /duckdb|connection|stack|\.ts\b/i);
  });

  it('logs the fault with its stack and the id that the answer had', async () => {
    const answer = await service.get(
      rowsOf('aria', { category: 'apis', sorting: [{ id: 'planName', desc: true }] }),
    );
    const lines = service.logLines.filter(
      (line) => line.requestId === answer.headers['x-request-id'],
    );
    const fault = lines.find(({ level }) => level === 50);
    assert.ok(fault, 'an error line');
    assert.match(JSON.stringify(fault.err), /stack/);
  });

  it('goes on with what needs no query', async () => {
    assert.equal((await service.get('/healthz')).status, 200);
    assert.equal((await service.get('/api/networks')).status, 200);
  });
});
