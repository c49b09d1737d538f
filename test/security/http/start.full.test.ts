/** Configuration that cannot be served stops the start with a message that names the variable. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { buildSources, temporaryFolder } from '../support/build.ts';
import { ask } from '../support/raw.ts';
import { type Environment, freePort, isAnswered, launchService, startService, waitFor } from '../support/service.ts';

let build: string;

before(() => {
  build = buildSources();
});

const refused: readonly (readonly [environment: Environment, message: RegExp])[] = [
  [{ ONLY_NETWORK: 'nowhere' }, /ONLY_NETWORK="nowhere".*aria/],
  [{ ONLY_NETWORK: 'ariaa' }, /ONLY_NETWORK="ariaa".*"aria"/],
  [{ SITE_URL: 'https://user:secret@example.org' }, /SITE_URL/],
];

describe('a start that cannot be served', () => {
  for (const [environment, message] of refused) {
    it(JSON.stringify(environment), async () => {
      const service = await launchService(build, environment);
      const limit = setTimeout(() => void service.stop('SIGKILL'), 60_000);
      const status = await service.ended;
      clearTimeout(limit);
      assert.equal(status, 2, service.log.join('\n'));
      assert.match(service.log.join('\n'), message);
      assert.doesNotMatch(service.log.join('\n'), /secret|\n\s+at /);
    });
  }

  it('says that ADMIN_PORT is the same as PORT', async () => {
    const port = String(await freePort());
    const service = await launchService(build, { PORT: port, ADMIN_PORT: port });
    assert.equal(await service.ended, 2);
    assert.match(service.log.join('\n'), /ADMIN_PORT/);
  });

  it('is not that of a network that a later snapshot may have', async () => {
    const empty = temporaryFolder();
    mkdirSync(path.join(empty, 'snapshots'));
    const service = await launchService(empty, { ONLY_NETWORK: 'aria' });
    await waitFor('an answer', 10_000, () => isAnswered(service.port, '/healthz'));
    assert.equal((await ask(service.port, '/readyz')).status, 503);
    buildSources(undefined, empty);
    await waitFor('the snapshot', 10_000, () => isAnswered(service.port, '/readyz'));
    assert.equal(await service.stop(), 0);
  });
});

describe('ADMIN_PORT', () => {
  it("takes the operators' routes away from the public address", async () => {
    const admin = await freePort();
    const service = await startService(build, { ADMIN_PORT: String(admin), ADMIN_HOST: '127.0.0.1' });
    for (const target of ['/metrics', '/healthz', '/readyz']) {
      assert.equal((await ask(service.port, target)).status, 404, target);
      assert.equal((await ask(service.port, `//${target.slice(1)}`)).status, 404, target);
      assert.equal((await ask(admin, target)).status, 200, target);
    }
    for (const target of ['/', '/api/networks', '/networks/aria/', '/data/manifest.json']) {
      assert.equal((await ask(service.port, target)).status, 200, target);
      assert.equal((await ask(admin, target)).status, 404, target);
    }
    assert.equal(await service.stop(), 0);
  });

  it('is not needed: without it the routes are where they were', async () => {
    const service = await startService(build);
    for (const target of ['/metrics', '/healthz', '/readyz'])
      assert.equal((await ask(service.port, target)).status, 200);
    assert.equal(await service.stop(), 0);
  });
});
