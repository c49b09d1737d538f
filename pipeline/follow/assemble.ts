/** Makes a file of blocks that the build folder has and of ranges of the origin's file. */
import { type FileHandle, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseJson } from '../../common/json.ts';
import { type Blocks, blocksSchema, type FileBlocks } from '../../model/blocks.ts';
import { snapshotPaths } from '../../model/manifest.ts';
import { downloadRange, type Range } from './download.ts';
import type { Origin } from './origin.ts';

/** Blocks of a snapshot; none if it has no readable list, which only costs bytes. */
export async function readBlocks(folder: string): Promise<Blocks> {
  const text = await readFile(path.join(folder, snapshotPaths.blocks), 'utf8').catch(() => '');
  return blocksSchema.safeParse(parseJson(text)).data ?? {};
}

/** More ranges than this cost more time than they save. */
const maxRanges = 200;

interface Place {
  readonly file: string;
  readonly start: number;
}

interface Part {
  /** Hash and size. */
  readonly key: string;
  readonly start: number;
  readonly bytes: number;
  /** Null if the block has to be fetched. */
  readonly known: Place | null;
}

interface Assembly {
  readonly blocks: FileBlocks;
  readonly target: string;
}

/** Blocks of files on the disk. Files may share blocks: `offers.parquet` repeats the rows of all categories. */
export class KnownBlocks {
  readonly #places = new Map<string, Place>();

  add(file: string, blocks: FileBlocks): void {
    for (const { key, start } of this.#partsOf(blocks)) this.#places.set(key, { file, start });
  }

  /**
   * Writes the file of the blocks to `target`. False if too few blocks are known, or if the origin does not answer ranges. The
   * caller verifies the hash of the file.
   */
  async assemble(origin: Origin, name: string, { blocks, target }: Assembly): Promise<boolean> {
    const parts = this.#partsOf(blocks);
    const ranges = missingRanges(parts);
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
    const missing = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
    if (ranges.length > maxRanges || missing > bytes / 2) return false;
    const handle = await open(target, 'w');
    try {
      if (!(await copyKnown(parts, handle))) return false;
    } finally {
      await handle.close();
    }
    for (const range of ranges) if (!(await downloadRange(origin, name, range, target))) return false;
    return true;
  }

  #partsOf(blocks: FileBlocks): Part[] {
    let start = 0;
    return blocks.map(([bytes, hash]) => {
      const key = `${hash} ${bytes}`;
      const part = { key, start, bytes, known: this.#places.get(key) ?? null };
      start += bytes;
      return part;
    });
  }
}

/** Neighbouring missing blocks are one range. */
function missingRanges(parts: readonly Part[]): Range[] {
  const ranges: { start: number; end: number }[] = [];
  for (const { start, bytes, known } of parts) {
    if (known !== null) continue;
    const last = ranges.at(-1);
    if (last?.end === start) last.end += bytes;
    else ranges.push({ start, end: start + bytes });
  }
  return ranges;
}

/** False if a file was removed or cut since its blocks were listed. */
async function copyKnown(parts: readonly Part[], target: FileHandle): Promise<boolean> {
  const sources = new Map<string, FileHandle | null>();
  try {
    for (const { start, bytes, known } of parts) {
      if (known === null) continue;
      const source = sources.get(known.file) ?? (await open(known.file).catch(() => null));
      sources.set(known.file, source);
      const { bytesRead, buffer } = (await source?.read(Buffer.alloc(bytes), 0, bytes, known.start)) ?? {
        bytesRead: 0,
      };
      if (bytesRead !== bytes || buffer === undefined) return false;
      const { bytesWritten } = await target.write(buffer, 0, bytes, start);
      if (bytesWritten !== bytes) return false;
    }
    return true;
  } finally {
    for (const source of sources.values()) await source?.close();
  }
}
