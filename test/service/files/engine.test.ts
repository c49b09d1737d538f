/** DuckDB for browsers, a package that an installation may lack. */
import assert from 'node:assert/strict';
import Module from 'node:module';
import { describe, it, type TestContext } from 'node:test';
import { readFailure } from '../../support/service-answers.ts';
import { buildTree, openCurrent, startService, useService } from '../../support/service-server.ts';
import { smallTree } from '../../support/source-tree.ts';

type Resolve = (name: string, ...rest: unknown[]) => string;
const loader = Module as unknown as { _resolveFilename: Resolve };

/** Node finds no file whose name ends so, as without the package. */
function hide(t: TestContext, end: string): { restore(): void } {
  const { _resolveFilename: resolve } = loader;
  const mocked = t.mock.method(loader, '_resolveFilename', ((name, ...rest) => {
    if (!name.endsWith(end)) return resolve.call(Module, name, ...rest);
    throw Object.assign(new Error(`Cannot find module '${name}'\nRequire stack:`), {
      code: 'MODULE_NOT_FOUND',
    });
  }) satisfies Resolve);
  return { restore: () => mocked.mock.restore() };
}

const advice =
  /cannot be read on this server: Cannot find module '@duckdb\/[^\n]*'; install the package @duckdb\/duckdb-wasm/;

describe('DuckDB for browsers', () => {
  const whole = useService(smallTree);

  it('is no condition of the start: the log and /data/sql say that it is missing', async (t) => {
    hide(t, '.worker.js');
    const { build } = await buildTree(t, smallTree);
    const service = await startService({ snapshot: await openCurrent(build) });
    t.after(() => service.close());
    assert.match(String(service.logLines[0]?.msg), advice);
    for (const address of ['/data/sql', '/assets/duckdb.js']) {
      const { status, text } = await service.get(address);
      assert.equal(status, 503, address);
      assert.match(text.replaceAll('&#39;', "'").replaceAll('&#x2F;', '/'), advice);
    }
    for (const address of ['/', '/data', '/assets/style.css', '/api/networks'])
      assert.equal((await service.get(address)).status, 200, address);
  });

  it('is read again after a failure', async (t) => {
    const hidden = hide(t, '.wasm');
    const { code } = readFailure(await whole.get('/assets/duckdb.wasm'), 503);
    assert.equal(code, 'no-engine');
    hidden.restore();
    assert.equal((await whole.get('/assets/duckdb.wasm')).status, 200);
  });
});
