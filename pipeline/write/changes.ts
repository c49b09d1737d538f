/**
 * changes.parquet: the changes that the previous snapshot had, those of the git history, and those
 * of this build.
 */
import path from 'node:path';
import { isRegularFile } from '../../common/read-bounded.ts';
import { quoteName, quoteText, readParquet } from '../../common/sql.ts';
import { type Change, changeColumns } from '../../model/changes.ts';
import { type Correction, correctedTexts } from '../../model/corrections.ts';
import { maxFileBytes, type StoredManifest, snapshotPaths } from '../../model/manifest.ts';
import type { StatedPrice } from '../../model/rows.ts';
import { describeDefinition } from '../../model/tables.ts';
import { storeChange } from '../compare/describe-changes.ts';
import { type GitHistory, readGitHistory } from '../compare/history/walk.ts';
import { PipelineError } from '../errors.ts';
import { type Database, parquet } from '../snapshot/database.ts';
import type { NewFiles } from '../snapshot/new-files.ts';

export interface ChangesInput {
  readonly build: string;
  readonly files: NewFiles;
  readonly revision: string | null;
  readonly corrections: readonly Correction[];
  /** Reads a price of a column. */
  /** Keys of columns of prices. */
  readonly money: readonly string[];
  readonly readPrice: (key: string, text: string) => StatedPrice | null;
  /** Receives a warning if the previous snapshot or the git history cannot be read. */
  readonly warn: (message: string) => void;
}

const byProbe = `(cause.kind = 'probe')`;
const names = Object.keys(changeColumns).map(quoteName).join(', ');

/** `found`: the changes of this build; null if the snapshot before has none that can be read. */
export async function writeChanges(
  input: ChangesInput,
  found: readonly Change[] | null,
): Promise<void> {
  const { files, revision } = input;
  const { database, writer } = files;
  const stamp = { snapshot: writer.id, at: writer.generatedAt, revision };
  await database.load('changes', changeColumns, []);
  await carryOver(input, found === null ? null : files.previous);
  const records = (found ?? []).map((change) => storeChange(change, stamp));
  await database.load('new_changes', changeColumns, records);
  await append('new_changes', database);
  await leaveOutCorrected(input);
  await addPrices(input);
  const table = describeDefinition('changes', writer.wording);
  const [[inputs] = []] = await database.query(
    `SELECT sha256(coalesce(string_agg(to_json(c)::VARCHAR, '\n'), '')) FROM changes c`,
  );
  const hash = files.inputsOf(table, [String(inputs)]);
  if (!files.linkTable(table, hash))
    await files.writeTable(table, hash, `SELECT ${names} FROM changes`);
}

/** A value that was recorded wrongly is no news when it appears, and none when it goes. */
async function leaveOutCorrected({ corrections, files: { database } }: ChangesInput) {
  if (corrections.length === 0) return;
  const columns = { category: 'VARCHAR', slug: 'VARCHAR', column: 'VARCHAR', was: 'VARCHAR' };
  const texts = corrections.flatMap((each) =>
    correctedTexts(each).map((was) => ({ ...each, was })),
  );
  await database.load('corrections', columns, texts);
  await database.query(
    `DELETE FROM changes c USING corrections r WHERE c.category = r.category AND c.slug = r.slug
     AND c."column" = r."column" AND r.was IN (c.before, c.after)`,
  );
}

/**
 * Reads the prices of all changes again, so that those of earlier versions and of the git history
 * have their amounts too.
 */
async function addPrices({ files: { database }, money, readPrice }: ChangesInput): Promise<void> {
  if (money.length === 0) return;
  const keys = money.map(quoteText).join(', ');
  const texts = await database.query(
    `SELECT DISTINCT "column", unnest([before, after]) AS text FROM changes WHERE "column" IN (${keys})`,
  );
  const prices = texts.flatMap(([column, text]) => {
    const price = typeof text === 'string' ? readPrice(String(column), text) : null;
    if (price === null) return [];
    const { tiers: _, terms: _terms, ...stated } = price;
    return [{ key: column, text, price: stated }];
  });
  if (prices.length === 0) return;
  const { beforePrice } = changeColumns;
  const columns = { key: 'VARCHAR', text: 'VARCHAR', price: beforePrice };
  await database.load('changed_prices', columns, prices);
  const joined = (name: string, cell: string) =>
    `LEFT JOIN changed_prices ${name} ON ${name}.key = c."column" AND ${name}.text = c.${cell}`;
  await database.query(
    `CREATE OR REPLACE TABLE changes AS SELECT c.* REPLACE (was.price AS "beforePrice", now.price AS "afterPrice")
     FROM changes c ${joined('was', 'before')} ${joined('now', 'after')} ORDER BY c.rowid`,
  );
}

