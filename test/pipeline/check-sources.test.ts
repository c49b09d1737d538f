/** Checks with the memory of earlier checks find the same as checks from nothing. */
import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { checkSources, SourceMemory } from '../../pipeline/check-sources.ts';
import { settledMs } from '../../pipeline/read/known-files.ts';
import { runs } from '../support/lane.ts';
import { projectFolder } from '../support/paths.ts';
import { readSmallTree, type Tree, writeTree } from '../support/source-tree.ts';
import { afterAll, makeTemporaryFolder } from '../support/temporary-folder.ts';

const smallTree: Tree = await readSmallTree();
const names = Object.keys(smallTree).filter((name) => name.endsWith('.csv'));

/** Valid and faulty texts of any column. */
const texts = [
  ...[
    '',
    'acme-pro',
    'Acme Pro',
    'acme-free',
    'Acme',
    'acme',
    'Borealis Labs',
    'No Such',
    'mainnet',
    'testnet',
    'Main',
  ],
  ...['!offer:acme-pro', '!offer:acme-free', '!offer:acme-por', '!acme-pro', '!none', 'TRUE', 'yes', '$9/mo', '9 a'],
  ...['["archive"]', '["archive","archive"]', '["Archive",""]', '[broken', '**bold', '<br>', 'http://a.example', ' a '],
  ...['npx acme', 'a\u200bb', '["API_KEY=1"]', 'true,false', 'apis', 'select', 'array', 'a "quote"', 'two\nlines'],
];

interface Edit {
  readonly what: 'cell' | 'copy' | 'remove' | 'move' | 'text' | 'file' | 'restore';
  /** Selects the file, the line, the cell and the text. */
  readonly file: number;
  readonly line: number;
  readonly cell: number;
  readonly text: number;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  what: fc.constantFrom('cell', 'cell', 'cell', 'copy', 'remove', 'move', 'text', 'file', 'restore'),
  file: fc.nat(names.length - 1),
  line: fc.nat(8),
  cell: fc.nat(12),
  text: fc.nat(texts.length - 1),
});

/** The text of the file after the edit; null removes it. */
function applyEdit(before: string | null, { what, line, cell, text }: Edit, original: string): string | null {
  if (what === 'restore' || before === null) return original;
  if (what === 'file') return null;
  const lines = before.split('\n');
  if (what === 'text') return lines.with(line % lines.length, texts[text] ?? '').join('\n');
  const options = { relax_column_count: true, relax_quotes: true, skip_records_with_error: true };
  const [header = [], ...records]: string[][] = parse(before, options);
  const at = line % Math.max(1, records.length);
  const record = records[at] ?? header.map(() => '');
  const next = {
    cell: () => records.with(at, record.with(cell % record.length, texts[text] ?? '')),
    copy: () => [...records, record],
    remove: () => records.toSpliced(at, 1),
    move: () => [...records.toSpliced(at, 1), record],
  };
  return stringify([header, ...(records.length === 0 ? [record] : next[what]())]);
}

describe('a check with the memory of earlier ones', () => {
  const cleanUp = afterAll();

  it('looks again at listings whose offer changed', async () => {
    const sources = await makeTemporaryFolder(cleanUp);
    await writeTree(sources, smallTree);
    const options = { sources, project: projectFolder, progress: () => undefined };
    const memory = new SourceMemory();
    const before = await checkSources(options, memory);
    const offers = 'references/offers/apis.csv';
    const price = '"$49/mo (monthly plan),$42/mo (yearly plan)"';
    await writeFile(path.join(sources, offers), String(smallTree[offers]).replace(price, 'Free'));
    const { problems } = await checkSources(options, memory);
    assert.deepEqual(
      problems.filter((problem) => !before.problems.some(({ message }) => message === problem.message)),
      [
        {
          severity: 'warning',
          rule: 'repeats-offer',
          file: 'listings/specific-networks/aria/apis.csv',
          line: 4,
          column: 'accessPrice',
          value: 'Free',
          message: 'the cell repeats what the offer states',
          suggestion: 'clear it, so that an edit of the offer reaches this line',
        },
      ],
    );
  });

  // With the usual clock, files of this test are too young to be remembered. Time stamps count in steps of at most 10 ms.
  const clocks = { 'a new folder': Date.now, 'a settled folder': () => Date.now() + settledMs - 20 };
  for (const [folder, nowMs] of Object.entries(clocks))
    it(`finds the same in ${folder} after random edits`, async () => {
      let found = 0;
      const compareChecks = async (edits: readonly Edit[]) => {
        const sources = await makeTemporaryFolder(cleanUp);
        await writeTree(sources, smallTree);
        const options = { sources, project: projectFolder, progress: () => undefined };
        const memory = new SourceMemory(nowMs);
        const tree = new Map<string, string | null>(names.map((name) => [name, String(smallTree[name])]));
        await checkSources(options, memory);
        for (const next of edits) {
          const name = names[next.file] ?? '';
          const text = applyEdit(tree.get(name) ?? null, next, String(smallTree[name]));
          tree.set(name, text);
          // The file is written in place, often with the size that it had and within one tick of its time stamp.
          if (text === null) await rm(path.join(sources, name));
          else await writeFile(path.join(sources, name), text);
          const [remembered, fresh] = [await checkSources(options, memory), await checkSources(options)];
          assert.deepEqual(remembered.problems, fresh.problems);
          assert.deepEqual(remembered, fresh);
          found += fresh.problems.length;
        }
      };
      const edits = fc.array(edit, { minLength: 5, maxLength: 20 });
      await fc.assert(fc.asyncProperty(edits, compareChecks), { numRuns: runs(200, 12) });
      assert.ok(found > 0);
    });
});
