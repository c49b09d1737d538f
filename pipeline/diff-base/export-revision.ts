/** A source folder as it was in a git revision, in a folder of its own. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { PipelineError } from '../errors.ts';

const run = promisify(execFile);

/** Runs `work` on the exported folder and removes it afterwards. */
export async function withRevision<T>(
  sources: string,
  revision: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const tree = await findTree(sources, revision);
  const temporary = await mkdtemp(path.join(tmpdir(), 'directory-base-'));
  try {
    const folder = path.join(temporary, 'sources');
    const archive = path.join(temporary, 'sources.tar');
    await mkdir(folder);
    // From the top: below it, git archives the working folder's part of a tree, and this tree has none.
    const top = await git(sources, ['rev-parse', '--show-toplevel']);
    await git(top, ['archive', '--format=tar', `--output=${archive}`, tree]);
    await run('tar', ['-xf', archive, '-C', folder]);
    return await work(folder);
  } catch (error) {
    if (!(error instanceof Error && 'stderr' in error)) throw error;
    throw badBase(`the revision "${revision}" cannot be exported: ${describe(error, error.message)}`, error);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** The name of the folder's tree in the revision: its files stand at the top of an archive of it. */
async function findTree(sources: string, revision: string): Promise<string> {
  const unknown = `BASE="${revision}" is neither a snapshot nor a folder, and cannot be read as a git revision`;
  const prefix = await git(sources, ['rev-parse', '--show-prefix']).catch((error: unknown) => {
    throw badBase(`${unknown}: ${describe(error, `${sources} is not in a git repository`)}`, error);
  });
  const verify = ['rev-parse', '--verify', '--quiet', '--end-of-options'];
  const commit = await git(sources, [...verify, `${revision}^{commit}`]).catch((error: unknown) => {
    throw badBase(`${unknown}: ${describe(error, 'git knows no such revision')}`, error);
  });
  return git(sources, [...verify, `${commit}:${prefix}`]).catch((error: unknown) => {
    throw badBase(`the revision "${revision}" has no folder ${prefix}`, error);
  });
}

async function git(folder: string, words: readonly string[]): Promise<string> {
  const { stdout } = await run('git', ['-C', folder, ...words], { env: outsideOfHooks(process.env) });
  return stdout.trim();
}

/** In the words of git, unless they say no more than `expected` does. */
function describe(error: unknown, expected: string): string {
  const { code, stderr = '' } = error as { code?: unknown; stderr?: string };
  if (code === 'ENOENT') return 'git is not installed';
  return stderr.trim() === '' || stderr.includes('not a git repository') ? expected : stderr.trim();
}

function badBase(message: string, cause: unknown): PipelineError {
  return new PipelineError('bad-base', message, { cause });
}

/** Git tells its hooks about their repository in variables that would hide the one that the folder is in. */
const hookVariables = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX', 'GIT_COMMON_DIR'];

function outsideOfHooks(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !hookVariables.includes(name)));
}
