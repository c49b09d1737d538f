import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plain } from '../../../pipeline/report/style.ts';
import { presentStep, type Step } from '../../../pipeline/watch/present-step.ts';
import { makeProblem } from '../../support/problem.ts';

const nothing = { appeared: [], fixed: [] };
const broken: Step = {
  outcome: { kind: 'problems', manifest: null },
  problems: [],
  changes: nothing,
  edits: [],
  isFirst: false,
  afterFailure: false,
};

describe('presentStep', () => {
  const problem = makeProblem();
  const line = 'references/offers/apis.csv:3 slug: the slug "a" is on more than one line [duplicate-slug]';

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
