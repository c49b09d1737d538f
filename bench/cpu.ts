/**
 * CPU time of the service per whole uncached request, by kind: `npm run cpu`, or `npm run cpu --
 * facets toolbox` for some. With OTHER, the folder of another compiled checkout, both in turn; with
 * OTHER_BUILD, a build folder of its format.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runMeasured } from './build.ts';
import { getRaw } from './http.ts';
import { compare, type Spread, spreadOf } from './measure.ts';
import { projectFolder, type RunningProcess, start } from './processes.ts';
import { type Ask, requests } from './questions.ts';
import { machine, say, sources } from './setting.ts';

const runs = 5;
/** Requests of one run: the kernel counts CPU time in steps of 10 ms. */
const perRun = 200;

const scratch = await mkdtemp(path.join(tmpdir(), 'directory-bench-'));
const running: RunningProcess[] = [];
try {
  await main();
} finally {
  await Promise.all(running.map((server) => server.stop()));
  await rm(scratch, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const { OTHER: other, OTHER_BUILD: otherBuild, CPU_BUILD: given } = process.env;
  const build = given ?? path.join(scratch, 'build');
  if (given === undefined)
    await runMeasured(['build', '--sources', sources, '--build', build], scratch);
  const ours = await startUncached(projectFolder, build);
  const theirs = other === undefined ? null : await startUncached(other, otherBuild ?? build);
  say(`CPU per uncached request, ${runs} runs of ${perRun} requests; machine: ${machine}\n`);
  say('| request | ours | other | ours / other (min to max) |\n|---|---|---|---|');
  const wanted = process.argv.slice(2);
  for (const [kind, ask] of Object.entries(requests).filter(
    ([kind]) => wanted.length === 0 || wanted.includes(kind),
  ))
    say(`| ${[kind, ...(await measure(ask, ours, theirs))].join(' | ')} |`);
}

async function startUncached(folder: string, build: string): Promise<RunningProcess> {
  const environment = { BUILD_DIR: path.resolve(build), LOG_LEVEL: 'info', ANSWER_CACHE: 'off' };
  const server = await start(['sh', path.resolve(folder, 'deploy/start.sh')], environment);
  running.push(server);
  return server;
}

async function measure(
  ask: Ask,
  ours: RunningProcess,
  theirs: RunningProcess | null,
): Promise<string[]> {
  const cpuOf = (server: RunningProcess) => () => cpuPerRequest(server, ask);
  // The first run warms up V8, and is not counted.
  await cpuOf(ours)();
  if (theirs === null) return [format(await repeat(cpuOf(ours))), '', ''];
  await cpuOf(theirs)();
  const { ours: own, peer, ratio } = await compare(runs, cpuOf(ours), cpuOf(theirs));
  return [
    format(own),
    format(peer),
    `${ratio.median.toFixed(2)} (${ratio.min.toFixed(2)} to ${ratio.max.toFixed(2)})`,
  ];
}

async function repeat(work: () => Promise<number>): Promise<Spread> {
  const values: number[] = [];
  for (let run = 0; run < runs; run++) values.push(await work());
  return spreadOf(values);
}

/**
 * Milliseconds, user and system, of all threads. One request at a time, compressed as for a
 * browser.
 */
async function cpuPerRequest({ port, cpuMs }: RunningProcess, ask: Ask): Promise<number> {
  const beforeMs = cpuMs();
  for (let index = 0; index < perRun; index++) {
    const { status } = await getRaw(port, ask(index), { 'accept-encoding': 'gzip' });
    if (status !== 200) throw new Error(`${status} for ${ask(index)}`);
  }
  return (cpuMs() - beforeMs) / perRun;
}

function format({ median }: Spread): string {
  return `${median.toFixed(2)} ms`;
}
