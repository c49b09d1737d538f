/** Expected texts in files. UPDATE_GOLDEN=1 rewrites them; one that is not there fails. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectFolder } from './paths.ts';

/** `file` is relative to test/golden/. */
export async function assertGolden(file: string, text: string): Promise<void> {
  const golden = path.join(projectFolder, 'test/golden', file);
  if (process.env.UPDATE_GOLDEN === '1') await writeFile(golden, text);
  assert.equal(text, await readFile(golden, 'utf8'));
}
