/** Logos that can be shown -> files of the snapshot. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { snapshotPaths } from '../../model/manifest.ts';
import type { Logo } from '../sources.ts';

/** One after the other: where the disk is full, none is still on its way when the folder is removed. */
export async function writeImages(logos: ReadonlyMap<string, Logo>, folder: string): Promise<void> {
  let parent = '';
  for (const [name, logo] of logos) {
    if (logo.fault !== null) continue;
    const file = path.join(folder, snapshotPaths.image(name));
    if (parent === '') await mkdir((parent = path.dirname(file)), { recursive: true });
    await writeFile(file, logo.bytes);
  }
}
