/** A build: checks the sources, writes the files of a snapshot and publishes them. */
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256Once } from '../common/hash.ts';
import { createPause } from '../common/pauses.ts';
import { settleAll } from '../common/settle.ts';
import { scaledName } from '../model/images.ts';
import { formatVersion, type Manifest, type ManifestFile, snapshotPaths } from '../model/manifest.ts';
import { type Checked, type CheckOptions, checkSources, SourceMemory } from './check-sources.ts';
import { PipelineError } from './errors.ts';
import { fingerprint, hashProgram, sourceRevision } from './fingerprint.ts';
import { ImageCache } from './images/image-cache.ts';
import { scaleLogos } from './images/scale-logos.ts';
import { computeMetrics } from './metrics.ts';
import { compareText } from './problem.ts';
import { nameRows } from './problem-changes.ts';
import type { Logo, Sources } from './sources.ts';
import { describeBlocks } from './write/blocks.ts';
import { type ChangesInput, writeChanges } from './write/changes.ts';
import { withLock } from './write/lock.ts';
import { FileMemory, NewFiles } from './write/new-files.ts';
import {
  createTemporaryFolder,
  currentId,
  keepWatched,
  nextId,
  publish,
  readManifest,
  refreshIndex,
  removeLeftovers,
  snapshotFolder,
} from './write/publish.ts';
import { type DescribedSnapshot, describeForSearch, describePackage } from './write/self-description.ts';
import { Staging } from './write/staging.ts';
import { TableWriter } from './write/tables.ts';

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

/** Results of the last build of a folder by this process, so that the next build repeats only what an edit touched. */
export class BuildMemory {
  readonly sources = new SourceMemory();
  readonly files = new FileMemory();
  readonly images: ImageCache;

  #program: Promise<string> | null = null;

  constructor(buildFolder: string) {
    this.images = new ImageCache(buildFolder);
  }

  /** Hash of the code, computed once: a process runs the code that it was started with. */
  hashProgram(project: string): Promise<string> {
    this.#program ??= hashProgram(project);
    return this.#program;
  }
}

/** A build without the memory of earlier ones starts from nothing. What is published is the same, byte for byte. */
export async function buildSnapshot(options: BuildOptions, memory: BuildMemory | null = null): Promise<BuildOutcome> {
  const images = memory?.images ?? new ImageCache(options.build);
  const scaled = { ...options, scaleLogos: (logos: Sources['logos']) => scaleLogos(logos, images) };
  const checked = await checkSources(scaled, memory?.sources);
  const failed = checked.hasErrors || (options.strict === true && checked.problems.length > 0);
  if (failed) return { kind: 'problems', checked, manifest: null };
  const program = await (memory === null ? hashProgram(options.project) : memory.hashProgram(options.project));
  const print = fingerprint(checked.sources, program);
  return withLock(options.build, options.lockWaitMs, async () => {
    await removeLeftovers(options.build);
    await refreshIndex(options.build);
    const id = await currentId(options.build);
    const current = id === null ? null : await readManifest(options.build, id);
    if (current?.source.fingerprint === print && !options.force) {
      if (options.byWatch !== true) await keepWatched(options.build, current.id);
      return { kind: 'unchanged', checked, manifest: current };
    }
    const { now } = options;
    const write = (id: string) =>
      writeSnapshot(checked, { id, print, previous: current, memory: memory?.files ?? null }, options);
    const first = await nextId(options.build, { now, print, avoid: null });
    const manifest = (await write(first)) ?? (await write(await nextId(options.build, { now, print, avoid: first })));
    if (manifest === null) throw new PipelineError('taken', `the snapshot "${first}" exists with another content`);
    await images.prune();
    return { kind: 'published', checked, manifest };
  });
}

interface Snapshot {
  readonly id: string;
  readonly print: string;
  /** The current snapshot when the build started. */
  readonly previous: Manifest | null;
  readonly memory: FileMemory | null;
}

