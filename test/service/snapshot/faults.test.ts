/** What cannot be read is no absence: the log, /readyz and answers say why. */
import assert from 'node:assert/strict';
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { smallSources } from '../../support/paths.ts';
import { serve, until } from '../../support/service-process.ts';
import { buildFolder, buildTree, startService } from '../../support/service-server.ts';
import { smallTree } from '../../support/source-tree.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

interface Fault {
  /** Spoils a build folder; returns the path that BUILD_DIR names, if it is another one. */
  readonly spoil: (build: string, id: string) => Promise<unknown>;
  /** File that cannot be read, below the folder. */
  readonly file: string;
  readonly reason: string;
  /** What clients read, if it is not the reason of the system. */
  readonly answer?: string;
}

const loop = 'too many symbolic links encountered (ELOOP)';

async function linkToItself(file: string): Promise<void> {
  await rm(file, { recursive: true, force: true });
  await symlink(path.basename(file), file);
}

const faults: Readonly<Record<string, Fault>> = {
  'a build folder that is a loop of links': {
    spoil: linkToItself,
    file: 'current',
    reason: loop,
  },
  'a build folder that is a file': {
    spoil: async (build) => {
      await rm(build, { recursive: true });
      await writeFile(build, '');
    },
    file: 'current',
    reason: 'not a directory (ENOTDIR)',
  },
  'a link `current` to itself': {
    spoil: (build) => linkToItself(path.join(build, 'current')),
    file: 'current',
    reason: loop,
  },
  'a folder of snapshots that is a loop of links': {
    spoil: (build) => linkToItself(path.join(build, 'snapshots')),
    file: 'current',
    reason: loop,
  },
  'a manifest that is a folder': {
    spoil: async (build, id) => {
      const manifest = path.join(build, 'snapshots', id, 'manifest.json');
      await rm(manifest);
      await mkdir(manifest);
    },
    file: 'snapshots/{id}/manifest.json',
    reason: 'it is not a regular file',
    answer: 'cannot be read at the moment;',
  },
  'a manifest that is a loop of links': {
    spoil: (build, id) => linkToItself(path.join(build, 'snapshots', id, 'manifest.json')),
    file: 'snapshots/{id}/manifest.json',
    reason: loop,
  },
};

describe('a build folder that cannot be read', () => {
  for (const [what, { spoil, file, reason, answer: clients }] of Object.entries(faults))
    it(`is told with path and reason: ${what}`, async (t) => {
      const built = await buildTree(t, smallTree);
      const id = built.manifest?.id ?? '';
      await spoil(built.build, id);
      const service = await startService({
        snapshot: null,
        environment: { BUILD_DIR: built.build },
      });
      t.after(() => service.close());
      await service.watcher.start();
      t.after(async () => service.watcher.stop());
      const told = `${path.join(built.build, file.replace('{id}', id))} cannot be read: ${reason}`;
      const logged = service.logLines.map(({ msg }) => msg);
      assert.deepEqual(logged, [
        `snapshot refused; no snapshot is served: ${told}`,
        'no snapshot that can be served in the build folder; waiting for another one',
      ]);
      const ready = await service.get('/readyz');
      assert.deepEqual(
        [ready.status, JSON.parse(ready.text).error.message],
        [503, `no snapshot is served: ${told}`],
      );
      const answer = await service.get('/api/networks');
      assert.equal(answer.status, 503);
      const expected = clients ?? `cannot be read at the moment (${reason})`;
      assert.ok(answer.text.includes(expected), answer.text);
      assert.ok(!answer.text.includes(built.build), 'clients need no path');
    });

  it('is told where it belongs to another user, until it can be read', async (t) => {
    const folder = await makeTemporaryFolder(t);
    await chmod(folder, 0o755);
    const build = path.join(folder, 'build');
    await buildFolder(smallSources, build);
    await chmod(build, 0o000);
    // Who is not root is refused by its own folder.
    const uid = process.getuid?.() === 0 ? 65534 : undefined;
    const service = await serve({ BUILD_DIR: build }, uid);
    t.after(async () => void (await service.stop('SIGKILL')));
    const told = `${build}/current cannot be read: permission denied (EACCES)`;
    const ready = async () => await (await fetch(`http://127.0.0.1:${service.port}/readyz`)).text();
    assert.match(await ready(), new RegExp(told.replace(/[()]/g, '\\$&')));
    await until('it is logged', () =>
      Promise.resolve(service.log().includes(`no snapshot is served: ${told}`)),
    );
    await chmod(build, 0o755);
    await until('it is ready', async () => (await ready()).includes('"ready"'));
  });
});
