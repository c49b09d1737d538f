/** Each mistake of mutations.ts can still be made: a text that is gone would leave its tests unchecked. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { projectFolder } from '../support/paths.ts';
import { table } from './mutations.ts';

describe('mutations', () => {
  it('change texts that stand once in their files, and name tests that exist', async () => {
    for (const { tests, mutations } of table) {
      for (const file of tests) await readFile(path.join(projectFolder, file));
      for (const { file, from } of mutations) {
        const text = await readFile(path.join(projectFolder, file), 'utf8');
        assert.equal(text.split(from).length - 1, 1, `${from} in ${file}`);
      }
    }
  });
});
