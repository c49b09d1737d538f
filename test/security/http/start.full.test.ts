/** What the start of a process makes of ONLY_NETWORK, which needs a snapshot, and of ADMIN_PORT. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { smallSources } from '../../support/paths.ts';
import {
  findFreePort,
  isAnswered,
  launchService,
  serve,
  until,
} from '../../support/service-process.ts';
import { buildFolder, buildOnce } from '../../support/service-server.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { ask } from '../support/raw.ts';

let build: string;
before(async () => {
  ({ build } = await buildOnce(smallSources));
});

describe('ONLY_NETWORK', () => {
  it('of a network that the snapshot has not ends the start with 2, and suggests one', async () => {
    for (const [network, message] of [
      ['nowhere', /ONLY_NETWORK="nowhere".*aria/],
      ['ariaa', /ONLY_NETWORK="ariaa".*"aria"/],
    ] as const) {
      const { ended, log } = await launchService({
        BUILD_DIR: build,
        LOG_LEVEL: 'warn',
        ONLY_NETWORK: network,
      });
      assert.equal((await ended).code, 2, log());
      assert.match(log(), message);
      assert.doesNotMatch(log(), /\n\s+at /);
    }
  });

  it('may be a network that a later snapshot has', async (t) => {
    const empty = await makeTemporaryFolder(t);
    mkdirSync(path.join(empty, 'snapshots'));
    const service = await serve({ BUILD_DIR: empty, LOG_LEVEL: 'warn', ONLY_NETWORK: 'aria' });
    assert.equal((await ask(service.port, '/readyz')).status, 503);
    await buildFolder(smallSources, empty);
    await until('the snapshot', () => isAnswered(service.port, '/readyz'));
    assert.equal((await service.stop()).code, 0);
  });
});

describe('ADMIN_PORT', () => {
  it("takes the operators' routes away from the public address", async () => {
    const admin = await findFreePort();
    const service = await serve({
      BUILD_DIR: build,
      ADMIN_PORT: String(admin),
      ADMIN_HOST: '127.0.0.1',
    });
    for (const target of ['/metrics', '/healthz', '/readyz']) {
      assert.equal((await ask(service.port, target)).status, 404, target);
      assert.equal((await ask(service.port, `//${target.slice(1)}`)).status, 404, target);
      assert.equal((await ask(admin, target)).status, 200, target);
    }
    for (const target of ['/', '/api/networks', '/networks/aria/', '/data/manifest.json']) {
      assert.equal((await ask(service.port, target)).status, 200, target);
      assert.equal((await ask(admin, target)).status, 404, target);
    }
    assert.equal((await service.stop()).code, 0);
  });
});
