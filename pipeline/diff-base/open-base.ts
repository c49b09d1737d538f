/** Finds what BASE names: a snapshot, a source folder or a git revision of the sources. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { snapshotIdPattern } from '../../model/manifest.ts';
import { PipelineError } from '../errors.ts';
import { currentId, listSnapshots } from '../write/build-folder/publish.ts';
import { withRevision } from './export-revision.ts';

export interface BaseOptions {
  readonly sources: string;
  readonly build: string;
  /** As given on the command line; null for the current snapshot. */
  readonly base: string | null;
}

export interface BaseName {
  readonly kind: 'snapshot' | 'sources' | 'revision';
  /** Snapshot id, folder or revision. */
  readonly name: string;
}

export interface BaseReaders<T> {
  /** Null if only files can be a base. */
  readonly snapshot: ((name: BaseName) => Promise<T>) | null;
  /** The folder of a revision exists until the promise settles. */
  readonly sources: (folder: string, name: BaseName) => Promise<T>;
}

const noFiles = 'a snapshot does not hold the source files: name a source folder or a git revision with BASE';

/** Throws if there is no such base. */
export async function openBase<T>(options: BaseOptions, readers: BaseReaders<T>): Promise<T> {
  const { base } = options;
  if (base === null || base === 'current' || snapshotIdPattern.test(base)) {
    if (readers.snapshot === null) throw new PipelineError('bad-base', noFiles);
    const name = base === null || base === 'current' ? await findCurrent(options) : await findKept(options, base);
    return readers.snapshot({ kind: 'snapshot', name });
  }
  if (await isFolder(base)) {
    await assertSourceFolder(base);
    return readers.sources(path.resolve(base), { kind: 'sources', name: base });
  }
  return withRevision(options.sources, base, (folder) => readers.sources(folder, { kind: 'revision', name: base }));
}

async function findCurrent({ build }: BaseOptions): Promise<string> {
  const id = await currentId(build);
  if (id !== null) return id;
  const message = `there is no snapshot in ${build} to compare with: run make build, or name a snapshot, a source folder or a git revision with BASE`;
  throw new PipelineError('bad-base', message);
}

async function findKept({ build }: BaseOptions, id: string): Promise<string> {
  const kept = await listSnapshots(build);
  if (kept.includes(id)) return id;
  const available = kept.length === 0 ? 'none is' : `kept are ${kept.join(', ')}`;
  throw new PipelineError('bad-base', `no snapshot "${id}" in ${build}: ${available}`);
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
