import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keptIds } from '../../../../pipeline/write/build-folder/retention.ts';

const now = new Date('2026-06-30T12:00:00.000Z');
const hour = 60 * 60 * 1000;

function idAt(time: number): string {
  return `${new Date(time).toISOString().replace(/[-:.]/g, '')}-00000000`;
}

describe('keptIds', () => {
  /** One each hour of 400 days. */
  const ids = Array.from({ length: 400 * 24 }, (_, index) => idAt(now.getTime() - (400 * 24 - 1 - index) * hour));
  const kept = keptIds(ids, { now, watched: new Set() });

  it('has the newest ten', () => {
    for (const id of ids.slice(-10)) assert.ok(kept.has(id), id);
    assert.ok(!kept.has(ids.at(-12) ?? ''));
  });

  it('has the last of each day for 90 days, and the last of each month', () => {
    assert.ok(kept.has(idAt(Date.parse('2026-06-29T23:00:00.000Z'))));
    assert.ok(kept.has(idAt(Date.parse('2026-04-05T23:00:00.000Z'))));
    assert.ok(!kept.has(idAt(Date.parse('2026-03-28T23:00:00.000Z'))), 'more than 90 days ago');
    assert.ok(kept.has(idAt(Date.parse('2026-03-31T23:00:00.000Z'))));
    assert.ok(kept.has(idAt(Date.parse('2025-07-31T23:00:00.000Z'))));
    assert.ok(!kept.has(idAt(Date.parse('2025-07-31T22:00:00.000Z'))));
    // 91 days, the ten newest of which one is the last of its day, and 11 months before them.
    assert.equal(kept.size, 91 + 9 + 11);
  });

  it('has one of those that watch published, and counts none of them', () => {
    const watched = new Set(ids.slice(-50));
    const others = keptIds(ids, { now, watched });
    const found = [...watched].filter((id) => others.has(id));
    assert.deepEqual(found, ids.slice(-1));
    for (const id of ids.slice(-60, -50)) assert.ok(others.has(id), id);
  });

  it('has ids of a clock that was ahead only until there are ten others', () => {
    const ahead = ['20990101T000000000Z-00000000', '99991231T235959999Z-00000000'];
    const few = keptIds([...ids.slice(-9), ...ahead], { now, watched: new Set() });
    const seen = ahead.filter((id) => few.has(id));
    assert.deepEqual(seen, ahead.slice(1));
    const ten = keptIds([...ids.slice(-10), ...ahead], { now, watched: new Set() });
    assert.deepEqual([...ten], ids.slice(-10));
  });

  it('has all of a few', () => assert.equal(keptIds(ids.slice(-10), { now, watched: new Set() }).size, 10));
});
