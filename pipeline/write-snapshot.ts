/** Writes the files of a snapshot into a temporary folder, and publishes it. */
import { rm, writeFile } from 'node:fs/promises';
import { sha256Once } from '../common/hash.ts';
import { settleAll } from '../common/settle.ts';
import { scaledName } from '../model/images.ts';
import { type Counts, formatVersion, type Manifest, type StoredManifest, snapshotPaths } from '../model/manifest.ts';
import type { SnapshotMetrics } from '../model/metrics.ts';
import { licenseIdOf } from '../model/site.ts';
import type { Checked, CheckOptions } from './check-sources.ts';
import type { RowComparison } from './diff/compare-rows.ts';
import { describeAnswers, describeChanges } from './diff/describe-changes.ts';
import { readSnapshotProblems } from './diff-base/read-problems.ts';
import { sourceRevision } from './fingerprint.ts';
import { findMassChanges } from './guard/guard.ts';
import { inventoryOfRows, withoutLines } from './guard/inventory.ts';
import { scaler } from './images/scale-image.ts';
import { computeMetrics } from './metrics.ts';
import { collectTargets, type Targets } from './probe/targets.ts';
import type { NewProblem } from './problem.ts';
import { compareProblems, nameRows, noProblems, problemState, solvedCells } from './problem-changes.ts';
import { inDefaultOrder } from './resolve/networks.ts';
import type { Sources } from './sources.ts';
import { createTemporaryFolder, publish } from './write/build-folder/publish.ts';
import { compareWithPrevious, writeChanges } from './write/changes.ts';
import { Database } from './write/database.ts';
import { NewFiles, type Published } from './write/new-files.ts';
import { listReadings } from './write/probe-files.ts';
import { findTurns, writeProbes } from './write/probes.ts';
import { SnapshotReader } from './write/read-snapshot.ts';
import { describeForSearch, describePackage } from './write/self-description.ts';
import { TableFiles } from './write/table-files.ts';
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
  readonly manifest: Manifest;
  readonly checked: Checked;
  /** The rows of the categories that changed and those of the snapshot before; null without one that can be read. */
  readonly comparison: RowComparison | null;
}

/** Null if there is another snapshot of the id. */
export async function writeSnapshot(snapshot: NewSnapshot, options: BuildOptions): Promise<Written | null> {
  const { id, previous } = snapshot;
  const temporary = await createTemporaryFolder(options.build);
  const database = await Database.open(`${temporary}-database`);
  try {
    const files = new NewFiles(temporary, previous);
    const written = await new SnapshotWriter(snapshot, options, { database, files }).write();
    const publication = { id, now: options.now, byWatch: options.byWatch === true, synced: files.linked };
    if (!(await publish(options.build, temporary, publication))) return null;
    return written;
  } finally {
    // After publishing, because closing DuckDB takes as long as opening it.
    await database.close();
    await rm(temporary, { recursive: true, force: true });
  }
}

class SnapshotWriter {
  readonly #snapshot: NewSnapshot;
  readonly #options: BuildOptions;
  readonly #database: Database;
  readonly #files: NewFiles;
  readonly #generatedAt: string;

  constructor(
    snapshot: NewSnapshot,
    options: BuildOptions,
    { database, files }: { readonly database: Database; readonly files: NewFiles },
  ) {
    this.#snapshot = snapshot;
    this.#options = options;
    this.#database = database;
    this.#files = files;
    this.#generatedAt = options.now.toISOString();
  }

