/**
 * Blocks of a file whose boundaries depend on the content, so that an edit changes the blocks around it only, also if bytes
 * behind it move. The method is a gear hash: https://www.usenix.org/conference/atc16/technical-sessions/presentation/xia
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256 } from '../../common/hash.ts';
import { type Blocks, blockHashLength, type FileBlocks } from '../../model/blocks.ts';
import type { ManifestFile } from '../../model/manifest.ts';

/** Smaller files are fetched whole. */
const minFileBytes = 16 * 1024;
/** Images change as a whole. */
const divided = /\.(?:parquet|json|jsonld)$/;
/** Bits of the mean block size: 4 KiB, and more if a file would have more than about 2,000 blocks. */
const minBits = 12;
const maxBlocksBits = 11;

/** Blocks of the files in the folder that are worth dividing, by path. `known`: blocks of files by the hash of the file. */
export async function describeBlocks(
  folder: string,
  files: readonly ManifestFile[],
  known: ReadonlyMap<string, FileBlocks> = new Map(),
): Promise<Blocks> {
  const blocks: Blocks = {};
  for (const { path: name, bytes, sha256: hash } of files) {
    if (bytes < minFileBytes || !divided.test(name)) continue;
    blocks[name] = known.get(hash) ?? splitBlocks(await readFile(path.join(folder, name)));
  }
  return blocks;
}

export function splitBlocks(bytes: Uint8Array): FileBlocks {
  const bits = Math.max(minBits, Math.ceil(Math.log2(bytes.length)) - maxBlocksBits);
  const gear = makeGear();
  const blocks: FileBlocks = [];
  for (let start = 0; start < bytes.length; ) {
    const end = findBoundary(bytes, start, { bits, gear });
    const hash = sha256(bytes.subarray(start, end)).slice(0, blockHashLength);
    blocks.push([end - start, hash]);
    start = end;
  }
  return blocks;
}

interface Cut {
  readonly bits: number;
  readonly gear: Uint32Array;
}

/** A block has between a quarter of the mean size and four times that. */
function findBoundary(bytes: Uint8Array, start: number, { bits, gear }: Cut): number {
  const end = Math.min(bytes.length, start + (4 << bits));
  const shift = 32 - bits;
  let hash = 0;
  for (let at = start + (1 << (bits - 2)); at < end; at++) {
    hash = ((hash << 1) + (gear[bytes[at] ?? 0] ?? 0)) | 0;
    if (hash >>> shift === 0) return at + 1;
  }
  return end;
}

/** 256 numbers that look random and are always the same (splitmix32). */
function makeGear(): Uint32Array {
  let state = 0x9e3779b9;
  return Uint32Array.from({ length: 256 }, () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  });
}
