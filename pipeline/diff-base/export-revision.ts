/** Exports the source folder of a git revision to a temporary folder. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PipelineError } from '../errors.ts';
import { findRepository, listFiles, type Repository, readFiles, resolveCommit, type TreeFile } from '../git.ts';
import { limits } from '../limits.ts';
import { isSourceFile } from '../sources.ts';

/** Of all files of a revision, which are held in memory on their way. */
const maxBytes = 500_000_000;

/** Runs `work` on the exported folder and removes it afterwards. */
export async function withRevision<T>(
  sources: string,
  revision: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const { repository, files } = await findFiles(sources, revision);
  const folder = await mkdtemp(path.join(tmpdir(), 'directory-base-'));
  try {
    await exportFiles(repository, files, folder);
    return await work(folder);
  } catch (error) {
    if (!(error instanceof Error && 'stderr' in error)) throw error;
    throw badBase(`the revision "${revision}" cannot be exported: ${describe(error, error.message)}`, error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function findFiles(sources: string, revision: string) {
  const unknown = `BASE="${revision}" is neither a snapshot nor a folder, and cannot be read as a git revision`;
  const repository = findRepository(sources);
  if (repository === null) throw badBase(`${unknown}: ${sources} is not in a git repository`, null);
  const commit = await resolveCommit(repository, revision).catch((error: unknown) => {
    throw badBase(`${unknown}: ${describe(error, 'git knows no such revision')}`, error);
  });
  const found = await listFiles(repository, commit).catch((error: unknown) => {
    throw badBase(`the revision "${revision}" has no folder ${repository.prefix}`, error);
  });
  const files = found.filter(({ path: name }) => isSourceFile(name));
  if (files.length > limits.files || files.reduce((sum, { bytes }) => sum + bytes, 0) > maxBytes)
    throw badBase(`the revision "${revision}" is larger than the limits of a source folder`, null);
  return { repository, files };
}

async function exportFiles(repository: Repository, files: readonly TreeFile[], folder: string): Promise<void> {
  const contents = await readFiles(repository, files);
  for (const [index, { path: name }] of files.entries()) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, contents[index] ?? '', { flag: 'wx' });
  }
}

/** Git's message, or `expected` if git gives no better one. */
function describe(error: unknown, expected: string): string {
  const { code, stderr = '' } = error as { code?: unknown; stderr?: string };
  if (code === 'ENOENT') return 'git is not installed';
  return stderr.trim() === '' || stderr.includes('not a git repository') ? expected : stderr.trim();
}

function badBase(message: string, cause: unknown): PipelineError {
  return new PipelineError('bad-base', message, { cause });
}
