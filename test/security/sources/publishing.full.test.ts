/** The lock of a build folder, the one rename that publishes, and ids that rise in the order of publication. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cp, mkdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { pipeline, type Run } from './run.ts';
import { makeTree, places, smallTree } from './trees.ts';

const epoch = '1767225600';

interface Manifest {
  readonly id: string;
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
}

/** What `current` points to, read through it; throws if it dangles or if a file is missing. */
async function readCurrent(build: string): Promise<Manifest> {
  const manifest: Manifest = JSON.parse(await readFile(path.join(build, 'current/manifest.json'), 'utf8'));
  for (const { path: name, bytes } of manifest.files)
    assert.equal((await readFile(path.join(build, 'current', name))).length, bytes, name);
  assert.equal(path.basename(await readlink(path.join(build, 'current'))), manifest.id);
  return manifest;
}

/** Kills the process before or after the given call of rename, as a power cut would. */
const killer = `
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
const rename = fs.rename;
let count = 0;
fs.rename = async (...words) => {
  const dies = ++count === Number(process.env.DIES_AT);
  if (dies && process.env.DIES === 'before') process.kill(process.pid, 'SIGKILL');
  await rename(...words);
  if (dies) process.kill(process.pid, 'SIGKILL');
};
syncBuiltinESMExports();
`;

describe('a lock', { concurrency: 2 }, () => {
  async function buildUnderLock(holder: object | string, cleanUp: Parameters<typeof makeTree>[0]): Promise<Run> {
    const sources = await makeTree(cleanUp);
    const build = path.join(sources, '../build');
    await mkdir(build);
    await writeFile(path.join(build, '.lock'), typeof holder === 'string' ? holder : JSON.stringify(holder));
    return pipeline(['build', '--sources', sources, '--build', build], { timeoutMs: 30_000 });
  }
  const token = '2f9a1f6e-6c9f-4f0c-9d3c-6a3c6f2f8a11';
  const startedAt = '2020-01-01T00:00:00.000Z';

  it('that names a live process which is another one by now does not block', async (t) => {
    const other = spawn('sleep', ['30']);
    t.after(() => other.kill());
    const holder = { pid: other.pid, host: hostname(), startedAt, token, processStart: 'some-boot:1' };
    const { code, stderr } = await buildUnderLock(holder, t);
    assert.equal(code, 0, stderr);
  });
});

describe('a kill at any rename of a forced rebuild', { concurrency: 2 }, () => {
  const cleanUp = afterAll();
  let sources: string;
  let published: string;
  before(async () => {
    sources = await makeTree(cleanUp);
    published = path.join(sources, '../published');
    const words = ['build', '--sources', sources, '--build', published];
    const { code, stderr } = await pipeline(words, { env: { SOURCE_DATE_EPOCH: epoch } });
    assert.equal(code, 0, stderr);
  });

  /** After a rename but the last is before the next one. */
  const moments = [
    ['before', 1],
    ['before', 2],
    ['before', 3],
    ['after', 3],
  ] as const;
  for (const [dies, number] of moments) {
    it(`${dies} rename ${number} leaves a whole snapshot current`, async (t) => {
      const folder = await makeTemporaryFolder(t);
      const build = path.join(folder, 'build');
      await cp(published, build, { recursive: true, verbatimSymlinks: true });
      const { id } = await readCurrent(build);
      // The snapshot is damaged, which is why somebody forces a rebuild of the same moment.
      await writeFile(path.join(build, 'snapshots', id, 'report.json'), '{}');
      const preload = path.join(folder, 'killer.mjs');
      await writeFile(preload, killer);
      const env = {
        SOURCE_DATE_EPOCH: epoch,
        NODE_OPTIONS: `--import=${preload}`,
        DIES: dies,
        DIES_AT: String(number),
      };
      await pipeline(['build', '--sources', sources, '--build', build, '--force'], { env });
      await readFile(path.join(build, 'current/manifest.json'), 'utf8');
      const { code, stderr } = await pipeline(['build', '--sources', sources, '--build', build, '--force'], {
        env: { SOURCE_DATE_EPOCH: epoch },
      });
      assert.equal(code, 0, stderr);
      await readCurrent(build);
    });
  }
});

describe('ids of snapshots', () => {
  it('rise in the order of publication, whatever the clock says', async (t) => {
    const sources = await makeTree(t);
    const build = path.join(sources, '../build');
    const ids: string[] = [];
    // The clock goes back; then a build has the moment of another.
    for (const [index, second] of [1_767_225_600, 0, 1_767_225_600].entries()) {
      const offers = `${smallTree[places.apiOffers]}`.replace('Nodes for everyone', `Nodes ${index}`);
      await writeFile(path.join(sources, places.apiOffers), offers);
      const { code, stderr } = await pipeline(['build', '--sources', sources, '--build', build], {
        env: { SOURCE_DATE_EPOCH: String(second) },
      });
      assert.equal(code, 0, stderr);
      ids.push((await readCurrent(build)).id);
    }
    assert.deepEqual(ids, ids.toSorted());
    assert.equal(new Set(ids).size, ids.length);
    const { code, stdout } = await pipeline(['rollback', '--build', build]);
    assert.equal(code, 0);
    assert.match(stdout, new RegExp(ids.at(-2) ?? '-'));
  });
});
