/** Exports the source folder of a git revision to a temporary folder. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PipelineError } from '../errors.ts';
import { findRepository, listFiles, type Repository, readFiles, resolveCommit } from '../history/git.ts';
import { isSourceFile } from '../sources.ts';

/** Runs `work` on the exported folder and removes it afterwards. */
export async function withRevision<T>(
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
  const commit = await resolveCommit(repository, revision).catch((error: unknown) => {
    throw badBase(`${unknown}: ${describe(error, 'git knows no such revision')}`, error);
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

/** Git's message, or `expected` if git gives no better one. */
function describe(error: unknown, expected: string): string {
  const { code, stderr = '' } = error as { code?: unknown; stderr?: string };
  if (code === 'ENOENT') return 'git is not installed';
  return stderr.trim() === '' || stderr.includes('not a git repository') ? expected : stderr.trim();
}

function badBase(message: string, cause: unknown): PipelineError {
  return new PipelineError('bad-base', message, { cause });
}
