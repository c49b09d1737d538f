import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { Staging } from '../../../pipeline/write/staging.ts';
import { readParquet } from '../../support/second-reader.ts';
import { type CleanUp, makeTemporaryFolder } from '../../support/temporary-folder.ts';

async function openStaging(cleanUp: CleanUp): Promise<{ staging: Staging; folder: string }> {
  const folder = await makeTemporaryFolder(cleanUp);
  const staging = await Staging.open(path.join(folder, 'staging'), { id: "it's", note: '"; DROP' });
  cleanUp.after(() => staging.close());
  return { staging, folder };
}

describe('Staging', () => {
  it('gives back texts, lists and nulls as they are, whatever they look like', async (t) => {
    const { staging, folder } = await openStaging(t);
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
    const records = [...texts.map((text) => ({ text, list: [text, text] })), { list: [] }, { text: 'x', list: null }];
    await staging.load('things', { text: 'VARCHAR', list: 'VARCHAR[]' }, records);
    const file = path.join(folder, 'things.parquet');
    await staging.copy({ select: 'SELECT text, list FROM things', orderBy: null }, file);
    await staging.checked();
    const { rows, footer } = await readParquet(file);
    assert.deepEqual(
      rows,
      records.map((record) => ({ text: null, ...record })),
    );
    assert.equal(footer.id, "it's");
    assert.equal(footer.note, '"; DROP');
    assert.equal(staging.countRows(file), records.length);
  });

  it('takes a large table and one without rows', async (t) => {
    const { staging, folder } = await openStaging(t);
    const count = 50_000;
    const records = Array.from({ length: count }, (_, index) => ({ text: `${index} ${'x'.repeat(40)}` }));
    await staging.load('many', { text: 'VARCHAR' }, records);
    await staging.load('none', { text: 'VARCHAR' }, []);
    await staging.copy({ select: 'FROM many', orderBy: 'text' }, path.join(folder, 'many.parquet'));
    await staging.copy({ select: 'FROM none', orderBy: 'text' }, path.join(folder, 'none.parquet'));
    await staging.checked();
    assert.equal(staging.countRows(path.join(folder, 'many.parquet')), count);
    assert.deepEqual((await readParquet(path.join(folder, 'none.parquet'))).rows, []);
  });

  it('writes several queries one after the other into one file', async (t) => {
    const { staging, folder } = await openStaging(t);
    const records = Array.from({ length: 10 }, (_, at) => ({ number: at, list: at % 2 === 0 ? null : [`${at}`] }));
    await staging.load('numbers', { number: 'INTEGER', list: 'VARCHAR[]' }, records);
    const select = ['number < 4', 'number >= 4 AND number < 8', 'number >= 8', 'false'].map(
      (condition) => `FROM numbers WHERE ${condition}`,
    );
    const file = path.join(folder, 'numbers.parquet');
    await staging.copy({ select, orderBy: 'number DESC' }, file, { title: 'Numbers' });
    await staging.checked();
    const { rows, footer } = await readParquet(file);
    const order = [3, 2, 1, 0, 7, 6, 5, 4, 9, 8];
    assert.deepEqual(
      rows,
      order.map((at) => records[at]),
    );
    assert.deepEqual([footer.title, footer.id], ['Numbers', "it's"]);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.includes('.parquet')),
      ['numbers.parquet'],
    );
  });

  it('refuses a file that does not hold the rows of its query', async (t) => {
    const { staging, folder } = await openStaging(t);
    const file = path.join(folder, 'random.parquet');
    // A query that gives other rows each time is to its file what a faulty disk is to a good one.
    await staging.copy({ select: 'SELECT random() AS number', orderBy: null }, file);
    await assert.rejects(staging.checked(), (error) => {
      assert.ok(error instanceof Error && 'code' in error);
      assert.equal(error.code, 'read-back');
      assert.match(
        error.message,
        /random\.parquet does not hold what was written \(1 rows, digest \d+ instead of 1 rows, digest \d+\)/,
      );
      return true;
    });
  });

  it('leaves no file of its own behind', async (t) => {
    const folder = path.join(await makeTemporaryFolder(t), 'staging');
    const staging = await Staging.open(folder, {});
    await staging.load('one', { text: 'VARCHAR' }, [{ text: 'x' }]);
    await staging.close();
    assert.equal(existsSync(folder), false);
  });
});
