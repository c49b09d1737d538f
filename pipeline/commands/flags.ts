/** Flags of the commands, and functions that several commands share. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { ReadError } from '../../common/read-bounded.ts';
import { describeBug, escapeControls, showLines } from '../../common/visible.ts';
import { PipelineError } from '../errors.ts';

/** Time to wait for another command that uses the same build folder. */
export const lockWaitMs = 60_000;

/** Seconds between two looks of `follow` at its origin. */
export const defaultInterval = 10;

/** Of the options that a command does not take, or that were not given. Each command declares its options in index.ts. */
export const defaultFlags = {
  /** Port of `serve`, as written; null for the environment's. */
  port: null as string | null,
  /** Publishes even if nothing changed. */
  force: false,
  /** Snapshot of `rollback`, target of `publish`. */
  to: null as string | null,
  /** Address, remote or folder that `follow` copies from. */
  origin: null as string | null,
  /** Ends `follow` when the folder is equal to the origin. */
  once: false,
  /** Seconds between two looks of `follow` at the origin. */
  interval: defaultInterval,
  /** Base of `diff`, `check` and `fix`; null for the current snapshot (`diff`) or none. */
  base: null as string | null,
  /** First date of `history`; null for all commits. */
  since: null as string | null,
  /** Last commit of `history`; null for HEAD. */
  branch: null as string | null,
  /** As written: each command knows its formats. */
  format: 'text',
  /** Treats warnings as errors. */
  strict: false,
  /** Prints long lists in full. */
  all: false,
  dryRun: false,
  /** Accepts mass changes. */
  confirm: false,
  /** Address in the user agent of `probe`. */
  contact: null as string | null,
  /** For tests of `probe`. */
  allowLoopback: false,
};

export interface Flags extends Readonly<typeof defaultFlags> {
  /** Folder of the project: its `sources/meta` is the default, and its code is part of the fingerprint. */
  readonly project: string;
  readonly sources: string;
  readonly build: string;
  /** Options of the commands that edit, as written. */
  readonly words: Readonly<Record<string, string | undefined>>;
}

export type RunCommand = (flags: Flags) => Promise<number>;

/** Where commands write: tests put other streams here. */
export const streams: Pick<NodeJS.Process, 'stdout' | 'stderr'> = { stdout: process.stdout, stderr: process.stderr };

/** Names and cells in the text are made visible. */
export function print(text: string): void {
  streams.stdout.write(`${showLines(text)}\n`);
}

/** Prints a report, which has made its texts visible, in a format for machines or with colours. */
export function writeReport(text: string, colour = false): void {
  streams.stdout.write(`${colour ? text : escapeControls(text)}\n`);
}

/** Standard error, because standard output may hold a report for machines. */
export function warn(message: string): void {
  streams.stderr.write(`${showLines(message)}\n`);
}

/** Says why a command cannot run, and returns its exit status. */
export function fail(error: unknown): 2 {
  const isExpected =
    error instanceof PipelineError || error instanceof ReadError || (error instanceof Error && 'syscall' in error);
  warn(isExpected ? error.message : describeBug(error));
  return 2;
}

/** Aborted by the first signal, which lets the work in progress finish; the second one ends the process. */
export function untilStopped(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  streams.stdout.once('error', () => controller.abort()); // the reader closed the pipe
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
  const isShown = streams.stderr.isTTY === true && process.env.CI === undefined;
  let nextMs = performance.now() + everyMs;
  return {
    tell: (text) => {
      if (!isShown || performance.now() < nextMs) return;
      nextMs = performance.now() + everyMs;
      streams.stderr.write(`\r${text}\x1b[K`);
    },
    end: () => isShown && streams.stderr.write('\n'),
  };
}
