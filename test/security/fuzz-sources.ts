/**
 * Fuzzes source trees: `node --import tsx test/security/fuzz-sources.ts [seconds] [seed]`. Commands must end in time
 * with a status and a message, use bounded memory, and agree: what check accepts is built, and then nothing differs.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { compiled } from '../support/compiled.ts';
import { projectFolder } from '../support/paths.ts';
import { TreeMutator, writeHostileTree } from './sources/mutate-tree.ts';

/** Of processor time, so that a busy machine finds nothing. */
const maxCpuSeconds = 5;
const maxWallMs = 60_000;
const maxMemoryKb = 1_500_000;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly memoryKb: number;
}

export interface FuzzResult {
  readonly trees: number;
  readonly accepted: number;
  readonly failures: readonly string[];
}

export async function fuzzSources(seconds: number, firstSeed: number): Promise<FuzzResult> {
  const endMs = performance.now() + seconds * 1000;
  const failures: string[] = [];
  let [trees, accepted] = [0, 0];
  for (let seed = firstSeed; performance.now() < endMs; seed++) {
    const folder = await mkdtemp(path.join(tmpdir(), 'directory-fuzz-'));
    try {
      trees++;
      if (await tryTree(folder, seed, failures)) accepted++;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return { trees, accepted, failures };
}

/** Whether check found no error. */
async function tryTree(folder: string, seed: number, failures: string[]): Promise<boolean> {
  const sources = path.join(folder, 'sources');
  const folders = ['--sources', sources, '--build', path.join(folder, 'build')];
  await writeHostileTree(sources, new TreeMutator(seed).make());
  const run = async (words: readonly string[]) => {
    const ended = await runPipeline(words);
    const fault = faultOf(ended);
    if (fault !== null) failures.push(`seed ${seed}, ${words[0]}: ${fault}`);
    return ended;
  };
  const checked = await run(['check', '--sources', sources]);
  if (checked.code !== 0) {
    await run(['fix', '--sources', sources]);
    return false;
  }
  const built = await run(['build', ...folders]);
  if (built.code !== 0) failures.push(`seed ${seed}: check accepts what build refuses: ${built.stdout}${built.stderr}`);
  const diff = await run(['diff', ...folders, '--format', 'json']);
  if (diff.code === 0 && JSON.parse(diff.stdout).entries.length > 0) failures.push(`seed ${seed}: diff of itself`);
  await run(['fix', '--sources', sources]);
  if ((await run(['check', '--sources', sources])).code !== 0) failures.push(`seed ${seed}: fix added an error`);
  return true;
}

function faultOf({ code, stdout, stderr, memoryKb }: Ended): string | null {
  if (code === null) return 'killed: too long, or a crash';
  if (code > 2) return `status ${code}`;
  if (/\n {4}at /.test(stderr)) return `a stack: ${stderr.slice(0, 500)}`;
  if (code === 1 && stdout === '') return 'no message';
  return memoryKb > maxMemoryKb ? `${memoryKb} kB of memory` : null;
}

async function runPipeline(words: readonly string[]): Promise<Ended> {
  const command = `ulimit -t ${maxCpuSeconds}; exec "$0" "$@"`;
  const child = spawn(
    'sh',
    ['-c', command, process.execPath, path.join(projectFolder, compiled('pipeline')), ...words],
    {
      cwd: tmpdir(),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let [stdout, stderr, memoryKb] = ['', '', 0];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const watch = setInterval(() => (memoryKb = Math.max(memoryKb, memoryOf(child.pid))), 50);
  const timer = setTimeout(() => child.kill('SIGKILL'), maxWallMs);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(watch);
      clearTimeout(timer);
      resolve({ code, stdout, stderr, memoryKb });
    });
  });
}

/** Largest resident memory of a process until now. */
function memoryOf(pid: number | undefined): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return 0;
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0; // ended in the meantime
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [seconds = 60, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
  const { trees, accepted, failures } = await fuzzSources(seconds, seed);
  process.stdout.write(`${trees} trees from seed ${seed}, ${accepted} accepted, ${failures.length} failures\n`);
  for (const failure of failures) process.stdout.write(`${failure}\n`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}
