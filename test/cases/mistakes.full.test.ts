/**
 * Mistakes of editors in the corpus, mistakes.tsv: `check --base` reports a new problem at the cell.
 * Lines of one case are one edit.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { groupBy } from '../../common/group-by.ts';
import { checkSources } from '../../pipeline/check-sources.ts';
import { compareWithBase } from '../../pipeline/compare/base/compare-problems.ts';
import { type Base, baseOfSources } from '../../pipeline/compare/base/read-base.ts';
import { placesOf } from '../../pipeline/problem.ts';
import { describeProblems } from '../support/check-tree.ts';
import { corpusFolder, corpusMissing, projectFolder } from '../support/paths.ts';
import { afterAll, makeTemporaryFolder } from '../support/temporary-folder.ts';
import { type Case, readCases } from './table.ts';

describe('mistakes of editors', { skip: corpusMissing }, () => {
  const cleanUp = afterAll();
  let sources: string;
  let base: Base;

  before(async () => {
    sources = path.join(await makeTemporaryFolder(cleanUp), 'sources');
    await cp(corpusFolder, sources, { recursive: true });
    base = baseOfSources({ kind: 'sources', name: 'base' }, await check());
  });

  const check = () => checkSources({ sources, project: projectFolder });
  const cases = groupBy(readCases('mistakes.tsv'), ({ case: name = '' }) => name);
  for (const [name, edits] of cases)
    it(`${name}: ${edits[0]?.['why it is a mistake']}`, async () => {
      const places: Awaited<ReturnType<typeof applyEdit>>[] = [];
      // One after the other, because they may edit the same file.
      for (const edit of edits) places.push(await applyEdit(sources, edit));
      try {
        const { appeared } = compareWithBase(base, await check(), false);
        const told = appeared.filter(({ rule }) => !beside.has(rule)).flatMap(placesOf);
        for (const { file, line } of places)
          assert.ok(
            told.some((each) => each.file === file && (line === null || each.line === line)),
            `no problem at ${file}:${line}; new are: ${describeProblems(appeared).join('\n')}`,
          );
      } finally {
        for (const { file = '' } of edits) await restore(sources, file);
      }
    });
});

/** What any new line may have, whatever is in it. */
const beside: ReadonlySet<string> = new Set(['slug-order', 'unused-provider']);

async function restore(sources: string, file: string): Promise<void> {
  const [original, copy] = [path.join(corpusFolder, file), path.join(sources, file)];
  await (existsSync(original) ? cp(original, copy) : rm(copy, { force: true }));
}

/** Writes the edit; returns its file and line. */
async function applyEdit(sources: string, edit: Case) {
  const { file = '', 'row (slug)': slug = '', 'column(s)': columns = '', after = '' } = edit;
  const target = path.join(sources, file);
  if (columns === '(whole file)') {
    await cp(path.join(sources, after), target);
    return { file, line: null };
  }
  const text = await readFile(target, 'utf8');
  const records: string[][] = parse(text, { relax_column_count: true, rtrim: true });
  const header = records[0] ?? [];
  const isNew = columns === '(new line)';
  if (isNew) {
    const cells = JSON.parse(after);
    records.push(header.map((key) => cells[key] ?? ''));
  }
  const at = isNew ? records.length - 1 : records.findIndex(([first]) => first === slug);
  const record = records[at];
  assert.ok(record, `${file} has the line ${slug}`);
  const values = after.split(' || ');
  for (const [index, column] of isNew ? [] : columns.split(' || ').entries()) {
    assert.ok(header.includes(column), `${file} has the column ${column}`);
    record[header.indexOf(column)] = values[index] ?? '';
  }
  await writeFile(target, stringify(records));
  const above = stringify(records.slice(0, at)).split('\n').length;
  return { file, line: above };
}
