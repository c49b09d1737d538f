/** A build: checks the sources, writes the files of a snapshot and publishes them. */
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256OfFile } from '../common/hash.ts';
import { settleAll } from '../common/settle.ts';
import { scaledName } from '../model/images.ts';
import { formatVersion, type Manifest, type ManifestFile, snapshotPaths } from '../model/manifest.ts';
import { type Checked, type CheckOptions, checkSources } from './check-sources.ts';
import { PipelineError } from './errors.ts';
import { fingerprint, sourceRevision } from './fingerprint.ts';
import { ImageCache } from './images/image-cache.ts';
import { scaleLogos } from './images/scale-logos.ts';
import { computeMetrics } from './metrics.ts';
import { compareText } from './problem.ts';
import { nameRows } from './problem-changes.ts';
import type { Logo } from './sources.ts';
import { type ChangesInput, writeChanges } from './write/changes.ts';
import { withLock } from './write/lock.ts';
import {
  createTemporaryFolder,
  currentId,
  keepWatched,
  nextId,
  publish,
  readManifest,
  removeLeftovers,
} from './write/publish.ts';
import { type DescribedSnapshot, describeForSearch, describePackage } from './write/self-description.ts';
import { Staging } from './write/staging.ts';
import { writeTables } from './write/tables.ts';

export interface BuildOptions extends CheckOptions {
  readonly build: string;
  readonly now: Date;
  /** Publishes even if nothing changed since the current snapshot. */
  readonly force: boolean;
  /** Treats warnings as errors. */
  readonly strict?: boolean;
  /** True for builds of `watch`. Only the newest snapshot that `watch` published is kept. */
  readonly byWatch?: boolean;
  /** Time to wait for another build of the same folder. */
  readonly lockWaitMs: number;
  /** Receives warnings, such as an unreadable previous snapshot or git history. */
  readonly warn?: (message: string) => void;
}

export type BuildOutcome = {
  readonly kind: 'problems' | 'unchanged' | 'published';
  readonly checked: Checked;
  readonly manifest: Manifest | null;
};

export async function buildSnapshot(options: BuildOptions): Promise<BuildOutcome> {
  const cache = new ImageCache(options.build);
  const checked = await checkSources({ ...options, scaleLogos: (logos) => scaleLogos(logos, cache) });
  const failed = checked.hasErrors || (options.strict === true && checked.problems.length > 0);
  if (failed) return { kind: 'problems', checked, manifest: null };
  const print = await fingerprint(checked.sources, options.project);
  return withLock(options.build, options.lockWaitMs, async () => {
    await removeLeftovers(options.build);
    const id = await currentId(options.build);
    const current = id === null ? null : await readManifest(options.build, id);
    if (current?.source.fingerprint === print && !options.force) {
      if (options.byWatch !== true) await keepWatched(options.build, current.id);
      return { kind: 'unchanged', checked, manifest: current };
    }
    const first = await nextId(options.build, { now: options.now, print, avoid: null });
    let manifest = await writeSnapshot(checked, { id: first, print, previous: current }, options);
    if (manifest === null) {
      const next = await nextId(options.build, { now: options.now, print, avoid: first });
      manifest = await writeSnapshot(checked, { id: next, print, previous: current }, options);
    }
    if (manifest === null) throw new PipelineError('taken', `the snapshot "${first}" exists with another content`);
    await cache.prune();
    return { kind: 'published', checked, manifest };
  });
}

interface Snapshot {
  readonly id: string;
  readonly print: string;
  /** The current snapshot when the build started. */
  readonly previous: Manifest | null;
}

