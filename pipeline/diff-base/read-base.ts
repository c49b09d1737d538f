/** Base of a diff: a snapshot, a source folder or a git revision of the sources. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { snapshotIdPattern } from '../../model/manifest.ts';
import { type CheckOptions, checkSources } from '../check-sources.ts';
import type { Diff } from '../diff/schema.ts';
import type { State } from '../diff/state.ts';
import { stateOfSnapshot, stateOfSources } from '../diff/state.ts';
import { PipelineError } from '../errors.ts';
import { countBySeverity } from '../report/counts.ts';
import { currentId, listSnapshots } from '../write/publish.ts';
import { readSnapshot } from '../write/read-snapshot.ts';
import { withRevision } from './export-revision.ts';

export interface BaseOptions extends CheckOptions {
  readonly build: string;
  /** As given on the command line; null for the current snapshot. */
  readonly base: string | null;
}

export interface Base {
  readonly base: Diff['base'];
  readonly state: State;
}

export async function readBase(options: BaseOptions): Promise<Base> {
  const { base } = options;
  if (base === null || base === 'current') return readCurrent(options);
  if (snapshotIdPattern.test(base)) return readKept(options, base);
  if (await isFolder(base)) {
    await assertSourceFolder(base);
    return readSourcesOf(path.resolve(base), options, { kind: 'sources', name: base });
  }
  return withRevision(options.sources, base, (folder) =>
    readSourcesOf(folder, options, { kind: 'revision', name: base }),
  );
}

async function readCurrent({ build }: BaseOptions): Promise<Base> {
  const id = await currentId(build);
  if (id !== null) return readSnapshotSide(build, id);
  const message = `there is no snapshot in ${build} to compare with: run make build, or name a snapshot, a source folder or a git revision with BASE`;
  throw new PipelineError('bad-base', message);
}

async function readKept({ build }: BaseOptions, id: string): Promise<Base> {
  const kept = await listSnapshots(build);
  if (kept.includes(id)) return readSnapshotSide(build, id);
  const known = kept.length === 0 ? 'none is' : `kept are ${kept.join(', ')}`;
  throw new PipelineError('bad-base', `no snapshot "${id}" in ${build}: ${known}`);
}

async function readSnapshotSide(build: string, id: string): Promise<Base> {
  const { networks, tables } = await readSnapshot(build, id);
  return { base: { kind: 'snapshot', name: id, problems: null }, state: stateOfSnapshot(networks, tables) };
}

/** Problems of the base are counted and do not stop the diff. */
async function readSourcesOf(
  folder: string,
  options: CheckOptions,
  base: Pick<Diff['base'], 'kind' | 'name'>,
): Promise<Base> {
  const { sources, resolved, problems } = await checkSources({ ...options, sources: folder });
  return { base: { ...base, problems: countBySeverity(problems) }, state: stateOfSources(sources, resolved.networks) };
}

async function isFolder(folder: string): Promise<boolean> {
  return stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Rejects other folders, because every row would count as added. */
async function assertSourceFolder(folder: string): Promise<void> {
  for (const name of ['listings', 'references']) if (await isFolder(path.join(folder, name))) return;
  throw new PipelineError(
    'bad-base',
    `BASE="${folder}" is not a source folder: it has neither listings/ nor references/`,
  );
}
