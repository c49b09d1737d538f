/**
 * `build/probes/figures/`: tables that were made of readings. A build of the same readings reads them
 * instead of the readings. Nothing is lost if the folder is removed.
 */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { exists } from '../../common/faults.ts';
import { sha256 } from '../../common/hash.ts';
import { quoteText } from '../../common/sql.ts';
import { PipelineError } from '../errors.ts';
import { type Database, parquet } from '../snapshot/database.ts';
import { figuresFolder, probesFolder, readingsName } from './probe-files.ts';

interface Kept {
  readonly build: string;
  readonly readings: readonly string[];
  readonly name: string;
  /** Other code makes another table of the same readings. */
  readonly query: string;
}

/** Files of readings never change. Their folder may have moved. */
function fileOf({ build, readings, name, query }: Kept): string {
  const names = readings.map(readingsName);
  const plain = readings.reduce((text, file, at) => text.replaceAll(file, `${at}`), query);
  const hash = sha256(JSON.stringify([names, plain])).slice(0, 16);
  return path.join(probesFolder(build), figuresFolder, `${name}-${hash}.parquet`);
}

/** Makes a view of the file; false if there is none that can be read. */
export async function readKept(kept: Kept, table: string, database: Database): Promise<boolean> {
  const file = fileOf(kept);
  if (!exists(file)) return false;
  try {
    await database.query(`CREATE VIEW ${table} AS FROM ${parquet(file)}`);
    return true;
  } catch (error) {
    if (error instanceof PipelineError) return false;
    throw error;
  }
}

/** Writes the table to its file, and removes those of other readings. */
export async function keep(kept: Kept, table: string, database: Database): Promise<void> {
  const file = fileOf(kept);
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  const part = `${file}.part-${process.pid}`;
  await database.query(`COPY ${table} TO ${quoteText(part)} (FORMAT parquet, COMPRESSION zstd)`);
  await rename(part, file);
  for (const name of await readdir(folder)) {
    if (name.startsWith(`${kept.name}-`) && name !== path.basename(file))
      await rm(path.join(folder, name), { force: true });
  }
}
