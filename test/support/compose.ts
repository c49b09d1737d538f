/** deploy/compose.yaml: what it says, and its processes without containers. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { projectFolder } from './paths.ts';

export interface ComposeService {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** `<source>:<target>`, with `:ro` if it is read-only. */
  readonly volumes?: readonly string[];
  readonly configs?: readonly { readonly source: string; readonly target: string }[];
  readonly networks?: { readonly default: { readonly ipv4_address: string } };
  readonly ports?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly mem_limit?: string;
  readonly restart?: string;
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly configs: Readonly<Record<string, { readonly content: string }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const file = path.join(projectFolder, 'deploy/compose.yaml');

/** With the variables that it reads from the environment, or their defaults. */
export async function readCompose(
  variables: Readonly<Record<string, string>> = {},
): Promise<ComposeFile> {
  const text = await readFile(file, 'utf8');
  const filled = text.replace(
    /\$\{(\w+):-([^}]*)\}/g,
    (_, name: string, value: string) => variables[name] ?? value,
  );
  return parse(filled, { merge: true });
}

export interface Mount {
  /** Name of a volume, or a path. */
  readonly source: string;
  /** Path in the container. */
  readonly target: string;
  readonly isReadOnly: boolean;
}

export function mountsOf({ volumes = [] }: ComposeService): Mount[] {
  return volumes.map((each) => {
    const isReadOnly = each.endsWith(':ro');
    const [source = '', target = ''] = each.replace(/:ro$/, '').split(/:(?=[^:]*$)/);
    return { source, target, isReadOnly };
  });
}

/** The file that a mount brings, as an absolute path; volumes are folders below the given one. */
export function hostPathOf({ source }: Mount, volumes: string): string {
  return /^[./]/.test(source)
    ? path.resolve(path.dirname(file), source)
    : path.join(volumes, source);
}

export interface StartedProcess {
  readonly process: ChildProcess;
  /** What it wrote so far. */
  readonly output: string[];
}

/** Starts a command of the image in the project's folder. */
export function startCommand(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): StartedProcess {
  const [program = '', ...rest] = words;
  const child = spawn(program, rest, {
    cwd: projectFolder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  }
  return { process: child, output };
}

/** Resolves when it has ended, with its status; null if a signal ended it. */
export async function end(
  child: ChildProcess,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
  return child.exitCode;
}
