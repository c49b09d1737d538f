import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { presentWeeks } from '../../../service/pages/shared/changes/weeks.ts';

/** One change on each day, newest first. */
function weeksOf(...days: readonly string[]) {
  const log = { atMs: (index: number) => Date.parse(days[index] ?? '') };
  return presentWeeks(log, [...days.keys()], ({ since, until }) => `${since} ${until}`);
}

describe('presentWeeks', () => {
  it('counts from Monday to Sunday, and leaves a week without changes empty', () => {
    const weeks = weeksOf('2026-01-19', '2026-01-11', '2026-01-05', '2026-01-04T23:59:59Z');
    assert.deepEqual(
      weeks.map(({ label, href, bar }) => ({ label, href, bar })),
      [
        { label: '1 change in the week of 29 December 2025', href: '2025-12-29 2026-01-04', bar: 20 },
        { label: '2 changes in the week of 5 January 2026', href: '2026-01-05 2026-01-11', bar: 40 },
        { label: '0 changes in the week of 12 January 2026', href: null, bar: 0 },
        { label: '1 change in the week of 19 January 2026', href: '2026-01-19 2026-01-25', bar: 20 },
      ],
    );
  });
  it('ends with the newest week, and has at most half a year', () => {
    const weeks = weeksOf('2026-01-19', '2024-01-01');
    assert.equal(weeks.length, 26);
    assert.equal(weeks.at(-1)?.href, '2026-01-19 2026-01-25');
  });
  it('draws nothing for a single week', () => {
    assert.deepEqual(weeksOf('2026-01-09', '2026-01-05'), []);
    assert.deepEqual(weeksOf(), []);
  });
});
