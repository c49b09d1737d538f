/** The pipeline's command line as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
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

export async function runPipeline(words: readonly string[], environment: Environment = {}): Promise<Ended> {
  return startPipeline(words, environment).ended;
}
