/** Snapshots that differ from a whole one in a chosen way. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { manifestSchema, type StoredManifest, snapshotPaths } from '../../../model/manifest.ts';
import { editManifest, editMetrics, type Figures, readManifest, rewrite } from '../../security/support/forge.ts';
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

export async function changeManifest(folder: string, change: (manifest: StoredManifest) => object): Promise<void> {
  const file = path.join(folder, snapshotPaths.manifest);
  const manifest = manifestSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  await writeFile(file, JSON.stringify(change(manifest)));
}

/** Texts that are slow to sort, because they differ in their ends only. */
const slowText = "repeat('a', 4000) || _content";

/**
 * Adds copies of an Ethereum listing until the largest table has `times` as many contents, all with plan names that are
 * slow to sort. The snapshot stays consistent: the provider of the copies is listed there already, so that only row counts change.
 */
export async function inflate(folder: string, times: number): Promise<void> {
  const { files } = readManifest(folder);
  const apis = snapshotPaths.contents('apis');
  const others = files.map((file) => file.path).filter((file) => file.startsWith('serving/contents/') && file !== apis);
  const [copied = 0, first = 0, count = 0, provider = ''] = await readListing(folder, apis);
  const added = Number(count) * (times - 1);
  const end = Number(first) + Number(count);
  // Ids of a category follow each other: those after the copies move up.
  const moved = `(CASE WHEN _content >= ${end} THEN _content + ${added} ELSE _content END)::INTEGER AS _content`;
  for (const file of [...others, snapshotPaths.memberships]) {
    const copies = `SELECT 'ethereum', 'apis', (${end} + range)::INTEGER FROM range(${added})`;
    const more = file === snapshotPaths.memberships ? ` UNION ALL ${copies} ORDER BY network, _content` : '';
    await rewrite(folder, file, `SELECT * REPLACE (${moved}) FROM t${more}`);
  }
  const copies = `SELECT t.* REPLACE (slug || '-copy-' || range AS slug, (${end} + range)::INTEGER AS _content)`;
  const listed = `SELECT * FROM t UNION ALL (${copies} FROM t, range(${added}) WHERE _content = ${copied})`;
  await rewrite(folder, apis, `SELECT * REPLACE (${slowText} AS planName) FROM (${listed}) ORDER BY _content`);
  for (const [file, where] of [
    [snapshotPaths.rows('apis'), "network = 'ethereum'"],
    [snapshotPaths.offers, "network = 'ethereum' AND category = 'apis'"],
  ] as const) {
    const row = `(SELECT * FROM t WHERE ${where} LIMIT 1)`;
    await rewrite(folder, file, `FROM t UNION ALL SELECT r.* FROM ${row} r, range(${added})`);
  }
  await editMetrics(folder, ({ site, networks }) => countRows([site, networks.ethereum], provider, added));
  editManifest(folder, ({ counts }) => {
    counts.rows += added;
  });
}

/** A content of the API listings on Ethereum with its provider, and the first id and number of all of them. */
async function readListing(folder: string, apis: string): Promise<[number, number, number, string]> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    const listed = `SELECT _content FROM read_parquet('${folder}/${snapshotPaths.memberships}') WHERE network = 'ethereum'`;
    const result = await connection.runAndReadAll(
      `SELECT min(_content) FILTER (_content IN (${listed})) AS copied, min(_content), count(*), ` +
        `arg_min(provider, _content) FILTER (_content IN (${listed})) FROM read_parquet('${folder}/${apis}')`,
    );
    const [[copied, first, count, provider] = []] = result.getRows();
    return [Number(copied), Number(first), Number(count), String(provider)];
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

function countRows(surfaces: readonly (Figures | undefined)[], provider: string, added: number): void {
  for (const surface of surfaces) {
    const apis = surface?.categories.find(({ key }) => key === 'apis');
    if (!surface || !apis) throw new Error('no API listings on Ethereum');
    surface.entries += added;
    apis.count += added;
    const { apiEntriesByProvider: entries } = surface;
    if (entries) entries[provider] = (entries[provider] ?? 0) + added;
  }
}
