/** Revisions: which one a snapshot names, and which ones a diff compares with. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { CleanUp } from '../../support/temporary-folder.ts';
import { commitAgain, commitAll, git, writeTrap } from './git-repositories.ts';
import { pipeline } from './run.ts';
import { makeTree, places, smallTree } from './trees.ts';

async function revisionOf(sources: string, env: Record<string, string> = {}): Promise<string | null> {
  const build = path.join(path.dirname(sources), 'build');
  const { code, stderr } = await pipeline(['build', '--sources', sources, '--build', build, '--force'], { env });
  assert.equal(code, 0, stderr);
  const manifest = JSON.parse(await readFile(path.join(build, 'current/manifest.json'), 'utf8'));
  return manifest.source.revision;
}

describe('revisions', { concurrency: 2 }, () => {
  it('that are ordinary compare as before: a branch, a tag, an ancestor, a short hash', async (t) => {
    const sources = await makeTree(t);
    const first = commitAll(sources);
    git(sources, ['tag', 'v1']);
    const apis = path.join(sources, places.ariaApis);
    await writeFile(
      apis,
      `${smallTree[places.ariaApis]}`.replace('!offer:acme-free,mainnet', '!offer:acme-free,testnet'),
    );
    commitAgain(sources);
    for (const [base, entries] of [
      ['main', 0],
      ['v1', 1],
      [first.slice(0, 8), 1],
    ] as const) {
      const words = ['diff', '--sources', sources, '--build', path.join(sources, '../build'), '--base', base];
      const { stdout, stderr } = await pipeline([...words, '--format', 'json']);
      assert.equal(JSON.parse(stdout || '{}').entries?.length > 0, entries > 0, `${base}: ${stderr}`);
    }
  });
});

describe('the revision of a snapshot', { concurrency: 2 }, () => {
  it('is the commit of a clean checkout, and null with a change or a new table', async (t) => {
    const sources = await makeTree(t);
    const commit = commitAll(sources);
    assert.equal(await revisionOf(sources), commit);
    const apis = path.join(sources, places.ariaApis);
    await writeFile(apis, `${smallTree[places.ariaApis]}\n`);
    assert.equal(await revisionOf(sources), null);
    await writeFile(apis, smallTree[places.ariaApis] ?? '');
    await writeFile(path.join(sources, 'listings/all-networks/explorers.csv'), 'slug,provider,offer,chain,tag\n');
    assert.equal(await revisionOf(sources), null);
  });

  it('does not depend on variables of git', async (t) => {
    const sources = await makeTree(t);
    const commit = commitAll(sources);
    const { script, marker } = await writeTrap(path.dirname(sources), 'command');
    const other = await makeOther(t);
    assert.equal(await revisionOf(sources, { GIT_DIR: path.join(other, '.git'), GIT_WORK_TREE: other }), commit);
    const injected = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.fsmonitor', GIT_CONFIG_VALUE_0: script };
    assert.equal(await revisionOf(sources, injected), commit);
    assert.equal(existsSync(marker), false);
  });
});

async function makeOther(cleanUp: CleanUp): Promise<string> {
  const other = await makeTree(cleanUp);
  commitAll(other);
  return other;
}
