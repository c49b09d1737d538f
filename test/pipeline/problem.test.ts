import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Problem, ProblemCollector } from '../../pipeline/problem.ts';

const unchained: Problem = {
  severity: 'warning',
  rule: 'network-without-chain',
  file: 'listings/specific-networks/filecoin',
  line: null,
  column: null,
  message: 'no listing names a chain',
};

describe('ProblemCollector', () => {
  it('sorts errors before warnings, then by file, line, column and rule, whatever the order they came in', () => {
    const base: Problem = { ...unchained, severity: 'error', rule: 'a', file: 'a.csv' };
    const sorted = [
      base,
      { ...base, line: 2 },
      { ...base, line: 2, column: 'x' },
      { ...base, line: 2, column: 'x', rule: 'b' },
      { ...base, line: 10 },
      { ...base, file: 'b.csv', line: 1 },
      { ...base, severity: 'warning' as const, line: 1 },
    ];
    for (const problems of [sorted.toReversed(), [...sorted.slice(3), ...sorted.slice(0, 3)]]) {
      const collector = new ProblemCollector();
      for (const problem of problems) collector.add(problem);
      assert.deepEqual(collector.sorted(), sorted);
    }
  });

  it('has errors as soon as there is one', () => {
    const collector = new ProblemCollector();
    collector.add(unchained);
    assert.equal(collector.hasErrors, false);
    collector.add({ ...unchained, severity: 'error' });
    assert.equal(collector.hasErrors, true);
  });
});
