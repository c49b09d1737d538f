/**
 * A hundred edits of the corpus slice that break it, each with what a check with a base reports: the problem that names the act, and
 * nothing that follows from it.
 */
import assert from 'node:assert/strict';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { checkSources } from '../../pipeline/check-sources.ts';
import { compareWithBase } from '../../pipeline/diff-base/compare-problems.ts';
import { type Base, baseOfSources } from '../../pipeline/diff-base/read-base.ts';
import type { Problem } from '../../pipeline/problem.ts';
import { groupProblems } from '../../pipeline/report/group-problems.ts';
import { type BrokenEdit, Sheets } from '../support/broken-edits.ts';
import { cellEdits } from '../support/broken-edits-cells.ts';
import { columnEdits } from '../support/broken-edits-columns.ts';
import { fileEdits } from '../support/broken-edits-files.ts';
import { corpusSlice, projectFolder } from '../support/paths.ts';
import { writeTree } from '../support/source-tree.ts';
import { afterAll, makeTemporaryFolder } from '../support/temporary-folder.ts';

const edits: readonly BrokenEdit[] = [...columnEdits, ...fileEdits, ...cellEdits];

describe('broken edits', () => {
  const cleanUp = afterAll();
  let folder = '';
  let base: Base;
  let tree: ReadonlyMap<string, string>;

  before(async () => {
    folder = await makeTemporaryFolder(cleanUp);
    tree = await readSlice();
    await writeTree(folder, Object.fromEntries(tree));
    base = baseOfSources({ kind: 'sources', name: 'base' }, await check(folder));
  });

  it('are a hundred, each of them another', () => {
    assert.equal(new Set(edits.map(({ what }) => what)).size, edits.length);
    assert.equal(edits.length >= 100, true, String(edits.length));
  });

  it('are reported exactly, nine of ten of them', () => {
    const missed = edits.filter(({ isMissed }) => isMissed).length;
    assert.equal(missed <= edits.length / 10, true, String(missed));
  });

  for (const { what, act, expected, isMissed = false } of edits) {
    it(`${what}${isMissed ? ' (missed)' : ''}`, async () => {
      const sheets = new Sheets(tree);
      act(sheets);
      const found = await findNew(sheets);
      if (isMissed) return assert.notDeepEqual(found.map(placeOf), expected.map(placeOf));
      assert.deepEqual(found.map(placeOf), expected.map(placeOf));
      for (const [index, line] of expected.entries()) assert.match(found[index] ?? '', wordsOf(line));
    });
  }

  /** What the check says of the edit. The folder is that of the base again afterwards. */
  async function findNew(sheets: Sheets): Promise<string[]> {
    const changed = [...sheets.tree].filter(([file, content]) => tree.get(file) !== content);
    const gone = [...tree].filter(([file]) => !sheets.tree.has(file));
    for (const [file] of gone) await rm(path.join(folder, file));
    await writeTree(folder, Object.fromEntries(changed));
    await removeEmptyFolders(folder);
    const { appeared } = compareWithBase(base, await check(folder), true);
    for (const [file] of changed) await rm(path.join(folder, file));
    await writeTree(
      folder,
      Object.fromEntries(
        [...tree].filter(([file]) => !sheets.tree.has(file) || changed.some(([name]) => name === file)),
      ),
    );
    await removeEmptyFolders(folder);
    return groupProblems(appeared).map(describeProblem);
  }
});

async function check(sources: string) {
  return checkSources({ sources, project: projectFolder, progress: () => undefined });
}

async function readSlice(): Promise<Map<string, string>> {
  const entries = await readdir(corpusSlice, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.csv'))
    .map((entry) => path.relative(corpusSlice, path.join(entry.parentPath, entry.name)));
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(corpusSlice, name), 'utf8')] as const)),
  );
}

async function removeEmptyFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const inner = path.join(folder, entry.name);
    await removeEmptyFolders(inner);
    if ((await readdir(inner)).length === 0) await rm(inner, { recursive: true });
  }
}

function describeProblem({ rule, file, line, column, message, suggestion = '' }: Problem): string {
  return `${rule} ${file}${line === null ? '' : `:${line}`}${column === null ? '' : ` ${column}`} | ${message}; ${suggestion}`;
}

function placeOf(line: string): string {
  return line.split(' | ')[0] ?? '';
}

/** The words after the place, as they stand in a message. */
function wordsOf(line: string): RegExp {
  return new RegExp((line.split(' | ')[1] ?? '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
}
