import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Problem, ProblemCollector, sortProblems } from '../../pipeline/problem.ts';

const unchained: Problem = {
  severity: 'warning',
  rule: 'network-without-chain',
  file: 'listings/specific-networks/filecoin',
  line: null,
  column: null,
  message: 'no listing names a chain',
};

describe('sortProblems', () => {
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
      assert.deepEqual(sortProblems(problems), sorted);
    }
  });
});

describe('ProblemCollector', () => {
  it('takes the severity from the table of rules, and has errors as soon as there is one', () => {
    const collector = new ProblemCollector();
    const { severity, ...found } = unchained;
    collector.add({ ...found, rule: 'network-without-chain' });
    assert.deepEqual([collector.hasErrors, collector.sorted()], [false, [{ ...found, severity }]]);
    collector.add({ ...found, rule: 'offer-not-found' });
    assert.equal(collector.hasErrors, true);
  });
});
