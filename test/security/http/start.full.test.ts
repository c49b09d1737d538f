/** What the start of a process makes of ONLY_NETWORK, which needs a snapshot, and of ADMIN_PORT. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { findFreePort } from '../../support/service-process.ts';
import { buildSources, temporaryFolder } from '../support/build.ts';
import { ask } from '../support/raw.ts';
import { isAnswered, launchService, startService, waitFor } from '../support/service.ts';

let build: string;
before(() => {
  build = buildSources();
});

describe('ONLY_NETWORK', () => {
  it('of a network that the snapshot has not ends the start with 2, and suggests one', async () => {
    for (const [network, message] of [
      ['nowhere', /ONLY_NETWORK="nowhere".*aria/],
      ['ariaa', /ONLY_NETWORK="ariaa".*"aria"/],
    ] as const) {
      const { ended, log } = await launchService(build, { ONLY_NETWORK: network });
      assert.equal(await ended, 2, log.join('\n'));
      assert.match(log.join('\n'), message);
      assert.doesNotMatch(log.join('\n'), /\n\s+at /);
    }
  });

  it('may be a network that a later snapshot has', async () => {
    const empty = temporaryFolder();
    mkdirSync(path.join(empty, 'snapshots'));
    const service = await launchService(empty, { ONLY_NETWORK: 'aria' });
    await waitFor('an answer', 60_000, () => isAnswered(service.port, '/healthz'));
    assert.equal((await ask(service.port, '/readyz')).status, 503);
    buildSources(undefined, empty);
    await waitFor('the snapshot', 60_000, () => isAnswered(service.port, '/readyz'));
    assert.equal(await service.stop(), 0);
  });
});

describe('ADMIN_PORT', () => {
  it("takes the operators' routes away from the public address", async () => {
    const admin = await findFreePort();
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
});
