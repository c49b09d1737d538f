/** The pipeline's command line. */
import { type ChildProcess, spawn } from 'node:child_process';
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

export type Environment = Readonly<Record<string, string | undefined>>;

/** The build time is now unless `environment` fixes it. */
export function startPipeline(words: readonly string[], environment: Environment = {}): Started {
  const child = spawn(process.execPath, [compiled('pipeline'), ...words], {
    cwd: projectFolder,
    env: { ...process.env, SOURCE_DATE_EPOCH: undefined, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { child, ended };
}

/** As a process of its own, compiled. */
export async function runProcess(words: readonly string[], environment: Environment = {}): Promise<Ended> {
  return startPipeline(words, environment).ended;
}

/** Like `runProcess`, in the process of the test: a process takes half a second of CPU time to load the program. Not for two runs at once. */
export async function runPipeline(words: readonly string[], environment: Environment = {}): Promise<Ended> {
  const before = { ...process.env };
  const own = { ...streams };
  let [stdout, stderr] = ['', ''];
  for (const [name, value] of Object.entries({ SOURCE_DATE_EPOCH: undefined, ...environment })) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  const keep = (take: (text: string) => void) => new PassThrough({ encoding: 'utf8' }).on('data', take);
  Object.assign(streams, { stdout: keep((text) => (stdout += text)), stderr: keep((text) => (stderr += text)) });
  try {
    const code = await runCommandLine(words);
    return { code, stdout, stderr };
  } finally {
    Object.assign(streams, own);
    process.env = before;
  }
}
