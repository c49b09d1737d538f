/** Expected texts in files. UPDATE_GOLDEN=1 rewrites them; one that is not there fails. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectFolder } from './paths.ts';

/** `file` is relative to test/golden/. */
export function readGolden(file: string): string {
  return readFileSync(path.join(projectFolder, 'test/golden', file), 'utf8');
}

/** Input of golden tests, beside what is expected of it. `file` is relative to test/golden/. */
export function readInput(file: string): unknown {
  return JSON.parse(readGolden(file));
}

/** `file` is relative to test/golden/. */
export async function assertGolden(file: string, text: string): Promise<void> {
  const golden = path.join(projectFolder, 'test/golden', file);
  if (process.env.UPDATE_GOLDEN === '1') await writeFile(golden, text);
  const expected = await readFile(golden, 'utf8');
  if (text !== expected) assert.fail(`test/golden/${file}: ${describeLines(text, expected)}`);
}

const shownLines = 10;

/** The first lines that are not equal: what node:assert says of long texts hides them. */
function describeLines(text: string, expected: string): string {
  const [found, wanted] = [text.split('\n'), expected.split('\n')];
  const [onlyFound, onlyWanted] = [missingIn(wanted, found), missingIn(found, wanted)];
  const signed = [
    ...onlyWanted.map((line) => `- ${line}`),
    ...onlyFound.map((line) => `+ ${line}`),
  ];
  const shown = signed.slice(0, shownLines).map((line) => `\n${line}`);
  const counts = `${onlyFound.length} other lines, ${onlyWanted.length} are gone`;
  return signed.length === 0 ? 'the lines have another order' : `${counts}${shown.join('')}`;
}

function missingIn(lines: readonly string[], others: readonly string[]): string[] {
  const known = new Set(lines);
  return others.filter((line) => !known.has(line));
}
