import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { it } from 'node:test';
import { publishInto } from '../../support/build-folder.ts';
import { readSmallTree, writeTree } from '../../support/source-tree.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const listings = 'listings/specific-networks/aria/apis.csv';

it('links the rows of the categories that a new row does not belong to', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const [sources, build] = [path.join(folder, 'sources'), path.join(folder, 'build')];
  const tree = await readSmallTree();
  await writeTree(sources, tree);
  const first = await publishInto({ sources, build });
  await writeTree(sources, {
    [listings]: `${tree[listings]?.trimEnd()}\nacme-free-testnet,,!offer:acme-free,testnet,,,,,\n`,
  });
  const second = await publishInto({ sources, build, second: 1 });
  const isLinked = async (name: string) => {
    const [before, after] = await Promise.all(
      [first, second].map((id) => stat(path.join(build, 'snapshots', id, 'rows', `${name}.parquet`))),
    );
    return before?.ino === after?.ino;
  };
  const names = ['apis', 'explorers', 'wallets'];
  const linked = await Promise.all(names.map(isLinked));
  assert.deepEqual(linked, [false, true, true]);
});
