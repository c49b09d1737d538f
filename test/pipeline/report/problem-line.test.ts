import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Problem } from '../../../pipeline/problem.ts';
import { explain, formatProblem } from '../../../pipeline/report/problem-line.ts';
import { dangling } from './odd-problems.ts';

const unchained: Problem = {
  severity: 'warning',
  rule: 'network-without-chain',
  file: 'listings/specific-networks/filecoin',
  line: null,
  column: null,
  message: 'no listing names a chain',
};

describe('formatProblem', () => {
  it('names file, line, column, what is wrong, the fix and the rule', () => {
    assert.equal(
      formatProblem(dangling),
      'listings/specific-networks/filecoin/apis.csv:14 offer: no offer "ankr-fre" in references/offers/apis.csv; did you mean "ankr-free"? [offer-not-found]',
    );
  });

  it('leaves out what there is none of', () => {
    assert.equal(
      formatProblem(unchained),
      'listings/specific-networks/filecoin: no listing names a chain [network-without-chain]',
    );
    assert.equal(
      formatProblem({ ...unchained, line: 3 }),
      'listings/specific-networks/filecoin:3: no listing names a chain [network-without-chain]',
    );
  });

  it('stays one line, whatever the cell holds', () => {
    assert.equal(
      formatProblem({ ...unchained, message: '"a\r\nb\tc\u200b" is odd', suggestion: 'write "\u001b"' }),
      'listings/specific-networks/filecoin: "a\\r\\nb\\tc\\u{200b}" is odd; write "\\u{1b}" [network-without-chain]',
    );
  });
});

describe('explain', () => {
  it('says what is wrong and, where it is known, what to do', () => {
    assert.equal(explain(unchained), 'no listing names a chain');
    assert.equal(explain({ ...unchained, suggestion: 'list one' }), 'no listing names a chain; list one');
  });
});
