import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plural } from '../../service/counts.ts';

describe('plural', () => {
  const cases: readonly (readonly [count: number, shown: string])[] = [
    [0, '0 offers'],
    [1, '1 offer'],
    [2, '2 offers'],
    [1000, '1,000 offers'],
  ];
  for (const [count, shown] of cases) it(`writes ${shown}`, () => assert.equal(plural(count, 'offer'), shown));
});
