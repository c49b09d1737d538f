import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { generate } from '../../bench/scale/generate.ts';
import { checkSources } from '../../pipeline/check-sources.ts';
import { projectFolder, smallSources } from '../support/paths.ts';
import { afterAll, makeTemporaryFolder } from '../support/temporary-folder.ts';

const own = path.join(projectFolder, 'sources');

describe('generate', () => {
  const cleanUp = afterAll();

  it('gives the same bytes for the same seed, and others for another', async () => {
    const [first, again, other] = [
      await make(smallSources, 9, 1),
      await make(smallSources, 9, 1),
      await make(own, 2, 2),
    ];
    assert.deepEqual(await readTree(first.target), await readTree(again.target));
    assert.notDeepEqual(await readTree((await make(own, 2, 1)).target), await readTree(other.target));
  });

  it('gives the source itself for a factor of 1', async () => {
    const [once, source] = [await resolve((await make(own, 1)).target), await resolve(own)];
    const texts = (from: typeof once) => from.resolved.contents.map(({ values }) => JSON.stringify(values));
    assert.deepEqual(texts(once), texts(source));
  });

  for (const [source, factor] of [
    [smallSources, 30],
    [own, 4],
  ] as const) {
    it(`gives ${factor} times the rows of ${path.relative(projectFolder, source)}, more of everything, without an error`, async () => {
      const made = await make(source, factor);
      const [before, after] = [await resolve(source), await resolve(made.target)];
      assert.deepEqual(
        after.problems.filter(({ severity }) => severity === 'error'),
        [],
      );
      assert.equal(countRows(after), made.rows);
      assert.equal(after.resolved.networks.length, made.networks);
      const growth = made.rows / countRows(before);
      assert.ok(growth > factor * 0.9 && growth <= factor, `${growth}`);
      assert.ok(after.resolved.networks.length > before.resolved.networks.length * Math.sqrt(factor) * 0.7);
      assert.ok(after.resolved.contents.length > before.resolved.contents.length * Math.sqrt(factor));
    });
  }

  async function make(source: string, factor: number, seed = 7) {
    const target = await makeTemporaryFolder(cleanUp);
    return { target, ...(await generate({ source, defaults: own, target, factor, networks: 0.5, seed })) };
  }
});

async function resolve(sources: string) {
  return checkSources({ sources, project: projectFolder, progress: () => undefined });
}

function countRows({ resolved }: Awaited<ReturnType<typeof resolve>>): number {
  return resolved.networks.reduce((sum, { rows }) => sum + rows.length, 0);
}

async function readTree(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return Object.fromEntries(files.map((file, at) => [path.relative(folder, file), texts[at] ?? '']));
}
