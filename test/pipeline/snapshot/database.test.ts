import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { Database } from '../../../pipeline/snapshot/database.ts';
import { readParquet } from '../../support/second-reader.ts';
import { type CleanUp, makeTemporaryFolder } from '../../support/temporary-folder.ts';

async function openDatabase(cleanUp: CleanUp): Promise<{ database: Database; folder: string }> {
  const folder = await makeTemporaryFolder(cleanUp);
  const database = await Database.open(path.join(folder, 'database'));
  cleanUp.after(() => database.close());
  return { database, folder };
}

const texts = [
  '',
  ' ',
  'null',
  'True',
  '[beta]',
  '2020-01-01',
  '1e3',
  "it's",
  '"',
  '\\',
  '\n',
  '\r\n',
  '\t',
  '星😀',
];

describe('Database', () => {
  it('gives back texts, lists and nulls as they are, whatever they look like', async (t) => {
    const { database, folder } = await openDatabase(t);
    const records = [
      ...texts.map((text) => ({ text, list: [text, text] })),
      { list: [] },
      { text: 'x', list: null },
    ];
    const columns = { text: 'VARCHAR', list: 'VARCHAR[]' };
    await database.load('things', columns, records);
    const file = path.join(folder, 'things.parquet');
    const footer = { id: "it's", note: '"; DROP' };
    assert.equal(
      await database.copy('SELECT text, list FROM things', { file, columns, footer }),
      records.length,
    );
    const found = await readParquet(file);
    const expected = records.map((record) => ({ text: null, ...record }));
    assert.deepEqual(found.rows, expected);
    assert.deepEqual([found.footer.id, found.footer.note], [footer.id, footer.note]);
  });

  it('takes a large table and one without rows', async (t) => {
    const { database, folder } = await openDatabase(t);
    const columns = { text: 'VARCHAR' };
    const records = Array.from({ length: 50_000 }, (_, index) => ({
      text: `${index} ${'x'.repeat(40)}`,
    }));
    const empty = { file: path.join(folder, 'none.parquet'), columns, footer: { title: 'Texts' } };
    await database.load('many', columns, records);
    await database.load('none', columns, []);
    const many = { ...empty, file: path.join(folder, 'many.parquet') };
    assert.equal(await database.copy('FROM many ORDER BY text', many), records.length);
    assert.equal(await database.copy('FROM none', empty), 0);
    assert.deepEqual((await readParquet(empty.file)).rows, []);
  });

  it('refuses a file with other columns than its table', async (t) => {
    const { database, folder } = await openDatabase(t);
    const file = {
      file: path.join(folder, 'one.parquet'),
      columns: { number: 'VARCHAR' },
      footer: { title: 'One' },
    };
    await assert.rejects(database.copy('SELECT 1 AS number', file), {
      code: 'read-back',
      message: /one\.parquet has 1 of 1 rows/,
    });
  });

  it('leaves no file of its own behind', async (t) => {
    const { database, folder } = await openDatabase(t);
    await database.load('one', { text: 'VARCHAR' }, [{ text: 'x' }]);
    await database.close();
    assert.equal(existsSync(path.join(folder, 'database')), false);
  });
});
