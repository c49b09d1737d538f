import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatCount } from '../../../common/format-count.ts';
import { plural, roundedCount } from '../../../service/text/counts.ts';

describe('roundedCount', () => {
  const cases: readonly (readonly [count: number, shown: string])[] = [
    [0, '0'],
    [1, '1'],
    [99, '99'],
    [100, '100+'],
    [101, '100+'],
    [109, '100+'],
    [110, '110+'],
    [1499, '1,490+'],
    [66_178, '66,170+'],
    [1_234_567, '1,234,560+'],
  ];
  for (const [count, shown] of cases) {
    it(`shows ${count} as ${shown}`, () => {
      assert.equal(roundedCount(count), shown);
    });
  }

  it('never promises more than there is, nor ten less', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), (count) => {
        const shown = Number(roundedCount(count).replace(/[,+]/g, ''));
        assert.ok(shown <= count && count - shown < 10);
      }),
    );
  });
});

describe('formatCount', () => {
  it('puts commas between the thousands, whatever the language of the machine', () => {
    assert.deepEqual([0, 999, 1000, 1_234_567].map(formatCount), ['0', '999', '1,000', '1,234,567']);
  });
});

describe('plural', () => {
  const cases: readonly (readonly [count: number, shown: string])[] = [
    [0, '0 offers'],
    [1, '1 offer'],
    [2, '2 offers'],
    [1000, '1,000 offers'],
  ];
  for (const [count, shown] of cases) it(`writes ${shown}`, () => assert.equal(plural(count, 'offer'), shown));
});
