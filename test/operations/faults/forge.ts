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

/** Searched texts of this length are slow to search: the letters stand at their end. */
const longText = `repeat('_', 20000) || 'abcdefghijklmnopqrstuvwxyz'`;

/** Every row of the largest table of Ethereum `times` times, with long texts, and the manifest to it: whole, and far too large. */
export async function inflate(folder: string, times: number): Promise<void> {
  const { memberships } = snapshotPaths;
  const contents = snapshotPaths.contents('apis');
  const repeated = `range(CASE WHEN network = 'ethereum' AND category = 'apis' THEN ${times} ELSE 1 END)`;
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  const rewrite = async (file: string, select: (from: string) => string): Promise<number> => {
    const [from, to] = [path.join(folder, file), path.join(folder, `${file}.new`)];
    await connection.run(`COPY (${select(`read_parquet('${from}')`)}) TO '${to}' (FORMAT parquet)`);
    await rename(to, from);
    const reader = await connection.runAndReadAll(`SELECT count(*)::INTEGER FROM read_parquet('${from}')`);
    return Number(reader.getRows()[0]?.[0]);
  };
  const rows = await rewrite(memberships, (from) => `SELECT m.* FROM ${from} m, ${repeated}`);
  await rewrite(contents, (from) => `SELECT * REPLACE (${longText} AS _search, ${longText} AS _provider) FROM ${from}`);
  connection.closeSync();
  instance.closeSync();
  const changed = new Map(await Promise.all([memberships, contents].map((file) => describe(folder, file))));
  await changeManifest(folder, (manifest) => ({
    ...manifest,
    metrics: { ...manifest.metrics, site: { ...manifest.metrics.site, entries: rows } },
    files: manifest.files.map((file) => ({ ...file, ...changed.get(file.path) })),
  }));
}

async function describe(folder: string, file: string): Promise<[string, { bytes: number; sha256: string }]> {
  const content = await readFile(path.join(folder, file));
  return [file, { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }];
}
