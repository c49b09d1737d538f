/**
 * `make bench`: ours beside named peers in one run, as ratios; the whole result goes to
 * bench/results/<date>.json.
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { benchBuild, benchStart, runMeasured } from './build.ts';
import { benchCached, benchUncached } from './http.ts';
import { benchPeers } from './peers/compare.ts';
import { projectFolder } from './processes.ts';
import { benchQueries } from './queries.ts';
import { benchSearch } from './search.ts';
import { machine, say, sources, writeResults } from './setting.ts';
import { formatTable, type Result } from './table.ts';

const scratch = await mkdtemp(path.join(tmpdir(), 'directory-bench-'));
try {
  await main();
} finally {
  await rm(scratch, { recursive: true, force: true });
}

async function main(): Promise<void> {
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
  say('peers ...');
  take(await benchPeers(build, snapshot, scratch));
  say('HTTP ...');
  take(await benchCached(build, scratch));
  take(await benchUncached(build, snapshot, scratch));
  say('build ...');
  take(await benchBuild(sources, scratch));
  notes.push(...(await benchStart(build)));
  say(`\n${formatTable(results)}\n`);
  for (const note of notes) say(`- ${note}`);
  await writeResults('', { results, notes });
}
