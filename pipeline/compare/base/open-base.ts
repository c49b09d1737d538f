/** Finds what BASE names: a snapshot, a source folder or a git revision of the sources. */
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { nullIfAbsent } from '../../../common/faults.ts';
import { snapshotIdPattern } from '../../../model/manifest.ts';
import { PipelineError } from '../../errors.ts';
import { currentId, listSnapshots } from '../../snapshot/build-folder/publish.ts';
import { isSourceFile } from '../../sources.ts';
import {
  findRepository,
  listFiles,
  type Repository,
  readFiles,
  resolveCommit,
} from '../history/git.ts';

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

const noFiles =
  'a snapshot does not hold the source files: name a source folder or a git revision with BASE';

/** Throws if there is no such base. */
export async function openBase<T>(options: BaseOptions, readers: BaseReaders<T>): Promise<T> {
  const { base } = options;
  if (base === null || base === 'current' || snapshotIdPattern.test(base)) {
    if (readers.snapshot === null) throw new PipelineError('bad-base', noFiles);
    const name =
      base === null || base === 'current'
        ? await findCurrent(options)
        : await findKept(options, base);
    return readers.snapshot({ kind: 'snapshot', name });
  }
  if (await isFolder(base)) {
    await assertSourceFolder(base);
    return readers.sources(path.resolve(base), { kind: 'sources', name: base });
  }
  return withRevision(options.sources, base, (folder) =>
    readers.sources(folder, { kind: 'revision', name: base }),
  );
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
  // A name of a revision may be too long for a file.
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENAMETOOLONG' || error.code === 'ENOTDIR' ? null : nullIfAbsent(error),
  );
  return found?.isDirectory() === true;
}

/** Rejects other folders, because every row would count as added. */
async function assertSourceFolder(folder: string): Promise<void> {
  for (const name of ['listings', 'references'])
    if (await isFolder(path.join(folder, name))) return;
  throw new PipelineError(
    'bad-base',
    `BASE="${folder}" is not a source folder: it has neither listings/ nor references/`,
  );
}

/** Runs `work` on the exported folder and removes it afterwards. */
async function withRevision<T>(
  sources: string,
  revision: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const { repository, commit } = await findCommit(sources, revision);
  const folder = await mkdtemp(path.join(tmpdir(), 'directory-base-'));
  try {
    await exportFiles(repository, commit, folder).catch((error: Error) => {
      throw badBase(`the revision "${revision}" ${error.message}`, error);
    });
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function findCommit(sources: string, revision: string) {
  const unknown = `BASE="${revision}" is neither a snapshot nor a folder, and cannot be read as a git revision`;
  const repository = findRepository(sources);
  if (repository === null) throw badBase(`${unknown}: ${sources} is not in a git repository`, null);
  const commit = await resolveCommit(repository, revision).catch((error: Error) => {
    throw badBase(`${unknown}: ${error.message}`, error);
  });
  return { repository, commit };
}

async function exportFiles(repository: Repository, commit: string, folder: string): Promise<void> {
  const files = await listFiles(repository, commit);
  const own = files.filter((file) => isSourceFile(file.path));
  for await (const [{ path: name }, bytes] of readFiles(repository, own)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes, { flag: 'wx' });
  }
}

function badBase(message: string, cause: unknown): PipelineError {
  return new PipelineError('bad-base', message, { cause });
}
