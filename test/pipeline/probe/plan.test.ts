import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Reading } from '../../../model/probes.ts';
import { collectPast, intervalMs, type PastReadings, planRun } from '../../../pipeline/probe/plan.ts';
import { found, targetKey } from '../../../pipeline/probe/reading.ts';
import { endpoint, link, mcpServer } from '../../support/probe-world.ts';

const nowMs = Date.parse('2026-11-25T10:00:00Z');
const never = link('https://never.dev/');
const old = link('https://old.dev/');
const fresh = link('https://fresh.dev/');

function pastOf(
  ...entries: readonly (readonly [object: Parameters<typeof targetKey>[0], ageMs: number, failures?: number])[]
) {
  return new Map<string, PastReadings>(
    entries.map(([target, ageMs, failures = 0]) => [targetKey(target), { lastReadMs: nowMs - ageMs, failures }]),
  );
}

describe('planRun', () => {
  const week = intervalMs.link;

  it('takes what was never read, then what was read longest ago, and leaves what was read lately', () => {
    const older = link('https://older.dev/');
    const past = pastOf([old, week], [older, 2 * week], [fresh, week - 1]);
    assert.deepEqual(planRun([fresh, old, never, older], { past, nowMs, maxRequests: 100 }), [never, older, old]);
  });

  it('waits twice as long after each failure, and 30 days at most', () => {
    const day = 86_400_000;
    const isDue = (ageMs: number, failures: number) =>
      planRun([old], { past: pastOf([old, ageMs, failures]), nowMs, maxRequests: 100 }).length === 1;
    assert.deepEqual([isDue(13 * day, 1), isDue(14 * day, 1)], [false, true]);
    assert.deepEqual([isDue(29 * day, 9), isDue(30 * day, 9)], [false, true]);
    const node = endpoint('https://node.dev/');
    const hours = (age: number, failures: number) =>
      planRun([node], { past: pastOf([node, (age * day) / 24, failures]), nowMs, maxRequests: 9 }).length;
    assert.deepEqual([hours(191, 5), hours(192, 5), hours(192, 6)], [0, 1, 1], '2^5 times six hours at most');
  });

  it('asks endpoints more often than pages', () => {
    const node = endpoint('https://node.dev/');
    const past = pastOf([node, intervalMs.endpoint], [old, intervalMs.endpoint]);
    assert.deepEqual(planRun([old, node], { past, nowMs, maxRequests: 100 }), [node]);
  });

  it('takes no more targets than the limit of requests allows', () => {
    const targets = [mcpServer('https://a.dev/'), never, old, fresh];
    assert.deepEqual(planRun(targets, { past: new Map(), nowMs, maxRequests: 8 }), targets.slice(0, 3));
  });
});

describe('collectPast', () => {
  it('adds the readings of a killed run, and counts failures since the last good answer', () => {
    const read = (result: Reading['result'], at: string) =>
      found(old, { result, detail: null }, { now: () => new Date(at) });
    const target = JSON.parse(targetKey(old));
    const readings = [read('answered', '2026-11-20T00:00:00Z'), read('error', '2026-11-21T00:00:00Z')];
    const past = collectPast([{ target, lastReadMs: 1, failures: 7 }], readings);
    assert.deepEqual([...past.values()], [{ lastReadMs: Date.parse('2026-11-21T00:00:00Z'), failures: 1 }]);
    assert.deepEqual([...collectPast([{ target, lastReadMs: 1, failures: 7 }], []).keys()], [targetKey(old)]);
  });
});