  async write(): Promise<Written> {
    const { id, fingerprint, program, checked } = this.#snapshot;
    const revision = sourceRevision(this.#options.sources);
    const metrics = computeMetrics(checked.sources.meta.categories, checked.resolved);
    const [comparison, scaled] = await settleAll([this.#writeTables(metrics, revision), this.#writeLogosAndReport()]);
    await this.#assertNoMassChange(comparison);
    const counts = countsOf(metrics);
    const site = checked.sources.meta.site?.value ?? null;
    const files = this.#files.list();
    const facts = { id, generatedAt: this.#generatedAt, counts, site, files, revision: await revision };
    const described = { ...facts, definitions: checked.sources.meta };
    await this.#writeJson(snapshotPaths.dataPackage, describePackage(described));
    await this.#writeJson(snapshotPaths.dataset, describeForSearch(described));
    const manifest: StoredManifest = {
      formatVersion,
      id,
      generatedAt: this.#generatedAt,
      source: { fingerprint, program, scaler, revision: facts.revision },
      counts,
      site,
      files: this.#files.list(),
    };
    await writeFile(this.#files.pathOf(snapshotPaths.manifest), formatManifest(manifest));
    return { manifest: { ...manifest, metrics }, checked: scaled, comparison };
  }

  async #assertNoMassChange(comparison: RowComparison | null): Promise<void> {
    const { guard, build } = this.#options;
    const { previous, checked } = this.#snapshot;
    if (comparison === null || previous === null || guard !== true) return;
    const { sources, problems } = checked;
    const providers = await new SnapshotReader(this.#database, previous.folder).readProviders();
    const before = inventoryOfRows(comparison.before, withoutLines(providers));
    const after = inventoryOfRows(comparison.after, sources.providers);
    if (findMassChanges(before, after).length === 0) return;
    // A report that cannot be read has no solved problems.
    const earlier = await readSnapshotProblems(build, previous.manifest.id).catch(() => noProblems);
    const isSolved = solvedCells(compareProblems(earlier, problemState(problems, sources)));
    const found = findMassChanges(before, after, { isSolved });
    if (found.length > 0) throw new MassChange(found);
  }

  async #writeTables(metrics: SnapshotMetrics, revision: Promise<string | null>): Promise<RowComparison | null> {
    const { id, fingerprint, program, previous, checked } = this.#snapshot;
    const { build, warn = () => undefined } = this.#options;
    const { sources } = checked;
    const resolved = { ...checked.resolved, contents: inDefaultOrder(checked.resolved.contents) };
    const { site } = sources.meta;
    const license = site && licenseIdOf(site.value);
    const writer = { id, generatedAt: this.#generatedAt, program, license };
    const tableFiles = new TableFiles(this.#database, this.#files, writer);
    const { generatedAt } = writer;
    const identity = { id, generatedAt, formatVersion, fingerprint, revision: await revision, ...countsOf(metrics) };
    const tables = new TableWriter({ sources, resolved, metrics, identity }, this.#database, tableFiles);
    const written = await tables.writeRows();
    const input = { build, previous, sources, resolved, ...writer, revision, warn };
    const readings = await listReadings(build);
    let targets = readings.length === 0 ? noTargets : undefined;
    const probes = () => ({ readings, resolved, ...(targets ??= collectTargets(sources, resolved)) });
    const probing = tables.writeOthers(() => writeProbes(probes(), this.#database, tableFiles));
    const output = { database: this.#database, files: tableFiles };
    const writeHistory = async () => {
      const comparison = await compareWithPrevious(input, written, this.#database);
      await probing;
      const turns = comparison && previous ? await findTurns(probes(), { previous, ...output }) : [];
      const changes = comparison && [...describeChanges(comparison), ...describeAnswers(turns, resolved.networks)];
      await writeChanges(input, changes, output);
      return comparison;
    };
    const [comparison] = await settleAll([writeHistory(), probing]);
    return comparison;
  }

  async #writeLogosAndReport(): Promise<Checked> {
    const scaled = await this.#snapshot.scale();
    for (const [name, bytes] of imagesOf(scaled.sources.logos))
      await this.#linkOrWrite(snapshotPaths.image(name), bytes);
    // Without a time, so that a report of the same warnings is the same file.
    const report = { warnings: nameRows(scaled.problems, scaled.sources) };
    await this.#linkOrWrite(snapshotPaths.report, Buffer.from(`${JSON.stringify(report, null, 2)}\n`));
    return scaled;
  }

  async #linkOrWrite(name: string, bytes: Uint8Array): Promise<void> {
    if (!this.#files.link(name, 'sha256', sha256Once(bytes))) await this.#files.write(name, bytes);
  }

  /** One line, because descriptions repeat the columns for each table. */
  async #writeJson(name: string, value: unknown): Promise<void> {
    await this.#files.write(name, Buffer.from(`${JSON.stringify(value)}\n`));
  }
}

function countsOf({ site, networks }: SnapshotMetrics): Counts {
  const { entries: rows, activeCategories: categories, providers } = site;
  return { rows, networks: Object.keys(networks).length, categories, providers };
}

/** A line for each file: followers fetch the manifest whenever one of its thousand files changes. */
function formatManifest({ files, ...facts }: StoredManifest): string {
  const lines = files.map(({ rows, ...file }) => JSON.stringify(rows === null ? file : { ...file, rows }));
  const head = JSON.stringify(facts, null, 2).slice(0, -2);
  return `${head},\n  "files": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

/** Collecting targets takes a twelfth of a first build, and nothing is told of them before one was read. */
const noTargets: Pick<Targets, 'targets' | 'contents'> = { targets: [], contents: new Map() };

/** The logos that can be shown, and their scaled images, by their names below `images/`. */
function* imagesOf(logos: Sources['logos']): Iterable<readonly [string, Uint8Array]> {
  for (const [name, logo] of logos) {
    if (logo.fault !== null) continue;
    yield [name, logo.bytes];
    if (logo.scaled) yield [scaledName(name), logo.scaled];
  }
}
