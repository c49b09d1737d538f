/** The pipeline's command line. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { runCommandLine } from '../../pipeline/command-line.ts';
import { streams } from '../../pipeline/commands/flags.ts';
import { compiled } from './compiled.ts';
import { projectFolder } from './paths.ts';

export interface Ended {
  /** Null where a signal ended the process. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** Added to the environment of the tests; undefined removes a variable. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A guard against hanging. */
const timeout = 300_000;

export function start(
  file: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  where: Pick<SpawnOptions, 'cwd' | 'uid'> = {},
): Started {
  const child = spawn(file, words, {
    cwd: projectFolder,
    ...where,
    env,
    timeout,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { child, ended };
}

/**
 * The build time is now, and there is no workspace of an action, unless `environment` says
 * otherwise.
 */
const usual: Environment = { SOURCE_DATE_EPOCH: undefined, GITHUB_WORKSPACE: undefined };

/** As a process of its own, compiled. */
export function startPipeline(
  words: readonly string[],
  environment: Environment = {},
  cwd?: string,
): Started {
  const env = { ...process.env, ...usual, ...environment };
  return start(
    process.execPath,
    [path.join(projectFolder, compiled('pipeline')), ...words],
    env,
    cwd === undefined ? {} : { cwd },
  );
}

export function runProcess(...given: Parameters<typeof startPipeline>): Promise<Ended> {
  return startPipeline(...given).ended;
}

/**
 * Like `runProcess`, in the process of the test: a process takes half a second of CPU time to load
 * the program. Not for two runs at once.
 */
export async function runPipeline(
  words: readonly string[],
  environment: Environment = {},
): Promise<Ended> {
  const before = { ...process.env };
  const own = { ...streams };
  let [stdout, stderr] = ['', ''];
  for (const [name, value] of Object.entries({ ...usual, ...environment })) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  const keep = (take: (text: string) => void) =>
    new PassThrough({ encoding: 'utf8' }).on('data', take);
  Object.assign(streams, {
    stdout: keep((text) => (stdout += text)),
    stderr: keep((text) => (stderr += text)),
  });
  try {
    const code = await runCommandLine(words);
    return { code, stdout, stderr };
  } finally {
    Object.assign(streams, own);
    process.env = before;
  }
}

export interface ReportedProblem {
  readonly severity: 'error' | 'warning';
  readonly rule: string;
  readonly file: string;
  readonly line: number | null;
  readonly column: string | null;
  readonly message: string;
  readonly suggestion: string | null;
}

/** What `check` reports; throws if it ends without a report. */
export async function reportOf(
  sources: string,
  environment: Environment = {},
): Promise<ReportedProblem[]> {
  const { code, stdout, stderr } = await runProcess(
    ['check', '--sources', sources, '--format', 'json'],
    environment,
  );
  if (code !== 0 && code !== 1) throw new Error(`check ended with ${code}: ${stderr}`);
  return (JSON.parse(stdout) as { problems: ReportedProblem[] }).problems;
}
