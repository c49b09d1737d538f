/**
 * `publish` is interrupted at random moments, by SIGKILL and SIGTERM in turn. After each interruption the target is whole: its
 * index can be read, and every snapshot that it lists has its files. Then an uninterrupted run completes it.
 * Run: `node --import tsx test/operations/publish.ts [interruptions]`; needs rclone.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { publishInto } from '../support/build-folder.ts';
import { directory } from '../support/directory.ts';
import { assertOriginWhole } from '../support/origin-whole.ts';
import { runPipeline, startPipeline } from '../support/run-pipeline.ts';
import { currentSnapshot, snapshotIds } from '../support/snapshots.ts';
import { writeTree } from '../support/source-tree.ts';

const interruptions = Number(process.argv[2] ?? 50);

/** Interruptions between two whole runs: the first ones meet a target without an index, all others one with an old index. */
const betweenWholeRuns = 10;
const file = 'listings/specific-networks/aria/apis.csv';

/** What the target was like after an interruption. */
interface Moments {
  /** The command had ended before the signal. */
  complete: number;
  /** Without an index yet, with the one before, with the new one. */
  none: number;
  old: number;
  new: number;
  /** Snapshots were there that the index does not list. */
  unlisted: number;
}

async function main(folder: string): Promise<void> {
  const [build, target] = [path.join(folder, 'build'), path.join(folder, 'target')];
  const words = ['publish', '--build', build, '--to', target];
  const moments: Moments = { complete: 0, none: 0, old: 0, new: 0, unlisted: 0 };
  let published = 0;
  const edit = async () => {
    published++;
    const csv = String(directory[file]).replace('$20/mo', `$${1000 + published}/mo`);
    await writeTree(path.join(folder, 'sources'), { ...directory, [file]: csv });
    return publishInto({ build, sources: path.join(folder, 'sources'), second: published });
  };
  const complete = async () => {
    const { code, stderr } = await runPipeline(words);
    assert.equal(code, 0, stderr);
  };
  await edit();
  let tookMs = await time(() => runPipeline([...words.slice(0, 4), path.join(folder, 'rehearsal')]));
  for (let at = 0; at - moments.complete < interruptions; at++) {
    if (at > 0 && at % betweenWholeRuns === 0) tookMs = await time(complete);
    // Every second run continues what the one before left.
    const id = at % 2 === 0 ? await edit() : await currentSnapshot(build);
    const { child, ended } = startPipeline(words);
    await delay(Math.random() * tookMs);
    child.kill(at % 3 === 0 ? 'SIGTERM' : 'SIGKILL');
    const { code } = await ended;
    await look(target, id, moments);
    if (code === 0) moments.complete++;
  }
  await complete();
  const index = await assertOriginWhole(target);
  assert.equal(index?.current, await currentSnapshot(build));
  assert.deepEqual(await snapshotIds(target), await snapshotIds(build), 'nothing else is left');
  const { none, old, unlisted } = moments;
  process.stdout.write(
    `${interruptions} interruptions of runs that take ${Math.round(tookMs)} ms: the target was whole after each; index absent ${none}, ` +
      `old ${old}, new ${moments.new} times; ${unlisted} times with unlisted snapshots; ${moments.complete} further runs had ended before\n`,
  );
}

async function look(target: string, id: string | null, moments: Moments): Promise<void> {
  const index = await assertOriginWhole(target);
  moments[index === null ? 'none' : index.current === id ? 'new' : 'old']++;
  const listed = new Set(index?.snapshots.map((each) => each.id));
  const found = await readdir(path.join(target, 'snapshots')).catch(() => []);
  if (found.some((each) => !listed.has(each))) moments.unlisted++;
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

const folder = await mkdtemp(path.join(tmpdir(), 'directory-publish-'));
try {
  await main(folder);
} finally {
  await rm(folder, { recursive: true, force: true });
}
