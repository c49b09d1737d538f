/**
 * deploy/Containerfile: its instructions, the context that .dockerignore leaves, and the image as
 * folders.
 */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { cp, mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import dockerignore from '@balena/dockerignore';
import { projectFolder } from './paths.ts';

interface Instruction {
  readonly name: string;
  readonly text: string;
}

export interface Stage {
  /** `image` for the last one. */
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

export async function readStages(): Promise<Stage[]> {
  const text = await readFile(path.join(projectFolder, 'deploy/Containerfile'), 'utf8');
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, '')
    .split('\n');
  const stages: { name: string; instructions: Instruction[] }[] = [];
  for (const [, name = '', rest = ''] of lines.flatMap((line) => [
    /^([A-Z]+) +(.+)$/.exec(line) ?? [],
  ])) {
    if (name === 'FROM')
      stages.push({ name: / AS (\w+)$/.exec(rest)?.[1] ?? 'image', instructions: [] });
    else if (name !== '') stages.at(-1)?.instructions.push({ name, text: rest });
  }
  return stages;
}

/** What the image gives to every container. */
export interface Image {
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  /** User and group. */
  readonly user: readonly [number, number];
  readonly workingFolder: string;
}

export async function readImage(): Promise<Image> {
  const { instructions } = (await readStages()).at(-1) ?? { instructions: [] };
  const last = (name: string) => instructions.findLast((each) => each.name === name)?.text ?? '';
  const [uid = 0, gid = 0] = last('USER').split(':').map(Number);
  return {
    environment: Object.fromEntries(
      last('ENV')
        .split(' ')
        .map((each) => each.split('=')),
    ),
    command: JSON.parse(last('CMD')),
    healthCheck: JSON.parse(last('HEALTHCHECK').replace(/^.*?CMD /, '')),
    user: [uid, gid],
    workingFolder: last('WORKDIR'),
  };
}

/** Files and folders of the project that a build of the image is given. */
export async function contextPaths(): Promise<string[]> {
  const ignored = dockerignore
    .default()
    .add(await readFile(path.join(projectFolder, '.dockerignore'), 'utf8'));
  const walk = (folder: string): string[] =>
    readdirSync(path.join(projectFolder, folder), { withFileTypes: true }).flatMap((entry) => {
      const name = path.posix.join(folder, entry.name);
      return entry.isDirectory() && entry.name !== 'node_modules' ? [name, ...walk(name)] : [name];
    });
  return ignored.filter(walk(''));
}

/**
 * Follows the instructions that make files, below `folder`, and returns the root of the image
 * there.
 */
export async function makeImage(folder: string): Promise<string> {
  for (const name of await contextPaths()) {
    const file = path.join(projectFolder, name);
    if ((await stat(file)).isFile()) await cp(file, path.join(folder, 'context', name));
  }
  for (const { name, instructions } of await readStages())
    await makeStage(folder, name, instructions);
  return path.join(folder, 'image');
}

/**
 * `RUN` of the last stage is left out: it changes the base image, which this machine does not have.
 */
async function makeStage(
  folder: string,
  stage: string,
  instructions: readonly Instruction[],
): Promise<void> {
  let inside = path.join(folder, stage);
  for (const { name, text } of instructions) {
    if (name === 'WORKDIR')
      await mkdir((inside = path.join(folder, stage, text)), { recursive: true });
    if (name === 'COPY') await copy(text.split(' '), folder, inside);
    if (name === 'RUN' && stage !== 'image') await run(text, inside);
  }
}

/**
 * `COPY [--from=<stage>] <source>... <target>`: the content of a folder, or a file. Fails if a
 * source does not exist.
 */
async function copy(words: readonly string[], folder: string, inside: string): Promise<void> {
  const stage =
    words.find((word) => word.startsWith('--from='))?.slice('--from='.length) ?? 'context';
  const paths = words.filter((word) => !word.startsWith('--'));
  const target = paths.at(-1) ?? '';
  for (const source of paths.slice(0, -1)) {
    const file = path.join(folder, stage, source);
    const into =
      (await stat(file)).isFile() && target.endsWith('/')
        ? path.join(target, path.basename(source))
        : target;
    await cp(file, path.resolve(inside, into), { recursive: true, verbatimSymlinks: true });
  }
}

async function run(command: string, cwd: string): Promise<void> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, npm_config_prefer_offline: 'true' };
  await promisify(execFile)('sh', ['-c', command], { cwd, env, maxBuffer: 1 << 28 });
}
