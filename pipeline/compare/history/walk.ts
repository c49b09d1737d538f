/**
 * The folder `git-history` of a build folder: changes that `make history` found, in Parquet files,
 * and the commits that it read.
 */
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { exists, nullIfAbsent } from '../../../common/faults.ts';
import { readJson } from '../../../common/read-bounded.ts';
import { changeColumns, type StoredChange } from '../../../model/changes.ts';
import { describeFormat, formatVersion } from '../../../model/manifest.ts';
import { replaceFile } from '../../snapshot/build-folder/replace-file.ts';
import { writeParquet } from '../../snapshot/database.ts';

const walkSchema = z.object({
  formatVersion: z.int(),
  /** Folder and SINCE of the run. A run with other values starts a new walk. */
  folder: z.string(),
  since: z.string().nullable(),
  /** Commits in the order of the walk, oldest first. */
  commits: z.array(
    z.object({ id: z.string().regex(/^[0-9a-f]{40,64}$/), skipped: z.string().nullable() }),
  ),
  /** Names of the Parquet files, in order. */
  files: z.array(z.string().regex(/^\d+\.parquet$/)),
});

/** A walk over the commits of a folder, as far as it got. */
export type Walk = z.infer<typeof walkSchema>;

export interface GitHistory {
  readonly commits: readonly string[];
  /** Paths of the Parquet files, in order. */
  readonly files: readonly string[];
}

export function gitHistoryFolder(build: string): string {
  return path.join(build, 'git-history');
}

const walkFile = 'walk.json';
/** About a million commits. */
const maxWalkBytes = 100_000_000;

/**
 * Reads walk.json. `walk` is null if the file is missing or unusable; `reason` says why an existing
 * file is unusable.
 */
export async function readWalk(
  build: string,
): Promise<{ walk: Walk | null; reason: string | null }> {
  const file = path.join(gitHistoryFolder(build), walkFile);
  if (!exists(file)) return { walk: null, reason: null };
  const { data } = walkSchema.safeParse(await readJson(file, maxWalkBytes));
  if (data === undefined) return { walk: null, reason: `${walkFile} is damaged` };
  const other = describeFormat(data.formatVersion);
  return other === null ? { walk: data, reason: null } : { walk: null, reason: other };
}

/**
 * Returns the history that `make history` wrote; null if it is missing or unusable. Warns if it is
 * unusable.
 */
export async function readGitHistory(
  build: string,
  warn: (message: string) => void,
): Promise<GitHistory | null> {
  const { walk, reason } = await readWalk(build);
  if (reason !== null)
    warn(
      `the history from git is left out, because ${gitHistoryFolder(build)} cannot be read: ${reason}; run make history`,
    );
  if (walk === null) return null;
  return {
    commits: walk.commits.map(({ id }) => id),
    files: walk.files.map((name) => path.join(gitHistoryFolder(build), name)),
  };
}

/**
 * Appends a Parquet file with the changes of some commits, and then the commits. A kill in between
 * loses these commits only.
 */
export async function appendToWalk(
  build: string,
  walk: Walk,
  added: { readonly commits: Walk['commits']; readonly records: readonly StoredChange[] },
): Promise<Walk> {
  const folder = gitHistoryFolder(build);
  await mkdir(folder, { recursive: true });
  const files = [...walk.files];
  if (added.records.length > 0) {
    const name = `${String(files.length + 1).padStart(5, '0')}.parquet`;
    await writeParquet(path.join(folder, name), changeColumns, added.records);
    files.push(name);
  }
  const next = { ...walk, commits: [...walk.commits, ...added.commits], files };
  await replaceFile(folder, walkFile, { text: JSON.stringify(next) });
  return next;
}

/** Begins a walk: removes what an earlier one found. */
export async function beginWalk(
  build: string,
  question: Pick<Walk, 'folder' | 'since'>,
): Promise<Walk> {
  const folder = gitHistoryFolder(build);
  const names = (await readdir(folder).catch(nullIfAbsent)) ?? [];
  // The list first: a build reads the files that it names.
  for (const name of [walkFile, ...names.filter((each) => each.endsWith('.parquet'))])
    await rm(path.join(folder, name), { force: true });
  return { formatVersion, ...question, commits: [], files: [] };
}
