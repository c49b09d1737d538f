/** An origin that lies: nothing is published, and nothing is written outside the build folder. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fakeId, hashOf, list, publishFake } from '../../support/fake-snapshots.ts';
import { createFollower, prepareOrigin } from '../../support/follow.ts';
import { missingRclone } from '../../support/rclone.ts';
import { currentSnapshot, listFiles, snapshotIds } from '../../support/snapshots.ts';
import type { CleanUp } from '../../support/temporary-folder.ts';

const [good, bad] = [fakeId(1), fakeId(2)];
const entry = (id: string, rest: object = {}) => ({
  id,
  generatedAt: '2026-01-01T00:00:00.000Z',
  manifest: { path: `snapshots/${id}/manifest.json`, bytes: 10, sha256: hashOf(id), ...rest },
});
const index = (rest: object) =>
  JSON.stringify({ version: 1, current: bad, snapshots: [entry(bad)], ...rest });

/** Follows a good snapshot, then what `lie` makes of the origin; returns the message. */
async function assertRefused(
  t: CleanUp,
  lie: (folder: string) => Promise<unknown>,
  code = 'untrusted',
): Promise<string> {
  const { folder, parent, server, build } = await prepareOrigin(t);
  await publishFake(folder, 1, { 'a.json': 'good' });
  const { follow } = createFollower(server.address, build);
  await follow();
  const before = (await listFiles(parent)).filter((name) => !name.startsWith('origin/'));
  await lie(folder);
  const error = await follow().then(
    () => assert.fail('the origin is followed'),
    (thrown: Error & { code?: string }) => thrown,
  );
  assert.equal(error.code, code, error.stack);
  assert.equal(await currentSnapshot(build), good);
  assert.deepEqual(await snapshotIds(build), [good]);
  const after = (await listFiles(parent)).filter((name) => !name.startsWith('origin/'));
  const isInside = (name: string) => name.startsWith(`follower/build/.tmp-follow-${bad}/`);
  const found = after.filter((name) => !isInside(name));
  assert.deepEqual(found, before);
  return error.message;
}

const indexes: readonly [string, string, RegExp][] = [
  ['text', 'hello', /is not an index that this version reads/],
  ['another version', index({ version: 2 }), /is not an index that this version reads: version: /],
  [
    'a current snapshot that it does not list',
    index({ current: fakeId(9) }),
    /the current snapshot is not listed/,
  ],
  ['no snapshot', index({ snapshots: [] }), /the current snapshot is not listed/],
  ['an id with ..', index({ current: '..', snapshots: [entry('..')] }), /snapshots\.0\.id/],
  ['an absolute id', index({ current: '/etc', snapshots: [entry('/etc')] }), /snapshots\.0\.id/],
  [
    'a manifest elsewhere',
    index({ snapshots: [entry(bad, { path: '../manifest.json' })] }),
    /snapshots\.0\.manifest\.path/,
  ],
  [
    'a manifest of another snapshot',
    index({ snapshots: [entry(bad, { path: `snapshots/${good}/manifest.json` })] }),
    /path of a manifest/,
  ],
  [
    'a manifest of another origin',
    index({ snapshots: [entry(bad, { path: '//evil.example/manifest.json' })] }),
    /snapshots\.0\.manifest\.path/,
  ],
  [
    'a huge manifest',
    index({ snapshots: [entry(bad, { bytes: 2 ** 40 })] }),
    /lists \S+manifest\.json but does not have it/,
  ],
  [
    'an endless size',
    index({ snapshots: [entry(bad, { bytes: 1e308 })] }),
    /snapshots\.0\.manifest\.bytes/,
  ],
  ['a snapshot twice', index({ snapshots: [entry(bad), entry(bad)] }), /lists a snapshot twice/],
  [
    'more bytes than an index has',
    `${index({})}${' '.repeat(5_000_000)}`,
    /more than the expected/,
  ],
];

describe('an index with', { skip: missingRclone }, () => {
  for (const [name, text, message] of indexes) {
    it(`${name} is refused`, async (t) => {
      assert.match(
        await assertRefused(t, (folder) => writeFile(path.join(folder, 'index.json'), text)),
        message,
      );
    });
  }
});

