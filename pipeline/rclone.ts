/**
 * Runs rclone, a tool of the operator. Its environment variables, such as `RCLONE_BWLIMIT`, apply.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { PipelineError } from './errors.ts';

export interface Rclone {
  /**
   * Returns its standard output. Throws RcloneError with what rclone says if it fails, or takes
   * longer than `limitMs`.
   */
  run(words: readonly string[], options?: RunOptions): Promise<string>;
}

interface RunOptions {
  readonly input?: string;
  readonly limitMs?: number;
}

export class RcloneError extends PipelineError {
  override name = 'RcloneError';
  /** There is no such folder or file. */
  readonly isNotFound: boolean;

  /** `status`: https://rclone.org/docs/#exit-code */
  constructor(message: string, status: number | null) {
    super('rclone', message);
    this.isNotFound = status === 3 || status === 4;
  }
}

/**
 * Characters that rclone may write: a manifest, or a line for each file of the target. Beyond it,
 * rclone is ended.
 */
const maxOutput = 70_000_000;
/**
 * Bytes of memory that an rclone may allocate which reads from a stranger: a listing of a folder
 * has no end otherwise. Five files of 200 MB at a time need 250 MB. macOS ignores it.
 */
const maxMemory = 400_000_000;
/** Characters of rclone's last message in an error. */
const maxMessage = 1000;
/** Exit status of a shell for a command that does not exist. */
const notFound = 127;

/**
 * Ends rclone if this process is killed: descriptor 3 closes then. Otherwise the next upload could
 * publish a file while the rclone of a killed one writes it again.
 */
const script = `
if test "$MAX_MEMORY_KB"; then ulimit -d "$MAX_MEMORY_KB" 2>/dev/null; fi
exec 4<&0
rclone "$@" <&4 3<&- & child=$!
{ cat <&3; kill -9 "$child"; } >/dev/null 2>&1 & watcher=$!
wait "$child"; status=$?
kill "$watcher"
exit "$status"
`;

interface RcloneOptions {
  /** Stops a running rclone. */
  readonly signal: AbortSignal;
  /** Whether it reads from an origin that may be hostile, so that its memory has a bound. */
  readonly isBounded: boolean;
}

export function createRclone(own: RcloneOptions): Rclone {
  return { run: (words, options = {}) => run(words, options, own) };
}

/**
 * A remote, or the absolute path of a folder: rclone takes everything before a colon for a remote,
 * unless there is a slash before it.
 */
export function parseRemote(text: string): string {
  return /^[^/]*:/.test(text) ? text : path.resolve(text);
}

/** `remote:` is the root of a remote. */
export function joinRemote(remote: string, name: string): string {
  return /[:/]$/.test(remote) ? `${remote}${name}` : `${remote}/${name}`;
}

function run(
  words: readonly string[],
  { input = '', limitMs }: RunOptions,
  { signal, isBounded }: RcloneOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const all = ['-c', script, 'sh', '--log-format=', ...words];
    const child = spawn('sh', all, {
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      env: { ...process.env, MAX_MEMORY_KB: isBounded ? String(maxMemory / 1000) : '' },
      signal,
      timeout: limitMs,
    });
    const lifeline = child.stdio[3] as Writable;
    const [output, errors]: [string[], string[]] = [[], []];
    let left = maxOutput;
    const collect = (texts: string[]) => (text: string) =>
      (left -= text.length) < 0 ? lifeline.destroy() : texts.push(text);
    child.stdout?.setEncoding('utf8').on('data', collect(output));
    child.stderr?.setEncoding('utf8').on('data', collect(errors));
    // rclone may end before it has read everything.
    child.stdin?.on('error', () => undefined).end(input);
    child.on('exit', () => lifeline.destroy());
    child.on('error', (error) => {
      lifeline.destroy();
      reject(error);
    });
    child.on('close', (status) => {
      if (status === 0) resolve(output.join(''));
      else reject(describeFailure(words, status, errors.join('')));
    });
  });
}

function describeFailure(
  [command]: readonly string[],
  status: number | null,
  said: string,
): RcloneError {
  const advice = 'install it with `apt-get install rclone`, or from https://rclone.org/downloads/';
  if (status === notFound) return new RcloneError(`rclone is not installed: ${advice}`, status);
  if (status === null)
    return new RcloneError(
      `rclone ${command} was ended: it took too long or sent too much`,
      status,
    );
  if (/^fatal error: .*(out of|cannot allocate) memory/m.test(said))
    return new RcloneError(
      `rclone ${command} was ended: it needed more than ${maxMemory / 1e6} MB of memory, as for a listing without end`,
      status,
    );
  const message = said.trim().split('\n').at(-1) ?? '';
  return new RcloneError(
    `rclone ${command} ended with status ${status}: ${message.slice(-maxMessage)}`,
    status,
  );
}
