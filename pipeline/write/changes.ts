/** changes.parquet: the changes that the previous snapshot had, those of the git history, and those of this build. */

import path from 'node:path';
import { settleAll } from '../../common/settle.ts';
import { quoteName, quoteText } from '../../common/sql.ts';
import { type Change, changeColumns } from '../../model/changes.ts';
import { formatVersion, type Manifest, snapshotPaths } from '../../model/manifest.ts';
import { describeDefinition } from '../../model/tables.ts';
import { describeChanges } from '../diff/describe-changes.ts';
import { PipelineError } from '../errors.ts';
import type { Resolved, Sources } from '../sources.ts';
import { findDamage } from './damage.ts';
import { findDifferingRows } from './differing-rows.ts';
import { footerOf } from './footer.ts';
import { type GitHistory, readGitHistory, stampChanges } from './git-history.ts';
import type { NewFiles } from './new-files.ts';
import { snapshotFolder } from './publish.ts';
import { parquet, type Staging } from './staging.ts';

export interface ChangesInput {
  readonly build: string;
  /** Manifest of the snapshot that was current when the build started. Null without a readable one. */
  readonly previous: Manifest | null;
  readonly sources: Pick<Sources, 'meta' | 'offers'>;
  readonly resolved: Resolved;
  /** Of the snapshot that is being written. */
  readonly id: string;
  readonly generatedAt: string;
  readonly revision: Promise<string | null>;
  /** Receives a warning if the previous snapshot or the git history cannot be read. */
  readonly warn: (message: string) => void;
}

const names = Object.keys(changeColumns).map(quoteName).join(', ');

/** Needs the tables of `TableWriter.write` in the staging database, and its files unless files of the last snapshot were linked. */
export async function writeChanges(input: ChangesInput, staging: Staging, files: NewFiles): Promise<void> {
  const { previous, id, generatedAt } = input;
  const [found, revision] = await settleAll([
    previous === null ? [] : findChanges(input, previous, { staging, files }),
    input.revision,
    staging.load('changes', changeColumns, []),
  ]);
  await carryOver(input, found === null ? null : previous, staging);
  await staging.load(
    'new_changes',
    changeColumns,
    stampChanges(found ?? [], { snapshot: id, at: generatedAt, revision }),
  );
  await append('new_changes', staging);
  const query = { select: `SELECT ${names} FROM changes`, orderBy: null };
  const file = path.join(files.folder, snapshotPaths.changes);
  await staging.copy(query, file, footerOf(describeDefinition('changes')));
}

/** Null if the previous snapshot cannot be read. */
async function findChanges(
  input: ChangesInput,
  previous: Manifest,
  { staging, files }: { readonly staging: Staging; readonly files: NewFiles },
): Promise<Change[] | null> {
  const { build, sources, resolved } = input;
  const folder = snapshotFolder(build, previous.id);
  try {
    await assertReadable(folder, previous, files);
    const categories = await findDifferingTables(previous, sources, { staging, files });
    const differing = await findDifferingRows({ staging, previous: folder, sources, resolved, categories });
    return differing === null ? [] : describeChanges(differing.before, differing.after);
  } catch (error) {
    if (error instanceof PipelineError && error.code === 'disk') throw error;
    const [reason = ''] = (error as Error).message.split('\n');
    input.warn(`the changes begin anew, because the snapshot ${previous.id} cannot be read: ${reason}`);
    return null;
  }
}

/** Categories whose tables of rows are other files: only these can have rows that differ. */
async function findDifferingTables(
  { files: old }: Manifest,
  { meta }: ChangesInput['sources'],
  { staging, files }: { readonly staging: Staging; readonly files: NewFiles },
): Promise<Set<string>> {
  const before = new Map(old.map(({ path: name, sha256 }) => [name, sha256]));
  const differing = new Set<string>();
  for (const { key } of meta.categories) {
    const name = snapshotPaths.rows(key);
    // If files can be linked, a table that was not linked has changed. It has no hash yet, because it may not be written yet.
    if (!files.mayLink) await files.describe(name, staging.countRows(path.join(files.folder, name)));
    if (before.get(name) !== files.hashOf(name)) differing.add(key);
    before.delete(name);
  }
  const [prefix, suffix] = snapshotPaths.rows(' ').split(' ') as [string, string];
  for (const name of before.keys())
    if (name.startsWith(prefix)) differing.add(name.slice(prefix.length, -suffix.length));
  return differing;
}

