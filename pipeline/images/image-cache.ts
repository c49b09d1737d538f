/** Cache of scaled images in the build folder, by the hash of the original. It only saves time: a build works without it. */
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readRegularFile } from '../../common/regular-file.ts';

/** Larger than any scaled image. */
const maxBytes = 1_000_000;

export class ImageCache {
  readonly #folder: string;
  /** Names of the entries that this build has read or written. */
  readonly #used = new Set<string>();

  constructor(buildFolder: string) {
    this.#folder = path.join(buildFolder, 'cache/images');
  }

  /** Null if there is no such entry, or if it is not a whole WebP file. */
  async read(name: string): Promise<Uint8Array | null> {
    const bytes = await readRegularFile(path.join(this.#folder, name), maxBytes).catch(() => null);
    if (bytes === null || !isWholeWebp(bytes)) return null;
    this.#used.add(name);
    return bytes;
  }

  /** Replaces the entry with one rename. A failure is ignored: the next build scales the image again. */
  async write(name: string, bytes: Uint8Array): Promise<void> {
    this.#used.add(name);
    const temporary = path.join(this.#folder, `.tmp-${process.pid}-${name}`);
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeFile(temporary, bytes);
      await rename(temporary, path.join(this.#folder, name));
    } catch {
      await rm(temporary, { force: true }).catch(() => undefined);
    }
  }

  /** Removes the entries that this build has not used, and leftovers of killed builds. */
  async prune(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    const old = names.filter((name) => !this.#used.has(name));
    for (const name of old) await rm(path.join(this.#folder, name), { force: true });
  }
}

/** A crash may leave part of a file. The header of a WebP file states its length. */
function isWholeWebp(bytes: Buffer): boolean {
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp && bytes.readUInt32LE(4) + 8 === bytes.length;
}
