/**
 * Latency of an honest client at rest, and while one hostile client does its worst on several connections.
 * Run: `node --import tsx test/security/honest.ts [seconds for each] [hostile connections]`. Uses the corpus if it is there.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { buildSources, largestScope, largestSources } from './support/build.ts';
import { request } from './support/raw.ts';
import { token } from './support/requests.ts';
import { startService } from './support/service.ts';

const seconds = Number(process.argv[2] ?? 10);
const build = process.env.BUILD_DIR ?? buildSources(largestSources);
const { network, category } = largestScope(build);
const base = `/networks/${network}`;
const rows = `${base}/api/infrastructure-providers`;
const filters = (count: number) =>
  encodeURIComponent(JSON.stringify(Array.from({ length: count }, () => ({ id: 'provider', value: [token()] }))));

/** What each hostile client pipelines. */
const attacks: Readonly<Record<string, () => string>> = {
  searches: () => `/search?q=${token().slice(0, 1)}&x=${token()}&q=${token()}`,
  'searches for a letter': () => `/search?q=${'aeiourstln'[Math.floor(Math.random() * 10)]}%20${token().slice(0, 1)}`,
  'filters that find nothing': () => `${base}/toolbox/${category}?filters=${filters(20)}`,
  facets: () => `${rows}/facets?category=${category}&filters=${filters(20)}`,
  exports: () => `${rows}/export?category=${category}&format=parquet&search=${token().slice(0, 1)}`,
  'pages of 100': () => `${base}/toolbox/${category}?pageSize=100&search=${token().slice(0, 1)}&cols=${token()}`,
};

/** Header in which a proxy states the client's address: without it, each connection from this machine is a client. */
const clientHeader = 'x-real-ip';
const hostileConnections = Number(process.argv[3] ?? 20);

/** Keeps requests in flight on one connection. */
function attack(port: number, write: () => string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const refill = () =>
    socket.write(Array.from({ length: 20 }, () => request(write(), [`${clientHeader}: 192.0.2.66`])).join(''));
  let received = 0;
  socket.on('connect', () => {
    refill();
    refill();
  });
  socket.on('data', (chunk: Buffer) => {
    received += (chunk.toString('latin1').match(/HTTP\/1\.1 /g) ?? []).length;
    for (; received >= 20; received -= 20) refill();
  });
  return socket;
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
for (const [name, write] of Object.entries(attacks)) {
  const sockets = Array.from({ length: hostileConnections }, () => attack(service.port, write));
  await delay(200);
  lines.push(line(`${hostileConnections} connections: ${name}`, await measure(service.port)));
  for (const socket of sockets) socket.destroy();
  await Promise.all(sockets.map((socket) => socket.closed || once(socket, 'close')));
  await delay(300);
}
process.stdout.write(`${lines.join('\n')}\n`);
await service.stop();
