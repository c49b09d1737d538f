/**
 * Reads commits of a git repository. Only plumbing commands are called, which run no hook, filter, monitor or transport:
 * the configuration of a repository may come from an attacker.
 */
import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
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

/** Paths come from an untrusted tree. */
export function isPlain(name: string): boolean {
  return name.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\\'));
}

/** Objects of a repository, read by one process of git. Requests are answered in order. */
export class ObjectReader {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting: {
    maxBytes: number;
    resolve: (found: Buffer | 'missing' | 'too-large') => void;
    reject: (error: Error) => void;
  }[] = [];
  #chunks: Buffer[] = [];
  /** The object that arrives; null between objects. */
  #arriving: { bytes: number; left: number; isWanted: boolean } | null = null;
  #failure: Error | null = null;

  constructor({ top }: Repository) {
    this.#child = spawn('git', ['-C', top, ...fixedSettings(), 'cat-file', '--batch'], { env: environmentOf(top) });
    this.#child.stdin.on('error', () => undefined);
    this.#child.stderr.resume();
    this.#child.stdout.on('data', (chunk: Buffer) => this.#take(chunk));
    this.#child.on('error', (error) => this.#fail(error));
    this.#child.on('close', () => this.#fail(new Error('git ended')));
  }

  /** The bytes of an object by its id or a name such as `<commit>:<folder>`. Rejects if git ends. */
  async read(name: string, maxBytes: number): Promise<Buffer | 'missing' | 'too-large'> {
    if (this.#failure !== null) throw this.#failure;
    if (/[\n\0]/.test(name)) return 'missing';
    return new Promise((resolve, reject) => {
      this.#waiting.push({ maxBytes, resolve, reject });
      this.#child.stdin.write(`${name}\n`);
    });
  }

  close(): void {
    this.#child.stdin.end();
    this.#child.kill();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure);
  }

  #take(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0) rest = this.#arriving === null ? this.#takeHeader(rest) : this.#takeBody(rest);
  }

  #takeHeader(chunk: Buffer): Buffer {
    const end = chunk.indexOf(10);
    this.#chunks.push(end === -1 ? chunk : chunk.subarray(0, end));
    if (end === -1) return Buffer.alloc(0);
    const header = Buffer.concat(this.#chunks.splice(0)).toString();
    const bytes = /^[0-9a-f]+ \w+ (\d+)$/.exec(header)?.[1];
    if (bytes === undefined) this.#waiting.shift()?.resolve('missing');
    else {
      const isWanted = Number(bytes) <= (this.#waiting[0]?.maxBytes ?? 0);
      this.#arriving = { bytes: Number(bytes), left: Number(bytes) + 1, isWanted };
    }
    return chunk.subarray(end + 1);
  }

  /** An object that is too large is not kept. A newline follows each object. */
  #takeBody(chunk: Buffer): Buffer {
    const arriving = this.#arriving;
    if (arriving === null) return chunk;
    const part = chunk.subarray(0, arriving.left);
    if (arriving.isWanted) this.#chunks.push(part);
    arriving.left -= part.length;
    if (arriving.left === 0) {
      this.#arriving = null;
      const bytes = Buffer.concat(this.#chunks.splice(0));
      this.#waiting.shift()?.resolve(arriving.isWanted ? bytes.subarray(0, arriving.bytes) : 'too-large');
    }
    return chunk.subarray(part.length);
  }
}

function environmentOf(top: string): Record<string, string | undefined> {
  const own = passedOn.map((name) => [name, process.env[name]] as const);
  return { ...Object.fromEntries(own), ...environment, GIT_CEILING_DIRECTORIES: path.dirname(top) };
}

function fixedSettings(): string[] {
  return Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
}

async function git(top: string, words: readonly string[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { env: environmentOf(top), encoding: 'buffer', maxBuffer: maxOutputBytes } as const;
    execFile('git', ['-C', top, ...fixedSettings(), ...words], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(Object.assign(error, { stderr: stderr.toString() }));
    });
  });
}
