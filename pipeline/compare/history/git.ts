/**
 * Reads commits of a git repository. Only plumbing commands are called, which run no hook, filter,
 * monitor or transport: the configuration of a repository may come from an attacker.
 */
import { type ExecFileException, execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { describeFault, exists } from '../../../common/faults.ts';
import { groupBy } from '../../../common/group-by.ts';
import { limits } from '../../limits.ts';
import { isSourceFile } from '../../sources.ts';

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
/**
 * A tree whose folders repeat each other may have billions of files, or of folders without files.
 */
const maxListBytes = 10_000_000;
const maxTimeMs = 60_000;
/** Of files that are read at once. */
const batchBytes = 50_000_000;

/** The repository whose `.git` is nearest above a folder. Bare repositories are ignored. */
export function findRepository(folder: string): Repository | null {
  const real = realpathSync(folder);
  for (let top = real; ; top = path.dirname(top)) {
    if (exists(path.join(top, '.git'))) {
      const below = path.relative(top, real).split(path.sep).join('/');
      return { top, prefix: below === '' ? '' : `${below}/` };
    }
    if (top === path.dirname(top)) return null;
  }
}

/** Resolves a revision to the id of its commit. Rejects with the reason and what to do. */
export async function resolveCommit(repository: Repository, revision: string): Promise<string> {
  const words = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  return git(repository.top, words).then(
    (output) => output.toString().trim(),
    async (cause: GitError) => {
      if (cause.said !== '') throw new Error(cause.said, { cause });
      const advice = (await isShallow(repository))
        ? shallowAdvice
        : '`git branch --all` lists the branches';
      throw new Error(`git knows no such revision; ${advice}`, { cause });
    },
  );
}

/** Whether the clone lacks commits of the history. */
export async function isShallow({ top }: Repository): Promise<boolean> {
  return (await git(top, ['rev-parse', '--is-shallow-repository'])).toString().trim() === 'true';
}

/** Said of a shallow clone that lacks what was asked for. */
export const shallowAdvice =
  'the clone is shallow, so fetch the rest with `git fetch --unshallow` (`fetch-depth: 0` of actions/checkout)';

/** The last commit that touched the folder; empty if none did. */
export async function lastCommit({ top, prefix }: Repository): Promise<string> {
  const words = ['rev-list', '-1', 'HEAD', '--', prefix === '' ? '.' : prefix];
  const output = await git(top, words).catch((error: GitError) => {
    // A repository without a commit.
    if (error.said === "bad revision 'HEAD'") return '';
    throw error;
  });
  return output.toString().trim();
}

export interface CommitInfo {
  readonly id: string;
  /**
   * Time of the committer, in UTC. Invalid outside of the years 1970 to 9999, which other programs
   * may not know.
   */
  readonly at: Date;
}

/** First-parent commits that touched the folder, oldest first. */
export async function listCommits({ top, prefix }: Repository, tip: string): Promise<CommitInfo[]> {
  const words = [
    'rev-list',
    '--first-parent',
    '--reverse',
    '--timestamp',
    tip,
    '--',
    prefix === '' ? '.' : prefix,
  ];
  const output = await git(top, words).catch(() => null);
  if (output !== null) return Array.from(output.toString().matchAll(commitLine), toCommit);
  // A damaged tree is in the way of all commits, unless each is asked for its parent alone. A
  // damaged commit ends the list.
  const commits: CommitInfo[] = [];
  const alone = ['rev-list', '--no-walk', '--parents', '--timestamp'];
  for (let id: string | undefined = tip; id; ) {
    const line: string = await git(top, [...alone, id]).then(String, () => `0 ${id}`);
    commits.push(...Array.from(line.matchAll(commitLine), toCommit));
    [, id] = /^\d+ [0-9a-f]+ ([0-9a-f]+)/.exec(line) ?? [];
  }
  return commits.reverse();
}

export interface AuthoredCommit extends CommitInfo {
  /** Name and address. */
  readonly author: string;
  readonly subject: string;
}

/** As `listCommits`, with what people wrote. */
export async function listAuthored(
  { top, prefix }: Repository,
  tip: string,
): Promise<AuthoredCommit[]> {
  const format = '--format=%ct %H%x00%aN <%aE>%x00%s';
  const words = ['log', '--first-parent', '--reverse', format, tip, '--', prefix || '.'];
  const lines = (await git(top, words)).toString().split('\n');
  return lines.flatMap((line) => {
    const [head = '', author = '', subject = ''] = line.split('\0');
    return Array.from(head.matchAll(commitLine), (found) => {
      return { ...toCommit(found), author, subject };
    });
  });
}

const commitLine = /^(\d+) ([0-9a-f]+)/gm;
const lastSecond = 253_402_300_799;

function toCommit([, text, id = '']: readonly (string | undefined)[]): CommitInfo {
  const seconds = Number(text);
  return { id, at: new Date(seconds > lastSecond ? Number.NaN : seconds * 1000) };
}

/** Its message continues a sentence about a commit. */
class GitError extends Error {
  override name = 'GitError';
  /** Why git failed and what to do; blank if git said nothing. */
  readonly said: string;

  constructor(message: string, said: string, options: ErrorOptions) {
    super(message, options);
    this.said = said;
  }
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
 * Regular files of the folder in a commit, as the source folder on disk has them: without hidden
 * folders and lock files. Names come from an untrusted tree. Rejects if the commit has no such
 * folder, or more than a source folder may have.
 */
export async function listFiles({ top, prefix }: Repository, commit: string): Promise<Blob[]> {
  const words = ['ls-tree', '-r', '-l', '-z', '--full-tree', `${commit}:${prefix}`];
  const output = await git(top, words, { maxBytes: maxListBytes }).catch((error: GitError) => {
    throw /not a valid object name/i.test(error.said)
      ? new Error(`has no folder ${prefix}`)
      : error;
  });
  const entries = output.toString().split('\0');
  const files = entries.flatMap((entry) => {
    const [head, id = '', bytes = ''] = treeEntry.exec(entry) ?? [];
    const name = entry.slice(head?.length);
    return head === undefined || !isPlain(name)
      ? []
      : [{ path: name, id, bytes: bytes === 'BAD' ? null : Number(bytes) }];
  });
  if (files.length > limits.files) throw new Error(`has more than ${limits.files} files`);
  const bytes = files.reduce(
    (sum, file) => sum + (isSourceFile(file.path) ? (file.bytes ?? 0) : 0),
    0,
  );
  if (bytes > limits.commitBytes)
    throw new Error(`has ${bytes} bytes in its files; the limit is ${limits.commitBytes}`);
  return files;
}

/** Before the path; other modes are links, and commits of other repositories. */
const treeEntry = /^100\d{3} blob ([0-9a-f]+) +(\d+|BAD)\t/;

function isPlain(name: string): boolean {
  const folders = name.split('/');
  const file = folders.pop() ?? '';
  const isHidden =
    /^(?:\.#.*|\.{0,2})$/.test(file) ||
    folders.some((folder) => folder === '' || folder.startsWith('.'));
  return !isHidden && !/[\\\ufffd]/.test(name);
}

/** Files with their contents, some of which are in memory at a time. Rejects if one is missing. */
export async function* readFiles(
  { top }: Repository,
  files: readonly Blob[],
): AsyncGenerator<readonly [Blob, Buffer]> {
  let sum = 0;
  const batches = groupBy(files, ({ bytes }) => Math.floor((sum += bytes ?? 0) / batchBytes));
  for (const batch of batches.values()) {
    const output = await git(top, ['cat-file', '--batch'], {
      input: batch.map(({ id }) => `${id}\n`).join(''),
    });
    let at = 0;
    for (const file of batch) {
      const body = output.indexOf(10, at) + 1;
      const [, , bytes] = output.toString('latin1', at, body).split(' ');
      if (bytes === undefined) throw new Error(`lacks the content of ${file.path}`);
      // A newline follows each object.
      at = body + Number(bytes) + 1;
      yield [file, output.subarray(body, at - 1)];
    }
  }
}

function environmentOf(top: string): Record<string, string | undefined> {
  const own = passedOn.map((name) => [name, process.env[name]] as const);
  return { ...Object.fromEntries(own), ...environment, GIT_CEILING_DIRECTORIES: path.dirname(top) };
}

async function git(
  top: string,
  words: readonly string[],
  {
    maxBytes = maxOutputBytes,
    input = '',
  }: { readonly maxBytes?: number; readonly input?: string } = {},
): Promise<Buffer> {
  const fixed = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  return new Promise((resolve, reject) => {
    const options = {
      env: environmentOf(top),
      encoding: 'buffer',
      maxBuffer: maxBytes,
      timeout: maxTimeMs,
    } as const;
    const child = execFile(
      'git',
      ['-C', top, ...fixed, ...words],
      options,
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else if (child.killed)
          reject(new GitError('is too large for git', 'git took too long', { cause: error }));
        else {
          const said = explain(error, stderr.toString());
          reject(new GitError(`cannot be read by git: ${said}`, said, { cause: error }));
        }
      },
    );
    // Git may end before it has read everything.
    child.stdin?.on('error', () => undefined).end(input);
  });
}

/** The sentence of git, and ours about what to do; blank if git says nothing. */
function explain(error: ExecFileException, stderr: string): string {
  if (error.code === 'ENOENT') return 'git is not installed: install it, as with `apt install git`';
  if ('syscall' in error) return `git cannot be started: ${describeFault(error)}`;
  const lines = stderr.split('\n').map((line) => line.trim().replace(/^(?:fatal|error): /, ''));
  const command = lines.find((line) => line.startsWith('git config '));
  const last = lines.findLast((line) => line !== '') ?? '';
  // The repository belongs to another user. The command stands on a line of its own, to be copied.
  return command === undefined ? last : `${lines[0]}; if you trust it, run\n  ${command}`;
}