/** Fills `changes` with the rows before those of this build. */
async function carryOver(
  { build, warn, files: { database } }: ChangesInput,
  previous: NewFiles['previous'],
): Promise<void> {
  const kept =
    previous === null
      ? null
      : {
          previous: previous.manifest,
          before: parquet(path.join(previous.folder, snapshotPaths.changes)),
        };
  const history = await readGitHistory(build, warn);
  if (history !== null && history.files.length > 0) {
    try {
      return await mergeHistory(history, kept, database);
    } catch (error) {
      if (error instanceof PipelineError && error.code !== 'bad-parquet') throw error;
      warn(
        `the history from git is left out, because it cannot be read: ${(error as Error).message.split('\n')[0]}`,
      );
      await database.query('DELETE FROM changes');
    }
  }
  if (kept !== null) await append(kept.before, database);
}

async function mergeHistory(
  history: GitHistory,
  kept: PreviousChanges | null,
  database: Database,
): Promise<void> {
  const special = history.files.find(
    (file) => !isRegularFile(path.dirname(file), path.basename(file), maxFileBytes),
  );
  if (special !== undefined) throw new Error(`${special} is not a regular file`);
  const changes = readParquet(history.files, 'union_by_name = true');
  if (kept === null) return append(changes, database);
  const conditions = await chooseChanges(kept, history, database);
  await append(`${changes} WHERE ${conditions.history}`, database);
  await append(`${kept.before} WHERE ${conditions.before}`, database);
  if (conditions.before !== 'true') await placeByTime(database);
}

/**
 * Puts what probes found between the changes of a git history, which is in the order of its
 * commits.
 */
async function placeByTime(database: Database): Promise<void> {
  const reached = `max("at") FILTER (NOT ${byProbe}) OVER (ORDER BY rowid)`;
  await database.query(
    `CREATE OR REPLACE TABLE changes AS SELECT ${names} FROM changes
     ORDER BY CASE WHEN ${byProbe} THEN "at" ELSE ${reached} END, rowid`,
  );
}

/** Columns that an earlier version did not write are null. */
async function append(source: string, database: Database): Promise<void> {
  await database.query(`INSERT INTO changes BY NAME SELECT * FROM ${source}`);
}

interface PreviousChanges {
  readonly previous: StoredManifest;
  /** Its changes, as SQL. */
  readonly before: string;
}

/**
 * Conditions in SQL: the changes to take from the history and from the previous snapshot.
 * A git history replaces the changes of snapshots up to the last one that was built from one of its
 * commits. Without such a snapshot it tells what was before the first one, unless the previous
 * snapshot already has changes from git.
 */
async function chooseChanges(
  { before, previous }: PreviousChanges,
  history: GitHistory,
  database: Database,
) {
  const snapshots = await database.query(
    `SELECT snapshot, any_value(revision), min("at")::VARCHAR FROM ${before} WHERE snapshot IS NOT NULL GROUP BY 1 ORDER BY 1`,
  );
  const places = [...snapshots, [previous.id, previous.source.revision]].map(
    ([snapshot, revision]) => ({
      snapshot: String(snapshot),
      commit: history.commits.indexOf(String(revision)),
    }),
  );
  const anchor = places.findLast(({ commit }) => commit !== -1);
  if (anchor === undefined) {
    const [[fromGit] = []] = await database.query(
      `SELECT count(*) FROM ${before} WHERE snapshot IS NULL`,
    );
    if (Number(fromGit) > 0) return { history: 'false', before: 'true' };
    const [[, , first = previous.generatedAt] = []] = snapshots;
    return { history: `"at" < ${quoteText(String(first))}::TIMESTAMP`, before: 'true' };
  }
  const later = history.commits.slice(anchor.commit + 1).map(quoteText);
  return {
    history: later.length === 0 ? 'true' : `revision NOT IN (${later.join(', ')})`,
    // A git history tells nothing of probes.
    before: `(snapshot > ${quoteText(anchor.snapshot)} OR ${byProbe})`,
  };
}
