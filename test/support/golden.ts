/** Expected texts in files. UPDATE_GOLDEN=1 rewrites them; one that is not there fails. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectFolder } from './paths.ts';

/** Input of golden tests, beside what is expected of it. `file` is relative to test/golden/. */
export function readInput(file: string): unknown {
  return JSON.parse(readFileSync(path.join(projectFolder, 'test/golden', file), 'utf8'));
}

/** `file` is relative to test/golden/. */
export async function assertGolden(file: string, text: string): Promise<void> {
  const golden = path.join(projectFolder, 'test/golden', file);
  if (process.env.UPDATE_GOLDEN === '1') await writeFile(golden, text);
  assert.equal(text, await readFile(golden, 'utf8'));
}
