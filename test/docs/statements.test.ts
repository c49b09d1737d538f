/** test/docs/statements.md names tests that exist. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { projectFolder } from '../support/paths.ts';

const read = (file: string) => readFileSync(path.join(projectFolder, file), 'utf8');
const lines = read('test/docs/statements.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| statement'));

describe('test/docs/statements.md', () => {
  it('decides on every statement that did not hold', () => {
    const [reviewed = ''] = read('test/docs/statements.md').split('## Further');
    assert.equal(
      reviewed.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| statement')).length,
      53,
    );
    for (const line of lines) assert.ok((line.split(' | ')[1] ?? '').length > 10, line);
  });

  it('names a test for each, which exists under that name', () => {
    for (const line of lines) {
      const tests = [...(line.split(' | ').at(-1) ?? '').matchAll(/`(test\/[^`]+)`(?: `([^`]+)`)?/g)];
      assert.notEqual(tests.length, 0, line);
      for (const [, file = '', name = ''] of tests)
        assert.ok(read(file).includes(name), `${file} has no test "${name}"`);
    }
  });
});
