/** Functions that several commands share. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { ReadError } from '../../common/read-bounded.ts';
import { describeBug, escapeControls, showLines } from '../../common/visible.ts';
import { PipelineError } from '../errors.ts';
import { asCommands } from './command-words.ts';
import type { Flags } from './options.ts';

/** Time to wait for another command that uses the same build folder. */
export const lockWaitMs = 60_000;

export type RunCommand = (flags: Flags) => Promise<number>;

/** Where commands write: tests put other streams here. */
export const streams: Pick<NodeJS.Process, 'stdout' | 'stderr'> = {
  stdout: process.stdout,
  stderr: process.stderr,
};

/** `isPackaged`: messages name commands, because the package has no Makefile. */
export const wording = { isPackaged: false };

function worded(text: string): string {
  return wording.isPackaged ? asCommands(text) : text;
}

/** Names and cells in the text are made visible. */
export function print(text: string): void {
  streams.stdout.write(`${worded(showLines(text))}\n`);
}

/** Prints a report, which has made its texts visible, in a format for machines or with colours. */
export function writeReport(text: string, colour = false): void {
  streams.stdout.write(`${worded(colour ? text : escapeControls(text))}\n`);
}

/** Standard error, because standard output may hold a report for machines. */
export function warn(message: string): void {
  streams.stderr.write(`${worded(showLines(message))}\n`);
}

/** Says why a command cannot run, and returns its exit status. */
export function fail(error: unknown): 2 {
  const isExpected =
    error instanceof PipelineError ||
    error instanceof ReadError ||
    (error instanceof Error && 'syscall' in error);
  warn(isExpected ? error.message : describeBug(error));
  return 2;
}

/**
 * Aborted by the first signal, which lets the work in progress finish; the second one ends the
 * process.
 */
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
    child.on('error', (error) =>
      reject(new PipelineError('no-program', `cannot start ${program}: ${error.message}`)),
    );
    child.on('exit', (code, signal) =>
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
  });
}

/**
 * A line about the work that is written again and again, on a terminal only, and not more often
 * than `everyMs`.
 */
export function createLine(everyMs = 0): {
  readonly tell: (text: string) => void;
  readonly end: () => void;
} {
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
