/** The collector misses no regular expression, and no statement of a bound. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { register } from 'tsx/esm/api';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { collectExpressions } from './collect.ts';

const file = `
const part = 'a+';
export const literal = /x+$/g;
export const made = new RegExp(\`\${part}b\`, 'i');
// bounded: a cell, at most 20,000 bytes
export const bounded = /y+$/;
// bounded: a cell
export const unbounded: RegExp = RegExp('z');
export function later(text: string): RegExp {
  return new RegExp(text); // bounded: a path, at most 10 characters
}
`;

describe('collectExpressions', () => {
  it('finds literals, what RegExp makes at import, and what it may make later', async (t) => {
    t.after(register()); // the collector imports TypeScript, which bundled tests cannot
    const folder = await makeTemporaryFolder(t);
    await writeFile(path.join(folder, 'a.mts'), file);
    const found = await collectExpressions(folder, 'a.mts');
    assert.deepEqual(
      found.map(({ line, pattern, flags, bound }) => [line, pattern, flags, bound]),
      [
        [3, 'x+$', 'g', null],
        [4, 'a+b', 'i', null],
        [6, 'y+$', '', 'a cell, at most 20,000 bytes'],
        [8, 'z', '', null],
        [10, null, '', 'a path, at most 10 characters'],
      ],
    );
  });
});
