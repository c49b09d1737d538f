import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Problem } from '../../../pipeline/problem.ts';
import { formatProblem } from '../../../pipeline/report/problem-line.ts';
import { quoteValue, wantsColour } from '../../../pipeline/report/style.ts';
import { formatText } from '../../../pipeline/report/text.ts';

const dangling: Problem = {
  ...{ severity: 'error', rule: 'offer-not-found' },
  ...{
    file: 'listings/specific-networks/filecoin/apis.csv',
    line: 14,
    column: 'offer',
    value: '!offer:ankr-fre',
  },
  ...{
    message: 'no offer "ankr-fre" in references/offers/apis.csv',
    suggestion: 'did you mean "ankr-free"?',
  },
};

const plain = { colour: false, all: false, appeared: null };
const warning: Problem = { ...dangling, severity: 'warning', rule: 'other', file: 'a.csv' };

describe('formatText', () => {
  it('puts errors before warnings, file by file, and ends with totals', () => {
    const problems = [dangling, { ...dangling, line: 15 }, { ...dangling, file: 'z.csv' }, warning];
    assert.deepEqual(formatText(problems, plain).split('\n'), [
      '3 errors',
      '',
      formatProblem(dangling),
      formatProblem({ ...dangling, line: 15 }),
      '',
      formatProblem({ ...dangling, file: 'z.csv' }),
      '',
      '1 warning',
      '',
      formatProblem(warning),
      '',
      '  error    offer-not-found  3',
      '  warning  other            1',
      '3 errors, 1 warning',
    ]);
  });

  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...dangling, line: index + 2 }));

  it('keeps the totals true where a list is cut', () => {
    const lines = formatText([...many(1234), warning], plain).split('\n');
    assert.equal(lines[0], '1,234 errors');
    assert.equal(lines[11], formatProblem({ ...dangling, line: 11 }));
    assert.equal(lines[12], '    ... and 1,224 more in this file');
    assert.deepEqual(lines.slice(-4), [
      '  error    offer-not-found  1,234  (the first 10 are shown)',
      '  warning  other                1',
      'ALL=1 shows every problem',
      '1,234 errors, 1 warning',
    ]);
  });

  it('names no file of which it shows nothing', () => {
    const text = formatText([...many(10), { ...dangling, file: 'z.csv' }], plain);
    assert.doesNotMatch(text, /z\.csv|in this file/);
    assert.match(text, /offer-not-found {2}11 {2}\(the first 10 are shown\)\nALL=1/);
  });

  it('cuts nothing where there are just as many as are shown, nor where all are asked for', () => {
    assert.doesNotMatch(formatText(many(10), plain), /more|shown|ALL/);
    assert.doesNotMatch(formatText(many(500), { ...plain, all: true }), /more|shown|ALL/);
  });

  it('quotes the cell unless the message does', () => {
    const cell = (value: string, message: string) =>
      /the cell: (.*)/.exec(formatText([{ ...dangling, value, message }], plain))?.[1] ?? null;
    assert.equal(cell(' x ', 'white space at the edges'), '" x "');
    assert.equal(cell('x', 'one of x, y'), '"x"');
    assert.equal(cell('x', '"x" is odd'), null);
    assert.equal(cell('!offer:ankr', 'no offer "ankr"'), null);
    assert.equal(cell('', 'is blank'), null);
    assert.equal(cell('https://a.dev/ankr', 'no page of "ankr"'), '"https://a.dev/ankr"');
    assert.equal(cell('a:b', 'no "b"'), '"a:b"', 'a letter is no name');
  });
});

describe('formatText with a base', () => {
  const old = { ...dangling, line: 20 };

  it('shows only new problems, and counts the others in one line', () => {
    const text = formatText([dangling, old, warning], { ...plain, appeared: new Set([dangling]) });
    assert.deepEqual(text.split('\n'), [
      '1 error',
      '',
      formatProblem(dangling),
      '',
      '  error    offer-not-found  1',
      '2 problems were there before: 1 error, 1 warning',
      '1 new error, 0 new warnings',
    ]);
  });

  it('says that none is new', () => {
    const none = { ...plain, appeared: new Set<Problem>() };
    assert.equal(
      formatText([old], none),
      'no new problems\n1 problem was there before: 1 error, 0 warnings',
    );
    assert.equal(formatText([], none), 'no new problems');
  });
});

describe('quoteValue', () => {
  it('cuts a long cell between characters and says how long it is', () => {
    assert.equal(quoteValue('abc', 3), '"abc"');
    assert.equal(quoteValue('🙂🙂🙂🙂', 3), '"🙂🙂🙂…" (4 characters)');
  });
});

describe('wantsColour', () => {
  for (const [isTTY, environment, wanted] of [
    [true, {}, true],
    [true, { NO_COLOR: '' }, true],
    [true, { NO_COLOR: '1' }, false],
    [true, { TERM: 'dumb' }, false],
    [false, {}, false],
    [undefined, { TERM: 'xterm' }, false],
  ] as const) {
    it(`${wanted ? 'is' : 'is not'} so with ${JSON.stringify({ isTTY, ...environment })}`, () => {
      assert.equal(wantsColour(isTTY === undefined ? {} : { isTTY }, environment), wanted);
    });
  }
});
