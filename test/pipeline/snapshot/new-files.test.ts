import assert from 'node:assert/strict';
import { lstat, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { snapshotPaths } from '../../../model/manifest.ts';
import { buildInto, publishInto } from '../../support/build-folder.ts';
import { readParquet } from '../../support/second-reader.ts';
import { assertWhole, currentSnapshot, leftovers, listFiles } from '../../support/snapshots.ts';
import { smallTree, writeTree } from '../../support/source-tree.ts';
import { type CleanUp, makeTemporaryFolder } from '../../support/temporary-folder.ts';

/** A folder with a snapshot of the small sources. */
async function publishFirst(cleanUp: CleanUp) {
  const folder = await makeTemporaryFolder(cleanUp);
  const [sources, build] = [path.join(folder, 'sources'), path.join(folder, 'build')];
  await writeTree(sources, smallTree);
  const { manifest } = await buildInto({ sources, build });
  const edit = async (name: string, from: string | RegExp, to: string) => {
    const file = path.join(sources, name);
    await writeFile(file, (await readFile(file, 'utf8')).replace(from, to));
  };
  return {
    sources,
    build,
    first: path.join(build, 'snapshots', String(manifest?.id)),
    id: String(manifest?.id),
    edit,
  };
}

/** Files of the current snapshot that are those of an earlier one. */
async function listLinked(build: string): Promise<string[]> {
  const files = await listFiles(path.join(build, 'current/'));
  const links = await Promise.all(
    files.map(async (name) => (await lstat(path.join(build, 'current', name))).nlink),
  );
  return files.filter((_, at) => (links[at] ?? 0) > 1).toSorted();
}

describe('files of a snapshot', () => {
  it('are linked to the snapshot before if their inputs are the same', async (t) => {
    const { sources, build, edit } = await publishFirst(t);
    await edit('references/offers/apis.csv', '$49/mo', '$50/mo');
    await assertWhole(build, String((await buildInto({ sources, build, second: 1 })).manifest?.id));
    const linked = await listLinked(build);
    for (const name of [
      'rows/wallets.parquet',
      'serving/contents/wallets.parquet',
      'serving/memberships.parquet',
    ])
      assert.ok(linked.includes(name), name);
    for (const name of ['rows/apis.parquet', 'serving/contents/apis.parquet', 'changes.parquet'])
      assert.ok(!linked.includes(name), name);
  });

  it('say which snapshot wrote them first', async (t) => {
    const { sources, build, id, edit } = await publishFirst(t);
    await edit('references/offers/apis.csv', '$49/mo', '$50/mo');
    const second = String((await buildInto({ sources, build, second: 1 })).manifest?.id);
    const writerOf = async (name: string) =>
      (await readParquet(path.join(build, 'current', name))).footer.id;
    assert.deepEqual(
      [await writerOf('rows/wallets.parquet'), await writerOf('rows/apis.parquet')],
      [id, second],
    );
  });

  it('are written again if the file of the snapshot before was damaged', async (t) => {
    const { sources, build, first } = await publishFirst(t);
    const table = path.join(first, 'rows/wallets.parquet');
    const bytes = await readFile(table);
    await writeFile(table, bytes.fill(0, 10, 20));
    const warnings: string[] = [];
    const warn = (message: string) => void warnings.push(message);
    const { manifest } = await buildInto({ sources, build, second: 1, force: true, warn });
    await assertWhole(build, String(manifest?.id));
    assert.match(
      warnings.join(),
      /^the changes begin anew, because the snapshot \S+ cannot be read: rows\/wallets.parquet does not match its hash; make history finds those of commits$/,
    );
  });
});

describe('a build after an upgrade', () => {
  it('takes over the changes of formats since 10, and says so of others and of a damaged manifest', async (t) => {
    const { sources, build, edit } = await publishFirst(t);
    await edit('references/offers/apis.csv', '$49/mo', '$50/mo');
    const expected = [];
    for (const [second, format] of [null, 10, 8, 0].entries()) {
      const file = path.join(build, 'current', snapshotPaths.manifest);
      if (format !== null) {
        const manifest = JSON.parse(await readFile(file, 'utf8'));
        await writeFile(
          file,
          format === 0 ? '{' : JSON.stringify({ ...manifest, formatVersion: format }),
        );
        await edit('references/offers/apis.csv', /\$5\d\/mo/, `$5${format % 9}/mo`);
      }
      const warnings: string[] = [];
      await buildInto({
        sources,
        build,
        second: second + 1,
        warn: (message) => warnings.push(message),
      });
      const { rows } = await readParquet(path.join(build, 'current', snapshotPaths.changes));
      expected.push([
        format,
        rows.map(({ after }) => String(after).slice(0, 6)),
        warnings.join().replace(/.*(?=cannot be read)/, ''),
      ]);
    }
    const beginsAnew = (reason: string) =>
      `cannot be read: ${reason}; make history finds those of commits`;
    assert.deepEqual(expected, [
      [null, ['$50/mo'], ''],
      [10, ['$50/mo', '$51/mo'], ''],
      [8, [], beginsAnew('it has format 8, this program reads 10 to 13')],
      [0, [], beginsAnew('its manifest is missing or damaged')],
    ]);
  });
});

// A snapshot that was damaged on the disk, and is built again at the same moment.

describe('publishing a snapshot that is there already', () => {
  it('keeps the one that is whole', async (t) => {
    const build = await makeTemporaryFolder(t);
    const id = await publishInto({ build });
    const manifest = path.join(build, 'snapshots', id, snapshotPaths.manifest);
    const before = await stat(manifest);
    assert.equal(await publishInto({ build, force: true }), id);
    assert.equal((await stat(manifest)).ino, before.ino);
    assert.deepEqual(await leftovers(build), []);
  });

  for (const [damage, act] of [['cut', (file: string) => truncate(file, 10)]] as const) {
    it(`publishes another one if a file was ${damage}, so that current never dangles`, async (t) => {
      const build = await makeTemporaryFolder(t);
      const id = await publishInto({ build });
      const file = path.join(build, 'snapshots', id, snapshotPaths.providers);
      await act(file);
      const next = await publishInto({ build, force: true });
      assert.ok(next > id);
      await assertWhole(build, next);
      assert.equal(await currentSnapshot(build), next);
      assert.deepEqual(await leftovers(build), []);
    });
  }
});