/** Null if there is another snapshot of the id. */
async function writeSnapshot(
  checked: Checked,
  { id, print, previous }: Snapshot,
  options: BuildOptions,
): Promise<Manifest | null> {
  const generatedAt = options.now.toISOString();
  const temporary = await createTemporaryFolder(options.build);
  try {
    options.progress('write');
    const revision = sourceRevision(options.sources);
    const { build, warn = () => undefined } = options;
    const stamp = { build, previous, id, generatedAt, revision, warn };
    const written = await writeFiles(checked, stamp, temporary);
    const definitions = checked.sources.meta;
    const metrics = computeMetrics(definitions.categories, checked.resolved);
    const facts = { id, generatedAt, metrics, files: written, revision: await revision, definitions };
    const files = [...written, ...(await writeSelfDescription(facts, temporary))];
    const manifest: Manifest = {
      formatVersion,
      id,
      generatedAt,
      source: { fingerprint: print, revision: facts.revision },
      metrics,
      files: files.toSorted((a, b) => compareText(a.path, b.path)),
    };
    await writeJson(path.join(temporary, snapshotPaths.manifest), manifest);
    options.progress('write', `${files.length} files`);
    options.progress('publish');
    const publication = { id, now: options.now, byWatch: options.byWatch === true };
    if (!(await publish(options.build, temporary, publication))) return null;
    options.progress('publish', id);
    return manifest;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function writeFiles(
  { sources, resolved, problems }: Checked,
  stamp: Omit<ChangesInput, 'sources' | 'resolved'>,
  temporary: string,
) {
  const { id, generatedAt } = stamp;
  const staging = await Staging.open(`${temporary}-staging`, { id, generatedAt });
  try {
    await settleAll([writeTables({ sources, resolved }, staging, temporary), writeImages(sources.logos, temporary)]);
    await writeChanges({ ...stamp, sources, resolved }, staging, path.join(temporary, snapshotPaths.changes));
    await writeJson(path.join(temporary, snapshotPaths.report), {
      generatedAt,
      warnings: nameRows(problems, sources),
    });
    return await describeFiles(temporary, (file) => staging.countRows(file));
  } finally {
    await staging.close();
  }
}

async function writeJson(file: string, value: unknown): Promise<void> {
  await writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
}

async function writeSelfDescription(snapshot: DescribedSnapshot, folder: string): Promise<ManifestFile[]> {
  await writeJson(path.join(folder, snapshotPaths.dataPackage), describePackage(snapshot));
  await writeJson(path.join(folder, snapshotPaths.dataset), describeForSearch(snapshot));
  return Promise.all(
    [snapshotPaths.dataPackage, snapshotPaths.dataset].map((name) => describeFile(folder, { name, rows: null })),
  );
}

/** Writes one image after the other, so that after an error no write is pending when the folder is removed. */
async function writeImages(logos: ReadonlyMap<string, Logo>, folder: string): Promise<void> {
  const folders = new Set<string>();
  const write = async (name: string, bytes: Uint8Array) => {
    const file = path.join(folder, snapshotPaths.image(name));
    const parent = path.dirname(file);
    if (!folders.has(parent)) await mkdir(parent, { recursive: true });
    folders.add(parent);
    await writeFile(file, bytes);
  };
  for (const [name, logo] of logos) {
    if (logo.fault !== null) continue;
    await write(name, logo.bytes);
    for (const [size, bytes] of logo.scaled ?? []) await write(scaledName(name, size), bytes);
  }
}

/** Lists every file with its size, rows and hash, as read back from the disk. */
async function describeFiles(folder: string, countRows: (file: string) => number | null): Promise<ManifestFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const described: ManifestFile[] = [];
  for (const file of files) {
    const name = path.relative(folder, file).split(path.sep).join('/');
    described.push(await describeFile(folder, { name, rows: countRows(file) }));
  }
  return described.toSorted((a, b) => compareText(a.path, b.path));
}

async function describeFile(
  folder: string,
  { name, rows }: { readonly name: string; readonly rows: number | null },
): Promise<ManifestFile> {
  const file = path.join(folder, name);
  const { size } = await stat(file);
  return { path: name, rows, bytes: size, sha256: await sha256OfFile(file, size) };
}
