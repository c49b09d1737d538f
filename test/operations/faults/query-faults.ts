/** Queries that are too slow, too many or too large. The snapshot is whole, and far larger than the machine is meant for. */
import assert from 'node:assert/strict';
import { pointCurrentTo } from '../../../pipeline/write/build-folder/publish.ts';
import { snapshotIds } from '../../support/snapshots.ts';
import { type ServiceProcess, startProcess } from '../service-process.ts';
import {
  ask,
  assertAnswers,
  assertUnharmed,
  codeOf,
  type Reply,
  rows,
  slowOrder,
  waitForLine,
  waitUntilServed,
} from './ask.ts';
import type { Fault, Scene, Stage } from './fault.ts';
import { forge, inflate } from './forge.ts';

/** About 40 thousand contents, 160 MB of texts. */
const times = 120;
/** A query of them takes longer. */
const timeoutMs = 10;

export function queryScene(): Scene {
  let huge: string | null = null;
  const hugeBuild = async (stage: Stage): Promise<string> => {
    if (huge !== null) return huge;
    const build = await stage.newBuild();
    const { id, folder } = await forge(stage, build);
    await inflate(folder, times);
    await pointCurrentTo(build, id);
    huge = build;
    return build;
  };
  const on = async (
    stage: Stage,
    environment: Record<string, string>,
    work: (s: ServiceProcess) => Promise<string>,
  ) => {
    const service = await startProcess(await hugeBuild(stage), { DUCKDB_MEMORY_MB: '2048', ...environment });
    try {
      const seen = await work(service);
      assert.equal(await service.stop(), 0);
      return seen;
    } finally {
      service.process.kill('SIGKILL');
    }
  };
  return { faults: [neverEnds(on), queueFull(on), memoryOfLoading(hugeBuild)] };
}

type On = (
  stage: Stage,
  environment: Record<string, string>,
  work: (service: ServiceProcess) => Promise<string>,
) => Promise<string>;

function neverEnds(on: On): Fault {
  return {
    name: 'a query that takes too long',
    did: `a list sorted by 160 MB of texts, with QUERY_TIMEOUT_MS=${timeoutMs} and one connection`,
    run: (stage) =>
      on(stage, { QUERY_TIMEOUT_MS: String(timeoutMs), QUERY_CONNECTIONS: '1' }, async (service) => {
        const times: number[] = [];
        for (let turn = 0; turn < 3; turn++) {
          const reply = await ask(service, rows(slowOrder()));
          assertUnavailable(reply, 'query-timeout');
          times.push(Math.round(reply.tookMs));
          const other = await ask(service, '/networks/solana/api/infrastructure-providers/rows?category=apis&search=a');
          assert.equal(other.status, 200, 'the connection works on');
        }
        assert.ok(Math.max(...times) < timeoutMs + 1500, times.join());
        assertUnharmed(service);
        return `503 query-timeout, Retry-After, after ${times.join(', ')} ms; the same connection answers at once afterwards`;
      }),
  };
}

function queueFull(on: On): Fault {
  return {
    name: 'queue full',
    did: '40 such queries at once, one connection, QUERY_QUEUE=4',
    run: (stage) =>
      on(stage, { QUERY_TIMEOUT_MS: String(timeoutMs), QUERY_CONNECTIONS: '1', QUERY_QUEUE: '4' }, async (service) => {
        const replies = Promise.all(Array.from({ length: 40 }, () => ask(service, rows(slowOrder()))));
        const alive = await ask(service, '/healthz');
        assert.equal(alive.status, 200);
        const ended = await replies;
        const early = ended.filter(({ text }) => codeOf(text) === 'overloaded');
        assert.ok(early.length >= 30, `${early.length} were turned away early`);
        for (const reply of early) assertUnavailable(reply, 'overloaded');
        const longest = Math.round(Math.max(...ended.map(({ tookMs }) => tookMs)));
        assert.ok(longest < timeoutMs + 2000, `nobody waits longer than a query may take: ${longest} ms`);
        assert.equal((await ask(service, '/networks/solana/')).status, 200);
        assertUnharmed(service);
        return `${early.length} of 40 got an early 503 overloaded, all others 503 within ${longest} ms; /healthz in ${Math.round(alive.tookMs)} ms`;
      }),
  };
}

function memoryOfLoading(hugeBuild: (stage: Stage) => Promise<string>): Fault {
  return {
    name: 'memory limit hit while a snapshot is opened',
    did: 'DUCKDB_MEMORY_MB=128 and a snapshot of 160 MB of texts, then one of usual size',
    run: async (stage) => {
      const huge = await hugeBuild(stage);
      const service = await startProcess(huge, { DUCKDB_MEMORY_MB: '128', SNAPSHOT_POLL_MS: '25' });
      const line = await waitForLine(service, 0, /Out of Memory/);
      assert.equal((await ask(service, '/readyz')).status, 503);
      assert.equal((await ask(service, '/healthz')).status, 200);
      await pointCurrentTo(huge, stage.first);
      await waitUntilServed(service, stage.first);
      await assertAnswers(service);
      const again = service.log.length;
      await pointCurrentTo(huge, await otherId(huge, stage.first));
      await waitForLine(service, again, /Out of Memory/);
      await assertAnswers(service);
      assert.equal(await service.stop(), 0);
      return `refused: ${line.slice(0, 90)}...; /readyz 503, then served the usual one, and kept it when the huge one came back`;
    },
  };
}

async function otherId(build: string, known: string): Promise<string> {
  const other = (await snapshotIds(build)).find((id) => id !== known);
  assert.ok(other);
  return other;
}

function assertUnavailable({ status, headers, text }: Reply, code: string): void {
  assert.equal(status, 503, text.slice(0, 300));
  assert.equal(codeOf(text), code);
  assert.match(headers.get('retry-after') ?? '', /^\d+$/);
}
