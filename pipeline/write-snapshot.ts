/** Writes the files of a snapshot into a temporary folder, and publishes it. */
import { rm, writeFile } from 'node:fs/promises';
import { settleAll } from '../common/settle.ts';
import { isMoney } from '../model/columns.ts';
import { wordingOf } from '../model/facts.ts';
import { scaledName } from '../model/images.ts';
import {
  type Counts,
  formatVersion,
  type StoredManifest,
  snapshotPaths,
} from '../model/manifest.ts';
import { enoughOf, licenseIdOf } from '../model/site.ts';
import type { Checked, CheckOptions } from './check-sources.ts';
import { compareWithPrevious } from './compare/base/previous.ts';
import { readSnapshotProblems } from './compare/base/read-problems.ts';
import type { RowComparison } from './compare/compare-rows.ts';
import { describeAnswers, describeChanges } from './compare/describe-changes.ts';
import { findMassChanges } from './compare/guard/guard.ts';
import { inventoryOfRows, withoutLines } from './compare/guard/inventory.ts';
import {
  compareProblems,
  nameRows,
  noProblems,
  problemState,
  solvedCells,
} from './compare/problem-changes.ts';
import { sourceRevision } from './fingerprint.ts';
import { scaler } from './images/scale-image.ts';
import { collectTargets, type Targets } from './probe/targets.ts';
import type { NewProblem } from './problem.ts';
import { inDefaultOrder } from './resolve/networks.ts';
import { priceReader } from './resolve/numbers.ts';
import { createTemporaryFolder, publish } from './snapshot/build-folder/publish.ts';
import { Database } from './snapshot/database.ts';
import { NewFiles, type Published } from './snapshot/new-files.ts';
import { SnapshotReader } from './snapshot/read-snapshot.ts';
import type { Content, Sources } from './sources.ts';
import { listBenchmarks, readBenchmarks } from './write/benchmark-files.ts';
import { writeChanges } from './write/changes.ts';
import { measure } from './write/measures.ts';
import { listReadings } from './write/probe-files.ts';
import { findTurns, writeProbes } from './write/probes.ts';
import { describeForSearch, describePackage } from './write/self-description.ts';
import { TableWriter } from './write/tables.ts';

export interface BuildOptions extends CheckOptions {
  readonly build: string;
  readonly now: Date;
  /** Publishes even if nothing changed since the current snapshot. */
  readonly force: boolean;
  /** Stops at mass changes since the current snapshot, which nobody has confirmed. */
  readonly guard?: boolean;
  /** Treats warnings as errors. */
  readonly strict?: boolean;
  /** True for builds of `watch`. Only the newest snapshot that `watch` published is kept. */
  readonly byWatch?: boolean;
  /** Time to wait for another build of the same folder. */
  readonly lockWaitMs: number;
  /** Receives warnings, such as an unreadable previous snapshot or git history. */
  readonly warn?: (message: string) => void;
}

export interface NewSnapshot {
  readonly id: string;
  /** Hash of the sources and the program. */
  readonly fingerprint: string;
  /** Hash of the program. */
  readonly program: string;
  /** The current snapshot when the build started. */
  readonly previous: Published | null;
  readonly checked: Checked;
  /** Scales the logos. */
  readonly scale: () => Promise<Checked>;
}

/** Stops a build whose mass changes nobody has confirmed. */
export class MassChange extends Error {
  override name = 'MassChange';
  readonly problems: readonly NewProblem[];

  constructor(problems: readonly NewProblem[]) {
    super('mass change');
    this.problems = problems;
  }
}

export interface Written {
  readonly manifest: StoredManifest;
  readonly checked: Checked;
  /**
   * The rows of the categories that changed and those of the snapshot before; null without one that
   * can be read.
   */
  readonly comparison: RowComparison | null;
}

/** Null if there is another snapshot of the id. */
export async function writeSnapshot(
  snapshot: NewSnapshot,
  options: BuildOptions,
): Promise<Written | null> {
  const { id, previous, program, checked } = snapshot;
  const { now, build, byWatch = false } = options;
  const temporary = await createTemporaryFolder(build);
  const database = await Database.open(`${temporary}-database`);
  try {
    const { site } = checked.sources.meta;
    const writer = {
      id,
      generatedAt: now.toISOString(),
      program,
      license: site && licenseIdOf(site.value),
      wording: wordingOf(site?.value ?? null, checked.sources.meta.columns),
    };
    const files = new NewFiles(temporary, database, previous, writer);
    const written = await writeFiles(snapshot, options, files);
    if (!(await publish(build, temporary, { id, now, byWatch, synced: files.linked }))) return null;
    return written;
  } finally {
    // After publishing, because closing DuckDB takes as long as opening it.
    await database.close();
    await rm(temporary, { recursive: true, force: true });
  }
}

async function writeFiles(
  snapshot: NewSnapshot,
  options: BuildOptions,
  files: NewFiles,
): Promise<Written> {
  const { id, fingerprint, program, checked } = snapshot;
  const { generatedAt } = files.writer;
  const { meta } = checked.sources;
  const revision = await sourceRevision(options.sources, options.warn);
  const counts = countRows(checked.resolved);
  const identity = { id, generatedAt, formatVersion, fingerprint, revision, ...counts };
  const tables = writeTables(checked, { identity, revision, ...options }, files);
  const [comparison, scaled] = await settleAll([
    tables,
    writeLogosAndReport(snapshot.scale, files),
  ]);
  await assertNoMassChange(comparison, snapshot, options, files);
  const facts = {
    id,
    generatedAt,
    counts,
    site: meta.site?.value ?? null,
    files: files.list(),
    revision,
  };
  const described = { ...facts, definitions: meta };
  await writeJson(snapshotPaths.dataPackage, describePackage(described), files);
  await writeJson(snapshotPaths.dataset, describeForSearch(described), files);
  const { site } = facts;
  const source = { fingerprint, program, scaler, revision };
  const manifest: StoredManifest = {
    formatVersion,
    id,
    generatedAt,
    source,
    counts,
    site,
    files: files.list(),
  };
  await writeFile(files.pathOf(snapshotPaths.manifest), formatManifest(manifest));
  return { manifest, checked: scaled, comparison };
}

