/** Runs rclone, a tool of the operator. */
import { spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { PipelineError } from '../errors.ts';

export interface Rclone {
  /** Returns its standard output. Throws RcloneError with what rclone says if it fails. */
  run(words: readonly string[], input?: string): Promise<string>;
}

export class RcloneError extends PipelineError {
  override name = 'RcloneError';
  /** Exit status: https://rclone.org/docs/#exit-code */
  readonly status: number | null;

  constructor(message: string, status: number | null) {
    super('rclone', message);
    this.status = status;
  }
}

/** Characters that rclone may write: a line for each file of the target. Beyond it, rclone is ended. */
const maxOutput = 50_000_000;
/** Characters of rclone's messages in an error. */
const maxMessage = 2000;
/** Exit status of a shell for a command that does not exist. */
const notFound = 127;

/**
 * Ends rclone if this process is killed: descriptor 3 closes then. Otherwise the next upload could publish a file while the
 * rclone of a killed one writes it again.
 */
const script = `
exec 4<&0
rclone "$@" <&4 3<&- & child=$!
{ cat <&3; kill -9 "$child"; } >/dev/null 2>&1 & watcher=$!
wait "$child"; status=$?
kill "$watcher"
exit "$status"
`;

/** `signal` stops a running rclone. */
export function createRclone(signal: AbortSignal): Rclone {
  return { run: (words, input = '') => run(words, input, signal) };
}

function run(words: readonly string[], input: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', script, 'sh', ...words], { stdio: ['pipe', 'pipe', 'pipe', 'pipe'], signal });
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

function describeFailure([command]: readonly string[], status: number | null, said: string): RcloneError {
  const advice = 'install it with `apt-get install rclone`, or from https://rclone.org/downloads/';
  if (status === notFound) return new RcloneError(`rclone is not installed: ${advice}`, status);
  return new RcloneError(`rclone ${command} ended with status ${status}: ${said.trim().slice(-maxMessage)}`, status);
}
