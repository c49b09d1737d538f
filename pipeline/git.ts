/**
 * Reads commits of a git repository. Only plumbing commands are called, which run no hook, filter, monitor or transport:
 * the configuration of a repository may come from an attacker.
 */
import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';

export interface Repository {
  /** The folder that holds `.git`. */
  readonly top: string;
  /** Path of the folder that was asked for below it: `` or `sources/`. */
  readonly prefix: string;
}

export interface TreeFile {
  /** Relative to the folder. */
  readonly path: string;
  readonly id: string;
  readonly bytes: number;
}

/** Settings that override every configuration file. */
const settings = {
  'safe.bareRepository': 'explicit',
  'core.fsmonitor': 'false',
  'core.hooksPath': '/dev/null',
  'core.sshCommand': 'false',
  'core.pager': 'cat',
  'protocol.allow': 'never',
  'log.showSignature': 'false',
} as const;

/** Environment of git: only the variables that locate git and the user's own configuration. */
const passedOn = ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'TMPDIR'];
const environment = {
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
} as const;

const maxOutputBytes = 1 << 30;

/** The repository whose `.git` is nearest above a folder. Bare repositories are ignored. */
export function findRepository(folder: string): Repository | null {
  const real = realpathSync(folder);
  for (let top = real; ; top = path.dirname(top)) {
    if (existsSync(path.join(top, '.git'))) {
      const below = path.relative(top, real).split(path.sep).join('/');
      return { top, prefix: below === '' ? '' : `${below}/` };
    }
    if (top === path.dirname(top)) return null;
  }
}

/** Resolves a revision to the id of its commit. Rejects with git's message if the revision does not exist. */
export async function resolveCommit(repository: Repository, revision: string): Promise<string> {
  return resolveObject(repository, `${revision}^{commit}`);
}

/** The last commit that touched the folder; empty if none did. */
export async function lastCommit({ top, prefix }: Repository): Promise<string> {
  return (await git(top, ['rev-list', '-1', 'HEAD', '--', prefix === '' ? '.' : prefix])).toString().trim();
}

/** The regular files of the folder in a commit. Links and modules are left out. */
export async function listFiles(repository: Repository, commit: string): Promise<TreeFile[]> {
  const tree = await resolveObject(repository, `${commit}:${repository.prefix}`);
  const listed = (await git(repository.top, ['ls-tree', '-r', '-z', '-l', '--full-tree', tree])).toString();
  return [...listed.matchAll(/100(?:644|755) blob ([0-9a-f]+) +(\d+)\t([^\0]+)\0/g)].flatMap(([, id, bytes, name]) =>
    id !== undefined && name !== undefined && isPlain(name) ? [{ path: name, id, bytes: Number(bytes) }] : [],
  );
}

/** Contents of files, in order. */
export async function readFiles({ top }: Repository, files: readonly TreeFile[]): Promise<Buffer[]> {
  const output = await git(top, ['cat-file', '--batch'], files.map(({ id }) => `${id}\n`).join(''));
  let at = 0;
  return files.map(({ bytes }) => {
    const start = output.indexOf(10, at) + 1;
    at = start + bytes + 1;
    return output.subarray(start, start + bytes);
  });
}

async function resolveObject({ top }: Repository, name: string): Promise<string> {
  return (await git(top, ['rev-parse', '--verify', '--quiet', '--end-of-options', name])).toString().trim();
}

/** Paths come from an untrusted tree. */
function isPlain(name: string): boolean {
  return name.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\\'));
}

async function git(top: string, words: readonly string[], input = ''): Promise<Buffer> {
  const own = passedOn.map((name) => [name, process.env[name]] as const);
  const env = { ...Object.fromEntries(own), ...environment, GIT_CEILING_DIRECTORIES: path.dirname(top) };
  const fixed = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  return new Promise((resolve, reject) => {
    const options = { env, encoding: 'buffer', maxBuffer: maxOutputBytes } as const;
    const child = execFile('git', ['-C', top, ...fixed, ...words], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(Object.assign(error, { stderr: stderr.toString() }));
    });
    // git may exit before it has read its input.
    child.stdin?.on('error', () => undefined).end(input);
  });
}
