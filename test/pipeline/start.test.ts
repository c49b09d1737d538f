/** The compiled pipeline on the Node that runs the tests. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { compiled } from '../support/compiled.ts';

describe('the pipeline', () => {
  it('starts without a complaint of V8 about a flag', () => {
    const { status, stderr } = spawnSync(process.execPath, [compiled('pipeline'), '--help'], { encoding: 'utf8' });
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
  });
});