const size = 1024 ** 3;
const file = (name: string, rest: object = {}) => ({ ...list(name, 'content'), ...rest });
const manifests: readonly [string, Record<string, unknown>, RegExp][] = [
  ['a path with ..', { files: [file('../../../../outside.json')] }, /files\.0\.path/],
  ['.. inside a path', { files: [file('rows/../../outside.json')] }, /files\.0\.path/],
  ['an absolute path', { files: [file('/tmp/outside.json')] }, /files\.0\.path/],
  ['a backslash', { files: [file('..\\outside.json')] }, /files\.0\.path/],
  ['a control character', { files: [file('a\u0000b')] }, /files\.0\.path/],
  ['an empty part of a path', { files: [file('rows//a.json')] }, /is not normalized/],
  ['a folder as a file', { files: [file('rows/')] }, /is not normalized/],
  ['a dot in a path', { files: [file('./a.json')] }, /is not normalized/],
  ['a file twice in two ways', { files: [file('a.json'), file('./a.json')] }, /lists a file twice/],
  ['a file twice', { files: [file('a'), file('a')] }, /lists a file twice/],
  ['itself', { files: [file('manifest.json')] }, /lists a file twice/],
  ['a huge file', { files: [file('a', { bytes: size + 1 })] }, /has 1073741825 bytes, more than/],
  [
    'many large files',
    { files: Array.from('abcdefghi', (name) => file(name, { bytes: size })) },
    /its files have/,
  ],
  ['a hash that is none', { files: [file('a', { sha256: '../../x' })] }, /files\.0\.sha256/],
  ['the id of another snapshot', { id: good }, /it belongs to/],
  ['no files', { files: null }, /files/],
];

describe('a manifest with', { skip: missingRclone }, () => {
  for (const [name, fields, message] of manifests) {
    it(`${name} is refused`, async (t) => {
      const lie = async (folder: string) => {
        await publishFake(folder, 2, { 'a.json': 'bad' }, fields);
        const bytes = await readFile(path.join(folder, 'snapshots', bad, 'manifest.json'));
        const listed = entry(bad, { bytes: bytes.length, sha256: hashOf(bytes) });
        await writeFile(
          path.join(folder, 'index.json'),
          index({ snapshots: [listed, entry(good)] }),
        );
      };
      assert.match(await assertRefused(t, lie), message);
    });
  }
});

describe('files that are not what the origin says', { skip: missingRclone }, () => {
  const change = async (folder: string, name: string, content: string) => {
    await publishFake(folder, 2, { 'a.json': 'bad' });
    await writeFile(path.join(folder, 'snapshots', bad, name), content);
  };

  it('are refused if the content is another one', async (t) => {
    const found = await assertRefused(t, (folder) => change(folder, 'a.json', 'dab'));
    assert.match(found, /does not match its hash in the manifest/);
  });

  it('are refused if they are shorter or longer', async (t) => {
    for (const content of ['b', 'bad and more', 'more'.repeat(1000)])
      assert.match(
        await assertRefused(t, (folder) => change(folder, 'a.json', content)),
        /does not match its hash/,
      );
  });

  it('are refused if the manifest is another one', async (t) => {
    const lie = async (folder: string) => {
      await publishFake(folder, 2, { 'a.json': 'bad' });
      const manifest = path.join(folder, 'snapshots', bad, 'manifest.json');
      const text = await readFile(manifest, 'utf8');
      await writeFile(manifest, text.replace(hashOf('bad'), hashOf('dab')));
    };
    assert.match(
      await assertRefused(t, lie),
      /manifest\.json of http:\S+ does not match its hash in the index/,
    );
  });

  it('are refused if they are missing', async (t) => {
    const lie = (folder: string) => writeFile(path.join(folder, 'index.json'), index({}));
    assert.match(
      await assertRefused(t, lie),
      /lists snapshots\/\S+\/manifest\.json but does not have it/,
    );
  });

  it('are refused if they have no place on a disk', async (t) => {
    const files = [file('a.json', list('a.json', 'bad')), file(`${'a'.repeat(300)}.json`)];
    const lie = (folder: string) => publishFake(folder, 2, { 'a.json': 'bad' }, { files });
    await assertRefused(t, lie, 'untrusted');
  });

  it('are refused if they are below a file', async (t) => {
    const files = [file('a', list('a', 'bad')), file('a/b')];
    const lie = (folder: string) => publishFake(folder, 2, { a: 'bad' }, { files });
    await assertRefused(t, lie, 'untrusted');
  });

  it('end the copy if they have no end', async (t) => {
    const { folder, server, build } = await prepareOrigin(t);
    await publishFake(folder, 2, { 'a.json': 'bad' });
    server.fault = (name, response, request) => {
      if (request.method === 'HEAD' || !name.endsWith('a.json')) return false;
      const more = () => response.write(Buffer.alloc(100_000)) || response.once('drain', more);
      response.on('drain', more);
      more();
      return true;
    };
    await assert.rejects(
      createFollower(server.address, build).follow(),
      /max transfer limit reached/,
    );
    assert.equal(await currentSnapshot(build), null);
  });

  it('end the command if they are a listing of a folder without end', async (t) => {
    const { server, build } = await prepareOrigin(t);
    server.fault = (_, response, request) => {
      response.writeHead(request.method === 'HEAD' ? 404 : 200, { 'content-type': 'text/html' });
      if (request.method === 'HEAD') return Boolean(response.end());
      let file = 0;
      const link = () => `<a href="${file++}-${'x'.repeat(30)}">file</a>\n`;
      const more = () => response.write(Array.from({ length: 1000 }, link).join(''));
      response.on('drain', more);
      return more() || true;
    };
    const message = /^rclone cat was ended: it needed more than 400 MB of memory/;
    await assert.rejects(createFollower(server.address, build).follow(), { message });
  });
});
