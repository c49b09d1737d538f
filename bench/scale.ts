/**
 * `npm run scale -- 1 10 100`: builds and opens that many times the corpus, and says how time and
 * memory grow with the rows.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { runMeasured, type Usage } from './build.ts';
import { p50 } from './measure.ts';
import { projectFolder, residentMb, service, start } from './processes.ts';
import { generate } from './scale/generate.ts';
import { readNetwork } from './scale/ranges.ts';
import { formatSizes, type Online, type Size } from './scale/report.ts';
import type { Served } from './scale/serve.ts';
import { machine, say, sources, writeResults } from './setting.ts';

/** Networks whose toolbox pages are asked for, each once, before memory is measured. */
const pages = 24;

/** Of one process: a size that takes longer has failed. */
const timeoutMs = 20 * 60 * 1000;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    networks: { type: 'string', default: '0.5' },
    seed: { type: 'string', default: '7' },
    /** Keeps the generated sources there, and takes those that are there. */
    sources: { type: 'string' },
  },
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
  const target = path.resolve(flags.sources ?? scratch, `sources-${factor}`);
  const rows = await generateOnce(target, factor);
  const folder = path.join(scratch, 'build');
  say(`${factor} times: check and build ${rows} rows ...`);
  const run = (...words: string[]) =>
    attempt(() => runMeasured([...words, '--sources', target], scratch, timeoutMs));
  const check = await run('check');
  const build = await run('build', '--build', folder);
  if ('failed' in build) return { factor, rows, check, build, served: build, read: build };
  say(`${factor} times: open and ask ...`);
  const served = await attempt(async () => serve(await realpath(path.join(folder, 'current'))));
  const read = await attempt(() => readOverHttp(folder));
  return { factor, rows, check, build, served, read };
}

/** Returns the number of rows. */
async function generateOnce(target: string, factor: number): Promise<number> {
  const note = path.join(target, 'generated.json');
  const known = await readFile(note, 'utf8').catch(() => null);
  if (known !== null) return JSON.parse(known).rows;
  say(`${factor} times: generate ...`);
  const defaults = path.join(projectFolder, 'sources');
  const generated = await generate({ source: sources, defaults, target, factor, ...growth });
  await writeFile(note, JSON.stringify(generated));
  return generated.rows;
}

/**
 * The service as in production: its start, pages that no cache has yet, its memory after them, and
 * a read of one of its files.
 */
async function readOverHttp(build: string): Promise<Online> {
  const startedMs = performance.now();
  const running = await start(service, { BUILD_DIR: build, LOG_LEVEL: 'warn' });
  try {
    const readyMs = performance.now() - startedMs;
    const site = `http://127.0.0.1:${running.port}`;
    const { networks } = JSON.parse(await (await fetch(`${site}/api/networks`)).text()).result;
    const ask = async (page: (network: string) => string) =>
      p50(pages, async (at) => {
        const { key } = networks[Math.floor((at * networks.length) / pages)];
        await (await fetch(`${site}${page(key)}`)).text();
      });
    await ask((network) => `/networks/${network}/toolbox/wallets`);
    const toolboxMs = await ask((network) => `/networks/${network}/toolbox/apis`);
    const searchedMs = await ask((network) => `/networks/${network}/toolbox/apis?search=archive`);
    const read = await readNetwork(`${site}/data/rows/apis.parquet`);
    return { ...read, readyMs, toolboxMs, searchedMs, serviceMb: await residentMb(running.pid) };
  } finally {
    await running.stop();
  }
}

async function serve(snapshot: string): Promise<Served> {
  const words = ['--import', 'tsx', 'bench/scale/serve.ts', snapshot];
  const options = {
    cwd: projectFolder,
    timeout: timeoutMs,
    env: { ...process.env, NODE_ENV: 'production' },
  };
  return JSON.parse((await promisify(execFile)(process.execPath, words, options)).stdout);
}

async function attempt<T extends Usage | Served | Online>(
  work: () => Promise<T>,
): Promise<T | { readonly failed: string }> {
  try {
    return await work();
  } catch (error) {
    const { message, killed } = error as Error & { readonly killed?: boolean };
    if (killed) return { failed: `took longer than ${timeoutMs / 60_000} minutes` };
    const [command = '', ...said] = message.split('\n');
    return { failed: (said.find((line) => /error|memory/i.test(line)) ?? command).slice(0, 200) };
  }
}
