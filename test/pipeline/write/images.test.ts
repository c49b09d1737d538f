import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { buildInto, publishInto } from '../../support/build-folder.ts';
import { png, svg } from '../../support/images.ts';
import { assertWhole } from '../../support/snapshots.ts';
import { readSmallTree, type Tree, writeTree } from '../../support/source-tree.ts';
import { type CleanUp, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const images = 'references/providers/images';

/** The small sources, with logos that their first two providers name, and one that nobody does. */
async function withLogos(cleanUp: CleanUp, tree: Tree): Promise<{ sources: string; build: string }> {
  const folder = await makeTemporaryFolder(cleanUp);
  const small = await readSmallTree();
  const [header = '', ...records] = (small['references/providers/providers.csv'] ?? '').trimEnd().split('\n');
  const at = header.split(',').indexOf('logoPath');
  const named = records.map((record, index) =>
    record
      .split(',')
      .with(at, ['one.png', 'two.svg'][index] ?? '')
      .join(),
  );
  const providers = [header, ...named, ''].join('\n');
  const sources = path.join(folder, 'sources');
  await writeTree(sources, { ...small, 'references/providers/providers.csv': providers, ...tree });
  return { sources, build: path.join(folder, 'build') };
}

describe('logos in a snapshot', () => {
  it('are those that a provider names and that can be shown, byte for byte, in the manifest', async (t) => {
    const logos = { [`${images}/one.png`]: png, [`${images}/two.svg`]: 'no image', [`${images}/unused.svg`]: svg };
    const { sources, build } = await withLogos(t, logos);
    const manifest = await assertWhole(build, await publishInto({ build, sources }));
    const listed = manifest.files.filter((file) => file.path.startsWith('images/'));
    assert.deepEqual(
      listed.map(({ path, rows }) => ({ path, rows })),
      ['96/one.png.webp', 'one.png'].map((name) => ({ path: `images/${name}`, rows: null })),
    );
    const copied = await readFile(path.join(build, 'snapshots', manifest.id, 'images/one.png'));
    assert.ok(copied.equals(png));
  });

  it('make a new snapshot when one of them changes, and none when an image does that nobody names', async (t) => {
    const logos = { [`${images}/one.png`]: png, [`${images}/two.svg`]: svg, [`${images}/unused.svg`]: svg };
    const { sources, build } = await withLogos(t, logos);
    await publishInto({ build, sources });
    await writeFile(path.join(sources, images, 'unused.svg'), `${svg}\n`);
    assert.equal((await buildInto({ build, sources, second: 1 })).kind, 'unchanged');
    await writeFile(path.join(sources, images, 'two.svg'), `${svg}\n`);
    assert.equal((await buildInto({ build, sources, second: 2 })).kind, 'published');
  });
});
