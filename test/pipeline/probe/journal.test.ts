import assert from 'node:assert/strict';
import { appendFile, copyFile, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { found } from '../../../pipeline/probe/reading.ts';
import { Journal, probesFolder } from '../../../pipeline/write/probe-files.ts';
import { readAddresses } from '../../support/probe-readings.ts';
import { link } from '../../support/probe-world.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

describe('the journal of a killed run', () => {
  const reading = (at: number) =>
    found(link(`http://host.dev/${at}`), { result: 'answered', detail: null }, { now: () => new Date(at) });

  it('loses a line that it had not finished', async (t) => {
    const build = await makeTemporaryFolder(t);
    const first = await Journal.open(build, new Date(0));
    first.append([reading(1), reading(2)]);
    await appendFile(path.join(probesFolder(build), '1970-01-01-0001.ndjson'), '{"at":"1970');
    const second = await Journal.open(build, new Date(1e12));
    assert.deepEqual(second.readings, [reading(1), reading(2)]);
    second.append([reading(3)]);
    await second.finish();
    assert.deepEqual(await readdir(probesFolder(build)), ['1970-01-01-0001.parquet']);
    assert.equal((await readAddresses(build)).length, 3);
  });

  it('doubles nothing if it had written its Parquet file, and each run of a day has a file', async (t) => {
    const build = await makeTemporaryFolder(t);
    const journal = await Journal.open(build, new Date(0));
    journal.append([reading(1)]);
    const file = path.join(probesFolder(build), '1970-01-01-0001.ndjson');
    const kept = path.join(build, 'kept');
    await copyFile(file, kept);
    await journal.finish();
    await copyFile(kept, file);
    const next = await Journal.open(build, new Date(0));
    assert.deepEqual(next.readings, []);
    next.append([reading(2)]);
    await next.finish();
    const third = await Journal.open(build, new Date(1));
    third.append([reading(3)]);
    await third.finish();
    const expected = [1, 2, 3].map((number) => `1970-01-01-000${number}.parquet`);
    assert.deepEqual((await readdir(probesFolder(build))).toSorted(), expected);
    assert.equal((await readFile(kept, 'utf8')).split('\n').length, 2);
    assert.equal((await readAddresses(build)).length, 3);
  });
});
