/** A build: checks the sources, writes the files of a snapshot and publishes them. */
import type { StoredManifest } from '../model/manifest.ts';
import { checkLogos } from './check/tables/logos.ts';
import { type Checked, checkRead, readStage } from './check-sources.ts';
import { beginsAnew } from './compare/base/previous.ts';
import { PipelineError } from './errors.ts';
import { fingerprintOf, hashProgram } from './fingerprint.ts';
import { beginScaling } from './images/scale-logos.ts';
import { ProblemCollector, sortProblems } from './problem.ts';
import { withLock } from './snapshot/build-folder/lock.ts';
import {
  currentId,
  keepWatched,
  nextId,
  readManifest,
  refreshIndex,
  removeLeftovers,
  snapshotFolder,
} from './snapshot/build-folder/publish.ts';
import type { Published } from './snapshot/new-files.ts';
import { listBenchmarks } from './write/benchmark-files.ts';
import { listReadings } from './write/probe-files.ts';
import { type BuildOptions, MassChange, type Written, writeSnapshot } from './write-snapshot.ts';

export interface BuildOutcome extends Pick<Written, 'comparison'> {
  readonly kind: 'problems' | 'unchanged' | 'published';
  readonly checked: Checked;
  readonly manifest: StoredManifest | null;
}

/** Hash of the program by project: the code that runs does not change. */
const programs = new Map<string, string>();

export async function buildSnapshot(options: BuildOptions): Promise<BuildOutcome> {
  const { build, now, force } = options;
  const program = programs.get(options.project) ?? hashProgram(options.project);
  programs.set(options.project, program);
  const before = await readCurrent(build);
  const read = await readStage(options);
  const { scaled } = await beginScaling(read.sources.logos, before);
  const checked = checkRead(read);
  const fingerprint = fingerprintOf(checked.sources, program, {
    readings: [...(await listReadings(build)), ...(await listBenchmarks(build))],
    day: read.day,
  });
  const stop = async () =>
    ({ kind: 'problems', checked: await withScaled(), manifest: null, comparison: null }) as const;
  if (checked.hasErrors) return stop();
  // Logos are scaled while tables are written, unless a warning about one of them stops the build.
  if (options.strict === true && (await withScaled()).problems.length > 0) return stop();
  return withLock(build, options.lockWaitMs, async (): Promise<BuildOutcome> => {
    await removeLeftovers(build);
    await refreshIndex(build);
    const previous = await readCurrent(build, options.warn);
    if (previous?.manifest.source.fingerprint === fingerprint && !force) {
      const { manifest } = previous;
      if (options.byWatch !== true) await keepWatched(build, manifest.id);
      return { kind: 'unchanged', checked: await withScaled(), manifest, comparison: null };
    }
    const snapshot = { fingerprint, program, previous, checked, scale: withScaled };
    const write = async (avoid: string | null) => {
      const warn = avoid === null ? options.warn : undefined;
      const free = await nextId(build, { now, fingerprint, avoid, warn });
      return { id: free, written: await writeSnapshot({ id: free, ...snapshot }, options) };
    };
    const first = await write(null);
    const written = first.written ?? (await write(first.id)).written;
    if (written === null)
      throw new PipelineError('taken', `the snapshot "${first.id}" exists with another content`);
    return { kind: 'published', ...written } as const;
  }).catch(async (error) => {
    if (!(error instanceof MassChange)) throw error;
    return { ...(await stop()), checked: withMassChanges(await withScaled(), error) };
  });

  /** The sources with scaled logos, and the problems of logos that cannot be scaled. */
  async function withScaled(): Promise<Checked> {
    const sources = { ...checked.sources, logos: await scaled };
    const found = new ProblemCollector();
    checkLogos({ sources, resolved: checked.resolved }, found.add);
    const others = checked.problems.filter(
      ({ rule }) => rule !== 'logo-not-shown' && rule !== 'logo-not-found',
    );
    return { ...checked, sources, problems: sortProblems([...others, ...found.sorted()]) };
  }
}

function withMassChanges(checked: Checked, { problems }: MassChange): Checked {
  const found = new ProblemCollector();
  for (const problem of problems) found.add(problem);
  return {
    ...checked,
    problems: sortProblems([...found.sorted(), ...checked.problems]),
    hasErrors: true,
  };
}

/** Null without a current snapshot, or if its manifest cannot be read. */
async function readCurrent(build: string, warn?: BuildOptions['warn']): Promise<Published | null> {
  const id = await currentId(build);
  const manifest = id === null ? null : await readManifest(build, id);
  if (id !== null && manifest === null)
    warn?.(beginsAnew(id, 'its manifest is missing or damaged'));
  return manifest && { folder: snapshotFolder(build, manifest.id), manifest };
}
