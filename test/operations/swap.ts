/**
 * Swaps snapshots under constant mixed load and looks at every answer: each must be, byte for byte, the one that the
 * snapshot of its ETag gives at rest. Run: `node --import tsx test/operations/swap.ts [swaps]`; prints its figures.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pointCurrentTo } from '../../pipeline/write/build-folder/publish.ts';
import { waitUntilServed } from './faults/ask.ts';
import { Stage } from './faults/fault.ts';
import { Client, quantile } from './load.ts';
import { assertTelling, connections, createExpected, learn, loadWhile, printLoad } from './mixed.ts';
import { footprint, type ServiceProcess, startProcess } from './service-process.ts';

const swaps = Number(process.argv[2] ?? 200);
const baselineMs = 8000;
/** Under load, for the caches and the compiler, before anything is measured. */
const warmUpMs = 4000;

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'directory-swap-'));
  const stage = await Stage.build(folder);
  const service = await startProcess(stage.build, { SNAPSHOT_POLL_MS: '25' });
  try {
    await measure(service, stage);
    assert.equal(await service.stop(), 0);
  } finally {
    service.process.kill('SIGKILL');
    await rm(folder, { recursive: true });
  }
}

async function measure(service: ServiceProcess, stage: Stage): Promise<void> {
  const client = new Client(service.port, connections);
  const expected = createExpected();
  const swapTo = async (id: string) => {
    await pointCurrentTo(stage.build, id);
    await waitUntilServed(service, id);
  };
  for (const id of [stage.first, stage.second]) {
    await swapTo(id);
    await learn(client, expected);
  }
  assertTelling(expected);
  await loadWhile(client, expected, () => delay(warmUpMs));
  const atRest = await loadWhile(client, expected, () => delay(baselineMs));
  const pid = service.process.pid ?? 0;
  const before = await footprint(pid);
  const swapping = await loadWhile(client, expected, async () => {
    for (let done = 0; done < swaps; done++) await swapTo(done % 2 === 0 ? stage.first : stage.second);
  });
  const after = await footprint(pid);
  client.close();
  printLoad('at rest', atRest);
  printLoad(`${swaps} swaps`, swapping);
  const ratio = quantile(swapping.times, 0.99) / quantile(atRest.times, 0.99);
  process.stdout.write(`p99 while swapping / at rest: ${ratio.toFixed(2)} (3 at most)\n`);
  process.stdout.write(
    `memory ${before.residentMb} -> ${after.residentMb} MB, open files ${before.openFiles} -> ${after.openFiles}\n`,
  );
  const failures = [...atRest.failures, ...swapping.failures].slice(0, 10);
  assert.deepEqual(failures, [], 'no request fails, none mixes two snapshots');
  assert.ok(after.openFiles <= before.openFiles + 10, 'open files stay flat');
  assert.ok(after.residentMb <= before.residentMb * 1.5 + 50, 'memory stays flat');
  assert.deepEqual(service.log, [], 'nothing to complain of in the log');
}

await main();
