/** `make bench`: ours beside named peers in one run, as ratios; the whole result goes to bench/results/<date>.json. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { benchBuild, benchStart, runMeasured } from './build.ts';
import { benchCached, benchUncached } from './http.ts';
import { projectFolder } from './processes.ts';
import { benchQueries } from './queries.ts';
import { benchSearch } from './search.ts';
import { formatTable, type Result } from './table.ts';

const corpus = path.resolve(projectFolder, process.env.CORPUS ?? '../shared/corpus/chain-love');
const sources = existsSync(corpus) ? corpus : path.join(projectFolder, 'sources');

const scratch = await mkdtemp(path.join(tmpdir(), 'directory-bench-'));
try {
  await main();
} finally {
  await rm(scratch, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const machine = `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
  say(`sources: ${path.relative(projectFolder, sources)}; machine: ${machine}`);
  const build = path.join(scratch, 'build');
  await runMeasured(['build', '--sources', sources, '--build', build], scratch);
  const snapshot = await realpath(path.join(build, 'current'));
  const results: Result[] = [];
  const notes: string[] = [];
  const take = (part: { results: Result[]; notes?: string[] }) => {
    results.push(...part.results);
    notes.push(...(part.notes ?? []));
  };
  say('queries ...');
  take({ results: await benchQueries(snapshot) });
  say('search ...');
  take(await benchSearch(snapshot));
  say('HTTP ...');
  take({ results: await benchCached(build, scratch) });
  take(await benchUncached(build, snapshot));
  say('build ...');
  take(await benchBuild(sources, scratch));
  notes.push(...(await benchStart(build)));
  say(`\n${formatTable(results)}\n`);
  for (const note of notes) say(`- ${note}`);
  const folder = path.join(projectFolder, 'bench/results');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${new Date().toISOString().slice(0, 10)}.json`);
  await writeFile(file, `${JSON.stringify({ machine, sources: path.basename(sources), results, notes }, null, 2)}\n`);
  say(`written to ${path.relative(projectFolder, file)}`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