/** Null if there is another snapshot of the id. */
async function writeSnapshot(
  checked: Checked,
  { id, print, previous, memory }: Snapshot,
  options: BuildOptions,
): Promise<Manifest | null> {
  const generatedAt = options.now.toISOString();
  const temporary = await createTemporaryFolder(options.build);
  const staging = await Staging.open(`${temporary}-staging`, {});
  try {
    options.progress('write');
    const revision = sourceRevision(options.sources);
    const { build, warn = () => undefined } = options;
    const files = new NewFiles(temporary, memory, previous && snapshotFolder(build, previous.id));
    const stamp = { build, previous, id, generatedAt, revision, warn };
    const { written, metrics } = await writeFiles(checked, stamp, { staging, files });
    const definitions = checked.sources.meta;
    const facts = { id, generatedAt, metrics, files: written, revision: await revision, definitions };
    const described = [...written, ...(await writeSelfDescription(facts, files))];
    described.push(await writeBlocks(described, files));
    const manifest: Manifest = {
      formatVersion,
      id,
      generatedAt,
      source: { fingerprint: print, revision: facts.revision },
      metrics,
      files: described.toSorted((a, b) => compareText(a.path, b.path)),
    };
    await writeJson(path.join(temporary, snapshotPaths.manifest), manifest);
    options.progress('write', `${described.length} files`);
    await staging.checked();
    options.progress('publish');
    const publication = { id, now: options.now, byWatch: options.byWatch === true, synced: files.linked };
    if (!(await publish(options.build, temporary, publication))) return null;
    files.remember(snapshotFolder(options.build, id));
    options.progress('publish', id);
    return manifest;
  } finally {
    // After publishing, because closing DuckDB takes as long as opening it.
    await staging.close();
    await rm(temporary, { recursive: true, force: true });
  }
}

async function writeFiles(
  { sources, resolved, problems }: Checked,
  stamp: Omit<ChangesInput, 'sources' | 'resolved'>,
  { staging, files }: { readonly staging: Staging; readonly files: NewFiles },
) {
  const { id, generatedAt } = stamp;
  const tables = new TableWriter({ sources, resolved, stamp: { id, generatedAt } }, staging, files);
  const tablesWritten = tables.write();
  const loaded = Promise.race([tables.loaded, tablesWritten]);
  const [metrics] = await settleAll([
    // Links images and counts rows while DuckDB writes tables.
    loaded.then(() => writeImages(sources.logos, files)).then(() => computeMetrics(sources.meta.categories, resolved)),
    // Without links, only the written files tell which tables changed.
    (files.mayLink ? loaded : tablesWritten).then(() => writeChanges({ ...stamp, sources, resolved }, staging, files)),
    tablesWritten.then(() => tables.writeOffers()),
  ]);
  await writeJson(path.join(files.folder, snapshotPaths.report), {
    generatedAt,
    warnings: nameRows(problems, sources),
  });
  return { written: await files.describeAll((file) => staging.countRows(file)), metrics };
}

async function writeJson(file: string, value: unknown): Promise<void> {
  await writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
}

async function writeSelfDescription(snapshot: DescribedSnapshot, files: NewFiles): Promise<ManifestFile[]> {
  const { dataPackage, dataset } = snapshotPaths;
  await writeJson(path.join(files.folder, dataPackage), describePackage(snapshot));
  await writeJson(path.join(files.folder, dataset), describeForSearch(snapshot));
  return Promise.all([files.describe(dataPackage, null), files.describe(dataset, null)]);
}

/** One line, because followers read it and people do not. */
async function writeBlocks(described: readonly ManifestFile[], files: NewFiles): Promise<ManifestFile> {
  const blocks = await describeBlocks(files.folder, described, files.memory?.blocks);
  files.memory?.rememberBlocks(described, blocks);
  await writeFile(path.join(files.folder, snapshotPaths.blocks), `${JSON.stringify(blocks)}\n`);
  return files.describe(snapshotPaths.blocks, null);
}

/** Writes one image after the other, so that after an error no write is pending when the folder is removed. */
async function writeImages(logos: ReadonlyMap<string, Logo>, files: NewFiles): Promise<void> {
  const write = async (image: string, bytes: Uint8Array) => {
    const name = snapshotPaths.image(image);
    if (files.link(name, sha256Once(bytes))) return;
    files.makeParent(name);
    await writeFile(path.join(files.folder, name), bytes);
  };
  const pause = createPause();
  for (const [name, logo] of logos) {
    await pause();
    if (logo.fault !== null) continue;
    await write(name, logo.bytes);
    for (const [size, bytes] of logo.scaled ?? []) await write(scaledName(name, size), bytes);
  }
}
