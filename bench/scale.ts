/** `npm run scale -- 1 10 100`: builds and opens that many times the corpus, and says how time and memory grow with the rows. */
import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { runMeasured, type Usage } from './build.ts';
import { projectFolder } from './processes.ts';
import { generate } from './scale/generate.ts';
import { formatSizes, type Size } from './scale/report.ts';
import type { Served } from './scale/serve.ts';
import { machine, say, sources, writeResults } from './setting.ts';

/** Of one process: a size that takes longer has failed. */
const timeoutMs = 20 * 60 * 1000;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { networks: { type: 'string', default: '0.5' }, seed: { type: 'string', default: '7' } },
});
const factors = positionals.length === 0 ? [1, 10] : positionals.map(Number);
const growth = { networks: Number(flags.networks), seed: Number(flags.seed) };
say(
  `sources: ${path.basename(sources)}; growth in networks: rows to the power of ${growth.networks}; machine: ${machine}`,
);
const sizes: Size[] = [];
for (const factor of factors) sizes.push(await measureInScratch(factor));
say(`\n${formatSizes(sizes)}`);
await writeResults('scale-', { ...growth, sizes });

async function measureInScratch(factor: number): Promise<Size> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'directory-scale-'));
  try {
    return await measure(factor, scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** What fails (no memory, no time) is told, and the other sizes go on. */
async function measure(factor: number, scratch: string): Promise<Size> {
  const target = path.join(scratch, 'sources');
  say(`${factor} times: generate ...`);
  const { rows } = await generate({
    source: sources,
    defaults: path.join(projectFolder, 'sources'),
    target,
    factor,
    ...growth,
  });
  const folder = path.join(scratch, 'build');
  say(`${factor} times: check and build ${rows} rows ...`);
  const run = (...words: string[]) => attempt(() => runMeasured([...words, '--sources', target], scratch, timeoutMs));
  const check = await run('check');
  const build = await run('build', '--build', folder);
  if ('failed' in build) return { factor, rows, check, build, served: build };
  say(`${factor} times: open and ask ...`);
  const served = await attempt(async () => serve(await realpath(path.join(folder, 'current'))));
  return { factor, rows, check, build, served };
}

async function serve(snapshot: string): Promise<Served> {
  const words = ['--import', 'tsx', 'bench/scale/serve.ts', snapshot];
  const options = { cwd: projectFolder, timeout: timeoutMs, env: { ...process.env, NODE_ENV: 'production' } };
  return JSON.parse((await promisify(execFile)(process.execPath, words, options)).stdout);
}

async function attempt<T extends Usage | Served>(work: () => Promise<T>): Promise<T | { readonly failed: string }> {
  try {
    return await work();
  } catch (error) {
    const { message, killed } = error as Error & { readonly killed?: boolean };
    if (killed) return { failed: `took longer than ${timeoutMs / 60_000} minutes` };
    const [command = '', ...said] = message.split('\n');
    return { failed: (said.find((line) => /error|memory/i.test(line)) ?? command).slice(0, 200) };
  }
}
