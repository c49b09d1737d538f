/** A broken snapshot is refused, whatever is broken; the one before goes on and a whole one after it is served. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { everyNth } from '../../support/lane.ts';
import { buildSources, currentId } from '../support/build.ts';
import { forge, pointTo } from '../support/forge.ts';
import { ask } from '../support/raw.ts';
import { type RunningService, residentMb, startService, waitFor } from '../support/service.ts';
import { type Breakage, fileBreakages } from './files.ts';

let build: string;
let whole: string;
let service: RunningService;

before(async () => {
  build = buildSources();
  whole = currentId(build);
  service = await startService(build, { SNAPSHOT_POLL_MS: '20' });
});

after(() => service.stop('SIGKILL'));

async function servedId(): Promise<string> {
  const { status, body } = await ask(service.port, '/readyz');
  assert.equal(status, 200, body);
  return JSON.parse(body).result.snapshot;
}

/** Says how it was refused, or fails because the snapshot was opened. */
async function assertRefused({ act }: Breakage): Promise<void> {
  const folder = forge(build);
  const id = path.basename(folder);
  await act(folder);
  const lines = service.log.length;
  pointTo(build, id);
  await waitFor(`a line about ${id}`, 30_000, async () => {
    assert.notEqual(await servedId(), id, 'the broken snapshot was opened');
    return service.log.slice(lines).some((line) => line.includes(id));
  }).finally(() => pointTo(build, whole));
  assert.ok((await residentMb(service.pid)) < 700, 'memory is bounded');
  assert.equal(await servedId(), whole);
}

describe('a snapshot whose files are broken', () => {
  for (const breakage of everyNth(3, fileBreakages)) it(`is refused: ${breakage.name}`, () => assertRefused(breakage));
});

describe('a whole snapshot', () => {
  it('is served after broken ones', async () => {
    const id = path.basename(forge(build));
    pointTo(build, id);
    await waitFor(`snapshot ${id}`, 10_000, async () => (await servedId()) === id);
    pointTo(build, whole);
  });
});

describe('a start', () => {
  it('does not wait for a snapshot that is a FIFO', async () => {
    const broken = buildSources();
    const folder = forge(broken);
    await fileBreakages[0]?.act(folder);
    pointTo(broken, path.basename(folder));
    const second = await startService(broken);
    assert.equal((await ask(second.port, '/readyz')).status, 503);
    assert.equal(await second.stop(), 0);
  });
});
