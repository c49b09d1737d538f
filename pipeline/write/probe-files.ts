/**
 * `build/probes/`: readings of probes. A run appends them to a journal, `<day>-<number>.ndjson`,
 * and makes a Parquet file of the same name of it at its end. A journal without its Parquet file is
 * that of a run that was killed: the next run continues it.
 */
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { exists, nullIfAbsent } from '../../common/faults.ts';
import { groupBy } from '../../common/group-by.ts';
import { parseJson } from '../../common/json.ts';
import { isRegularFile, readBoundedSync } from '../../common/read-bounded.ts';
import { quoteName, quoteText, readParquet } from '../../common/sql.ts';
import { maxFileBytes } from '../../model/manifest.ts';
import {
  probeResults,
  type Reading,
  readingColumns,
  readingSchema,
  targetColumns,
} from '../../model/probes.ts';
import { PipelineError } from '../errors.ts';
import type { PastReadings } from '../probe/plan.ts';
import type { LastReading } from '../probe/problems.ts';
import { compareText } from '../problem.ts';
import { Database, writeParquet } from '../snapshot/database.ts';

/** Readings by day, which no build reads. */
export const daysFolder = 'days';

/** What was made of readings (`kept-figures.ts`). */
export const figuresFolder = 'figures';

/** Benchmarks of others (`benchmark-files.ts`). */
export const othersFolder = 'others';

const ownFolders: readonly string[] = [daysFolder, figuresFolder, othersFolder];

/** Of folders of other probers. */
const placeName = /^[\p{L}\d][\p{L}\d .,'()-]{0,59}$/u;

const runName = /^(\d{4}-\d{2}-\d{2})-(\d{4})\.(ndjson|parquet)$/;

const mergedName = /^(\d{4}-\d{2}-\d{2}-\d{4})--(\d{4}-\d{2}-\d{2}-\d{4})\.parquet$/;

/** Ten runs of the most requests. */
const maxJournalBytes = 100_000_000;

export function probesFolder(build: string): string {
  return path.join(build, 'probes');
}

/**
 * Parquet files of readings, by age. A folder inside has those of another prober, whose place it is
 * named after.
 */
export async function listReadings(build: string): Promise<string[]> {
  const folder = probesFolder(build);
  const entries = (await readdir(folder, { withFileTypes: true }).catch(nullIfAbsent)) ?? [];
  const others = entries.filter(
    (entry) =>
      entry.isDirectory() && placeName.test(entry.name) && !ownFolders.includes(entry.name),
  );
  const names = others.map(({ name }) => name).toSorted(compareText);
  const all = await Promise.all(['', ...names].map((name) => listRuns(path.join(folder, name))));
  return all.flat();
}

/**
 * Files of runs, and before them the one that runs were merged into. Files that it covers, which a
 * killed run left, are none of them.
 */
export async function listRuns(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(nullIfAbsent)) ?? [];
  const isReadings = (name: string) =>
    rangeOf(name) !== null &&
    name.endsWith('.parquet') &&
    isRegularFile(folder, name, maxFileBytes);
  const files = names
    .filter(isReadings)
    .toSorted((a, b) => compareText(rangeOf(a)?.last ?? '', rangeOf(b)?.last ?? ''));
  const merged = files.findLastIndex((name) => mergedName.test(name));
  return files.slice(Math.max(0, merged)).map((name) => path.join(folder, name));
}

/** The first and the last run of a file of readings; null for another file. */
export function rangeOf(file: string): { readonly first: string; readonly last: string } | null {
  const name = path.basename(file);
  const [, first, last] = mergedName.exec(name) ?? [];
  if (first !== undefined && last !== undefined) return { first, last };
  const [, day, number] = runName.exec(name) ?? [];
  return day === undefined ? null : { first: `${day}-${number}`, last: `${day}-${number}` };
}

/** Names a file of readings in the build folder: `2026-11-28-0001.parquet`, `oslo/…`. */
export function readingsName(file: string): string {
  const place = placeOf(file);
  return place === null ? path.basename(file) : `${place}/${path.basename(file)}`;
}

/** The folder of a file of another prober; null for those of this one. */
function placeOf(file: string): string | null {
  const folder = path.basename(path.dirname(file));
  return folder === 'probes' ? null : folder;
}

/** Readings of a run in progress. Requires the lock of the folder. */
export class Journal {
  readonly #file: string;
  readonly #descriptor: number;
  #endBytes: number;
  /** Of this run, and of the killed run that it continues. */
  readonly readings: Reading[];

