/**
 * Sources as no editor writes them: the check ends, no row is lost without a word, and the commands
 * agree.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { CsvError, parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { Checked } from '../../pipeline/check-sources.ts';
import { planFixes } from '../../pipeline/commands/fix/fix-sources.ts';
import { writeTable } from '../../pipeline/commands/tables/write-table.ts';
import { anyCharacter } from '../support/any-character.ts';
import { publishInto } from '../support/build-folder.ts';
import { checkFolder } from '../support/check-tree.ts';
import { diffFolders } from '../support/diff-trees.ts';
import { runs } from '../support/lane.ts';
import { smallProject } from '../support/paths.ts';
import { smallTree, writeTree } from '../support/source-tree.ts';
import { afterAll, makeTemporaryFolder } from '../support/temporary-folder.ts';

// Which records of a source folder are neither in a row nor in a problem. A reader of its own finds
// the records.

function csvFiles(paths: readonly string[]): string[] {
  return paths.filter((file) => file.endsWith('.csv'));
}

/**
 * A listing that points into a file with an error may be left out without a word of its own: the
 * error speaks for it, and nothing is published. So may all that a network without a chain would
 * have of the listings of all networks.
 */
function lostRecords(files: ReadonlyMap<string, Uint8Array>, checked: Checked): string[] {
  if (
    checked.problems.some(({ severity, file }) => severity === 'error' && file.startsWith('meta/'))
  )
    return [];
  const isKnown = findKnown(checked);
  return [...files].flatMap(([file, content]) =>
    readRecords(content)
      .filter(({ line, cells }) => !isKnown(file, line, cells))
      .map(({ line, cells }) => `${file}:${line} ${cells.join(',')}`),
  );
}

function findKnown({ sources, resolved, problems }: Checked) {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const rows = resolved.networks.flatMap((network) => network.rows.map(({ source }) => source));
  const offers = sources.offers.map(({ source }) => source);
  const named = new Set(
    [...problems, ...rows, ...offers].map(({ file, line }) => `${file}:${line}`),
  );
  // A problem of a header, or of a file that is no table, speaks for all of its lines.
  const speaksForAll = errors.filter(
    ({ line, rule }) => line === null || line === 1 || isOfFile(rule),
  );
  const whole = new Set(speaksForAll.map(({ file }) => file));
  const referred = errors.some(({ file }) => file.startsWith('references/'));
  const chainless = resolved.networks.every(({ chains }) => chains.length === 0);
  return (file: string, line: number, cells: readonly string[]) =>
    !/^(?:listings|references\/offers)\//.test(file) ||
    whole.has(file) ||
    named.has(`${file}:${line}`) ||
    (referred && cells.some((cell) => cell.trim().startsWith('!'))) ||
    (chainless && file.startsWith('listings/all-networks/'));
}

function isOfFile(rule: string): boolean {
  return [
    'not-a-table',
    'not-utf8',
    'unclosed-quote',
    'text-after-quote',
    'stray-quote',
    'conflict-marker',
  ].includes(rule);
}

function readRecords(content: Uint8Array): { line: number; cells: string[] }[] {
  const lines = parseCsv(
    Buffer.from(content)
      .toString('utf8')
      .replace(/^\ufeff+/, ''),
  );
  let next = 1;
  const records = lines.map((cells) => {
    const line = next;
    next += cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 1);
    return { line, cells };
  });
  return records.slice(1).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
}

function parseCsv(text: string): string[][] {
  try {
    return parse(text, { relax_column_count: true, record_delimiter: ['\r\n', '\n'], rtrim: true });
  } catch (error) {
    if (error instanceof CsvError) return [];
    throw error;
  }
}

const tree = smallTree;
const files = csvFiles(Object.keys(tree));

/** Where a byte is changed, as a share of the file. */
const place = fc.double({ min: 0, max: 1, noNaN: true });
const marks = fc.constantFrom(
  ...'"|,|\n|\r\n|\r|""|","|\u0000|\ufeff|\u200b|\u00a0|<<<<<<< a\n'.split('|'),
);
const words = fc.constantFrom(
  ...'!offer:acme-free !none null TRUE ["a"] [ ]( [x](javascript:1) slug'.split(' '),
);
const pieces = fc
  .oneof(marks, words, fc.string({ unit: anyCharacter, maxLength: 6 }))
  .map((text) => Buffer.from(text));
