/** Identity of the sources: a hash and, for a clean git checkout, a revision. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { formatVersion } from '../model/manifest.ts';
import { compareText } from './problem.ts';
import type { Sources } from './sources.ts';

/** Hashes the sources and the code: a changed pipeline gives new rows from old sources. */
export async function fingerprint(
  { files, logos, networks }: Pick<Sources, 'files' | 'logos' | 'networks'>,
  project: string,
): Promise<string> {
  const hash = createHash('sha256').update(`format ${formatVersion}\n`);
  for (const folder of ['common', 'model', 'pipeline']) await hashCode(hash, project, folder);
  for (const file of files) hash.update(`${file.path} ${file.sha256}\n`);
  for (const [name, logo] of logos) {
    const bytes = 'bytes' in logo ? logo.bytes : new Uint8Array();
    hash.update(`${name} ${logo.fault} ${bytes.length}\n`).update(bytes);
  }
  // A network folder without a file of its own has rows too.
  for (const network of networks) hash.update(`${network}\n`);
  return hash.digest('hex');
}

async function hashCode(hash: ReturnType<typeof createHash>, project: string, folder: string): Promise<void> {
  const entries = await readdir(path.join(project, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of files.toSorted(compareText)) {
    hash.update(`${path.relative(project, file)}\n`).update(await readFile(file));
  }
}

/** The last commit that touched the folder; null without git, or where something in it is not committed. */
export async function sourceRevision(folder: string): Promise<string | null> {
  const git = (...words: string[]) => promisify(execFile)('git', ['-C', folder, ...words]);
  try {
    const status = await git('status', '--porcelain', '--', '.');
    if (status.stdout !== '') return null;
    const log = await git('log', '-1', '--format=%H', '--', '.');
    return log.stdout.trim() || null;
  } catch {
    return null;
  }
}