  private constructor(file: string) {
    this.#file = file;
    const { readings, bytes } = readJournal(file);
    this.#descriptor = openSync(file, 'a');
    // A kill may have cut the last line off.
    ftruncateSync(this.#descriptor, bytes);
    this.#endBytes = bytes;
    this.readings = readings;
  }

  static async open(build: string, now: Date): Promise<Journal> {
    const folder = probesFolder(build);
    await mkdir(folder, { recursive: true });
    const names = (await readdir(folder))
      .filter((name) => rangeOf(name) !== null)
      .toSorted(compareText);
    for (const name of names.filter((each) => isFinished(each, names)))
      await rm(path.join(folder, name));
    const left = names.find((name) => name.endsWith('.ndjson') && !isFinished(name, names));
    return new Journal(path.join(folder, left ?? nextName(names, now)));
  }

  /** Synchronous, so that a reading is in the file before the next probe begins. */
  append(readings: readonly Reading[]): void {
    const bytes = Buffer.from(readings.map((reading) => `${JSON.stringify(reading)}\n`).join(''));
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#descriptor, bytes, done);
    this.#endBytes += bytes.length;
    this.readings.push(...readings);
  }

  /** Writes the Parquet file, and removes the journal. */
  async finish(): Promise<void> {
    closeSync(this.#descriptor);
    if (this.readings.length > 0) {
      const temporary = `${this.#file}.part`;
      await writeParquet(temporary, readingColumns, this.readings);
      await rename(temporary, this.#file.replace(/ndjson$/, 'parquet'));
    }
    await rm(this.#file);
  }
}

/** Whether a journal is in its Parquet file already: a kill came before it was removed. */
function isFinished(name: string, names: readonly string[]): boolean {
  return name.endsWith('.ndjson') && names.includes(name.replace(/ndjson$/, 'parquet'));
}

function nextName(names: readonly string[], now: Date): string {
  const lasts = names.map((name) => rangeOf(name)?.last ?? '').toSorted(compareText);
  const today = now.toISOString().slice(0, 10);
  // After the merged runs, also if the clock went back.
  const merged = lasts.at(-1)?.slice(0, 10) ?? today;
  const day = names.some((name) => mergedName.test(name)) && merged > today ? merged : today;
  const number = Number(lasts.findLast((last) => last.startsWith(day))?.slice(11) ?? 0) + 1;
  return `${day}-${String(number).padStart(4, '0')}.ndjson`;
}

/** Throws PipelineError for a line that is no reading. */
function readJournal(file: string): { readonly readings: Reading[]; readonly bytes: number } {
  const content = exists(file) ? readBoundedSync(file, maxJournalBytes) : Buffer.alloc(0);
  const readings: Reading[] = [];
  let start = 0;
  for (let end = content.indexOf('\n'); end !== -1; end = content.indexOf('\n', start)) {
    const { data } = readingSchema.safeParse(parseJson(content.subarray(start, end)));
    if (data === undefined)
      throw new PipelineError(
        'bad-journal',
        `${file}:${readings.length + 1} is no reading; remove the line`,
      );
    readings.push(data);
    start = end + 1;
  }
  return { readings, bytes: start };
}

/** SQL: whether a result is a good answer; null if it says nothing. */
export const isGood = `CASE WHEN result IN (${namesOf(true)}) THEN true WHEN result IN (${namesOf(false)}) THEN false END`;

function namesOf(good: boolean): string {
  return Object.entries(probeResults)
    .flatMap(([name, value]) => (value === good ? [quoteText(name)] : []))
    .join(', ');
}

/**
 * All readings as SQL, each once: a file that was copied by hand doubles nothing. Columns that an
 * earlier version did not write are null.
 */
export function readingsTable(files: readonly string[]): string {
  const columns = Object.entries(readingColumns).map(
    ([name, type]) => [quoteName(name), type] as const,
  );
  const none = `SELECT ${columns.map(([name, type]) => `NULL::${type} AS ${name}`).join(', ')} WHERE false`;
  // A merged file has each reading once already.
  const kindOf = (file: string) => `${mergedName.test(path.basename(file))} ${placeOf(file)}`;
  const sources = [...groupBy(files, kindOf).values()].map((own) => {
    const place = placeOf(own[0]);
    const distinct = mergedName.test(path.basename(own[0])) ? '' : 'DISTINCT';
    const cells = columns.map(([name]) =>
      name === '"place"' && place !== null ? `coalesce(place, ${quoteText(place)}) AS place` : name,
    );
    const read = `${none} UNION ALL BY NAME FROM ${readParquet(own, 'union_by_name = true')}`;
    return `SELECT ${distinct} ${cells.join(', ')} FROM (${read})`;
  });
  return `(${sources.length === 0 ? none : sources.join(' UNION ALL BY NAME ')})`;
}

/** The last reading of each target. */
export async function readLast(build: string): Promise<LastReading[]> {
  return askByTarget<Omit<LastReading, 'target'>>(build, (readings) => {
    const day = `strftime(max("at"), '%Y-%m-%d') AS "day"`;
    return `SELECT ${target}, ${day}, unnest(arg_max(struct_pack(result, detail, chainId), "at"))
      FROM ${readings} GROUP BY ${target}`;
  });
}

const target = targetColumns.map(quoteName).join(', ');

/**
 * Asks about readings, if there are any. Each record of the answer has the values of the target's
 * columns.
 */
async function askByTarget<T>(
  build: string,
  query: (readings: string) => string,
): Promise<(T & Pick<LastReading, 'target'>)[]> {
  const files = await listReadings(build);
  if (files.length === 0) return [];
  const database = await Database.open(path.join(probesFolder(build), `.reading-${process.pid}`));
  try {
    const rows = await database.query(
      `SELECT to_json([${target}]), to_json(r)::VARCHAR FROM (${query(readingsTable(files))}) r`,
    );
    return rows.map(([key, json]) => ({
      ...(JSON.parse(String(json)) as T),
      target: JSON.parse(String(key)),
    }));
  } finally {
    await database.close();
  }
}

/** The last readings of each target, as many as the plan of a run counts. */
export async function readPast(
  build: string,
): Promise<(PastReadings & Pick<LastReading, 'target'>)[]> {
  // The place of the last good answer, from 1; null without one.
  const good = `list_position(list(coalesce(good, false) ORDER BY "at" DESC), true)`;
  return askByTarget<PastReadings>(build, (readings) => {
    const asked = `max(epoch_ms("at")) FILTER (capabilities IS NOT NULL) OVER (PARTITION BY ${target})`;
    const latest = `SELECT *, ${isGood} AS good, ${asked} AS asked FROM ${readings}
      QUALIFY row_number() OVER (PARTITION BY ${target} ORDER BY "at" DESC) <= 40`;
    return `SELECT ${target}, epoch_ms(max("at")) AS lastReadMs, max(asked) AS capabilitiesMs, coalesce(${good} - 1, count(*)) AS failures
      FROM (${latest}) GROUP BY ${target}`;
  });
}
