/**
 * Latency of an honest client at rest, and while one hostile client does its worst on several connections.
 * Ends with 1 if the p99 of the honest client beside one of them is over five times that at rest.
 * Run: `node --import tsx test/security/honest.ts [seconds for each] [hostile connections] [part of a name]`. Uses the corpus if it is there.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildSources, largestScope, largestSources } from './support/build.ts';
import { token } from './support/requests.ts';
import { startService } from './support/service.ts';

const seconds = Number(process.argv[2] ?? 10);
const build = process.env.BUILD_DIR ?? buildSources(largestSources);
const { network, category } = await largestScope(build);
const rows = `/networks/${network}/api/infrastructure-providers`;
/** The attacks of `support/hostile-client.ts`. */
const attacks = [
  'searches',
  'searches for a letter',
  'filters that find nothing',
  'facets',
  'exports',
  'pages of 100',
  '640 unknown slugs',
  '50 unknown slugs',
  'repeated parameters',
  'slow readers',
  'bodies of 60 kB to /mcp',
  'everything',
] as const;
/** Of the p99 at rest. */
const mostTimes = 5;

/** Header in which a proxy states the client's address: without it, each connection from this machine is a client. */
const clientHeader = 'x-real-ip';
const hostileConnections = (name: string) => Number(process.argv[3] ?? (name === 'everything' ? 40 : 20));

/** Starts a hostile client. Kill it to end the attack. */
function attack(port: number, name: string): ChildProcess {
  const words = [port, network, category, name, hostileConnections(name)].map(String);
  return fork(path.join(import.meta.dirname, 'support/hostile-client.ts'), words);
}

async function measure(port: number): Promise<{ readonly p50: number; readonly p99: number; readonly count: number }> {
  const times: number[] = [];
  const endMs = performance.now() + seconds * 1000;
  while (performance.now() < endMs) {
    const startedMs = performance.now();
    const target = `${rows}/rows?category=${category}&search=${token().slice(0, 3)}`;
    const response = await fetch(`http://127.0.0.1:${port}${target}`, { headers: { [clientHeader]: '192.0.2.1' } });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`an honest request got ${response.status}`);
    times.push(performance.now() - startedMs);
    await delay(5);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), count: times.length };
}

const service = await startService(build, { LOG_LEVEL: 'error', CLIENT_HEADER: clientHeader });
await measure(service.port);
const rest = await measure(service.port);
const line = (name: string, { p50, p99, count }: typeof rest) =>
  `| ${name} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${(p99 / rest.p99).toFixed(1)} | ${count} |`;
const lines = [
  '| hostile client | honest p50 ms | p99 ms | times at rest | requests |',
  '|---|---|---|---|---|',
  line('none', rest),
];
for (const name of attacks.filter((each) => each.includes(process.argv[4] ?? ''))) {
  const hostile = attack(service.port, name);
  await delay(4000); // Code that runs for the first time is slow, also where nobody is hostile.
  const measured = await measure(service.port);
  if (measured.p99 > mostTimes * rest.p99) process.exitCode = 1;
  lines.push(line(`${hostileConnections(name)} connections: ${name}`, measured));
  if (hostile.exitCode !== null) throw new Error(`the hostile client ended: ${name}`);
  hostile.kill();
  await once(hostile, 'close');
  await delay(300);
}
process.stdout.write(`${lines.join('\n')}\n`);
await service.stop();
