/**
 * One client with 100 connections beside an honest one that asks for a page now and then: what the
 * honest one waits for. Both come from this machine, with addresses of their own.
 * `npm run --silent crowd`
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runMeasured } from './build.ts';
import { quantile } from './measure.ts';
import { type RunningProcess, service, start } from './processes.ts';
import { say, sources, writeResults } from './setting.ts';

const connections = 100;
const honestRequests = 40;
const honestPauseMs = 20;

type Target = (turn: number) => string;

/** Large answers that the cache has, and questions that nobody has asked. */
const kinds: readonly (readonly [string, Target])[] = [
  ['hit, offers of all networks', () => '/api/offers?category=apis&pageSize=100'],
  ['hit, toolbox page', () => '/networks/ethereum/toolbox/apis'],
  ['hit, OpenAPI', () => '/openapi.json'],
  ['miss, search of all networks', (turn) => `/api/search?q=archive+rpc+${turn}`],
  ['miss, toolbox page', (turn) => `/networks/ethereum/toolbox/apis?search=a&page=${turn}`],
  ['miss, counts', (turn) => `/api/counts?by=tag,network&category=apis&page=${turn}`],
  ['miss, export', (turn) => `/api/export?category=apis&format=csv&search=rpc${turn}`],
];
const encodings = ['identity', 'gzip'] as const;

interface Line {
  readonly kind: string;
  readonly encoding: string;
  /** CPU time of the service from the honest request to its answer, ms. */
  readonly cpuMs: number;
  readonly medianMs: number;
  readonly maxMs: number;
  /** Answers to the crowd in a second. */
  readonly answers: number;
}

/** A client at an address of its own. */
class Client {
  readonly agent: Agent;
  readonly #port: number;
  readonly #address: string;

  constructor(port: number, address: string, maxSockets: number) {
    this.agent = new Agent({ keepAlive: true, maxSockets });
    this.#port = port;
    this.#address = address;
  }

  /** Status of the answer; 0 without one. */
  ask(target: string, encoding: string): Promise<number> {
    return new Promise((resolve) => {
      const place = { host: '127.0.0.1', port: this.#port, localAddress: this.#address };
      const headers = { 'accept-encoding': encoding };
      get({ ...place, path: target, headers, agent: this.agent }, (response) => {
        response.resume().on('close', () => resolve(response.statusCode ?? 0));
      }).on('error', () => resolve(0));
    });
  }
}

async function measure(
  running: RunningProcess,
  [kind, target]: (typeof kinds)[number],
  encoding: string,
): Promise<Line> {
  const crowd = new Client(running.port, '127.0.0.2', connections);
  const honest = new Client(running.port, '127.0.0.1', 1);
  let [isOver, turn, answers] = [false, 0, 0];
  const loop = async () => {
    while (!isOver) {
      const status = await crowd.ask(target(turn++), encoding);
      if (status === 200) answers++;
    }
  };
  const begunMs = performance.now();
  const loops = Array.from({ length: connections }, loop);
  await delay(500);
  const waits: number[] = [];
  let cpuMs = 0;
  for (let request = 0; request < honestRequests; request++) {
    const [beforeMs, cpuBeforeMs] = [performance.now(), running.cpuMs()];
    const status = await honest.ask('/providers', 'gzip');
    if (status !== 200) throw new Error(`the honest client got ${status}`);
    waits.push(performance.now() - beforeMs);
    cpuMs += running.cpuMs() - cpuBeforeMs;
    await delay(honestPauseMs);
  }
  isOver = true;
  await Promise.all(loops);
  crowd.agent.destroy();
  honest.agent.destroy();
  const seconds = (performance.now() - begunMs) / 1000;
  return {
    ...{ kind, encoding, cpuMs: cpuMs / honestRequests, medianMs: quantile(waits, 0.5) },
    ...{ maxMs: Math.max(...waits), answers: answers / seconds },
  };
}

const folder = await mkdtemp(path.join(tmpdir(), 'directory-crowd-'));
try {
  const build = path.join(folder, 'build');
  await runMeasured(['build', '--sources', sources, '--build', build], folder);
  const running = await start(service, { BUILD_DIR: build, LOG_LEVEL: 'warn' });
  const lines: Line[] = [];
  for (const encoding of encodings)
    for (const kind of kinds) lines.push(await measure(running, kind, encoding));
  await running.stop();
  const heads = ['crowd', 'encoding', 'CPU of the service in a wait, ms'];
  say(`| ${[...heads, 'wait, median', 'wait, longest', 'answers a second'].join(' | ')} |`);
  say('|---|---|---|---|---|---|');
  for (const { kind, encoding, cpuMs, medianMs, maxMs, answers } of lines) {
    const figures = [cpuMs, medianMs, maxMs, answers].map((value) => value.toFixed(1));
    say(`| ${[kind, encoding, ...figures].join(' | ')} |`);
  }
  await writeResults('crowd', { lines });
} finally {
  await rm(folder, { recursive: true, force: true });
}