const bytes = fc.oneof(
  { weight: 4, arbitrary: pieces },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 6 }) },
);
const change = fc.record({
  file: fc.constantFrom(...files),
  at: place,
  removed: fc.nat(12),
  put: bytes,
});

function applyChange(
  content: Uint8Array,
  { at, removed, put }: { at: number; removed: number; put: Uint8Array },
) {
  const start = Math.floor(at * content.length);
  return Buffer.concat([content.subarray(0, start), put, content.subarray(start + removed)]);
}

/** Whole lines and cells that move, which is what spreadsheets and merges do. */
const move = fc.record({
  file: fc.constantFrom(...files),
  kind: fc.constantFrom('line', 'cell'),
  from: place,
  to: place,
});

function applyMove(
  content: Uint8Array,
  { kind, from, to }: { kind: string; from: number; to: number },
): Buffer {
  const separator = kind === 'line' ? '\n' : ',';
  const parts = Buffer.from(content).toString('latin1').split(separator);
  const [moved = ''] = parts.splice(Math.floor(from * parts.length), from < 0.5 ? 1 : 0);
  parts.splice(Math.floor(to * parts.length), 0, moved);
  return Buffer.from(parts.join(separator), 'latin1');
}

describe('any sources', () => {
  const cleanUp = afterAll();

  it('are checked to the end, with no row lost without a word', async () => {
    const folder = await makeTemporaryFolder(cleanUp);
    let cases = 0;
    const edits = fc.array(
      fc.oneof({ weight: 3, arbitrary: change }, { weight: 1, arbitrary: move }),
      {
        minLength: 1,
        maxLength: 3,
      },
    );
    await fc.assert(
      fc.asyncProperty(edits, async (all) => {
        const broken = new Map<string, Uint8Array>(
          Object.entries(tree).map(([file, text]) => [file, Buffer.from(text)]),
        );
        for (const edit of all) {
          const content = broken.get(edit.file) ?? Buffer.of();
          broken.set(
            edit.file,
            'put' in edit ? applyChange(content, edit) : applyMove(content, edit),
          );
        }
        const sources = path.join(folder, String(cases++));
        await writeTree(sources, Object.fromEntries(broken));
        const checked = await checkFolder(sources);
        assert.deepEqual(lostRecords(broken, checked), []);
        if (!checked.hasErrors)
          await assertAgree(sources, path.join(folder, 'builds', String(cases)));
      }),
      { numRuns: runs(150, 20) },
    );
  });

  /** What check accepts is built, then nothing differs, and a fix adds no error. */
  async function assertAgree(sources: string, build: string): Promise<void> {
    await publishInto({ sources, build });
    assert.equal((await diffFolders({ sources, build, base: null })).unchanged, true);
    const { fixes } = await planFixes({ sources, project: smallProject, base: null });
    for (const planned of fixes) await writeTable(planned.target, planned.text);
    assert.equal((await checkFolder(sources)).hasErrors, false, 'fix added an error');
  }

  it('may be bytes of any kind', async () => {
    const folder = await makeTemporaryFolder(cleanUp);
    let cases = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.uint8Array({ maxLength: 300 }),
        async (file, content) => {
          const sources = path.join(folder, String(cases++));
          await writeTree(sources, { ...tree, [file]: content });
          const checked = await checkFolder(sources);
          assert.ok(
            checked.hasErrors || checked.sources.files.some(({ path: read }) => read === file),
          );
        },
      ),
      { numRuns: runs(60, 15) },
    );
  });

  // A pattern that grows with the square of the text would not end within the limit; how long it
  // takes is bench/'s concern.
  it('may have long cells and marks without end', { timeout: 300_000 }, async () => {
    const folder = await makeTemporaryFolder(cleanUp);
    const count = 20_000;
    const long = [
      '[',
      '](',
      '`',
      '**',
      '<a ',
      '&',
      '\u200b',
      '(',
      '"',
      'http://',
      '1,',
      '\ufeff',
      '=======\n',
      '\n',
    ];
    const cells = long.map(
      (mark, index) => `s${index},Acme,TRUE,"${mark.replaceAll('"', '""').repeat(count)}"`,
    );
    const wallets = `slug,provider,custodial,description\n${cells.join('\n')}\n`;
    await writeTree(folder, { ...tree, 'listings/specific-networks/cela/wallets.csv': wallets });
    const checked = await checkFolder(folder);
    assert.ok(checked.hasErrors);
  });
});
