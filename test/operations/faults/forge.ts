/** Snapshots that differ from a whole one in a chosen way. */
import { createHash } from 'node:crypto';
import { cp, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { type Manifest, manifestSchema, snapshotPaths } from '../../../model/manifest.ts';
import type { Stage } from './fault.ts';

let forged = 0;

/** A copy of the stage's second snapshot under an id of its own, later than all others. */
export async function forge(stage: Stage, build: string): Promise<{ id: string; folder: string }> {
  forged++;
  const id = `20990101T000000000Z-${forged.toString(16).padStart(8, '0')}`;
  const folder = path.join(build, 'snapshots', id);
  await cp(stage.snapshot(stage.second), folder, { recursive: true });
  await changeManifest(folder, (manifest) => ({ ...manifest, id }));
  return { id, folder };
}

export async function changeManifest(folder: string, change: (manifest: Manifest) => object): Promise<void> {
  const file = path.join(folder, snapshotPaths.manifest);
  const manifest = manifestSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  await writeFile(file, JSON.stringify(change(manifest)));
}

/** A text in which a search is slow. No two are alike: DuckDB would look at one for all. */
const slowText = "repeat('a', 10000) || _content % 10 || '-' || _content";

/** Found at the end of each tenth text: DuckDB looks for interruptions whenever something is found. Numbers differ in length. */
export function slowSearch(number: number): string {
  return `${'a'.repeat(40 + (number % 100))}7`;
}

/** Every content of the largest table `times` times, the copies on Ethereum, with texts that are slow to search: whole, and far too large. */
export async function inflate(folder: string, times: number): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  const read = async (sql: string) => (await connection.runAndReadAll(sql)).getRows()[0]?.map(Number) ?? [];
  const rewrite = async (file: string, select: (from: string) => string): Promise<void> => {
    const [from, to] = [path.join(folder, file), path.join(folder, `${file}.new`)];
    await connection.run(`COPY (${select(`read_parquet('${from}')`)}) TO '${to}' (FORMAT parquet)`);
    await rename(to, from);
  };
  const manifest = manifestSchema.parse(JSON.parse(await readFile(path.join(folder, snapshotPaths.manifest), 'utf8')));
  const apis = snapshotPaths.contents('apis');
  const others = manifest.files.map((file) => file.path).filter((file) => file.startsWith('serving/contents/'));
  const [first = 0, count = 0] = await read(`SELECT min(_content), count(*) FROM read_parquet('${folder}/${apis}')`);
  // Ids of a category follow each other: those after the copies move up.
  const moved = `CASE WHEN _content >= ${first + count} THEN _content + ${count * (times - 1)} ELSE _content END`;
  const copied = `(_content + ${count} * range)::INTEGER AS _content`;
  for (const file of others.filter((other) => other !== apis))
    await rewrite(file, (from) => `SELECT * REPLACE ((${moved})::INTEGER AS _content) FROM ${from} ORDER BY _content`);
  const copies = `SELECT c.* REPLACE (${copied}, ${slowText} AS _search)`;
  await rewrite(apis, (from) => `${copies} FROM ${from} c, range(${times}) ORDER BY _content`);
  const kept = `SELECT * REPLACE ((${moved})::INTEGER AS _content)`;
  const more = `SELECT 'ethereum', 'apis', (${first} + range)::INTEGER FROM range(${count}, ${count * times})`;
  await rewrite(snapshotPaths.memberships, (from) => `${kept} FROM ${from} UNION ALL ${more}`);
  const [rows = 0] = await read(`SELECT count(*) FROM read_parquet('${folder}/${snapshotPaths.memberships}')`);
  connection.closeSync();
  instance.closeSync();
  const changed = new Map(
    await Promise.all([snapshotPaths.memberships, ...others].map((file) => describe(folder, file))),
  );
  await changeManifest(folder, (whole) => ({
    ...whole,
    metrics: { ...whole.metrics, site: { ...whole.metrics.site, entries: rows } },
    files: whole.files.map((file) => ({ ...file, ...changed.get(file.path) })),
  }));
}

async function describe(folder: string, file: string): Promise<[string, { bytes: number; sha256: string }]> {
  const content = await readFile(path.join(folder, file));
  return [file, { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }];
}
