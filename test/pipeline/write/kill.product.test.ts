/** Builds killed at any moment: whoever reads `current` finds a whole snapshot, and the next build cleans up. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { smallSources } from '../../support/paths.ts';
import { type Started, startPipeline } from '../../support/run-pipeline.ts';
import { assertWhole, currentSnapshot, leftovers, snapshotIds } from '../../support/snapshots.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const wantedKills = 60;
/** A build may end before its kill; this many are started at most. */
const mostBuilds = 110;
const pollMs = 1;

/** A kill at any time of a build, or at any time from the moment on at which all its files are written. */
type Phase = 'whole' | 'publishing';
type Outcome = 'before' | 'after' | 'ended';
type Tally = Record<Phase, Record<Outcome, number>>;
type Durations = Readonly<Record<Phase, number>>;

describe('a build that is killed', () => {
  it('leaves a whole snapshot as the current one, and nothing that the next build does not clear away', async (t) => {
    const folder = await makeTemporaryFolder(t);
    const durationsMs = await measure(path.join(folder, 'measured'));
    const build = path.join(folder, 'build');
    const tally = await killMany(build, durationsMs);
    const show = (phase: Phase) => {
      const { before, after, ended } = tally[phase];
      return `${phase} (${durationsMs[phase]} ms) ${before} before, ${after} after, ${ended} too late`;
    };
    t.diagnostic(`kills before and after publication: ${show('whole')}; ${show('publishing')}`);
    assert.ok(count(tally) >= 50, `${count(tally)} kills`);
    const { code, stderr } = await startBuild(build).ended;
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    assert.deepEqual(await leftovers(build), []);
    assert.ok((await snapshotIds(build)).length <= 10);
    await assertAllWhole(build);
  });
});

/** tsx keeps what it translates in TMPDIR: a killed one must not leave half a module to other tests. */
function startBuild(build: string): Started {
  const words = ['build', '--sources', smallSources, '--build', build, '--force'];
  return startPipeline(words, { TMPDIR: path.dirname(build) });
}

function count(tally: Tally): number {
  return Object.values(tally).reduce((sum, { before, after }) => sum + before + after, 0);
}

async function killMany(build: string, durationsMs: Durations): Promise<Tally> {
  const tally: Tally = {
    whole: { before: 0, after: 0, ended: 0 },
    publishing: { before: 0, after: 0, ended: 0 },
  };
  for (let builds = 0; builds < mostBuilds && count(tally) < wantedKills; builds++) {
    const phase = builds % 3 === 0 ? 'whole' : 'publishing';
    // Multiples of the golden ratio fill the phase evenly, however many there are.
    const share = (builds * 0.618034) % 1;
    tally[phase][await killAt(build, phase, share * durationsMs[phase])]++;
    await assertAllWhole(build);
  }
  return tally;
}

/** How long a build takes from its start, and from its last file to its end. */
async function measure(build: string): Promise<Durations> {
  const startedMs = performance.now();
  const { child, ended } = startBuild(build);
  await waitForManifest(build, child);
  const writtenMs = performance.now();
  await ended;
  assert.equal(child.exitCode, 0);
  const endedMs = performance.now();
  return { whole: Math.round(endedMs - startedMs), publishing: Math.round(endedMs - writtenMs) };
}

async function killAt(build: string, phase: Phase, afterMs: number): Promise<Outcome> {
  const before = await currentSnapshot(build);
  const { child, ended } = startBuild(build);
  if (phase === 'publishing') await waitForManifest(build, child);
  await delay(afterMs);
  child.kill('SIGKILL');
  const { code } = await ended;
  const after = await currentSnapshot(build);
  assert.ok(before === null || after !== null, 'current was there and is gone');
  if (code !== null) return 'ended';
  return before === after ? 'before' : 'after';
}

/** Waits until a build has written everything and begins to publish, or has ended. */
async function waitForManifest(build: string, child: ChildProcess): Promise<void> {
  const known = new Set(namesIn(build));
  for (;;) {
    const fresh = namesIn(build).filter((name) => /^\.tmp-\d+-\d+$/.test(name) && !known.has(name));
    if (child.exitCode !== null || fresh.some((name) => existsSync(path.join(build, name, 'manifest.json')))) return;
    await delay(pollMs);
  }
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

async function assertAllWhole(build: string): Promise<void> {
  const ids = await snapshotIds(build);
  for (const id of ids) await assertWhole(build, id);
  const current = await currentSnapshot(build);
  assert.ok(current === null || ids.includes(current), `current points to ${current}`);
}
