/** What a follower accepts of an origin: its index and its manifests. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { maxFileBytes } from '../../../model/manifest.ts';
import { parseIndex, parseListing } from '../../../pipeline/commands/follow/origin.ts';
import { fakeId } from '../../support/fake-snapshots.ts';

const id = fakeId(1);
const sha256 = 'a'.repeat(64);
const file = (path: string, bytes = 1) => ({ path, rows: null, bytes, sha256 });
const manifest = (files: readonly object[], own = id) =>
  JSON.stringify({ id: own, generatedAt: '2026-01-01T00:00:00.000Z', files });

/** Files of a manifest => what is wrong with them; nothing of those that are right. */
const listings: readonly (readonly [files: readonly object[], fault: RegExp | null])[] = [
  [[file('rows/a.parquet'), file('rows/b.parquet')], null],
  [[file('rows/a.parquet', maxFileBytes)], null],
  [[file('a'), file('a')], /^the manifest of \S+ is not valid: it lists a file twice$/],
  [[file('a'), file('./a')], /it lists a file twice|files\.1\.path/],
  [[file('manifest.json')], /it lists a file twice/],
  [[file('rows//a')], /the path "rows\/\/a" is not normalized|files\.0\.path/],
  [[file('rows/')], /the path "rows\/" is not normalized|files\.0\.path/],
  [[file('../a')], /files\.0\.path/],
  [[file('/a')], /files\.0\.path/],
  [[file('a', maxFileBytes + 1)], /"a" has \d+ bytes, more than \d+$/],
  [
    Array.from({ length: 9 }, (_, at) => file(`f${at}`, maxFileBytes)),
    /its files have \d+ bytes, more than \d+$/,
  ],
];

describe('a manifest of an origin', () => {
  for (const [files, fault] of listings)
    it(`${fault === null ? 'may have' : 'must not have'} ${JSON.stringify(files).slice(0, 90)}`, () => {
      const parse = () => parseListing(manifest(files), id);
      if (fault === null) assert.deepEqual(parse(), files);
      else assert.throws(parse, { code: 'untrusted', message: fault });
    });

  it('is that of its snapshot, and JSON', () => {
    const other = () => parseListing(manifest([file('a')], fakeId(2)), id);
    assert.throws(other, { code: 'untrusted', message: new RegExp(`it belongs to ${fakeId(2)}$`) });
    assert.throws(() => parseListing('{', id), { code: 'untrusted' });
    assert.throws(() => parseIndex('{"snapshots":[]}', 'https://a.dev'), {
      code: 'untrusted',
      message: /^https:\/\/a\.dev\/index\.json is not an index that this version reads: /,
    });
  });
});
