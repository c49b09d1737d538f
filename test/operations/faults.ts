/**
 * Injects faults into real processes, one line for each: what was done and what was seen. Exit status 1 where one is
 * not survived. Run: `node --import tsx test/operations/faults.ts [part of a name]`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildScene } from './faults/build-faults.ts';
import { clientScene } from './faults/client-faults.ts';
import { type Fault, type Scene, Skipped, Stage } from './faults/fault.ts';
import { processScene } from './faults/process-faults.ts';
import { queryScene } from './faults/query-faults.ts';
import { snapshotScene } from './faults/snapshot-faults.ts';

const wanted = process.argv[2] ?? '';

type Verdict = 'ok' | 'FAILED' | 'skipped';

async function main(): Promise<void> {
  const startedMs = performance.now();
  const folder = await mkdtemp(path.join(tmpdir(), 'directory-faults-'));
  const verdicts: Verdict[] = [];
  try {
    const stage = await Stage.build(folder);
    for (const scene of [snapshotScene(), buildScene(), queryScene(), clientScene(), processScene()]) {
      verdicts.push(...(await play(scene, stage)));
      await scene.close?.();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const count = (verdict: Verdict) => verdicts.filter((each) => each === verdict).length;
  const took = Math.round((performance.now() - startedMs) / 1000);
  process.stdout.write(
    `${verdicts.length} faults: ${count('ok')} survived, ${count('FAILED')} failed, ${count('skipped')} skipped; ${took} s\n`,
  );
  process.exitCode = verdicts.length > 0 && count('FAILED') === 0 ? 0 : 1;
}

async function play({ faults, atOnce }: Scene, stage: Stage): Promise<Verdict[]> {
  const chosen = faults.filter(({ name }) => name.includes(wanted));
  if (atOnce) return Promise.all(chosen.map((fault) => inject(fault, stage)));
  const verdicts: Verdict[] = [];
  for (const fault of chosen) verdicts.push(await inject(fault, stage));
  return verdicts;
}

async function inject({ name, did, run }: Fault, stage: Stage): Promise<Verdict> {
  const [verdict, seen] = await run(stage).then(
    (text): [Verdict, string] => ['ok', text],
    (error: Error): [Verdict, string] =>
      error instanceof Skipped ? ['skipped', error.message] : ['FAILED', error.stack ?? error.message],
  );
  process.stdout.write(`${verdict.padEnd(7)} | ${name} | ${did} | ${seen}\n`);
  return verdict;
}

await main();
