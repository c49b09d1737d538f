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
/** A tree whose folders repeat each other may have billions of files. */
const maxListBytes = 10_000_000;

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
export async function resolveCommit({ top }: Repository, revision: string): Promise<string> {
  const words = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  return (await git(top, words)).toString().trim();
}

/** The last commit that touched the folder; empty if none did. */
export async function lastCommit({ top, prefix }: Repository): Promise<string> {
  return (await git(top, ['rev-list', '-1', 'HEAD', '--', prefix === '' ? '.' : prefix])).toString().trim();
}

export interface CommitInfo {
  readonly id: string;
  /** Time of the committer, in UTC. */
  readonly at: Date;
}

/** First-parent commits that touched the folder, oldest first. */
export async function listCommits({ top, prefix }: Repository, tip: string): Promise<CommitInfo[]> {
  const words = ['rev-list', '--first-parent', '--reverse', '--timestamp', tip, '--', prefix === '' ? '.' : prefix];
  const lines = (await git(top, words)).toString().matchAll(/^(\d+) ([0-9a-f]+)$/gm);
  return Array.from(lines, ([, seconds, id = '']) => ({ id, at: new Date(Number(seconds) * 1000) }));
}

/** A file of a commit. */
export interface Blob {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly id: string;
  /** Null if the repository lacks its content. */
  readonly bytes: number | null;
}

/**
 * Regular files of the folder in a commit, as the source folder on disk has them: without hidden folders and lock files. Names come
 * from an untrusted tree. Rejects if the commit has no such folder or too many files.
 */
export async function listFiles({ top, prefix }: Repository, commit: string): Promise<Blob[]> {
  const words = ['ls-tree', '-r', '-l', '-z', '--full-tree', `${commit}:${prefix}`];
  const entries = (await git(top, words, { maxBytes: maxListBytes })).toString().split('\0');
  return entries.flatMap((entry) => {
    const [head, id = '', bytes = ''] = treeEntry.exec(entry) ?? [];
    const name = entry.slice(head?.length);
    return head === undefined || !isPlain(name)
      ? []
      : [{ path: name, id, bytes: bytes === 'BAD' ? null : Number(bytes) }];
  });
}

/** Before the path; other modes are links, and commits of other repositories. */
const treeEntry = /^100\d{3} blob ([0-9a-f]+) +(\d+|BAD)\t/;

function isPlain(name: string): boolean {
  const folders = name.split('/');
  const file = folders.pop() ?? '';
  const isHidden =
    /^(?:\.#.*|\.{0,2})$/.test(file) || folders.some((folder) => folder === '' || folder.startsWith('.'));
  return !isHidden && !/[\\\ufffd]/.test(name);
}

/** Contents of objects by their ids. Rejects if one is missing. */
export async function readBlobs({ top }: Repository, ids: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  const found = new Map<string, Buffer>();
  if (ids.length === 0) return found;
  const output = await git(top, ['cat-file', '--batch'], { input: ids.map((id) => `${id}\n`).join('') });
  for (let at = 0; at < output.length; ) {
    const body = output.indexOf(10, at) + 1;
    const [id = '', , bytes] = output.toString('latin1', at, body).split(' ');
    if (bytes === undefined) throw new Error(`git has no object ${id}`);
    // A newline follows each object.
    at = body + Number(bytes) + 1;
    found.set(id, output.subarray(body, at - 1));
  }
  return found;
}

function environmentOf(top: string): Record<string, string | undefined> {
  const own = passedOn.map((name) => [name, process.env[name]] as const);
  return { ...Object.fromEntries(own), ...environment, GIT_CEILING_DIRECTORIES: path.dirname(top) };
}

async function git(
  top: string,
  words: readonly string[],
  { maxBytes = maxOutputBytes, input = '' }: { readonly maxBytes?: number; readonly input?: string } = {},
): Promise<Buffer> {
  const fixed = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  return new Promise((resolve, reject) => {
    const options = { env: environmentOf(top), encoding: 'buffer', maxBuffer: maxBytes } as const;
    const child = execFile('git', ['-C', top, ...fixed, ...words], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(Object.assign(error, { stderr: stderr.toString() }));
    });
    // Git may end before it has read everything.
    child.stdin?.on('error', () => undefined).end(input);
  });
}