async function assertNoMassChange(
  comparison: RowComparison | null,
  { previous, checked }: NewSnapshot,
  { guard, build }: BuildOptions,
  { database }: NewFiles,
): Promise<void> {
  if (comparison === null || previous === null || guard !== true) return;
  const { sources, problems } = checked;
  const providers = await new SnapshotReader(database, previous.folder).readProviders();
  const before = inventoryOfRows(comparison.before, withoutLines(providers));
  const after = inventoryOfRows(comparison.after, sources.providers);
  if (findMassChanges(before, after).length === 0) return;
  // A report that cannot be read has no solved problems.
  const earlier = await readSnapshotProblems(build, previous.manifest.id).catch(() => noProblems);
  const isSolved = solvedCells(compareProblems(earlier, problemState(problems, sources)));
  const found = findMassChanges(before, after, { isSolved });
  if (found.length > 0) throw new MassChange(found);
}

async function writeTables(
  { sources, resolved: { contents, ...rest } }: Checked,
  options: BuildOptions & { readonly identity: object; readonly revision: string | null },
  files: NewFiles,
): Promise<RowComparison | null> {
  const { build, revision, identity, warn = () => undefined } = options;
  const resolved = { ...rest, contents: inDefaultOrder(contents) };
  const readings = await listReadings(build);
  const targets = readings.length === 0 ? noTargets : collectTargets(sources, resolved);
  const { site } = sources.meta;
  const limits = { enough: enoughOf(site?.value ?? null), now: options.now };
  const measures = await measure({ build, readings, ...targets, ...limits }, files.database);
  const benchmarks = readBenchmarks(await listBenchmarks(build));
  const tables = new TableWriter({ sources, resolved, identity, measures, benchmarks }, files);
  const written = await tables.writeRows();
  const probes = { build, readings, resolved, measures, ...targets };
  const probing = tables.writeOthers(() => writeProbes(probes, files));
  const writeHistory = async () => {
    const input = { sources, resolved, warn, files };
    const comparison = await compareWithPrevious(input, written);
    await probing;
    const turns = comparison ? await findTurns(probes, files) : [];
    const changes = comparison && [
      ...describeChanges(comparison),
      ...describeAnswers(turns, resolved.networks),
    ];
    const { columns, readings: stated, units } = sources.meta;
    const readPrice = priceReader(columns, { readings: stated.map(({ value }) => value), units });
    const money = columns.filter(isMoney).map(({ key }) => key);
    const corrections = sources.corrections.map(({ value }) => value);
    const stamped = { build, revision, corrections, money, readPrice, warn, files };
    await writeChanges(stamped, changes);
    return comparison;
  };
  const [comparison] = await settleAll([writeHistory(), probing]);
  return comparison;
}

async function writeLogosAndReport(scale: NewSnapshot['scale'], files: NewFiles): Promise<Checked> {
  const scaled = await scale();
  for (const [name, bytes] of imagesOf(scaled.sources.logos))
    await files.write(snapshotPaths.image(name), bytes);
  // Without a time, so that a report of the same warnings is the same file.
  const report = { warnings: nameRows(scaled.problems, scaled.sources) };
  await files.write(snapshotPaths.report, Buffer.from(`${JSON.stringify(report, null, 2)}\n`));
  return scaled;
}

/** One line, because descriptions repeat the columns for each table. */
async function writeJson(name: string, value: unknown, files: NewFiles): Promise<void> {
  await files.write(name, Buffer.from(`${JSON.stringify(value)}\n`));
}

function countRows({ networks, contents }: Checked['resolved']): Counts {
  const distinct = (nameOf: (content: Content) => unknown) => new Set(contents.map(nameOf)).size;
  return {
    rows: networks.reduce((sum, { rows }) => sum + rows.length, 0),
    networks: networks.length,
    categories: distinct(({ category }) => category),
    providers: distinct(({ values }) => values.provider),
  };
}

/**
 * A line for each file: followers fetch the manifest whenever one of its thousand files changes.
 */
function formatManifest({ files, ...facts }: StoredManifest): string {
  const lines = files.map(({ rows, ...file }) =>
    JSON.stringify(rows === null ? file : { ...file, rows }),
  );
  const head = JSON.stringify(facts, null, 2).slice(0, -2);
  return `${head},\n  "files": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

/**
 * Collecting targets takes a twelfth of a first build, and nothing is told of them before one was
 * read.
 */
const noTargets: Pick<Targets, 'targets' | 'contents'> = { targets: [], contents: new Map() };

/** The logos that can be shown, and their scaled images, by their names below `images/`. */
function* imagesOf(logos: Sources['logos']): Iterable<readonly [string, Uint8Array]> {
  for (const [name, logo] of logos) {
    if (logo.fault !== null) continue;
    yield [name, logo.bytes];
    if (logo.scaled) yield [scaledName(name), logo.scaled];
  }
}
