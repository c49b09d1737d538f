/** History of a build folder: the ids that `current` pointed to, so that a rollback leads to what was served before. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

const historyName = 'history';

/**
 * Ids from the oldest to `current`, without those that are no longer kept. A folder without a history, or with one that
 * lacks `current`, has the order of its ids.
 */
export async function readHistory(
  buildFolder: string,
  kept: readonly string[],
  current: string | null,
): Promise<readonly string[]> {
  if (current === null) return [];
  const text = await readFile(path.join(buildFolder, historyName), 'utf8').catch(() => '');
  const ids = text.split('\n').filter((id) => kept.includes(id));
  const end = ids.lastIndexOf(current);
  return end === -1 ? kept.filter((id) => id <= current) : ids.slice(0, end + 1);
}

/** Longer histories lose their oldest ids. */
const maxIds = 100;

/** Requires the lock. `temporary` is a name in the folder that leftovers have. */
export async function writeHistory(buildFolder: string, temporary: string, ids: readonly string[]): Promise<void> {
  const file = path.join(buildFolder, temporary);
  await writeFile(
    file,
    ids
      .slice(-maxIds)
      .map((id) => `${id}\n`)
      .join(''),
  );
  await rename(file, path.join(buildFolder, historyName));
}
