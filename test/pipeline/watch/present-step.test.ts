import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Problem } from '../../../pipeline/problem.ts';
import { plain } from '../../../pipeline/report/style.ts';
import { presentStep, type Step } from '../../../pipeline/watch/present-step.ts';
import { compareProblems } from '../../../pipeline/watch/problem-changes.ts';

function makeProblem(parts: Partial<Problem> = {}): Problem {
  const place = { file: 'references/offers/apis.csv', line: 3, column: 'slug' };
  return {
    severity: 'error',
    rule: 'duplicate-slug',
    ...place,
    message: 'the slug "a" is already on line 2',
    ...parts,
  };
}

const nothing = { appeared: [], fixed: [] };
const broken: Step = {
  outcome: { kind: 'problems', manifest: null },
  problems: [],
  changes: nothing,
  diff: null,
  isFirst: false,
  afterFailure: false,
};

describe('compareProblems', () => {
  const one = makeProblem();
  const cases: readonly (readonly [string, Problem[], Problem[], [number, number]])[] = [
    ['finds a new one', [], [one], [1, 0]],
    ['finds a fixed one', [one], [], [0, 1]],
    ['takes one that stays for the same', [one], [one], [0, 0]],
    [
      'takes one that moved for the same',
      [one],
      [makeProblem({ line: 9, message: 'the slug "a" is already on line 8' })],
      [0, 0],
    ],
    ['tells the same problem in another file apart', [one], [makeProblem({ file: 'x.csv' })], [1, 1]],
    ['tells another cell text apart', [makeProblem({ value: 'a' })], [makeProblem({ value: 'b' })], [1, 1]],
    ['counts equal problems', [one, makeProblem({ line: 5 })], [one, one, makeProblem({ line: 7 })], [1, 0]],
  ];
  for (const [behaviour, before, after, [appeared, fixed]] of cases) {
    it(behaviour, () => {
      const changes = compareProblems(before, after);
      assert.deepEqual([changes.appeared.length, changes.fixed.length], [appeared, fixed]);
    });
  }
});

describe('presentStep', () => {
  const problem = makeProblem();
  const line = 'references/offers/apis.csv:3 slug: the slug "a" is already on line 2 [duplicate-slug]';

  it('shows what is new, what is fixed and how many remain', () => {
    const fixed = makeProblem({ severity: 'warning', rule: 'edge-spaces', message: 'a space at the end' });
    const step = { ...broken, problems: [problem], changes: { appeared: [problem], fixed: [fixed] } };
    assert.deepEqual(presentStep(step, plain), [
      'not published; 1 error, 0 warnings remain',
      `  new    ${line}`,
      '  fixed  references/offers/apis.csv:3 slug: a space at the end [edge-spaces]',
    ]);
  });

  it('is silent while nothing is new', () => {
    assert.deepEqual(presentStep({ ...broken, problems: [problem] }, plain), []);
    assert.deepEqual(presentStep({ ...broken, outcome: { kind: 'unchanged', manifest: null } }, plain), []);
  });

  it('speaks again after a failure, also where nothing is new', () => {
    assert.deepEqual(presentStep({ ...broken, problems: [problem], afterFailure: true }, plain), [
      'not published; 1 error, 0 warnings remain',
    ]);
  });

  it('lists errors at the start, and only counts the warnings', () => {
    const warning = makeProblem({ severity: 'warning' });
    const step = {
      ...broken,
      isFirst: true,
      problems: [problem, warning],
      changes: { appeared: [problem, warning], fixed: [] },
    };
    assert.deepEqual(presentStep(step, plain), ['not published; 1 error, 1 warning found', `  new    ${line}`]);
  });

  it('cuts a long list with its true total', () => {
    const problems = Array.from({ length: 200 }, () => problem);
    const lines = presentStep({ ...broken, problems, changes: { appeared: problems, fixed: [] } }, plain);
    assert.equal(lines.length, 12);
    assert.equal(lines.at(-1), '  ... and 190 more new; make check shows all');
  });
});
