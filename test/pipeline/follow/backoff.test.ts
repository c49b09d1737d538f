import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { backoffMs } from '../../../pipeline/follow/origin.ts';

describe('backoffMs', () => {
  const backoff = { firstMs: 1000, mostMs: 60_000 };

  it('doubles up to the limit', () => {
    const delays = [0, 1, 2, 5, 6, 1000].map((attempt) => backoffMs(attempt, backoff, () => 1));
    assert.deepEqual(delays, [1000, 2000, 4000, 32_000, 60_000, 60_000]);
  });

  it('has a jitter of up to a half', () => {
    assert.equal(
      backoffMs(1, backoff, () => 0),
      1000,
    );
    assert.equal(
      backoffMs(1, backoff, () => 0.5),
      1500,
    );
  });
});
