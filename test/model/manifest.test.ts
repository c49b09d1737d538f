import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { manifestFileSchema, snapshotIdPattern, snapshotPaths } from '../../model/manifest.ts';

describe('snapshotIdPattern', () => {
  it('knows an id, and nothing that would lead out of the folder', () => {
    assert.match('20261120T093000000Z-1a2b3c4d', snapshotIdPattern);
    for (const id of [
      '..',
      'latest',
      '20261120T093000000Z',
      '20261120T093000000Z-1A2B3C4D',
      '../20261120T093000000Z-1a2b3c4d',
      '20261120T093000000Z-1a2b3c4d\n',
    ]) {
      assert.doesNotMatch(id, snapshotIdPattern);
    }
  });
});

describe('manifestFileSchema', () => {
  const file = { path: 'rows/apis.parquet', rows: 1, bytes: 2, sha256: 'a'.repeat(64) };

  it('takes every path of a snapshot', () => {
    const { rows, contents, image, ...fixed } = snapshotPaths;
    for (const path of [...Object.values(fixed), rows('apis'), contents('apis'), image('a_b-c.v2.png')]) {
      assert.equal(manifestFileSchema.safeParse({ ...file, path }).success, true, path);
    }
  });

  it('takes no path that leads out of the snapshot', () => {
    for (const path of ['/etc/passwd', '../x', 'rows/../../x', 'a b', '', 'C:\\x']) {
      assert.equal(manifestFileSchema.safeParse({ ...file, path }).success, false, path);
    }
  });

  it('takes no half and no negative counts, and no other hash than SHA-256 in small hexadecimal digits', () => {
    for (const change of [
      { rows: -1 },
      { rows: 0.5 },
      { bytes: null },
      { sha256: 'a'.repeat(63) },
      { sha256: 'A'.repeat(64) },
    ]) {
      assert.equal(manifestFileSchema.safeParse({ ...file, ...change }).success, false, JSON.stringify(change));
    }
  });
});
