/**
 * A month of the endpoints of the project's own sources: the prober asks servers of this machine in
 * their place, which answer, lag, fail and limit as their number says, while the clock moves by six
 * hours in each round. Run: `npm run --silent month`; `KEEP=folder` keeps the build folder.
 */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { checkSources } from '../pipeline/check-sources.ts';
import { collectTargets, type EndpointTarget } from '../pipeline/probe/targets.ts';
import { snapshotFolder } from '../pipeline/snapshot/build-folder/publish.ts';
import { publishInto } from '../test/support/build-folder.ts';
import { probeMonth, WebSocketServer } from '../test/support/probe-month.ts';
import { readParquet } from '../test/support/second-reader.ts';
import { projectFolder } from './processes.ts';
import { say } from './setting.ts';

const sources = path.join(projectFolder, 'sources');

let round = 0;

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** Status and lag that the server with the number answers with in this round. */
function behaviourOf(number: number): { readonly status: number; readonly behind: number } {
  if (number % 9 === 4 && round % 10 === 3) return { status: 503, behind: 0 };
  if (number % 9 === 5 && round % 4 === 1) return { status: 429, behind: 0 };
  return { status: 200, behind: number % 9 === 6 ? 3 : 0 };
}

/** Of the protocols that are probed. */
function resultOf(target: EndpointTarget, { method, params = [] }: Call, behind: number): unknown {
  const head = 30_000_000 + 1800 * round - behind;
  const hex = (block: number) => `0x${block.toString(16)}`;
  const [filter] = params as readonly { fromBlock?: string; toBlock?: string }[];
  const results: Readonly<Record<string, () => unknown>> = {
    eth_chainId: () => hex(Number(target.expected?.split(':')[1] ?? 1)),
    eth_blockNumber: () => hex(head),
    eth_getBalance: () => '0x0',
    eth_getLogs: () =>
      Number(filter?.toBlock) - Number(filter?.fromBlock) < 10_000 ? [] : undefined,
    eth_subscribe: () => '0x1',
    getHealth: () => 'ok',
    getSlot: () => head,
    getGenesisHash: () => `${target.expected?.split(':')[1] ?? ''}pKuc147dw2N9d`.slice(0, 44),
    'Filecoin.ChainHead': () => ({ Height: head }),
  };
  return results[method]?.();
}

function answer(target: EndpointTarget, text: string, behind: number): string {
  const given = JSON.parse(text) as Call | Call[];
  const replies = [given].flat().map((call) => {
    const result = resultOf(target, call, behind);
    const error = { code: -32601, message: 'no' };
    return { jsonrpc: '2.0', id: call.id, ...(result === undefined ? { error } : { result }) };
  });
  return JSON.stringify(Array.isArray(given) ? replies : replies[0]);
}

/** One server in the place of all, by host and path. */
async function serveAll(byAddress: ReadonlyMap<string, readonly [EndpointTarget, number]>) {
  const find = ({ headers, url }: IncomingMessage) =>
    byAddress.get(`${headers.host?.split(':')[0]}${url}`);
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const [target, number] = find(request) ?? [];
    const { status, behind } = behaviourOf(number ?? 0);
    response.writeHead(target === undefined ? 404 : status, { 'content-type': 'application/json' });
    response.end(target && status === 200 ? answer(target, text, behind) : '{}');
  });
  new WebSocketServer({ server }).on('connection', (socket, request) => {
    const [target, number] = find(request) ?? [];
    socket.on('message', (data) => {
      const { status, behind } = behaviourOf(number ?? 0);
      if (target === undefined || status !== 200) socket.terminate();
      else socket.send(answer(target, String(data), behind));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** The sources with addresses of this machine: names stay, encryption and ports do not. */
async function copySources(folder: string, port: number): Promise<void> {
  await cp(sources, folder, { recursive: true });
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('apis.csv')) continue;
    const file = path.join(folder, name);
    const text = (await readFile(file, 'utf8')).replace(
      /(\[Send requests?\]\()(http|ws)s?:\/\/([^/:)\s]+)(?::\d+)?/gi,
      `$1$2://$3:${port}`,
    );
    await writeFile(file, text);
  }
}

async function simulate(folder: string, build: string): Promise<void> {
  const byAddress = new Map<string, readonly [EndpointTarget, number]>();
  const server = await serveAll(byAddress);
  await copySources(folder, (server.address() as AddressInfo).port);
  const { sources: read, resolved } = await checkSources({
    sources: folder,
    project: projectFolder,
  });
  const { targets, ...others } = collectTargets(read, resolved);
  const endpoints = targets.filter(
    (target): target is EndpointTarget =>
      target.kind === 'endpoint' && !target.address.includes('<'),
  );
  for (const [number, target] of endpoints.entries()) {
    const { hostname, pathname, search } = new URL(target.address);
    byAddress.set(`${hostname}${pathname}${search}`, [target, number]);
  }
  const startMs = performance.now();
  const rounds = await probeMonth({ ...others, targets: endpoints }, build, (number) => {
    round = number;
  });
  server.closeAllConnections();
  server.close();
  say(
    `${endpoints.length} endpoints, ${rounds} rounds: ${Math.round(performance.now() - startMs)} ms`,
  );
}

const work = await mkdtemp(path.join(os.tmpdir(), 'own-month-'));
const build = process.env.KEEP ?? path.join(work, 'build');
const folder = process.env.KEEP ? `${process.env.KEEP}-sources` : path.join(work, 'sources');
try {
  await simulate(folder, build);
  const id = await publishInto({ build, sources: folder });
  const { rows } = await readParquet(path.join(snapshotFolder(build, id), 'rows/apis.parquet'));
  const filled = rows.filter(({ verifiedUptime }) => verifiedUptime !== null);
  say(`${filled.length} of ${rows.length} rows of APIs have a measured uptime`);
  const counts = new Map<string, number>();
  for (const { verifiedUptime, verifiedBlocksBehindAvg, verifiedLogRange } of filled) {
    const key = [verifiedUptime, verifiedBlocksBehindAvg, verifiedLogRange].join(', ');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (const [key, count] of [...counts].sort()) say(`${count} rows: ${key}`);
} finally {
  await rm(work, { recursive: true, force: true });
}
