/** Lists of snapshot ids that a build folder holds beside its snapshots, one id per line. */
import path from 'node:path';
import { readText } from '../../../common/read-bounded.ts';
import { type IdList, maxIdListBytes, snapshotIdPattern } from '../../../model/manifest.ts';
import { replaceFile } from './replace-file.ts';

/** Longer lists lose their oldest ids. */
const maxIds: Readonly<Record<IdList, number>> = { history: 100, watched: 100, removed: 10_000 };

export async function readIds(buildFolder: string, list: IdList): Promise<readonly string[]> {
  const text = await readText(path.join(buildFolder, list), maxIdListBytes);
  return text.split('\n').filter((id) => snapshotIdPattern.test(id));
}

/** Requires the lock. */
export async function writeIds(buildFolder: string, list: IdList, ids: readonly string[]): Promise<void> {
  const lines = ids.slice(-maxIds[list]).map((id) => `${id}\n`);
  await replaceFile(buildFolder, list, { text: lines.join('') });
}

/**
 * Ids that `current` pointed to, from the oldest to `current`, without those that are no longer kept. A folder without a
 * history, or with one that lacks `current`, has the order of its ids.
 */
export async function readHistory(
  buildFolder: string,
  kept: readonly string[],
  current: string | null,
): Promise<readonly string[]> {
  if (current === null) return [];
  const ids = (await readIds(buildFolder, 'history')).filter((id) => kept.includes(id));
  const end = ids.lastIndexOf(current);
  return end === -1 ? kept.filter((id) => id <= current) : ids.slice(0, end + 1);
}
