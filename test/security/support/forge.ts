/** Snapshots that are broken in one chosen way and right in everything else, their hashes included. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, lstatSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { currentId } from './build.ts';

export interface Figures {
  entries: number;
  activeCategories: number;
  providers: number;
  categories: { key: string; count: number; providersCount: number }[];
  providerCategoryEntries?: number;
  apiEntriesByProvider?: Record<string, number>;
}

export interface Metrics {
  site: Figures;
  networks: Record<string, Figures>;
}

export interface Manifest {
  formatVersion: number;
  id: string;
  generatedAt: string;
  counts: { rows: number; networks: number; categories: number; providers: number };
  files: { path: string; rows: number | null; bytes: number; sha256: string }[];
}

let forged = 0;

/** Copies the current snapshot to one with a later id. Returns the new snapshot's folder. */
export function forge(build: string): string {
  forged++;
  const id = `20990101T000000000Z-${forged.toString(16).padStart(8, '0')}`;
  const folder = path.join(build, 'snapshots', id);
  cpSync(path.join(build, 'snapshots', currentId(build)), folder, { recursive: true });
  editManifest(folder, (manifest) => {
    manifest.id = id;
  });
  return folder;
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
}

export function editManifest(folder: string, edit: (manifest: Manifest) => void): void {
  const manifest = readManifest(folder);
  edit(manifest);
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
}

/** States the size, hash and row count that a file has now. */
export function restate(folder: string, file: string, rows?: number): void {
  const bytes = readFileSync(path.join(folder, file));
  editManifest(folder, (manifest) => {
    const listed = manifest.files.find((entry) => entry.path === file);
    if (!listed) throw new Error(`${file} is not listed`);
    listed.bytes = bytes.length;
    listed.sha256 = createHash('sha256').update(bytes).digest('hex');
    if (rows !== undefined) listed.rows = rows;
  });
}

/** Writes a Parquet file anew from a query over `t`, which is the file's table, and restates it. */
export async function rewrite(folder: string, file: string, sql: string): Promise<void> {
  const from = path.join(folder, file);
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    await connection.run(`CREATE TABLE t AS FROM read_parquet('${from}')`);
    await connection.run(`COPY (${sql}) TO '${from}.new' (FORMAT parquet)`);
    const counted = await connection.runAndReadAll(`SELECT count(*)::INTEGER FROM read_parquet('${from}.new')`);
    renameSync(`${from}.new`, from);
    restate(folder, file, Number(counted.getRows()[0]?.[0]));
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

const figureColumns =
  "network: 'VARCHAR', category: 'VARCHAR', provider: 'VARCHAR', rows: 'DOUBLE', providers: 'DOUBLE', " +
  "activeCategories: 'DOUBLE', providerCategoryEntries: 'DOUBLE'";

/** Replaces the figures of metrics.parquet. */
export async function editMetrics(folder: string, edit: (metrics: Metrics) => void): Promise<void> {
  const metrics = await readMetrics(folder);
  edit(metrics);
  const file = path.join(folder, 'metrics.ndjson');
  writeFileSync(file, tabulate(metrics).join('\n'));
  await rewrite(folder, 'metrics.parquet', `FROM read_json('${file}', columns = {${figureColumns}})`);
  rmSync(file);
}

export async function readMetrics(folder: string): Promise<Metrics> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    const cells =
      'network, category, provider, rows::DOUBLE, providers::DOUBLE, activeCategories::DOUBLE, providerCategoryEntries::DOUBLE';
    const result = await connection.runAndReadAll(`SELECT ${cells} FROM read_parquet('${folder}/metrics.parquet')`);
    return collect(result.getRows() as unknown as Cells[]);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

type Cells = readonly [
  network: string | null,
  category: string | null,
  provider: string | null,
  rows: number,
  providers: number,
  activeCategories: number,
  providerCategoryEntries: number,
];

function collect(rows: readonly Cells[]): Metrics {
  const surfaces = new Map<string, Figures>();
  for (const [network, category, provider, count, providers, activeCategories, providerCategoryEntries] of rows) {
    const key = network ?? '';
    const known = surfaces.get(key);
    const ofNetwork = { providerCategoryEntries, apiEntriesByProvider: {} };
    if (known === undefined)
      surfaces.set(key, {
        entries: count,
        activeCategories,
        providers,
        categories: [],
        ...(network === null ? {} : ofNetwork),
      });
    else if (provider !== null) Object.assign(known.apiEntriesByProvider ?? {}, { [provider]: count });
    else known.categories.push({ key: String(category), count, providersCount: providers });
  }
  const site = surfaces.get('');
  if (site === undefined) throw new Error('no figures of the site');
  surfaces.delete('');
  return { site, networks: Object.fromEntries(surfaces) };
}

function tabulate({ site, networks }: Metrics): string[] {
  const surfaces: [string | null, Figures][] = [[null, site], ...Object.entries(networks)];
  return surfaces.flatMap(([network, { entries, categories, apiEntriesByProvider = {}, ...figures }]) =>
    [
      { network, rows: entries, ...figures },
      ...categories.map(({ key, count, providersCount }) => ({
        network,
        category: key,
        rows: count,
        providers: providersCount,
      })),
      ...Object.entries(apiEntriesByProvider).map(([provider, rows]) => ({
        network,
        category: 'apis',
        provider,
        rows,
      })),
    ].map((row) => JSON.stringify(row)),
  );
}

export function pointTo(build: string, id: string): void {
  const link = path.join(build, `new-current-${id}`);
  symlinkSync(`snapshots/${id}`, link);
  renameSync(link, path.join(build, 'current'));
}

export function isThere(file: string): boolean {
  return existsSync(file) || lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}
