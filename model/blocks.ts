/** blocks.json: blocks of the large files of a snapshot, so that followers fetch only the blocks that they lack. */
import { z } from 'zod';

/** By path: size and the first 16 characters of the sha256 of each block, in the order of the file. */
export const blocksSchema = z.record(
  z.string(),
  z.array(z.tuple([z.int().positive(), z.string().regex(/^[0-9a-f]{16}$/)])),
);

export type Blocks = z.infer<typeof blocksSchema>;
export type FileBlocks = Blocks[string];

/** Identifies a block. Short, because the hash of the whole file is verified too. */
export const blockHashLength = 16;
