/** Changes of what probes found: offers whose endpoint stopped answering, and answers again. */
import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { snapshotPaths } from '../../../model/manifest.ts';
import type { Reading } from '../../../model/probes.ts';
import { found } from '../../../pipeline/probe/reading.ts';
import { Journal } from '../../../pipeline/write/probe-files.ts';
import { commitAgain, commitAll } from '../../security/sources/git-repositories.ts';
import { publishInto } from '../../support/build-folder.ts';
import { projectFolder } from '../../support/paths.ts';
import { runPipeline } from '../../support/run-pipeline.ts';
import { readParquet } from '../../support/second-reader.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const address = 'https://1rpc.io/base';
const target = {
  kind: 'endpoint',
  address,
  expected: 'eip155:8453',
  category: null,
  slug: null,
  column: null,
} as const;
const offers = ['1rpc-starter-recent-state'];

describe('an endpoint that stops answering', () => {
  const cleanUp = afterAll();
  let sources = '';
  let build = '';
  before(async () => {
    const folder = await makeTemporaryFolder(cleanUp);
    [sources, build] = [path.join(folder, 'sources'), path.join(folder, 'build')];
    await cp(path.join(projectFolder, 'sources'), sources, { recursive: true });
    commitAll(sources);
  });

  async function read(...days: readonly (readonly [day: string, result: Reading['result']])[]): Promise<void> {
    const journal = await Journal.open(build, new Date(0));
    journal.append(
      days.map(([day, result]) => found(target, { result, detail: null }, { now: () => new Date(`${day}T10:00:00Z`) })),
    );
    await journal.finish();
  }
  const changes = async () => (await readParquet(path.join(build, 'current', snapshotPaths.changes))).rows;
  /** Builds, and tells the changes that the snapshot added. */
  async function publish(second: number) {
    const id = await publishInto({ build, sources, second, force: true });
    return (await changes()).filter(({ snapshot }) => snapshot === id);
  }

  it('is a change of each offer that states it, once it failed three times on two days', async () => {
    await read(['2025-12-27', 'answered'], ['2025-12-28', 'unreachable'], ['2025-12-29', 'unreachable']);
    assert.deepEqual(await publish(0), []);
    await read(['2025-12-30', 'error']);
    const told = await publish(1);
    assert.deepEqual(
      told.map(({ slug }) => slug),
      offers,
    );
    const [first] = told;
    assert.deepEqual(
      [first?.kind, first?.category, first?.provider, first?.networks, first?.column, first?.before, first?.after],
      ['changed', 'apis', '1RPC', ['base'], 'answering', address, null],
    );
    assert.deepEqual(first?.cause, { kind: 'probe', files: [] });
    assert.deepEqual(first?.rows, [
      { network: 'base', chain: 'mainnet', slug: '1rpc-mainnet-starter-recent-state', was: null },
    ]);
  });

  it('is told once', async () => {
    await read(['2025-12-31', 'error']);
    assert.deepEqual(await publish(2), []);
  });

  it('is another change when it answers again', async () => {
    await read(['2026-01-01', 'answered']);
    assert.deepEqual(
      (await publish(3)).map(({ slug, before: was, after }) => [slug, was, after]),
      offers.map((slug) => [slug, null, address]),
    );
    assert.deepEqual(await publish(4), []);
  });

  it('stays, in its place, where a git history replaces the changes of snapshots', async () => {
    const file = path.join(sources, 'references/offers/apis.csv');
    await writeFile(file, (await readFile(file, 'utf8')).replace('100K protected', '90K protected'));
    commitAgain(sources);
    assert.equal((await publish(5)).length, 1);
    const { code } = await runPipeline(['history', '--sources', sources, '--build', build]);
    assert.equal(code, 0);
    await publish(6);
    const all = await changes();
    const byProbe = all.filter(({ cause }) => (cause as { kind: string }).kind === 'probe');
    assert.equal(byProbe.length, 2 * offers.length);
    assert.ok(byProbe.every(({ snapshot }) => snapshot !== null));
    const others = all.filter((change) => !byProbe.includes(change));
    assert.deepEqual(
      others.map(({ snapshot, column }) => [snapshot, column]),
      [[null, 'limitations']],
    );
    const times = all.map(({ at }) => (at as Date).getTime());
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
  });
});
