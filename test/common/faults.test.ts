/** What the system says of a failure, and which failures mean that a file is not there. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getSystemErrorMap } from 'node:util';
import { describeFault, isFault, nullIfAbsent } from '../../common/faults.ts';

/** The error of a read, as Node throws it. */
function failure(code: string): Error {
  const [errno] = [...getSystemErrorMap()].find(([, [name]]) => name === code) ?? [];
  return Object.assign(new Error(`${code}: read '/srv/build/x'`), { errno, code, syscall: 'read' });
}

describe('a failed read', () => {
  for (const [code, told] of [
    ['EIO', 'i/o error (EIO)'],
    ['EACCES', 'permission denied (EACCES)'],
    ['ESTALE', "ESTALE: read '/srv/build/x'"],
  ] as const)
    it(`is told with its reason, and is no absence: ${code}`, () => {
      const error = failure(code);
      assert.equal(describeFault(error), told);
      assert.ok(isFault(Object.assign(error, { errno: -5 })));
      assert.throws(() => nullIfAbsent(error), error);
    });

  it('is an absence for ENOENT only', () => {
    assert.equal(nullIfAbsent(failure('ENOENT')), null);
    assert.equal(isFault(failure('ENOENT')), false);
  });
});
