/** Snapshots that differ from a whole one in a chosen way. */
import { createHash } from 'node:crypto';
import { cp, readFile, stat, writeFile } from 'node:fs/promises';
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

/** Every row of the largest table of Ethereum `times` times, with the manifest to it: whole, and far too large. */
export async function inflate(folder: string, times: number): Promise<void> {
  const from = path.join(folder, snapshotPaths.memberships);
  const to = `${from}.new`;
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  await connection.run(
    `COPY (SELECT m.* FROM read_parquet('${from}') m, ` +
      `range(CASE WHEN network = 'ethereum' AND category = 'apis' THEN ${times} ELSE 1 END)) TO '${to}' (FORMAT parquet)`,
  );
  const reader = await connection.runAndReadAll(`SELECT count(*)::INTEGER FROM read_parquet('${to}')`);
  const rows = Number(reader.getRows()[0]?.[0]);
  connection.closeSync();
  instance.closeSync();
  await cp(to, from);
  const sha256 = createHash('sha256')
    .update(await readFile(from))
    .digest('hex');
  const bytes = (await stat(from)).size;
  await changeManifest(folder, (manifest) => ({
    ...manifest,
    metrics: { ...manifest.metrics, site: { ...manifest.metrics.site, entries: rows } },
    files: manifest.files.map((file) =>
      file.path === snapshotPaths.memberships ? { ...file, rows, bytes, sha256 } : file,
    ),
  }));
}
