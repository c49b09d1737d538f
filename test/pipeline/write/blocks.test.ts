import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { splitBlocks } from '../../../pipeline/write/blocks.ts';

/** Bytes that look random and are always the same. */
function noise(bytes: number): Buffer {
  const words = new Uint32Array(bytes / 4);
  let state = 1;
  for (const at of words.keys()) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    words[at] = state;
  }
  return Buffer.from(words.buffer);
}

const hashes = (bytes: Buffer) => splitBlocks(bytes).map(([, hash]) => hash);

describe('splitBlocks', () => {
  it('covers the file with blocks of 1 to 16 KiB, 4 KiB in the mean', () => {
    const bytes = noise(1 << 20);
    const blocks = splitBlocks(bytes);
    let start = 0;
    for (const [size, hash] of blocks) {
      assert.equal(
        hash,
        createHash('sha256')
          .update(bytes.subarray(start, start + size))
          .digest('hex')
          .slice(0, 16),
      );
      start += size;
      assert.ok(size <= 16_384 && (size > 1024 || start === bytes.length), `${size}`);
    }
    assert.equal(start, bytes.length);
    assert.ok(blocks.length > 150 && blocks.length < 350, `${blocks.length} blocks`);
  });

  it('changes the blocks around an edit only, also if the bytes behind it move', () => {
    const bytes = noise(1 << 20);
    const edited = Buffer.concat([bytes.subarray(0, 500_000), Buffer.from('edit'), bytes.subarray(500_000)]);
    const before = new Set(hashes(bytes));
    const changed = hashes(edited).filter((hash) => !before.has(hash));
    assert.ok(changed.length >= 1 && changed.length <= 4, `${changed.length} blocks changed`);
  });

  it('makes larger blocks of larger files', () => {
    const count = splitBlocks(noise(1 << 25)).length;
    assert.ok(count > 1000 && count < 4000, `${count} blocks`);
  });

  it('makes one block of the same byte repeated up to the largest size, and none of nothing', () => {
    assert.deepEqual(
      splitBlocks(Buffer.alloc(40_000))
        .map(([size]) => size)
        .reduce((a, b) => a + b),
      40_000,
    );
    assert.deepEqual(splitBlocks(Buffer.alloc(0)), []);
  });
});
