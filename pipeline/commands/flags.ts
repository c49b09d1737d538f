/** Flags of the commands, and functions that several commands share. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Progress } from '../check-sources.ts';
import { PipelineError } from '../errors.ts';

/** Time to wait for another command that uses the same build folder. */
export const lockWaitMs = 60_000;

/** Seconds between two looks of `follow` at its origin. */
export const defaultInterval = 10;

/** Each command declares its flags in main.ts; flags of other commands have their defaults. */
export interface Flags {
  /** Folder of the project: its `sources/meta` is the default, and its code is part of the fingerprint. */
  readonly project: string;
  readonly sources: string;
  readonly build: string;
  /** Port of `serve`, as written; null for the environment's. */
  readonly port: string | null;
  /** Publishes even if nothing changed. */
  readonly force: boolean;
  /** Snapshot of `rollback`, target of `publish`. */
  readonly to: string | null;
  /** Address that `follow` copies from. */
  readonly origin: string | null;
  /** Ends `follow` when the folder is equal to the origin. */
  readonly once: boolean;
  /** Seconds between two looks of `follow` at the origin. */
  readonly interval: number;
  /** Base of `diff`, `check` and `fix`; null for the current snapshot (`diff`) or none. */
  readonly base: string | null;
  /** First date of `history`; null for all commits. */
  readonly since: string | null;
  /** Last commit of `history`; null for HEAD. */
  readonly branch: string | null;
  /** As written: each command knows its formats. */
  readonly format: string;
  /** Treats warnings as errors. */
  readonly strict: boolean;
  /** Prints long lists in full. */
  readonly all: boolean;
  readonly dryRun: boolean;
  /** Options of `import`, `rename`, `list` and `set`, as written. */
  readonly words: Readonly<Record<string, string | undefined>>;
  /** Whether mass changes are wanted. */
  readonly confirm: boolean;
  /** Address in the user agent of `probe`. */
  readonly contact: string | null;
  /** For tests of `probe`. */
  readonly allowLoopback: boolean;
}

/** Of the options that a command does not take, or that were not given. */
export const defaultFlags = {
  port: null,
  force: false,
  to: null,
  origin: null,
  once: false,
  interval: defaultInterval,
  base: null,
  since: null,
  branch: null,
  format: 'text',
  strict: false,
  all: false,
  dryRun: false,
  confirm: false,
  contact: null,
  allowLoopback: false,
} as const satisfies Partial<Flags>;

export type RunCommand = (flags: Flags) => Promise<number>;

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Standard error, because standard output may hold a report for machines. */
export function warn(message: string): void {
  process.stderr.write(`${message}\n`);
}

/** Aborted by the first signal, which lets the work in progress finish; the second one ends the process. */
export function untilStopped(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  process.stdout.once('error', () => controller.abort()); // the reader closed the pipe
  return controller.signal;
}

/** Runs a program of the project until it ends, and returns its exit status. */
export async function runProgram(
  program: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<number> {
  const child = spawn(program, words, { stdio: 'inherit', env: { ...process.env, ...env } });
  // A terminal sends SIGINT to the program too.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new PipelineError('no-program', `cannot start ${program}: ${error.message}`)));
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}

/** A line about the work that is written again and again, on a terminal only, and not more often than `everyMs`. */
export function createLine(everyMs = 0): { readonly tell: (text: string) => void; readonly end: () => void } {
  const isShown = process.stderr.isTTY === true && process.env.CI === undefined;
  let nextMs = performance.now() + everyMs;
  return {
    tell: (text) => {
      if (!isShown || performance.now() < nextMs) return;
      nextMs = performance.now() + everyMs;
      process.stderr.write(`\r${text}\x1b[K`);
    },
    end: () => isShown && process.stderr.write('\n'),
  };
}

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Prints one line for each stage of a build on a terminal. A stage may run beside others. */
export function createProgress(output: Output, quiet = process.env.CI !== undefined): Progress {
  if (output.isTTY !== true || quiet) return () => undefined;
  const started = new Map<string, number>();
  return (stage, done) => {
    const startedMs = started.get(stage) ?? performance.now();
    if (done === undefined) started.set(stage, startedMs);
    else started.delete(stage);
    const took = `${Math.round(performance.now() - startedMs)} ms`;
    const line = done === undefined ? '' : `${stage.padEnd(8)} ${done} (${took})\x1b[K\n`;
    const running = [...started.keys()];
    output.write(`\r${line}${running.length > 0 ? `${running.join(', ')} ...\x1b[K` : ''}`);
  };
}
