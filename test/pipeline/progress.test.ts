import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createProgress } from '../../pipeline/commands/flags.ts';

function makeOutput(isTTY: boolean | undefined) {
  const written: string[] = [];
  return {
    written,
    output: { ...(isTTY === undefined ? {} : { isTTY }), write: (text: string) => written.push(text) },
  };
}

function report(isTTY: boolean | undefined, quiet?: boolean): string[] {
  const { written, output } = makeOutput(isTTY);
  const progress = createProgress(output, quiet);
  progress('read');
  progress('read', '12 files');
  return written;
}

describe('createProgress', () => {
  it('shows on a terminal what is at work, then what came of it and how long it took', () => {
    const [begin = '', end = ''] = report(true, false);
    assert.equal(begin, '\rread ...\x1b[K');
    assert.match(end, /^\rread {5}12 files \(\d+ ms\)\x1b\[K\n$/);
  });

  it('shows stages that run beside each other, each with its own time', () => {
    const { written, output } = makeOutput(true);
    const progress = createProgress(output, false);
    progress('logos');
    progress('check');
    progress('check', '2 problems');
    progress('logos', '3 logos');
    assert.deepEqual(
      written.map((text) => text.replace(/\d+ ms/, '')),
      [
        '\rlogos ...\x1b[K',
        '\rlogos, check ...\x1b[K',
        '\rcheck    2 problems ()\x1b[K\nlogos ...\x1b[K',
        '\rlogos    3 logos ()\x1b[K\n',
      ],
    );
  });

  it('is quiet where nobody watches', () => {
    assert.deepEqual(report(false, false), []);
    assert.deepEqual(report(undefined, false), []);
    assert.deepEqual(report(true, true), []);
  });

  it('is quiet in CI unless told otherwise', (t) => {
    const before = process.env.CI;
    t.after(() => {
      if (before === undefined) delete process.env.CI;
      else process.env.CI = before;
    });
    process.env.CI = 'true';
    assert.deepEqual(report(true), []);
    delete process.env.CI;
    assert.equal(report(true).length, 2);
  });
});
