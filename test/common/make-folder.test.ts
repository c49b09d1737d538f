import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { makeFolder } from '../../common/make-folder.ts';
import { isRegularFile } from '../../common/read-bounded.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

describe('makeFolder', () => {
  it('makes a folder with its parents, or finds it', async (t) => {
    const folder = await makeTemporaryFolder(t);
    for (const name of ['a/b/c', 'a/b/c', 'a', '.']) {
      await makeFolder(path.join(folder, name));
      await writeFile(path.join(folder, name, 'x'), '');
      assert.ok(isRegularFile(path.join(folder, name), 'x', 0));
    }
  });

  it('takes a link to a folder', async (t) => {
    const folder = await makeTemporaryFolder(t);
    await mkdir(path.join(folder, 'real'));
    await symlink('real', path.join(folder, 'link'));
    await makeFolder(path.join(folder, 'link'));
    await makeFolder(path.join(folder, 'link/below'));
  });

  const refused = {
    'below /proc, where nothing can be made': ['/proc/x/y', 'ENOENT'],
    'below a file': ['file/x/y', 'ENOTDIR'],
    'a file': ['file', 'EEXIST'],
    'below a loop of links': ['loop/x', 'ELOOP'],
  } as const;
  for (const [what, [name, code]] of Object.entries(refused))
    it(`ends with the error of the system: ${what}`, async (t) => {
      const folder = await makeTemporaryFolder(t);
      await writeFile(path.join(folder, 'file'), '');
      await symlink('loop', path.join(folder, 'loop'));
      await assert.rejects(makeFolder(path.resolve(folder, name)), { code });
    });
});