/** Hashes the tables that this process did not write, because a damaged one would give changes that nobody made. */
async function assertReadable(
  folder: string,
  { formatVersion: version, files }: Manifest,
  known: NewFiles,
): Promise<void> {
  if (version !== formatVersion)
    throw new PipelineError('broken-snapshot', `it has the format ${version}, this pipeline writes ${formatVersion}`);
  if (!files.some((file) => file.path === snapshotPaths.changes))
    throw new PipelineError('broken-snapshot', `it has no ${snapshotPaths.changes}`);
  const tables = files.filter((file) => file.path.endsWith('.parquet'));
  const damage = await findDamage(
    folder,
    tables.filter((file) => !known.isIntact(file.path, file.sha256)),
  );
  if (damage !== null) throw new PipelineError('broken-snapshot', damage);
}

/** Fills `changes` with the rows before those of this build. */
async function carryOver({ build, warn }: ChangesInput, previous: Manifest | null, staging: Staging): Promise<void> {
  const carried =
    previous === null
      ? null
      : { previous, before: parquet(path.join(snapshotFolder(build, previous.id), snapshotPaths.changes)) };
  const history = await readGitHistory(build, warn);
  if (history !== null && history.files.length > 0) {
    try {
      return await mergeHistory(history, carried, staging);
    } catch (error) {
      if (error instanceof PipelineError) throw error;
      warn(`the history from git is left out, because it cannot be read: ${(error as Error).message.split('\n')[0]}`);
      await staging.query('DELETE FROM changes');
    }
  }
  if (carried !== null) await append(carried.before, staging);
}

async function mergeHistory(history: GitHistory, carried: Carried | null, staging: Staging): Promise<void> {
  const told = `read_parquet([${history.files.map(quoteText).join(', ')}])`;
  if (carried === null) return append(told, staging);
  const range = await findRange(carried, history, staging);
  await append(`${told} WHERE ${range.history}`, staging);
  await append(`${carried.before} WHERE ${range.before}`, staging);
}

async function append(source: string, staging: Staging): Promise<void> {
  await staging.query(`INSERT INTO changes SELECT ${names} FROM ${source}`);
}

interface Carried {
  readonly previous: Manifest;
  /** Its changes, as SQL. */
  readonly before: string;
}

/** Conditions in SQL: the changes to take from the history and from the previous snapshot. */
interface Range {
  readonly history: string;
  readonly before: string;
}

/**
 * A git history replaces the changes of snapshots up to the last one that was built from one of its commits. Without such a
 * snapshot it tells what was before the first one, unless the previous snapshot already has changes from git.
 */
async function findRange({ before, previous }: Carried, history: GitHistory, staging: Staging): Promise<Range> {
  const snapshots = await staging.query(
    `SELECT snapshot, any_value(revision), min("at")::VARCHAR FROM ${before} WHERE snapshot IS NOT NULL GROUP BY 1 ORDER BY 1`,
  );
  const places = [...snapshots, [previous.id, previous.source.revision]].map(([snapshot, revision]) => ({
    snapshot: String(snapshot),
    commit: history.commits.indexOf(String(revision)),
  }));
  const anchor = places.findLast(({ commit }) => commit !== -1);
  if (anchor === undefined) {
    const [[fromGit] = []] = await staging.query(`SELECT count(*) FROM ${before} WHERE snapshot IS NULL`);
    if (Number(fromGit) > 0) return { history: 'false', before: 'true' };
    const [[, , first = previous.generatedAt] = []] = snapshots;
    return { history: `"at" < ${quoteText(String(first))}::TIMESTAMP`, before: 'true' };
  }
  const later = history.commits.slice(anchor.commit + 1).map(quoteText);
  return {
    history: later.length === 0 ? 'true' : `revision NOT IN (${later.join(', ')})`,
    before: `snapshot > ${quoteText(anchor.snapshot)}`,
  };
}
