/** Processes that cannot hold the suite: each is killed after a time limit, with what it printed until then. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { compiled } from '../../support/compiled.ts';
import { projectFolder } from '../../support/paths.ts';

export interface Run {
  /** Null if a signal ended the process. */
  readonly code: number | null;
  readonly timedOut: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  /** Added to the environment of the tests; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs?: number;
}

/** Longer than the slowest honest command takes on a busy machine, shorter than any hang. */
const defaultTimeoutMs = 20_000;
/** A command that prints without end is stopped, too. */
const maxOutputChars = 4_000_000;

export async function run(file: string, words: readonly string[], options: RunOptions = {}): Promise<Run> {
  const child = spawn(file, words, {
    cwd: options.cwd ?? projectFolder,
    env: { ...process.env, SOURCE_DATE_EPOCH: undefined, GITHUB_WORKSPACE: undefined, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr, timedOut] = ['', '', false];
  const stop = () => {
    timedOut = true;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(stop, options.timeoutMs ?? defaultTimeoutMs);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    if (stdout.length > maxOutputChars) stop();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, timedOut, stdout, stderr });
    });
  });
}

/** `node dist/pipeline.js <words>`. */
export async function pipeline(words: readonly string[], options: RunOptions = {}): Promise<Run> {
  return run(process.execPath, [path.join(projectFolder, compiled('pipeline')), ...words], options);
}

export interface ReportedProblem {
  readonly severity: 'error' | 'warning';
  readonly rule: string;
  readonly file: string;
  readonly line: number | null;
  readonly column: string | null;
  readonly value: string | null;
  readonly message: string;
  readonly suggestion: string | null;
}

/** What `check` reports; throws if it ends without a report. */
export async function reportOf(sources: string, options: RunOptions = {}): Promise<ReportedProblem[]> {
  const { code, timedOut, stdout, stderr } = await pipeline(
    ['check', '--sources', sources, '--format', 'json'],
    options,
  );
  if (timedOut) throw new Error('check did not end in time');
  if (code !== 0 && code !== 1) throw new Error(`check ended with ${code}: ${stderr}`);
  return (JSON.parse(stdout) as { problems: ReportedProblem[] }).problems;
}
