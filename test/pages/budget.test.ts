/** What the largest directory page costs: the APIs on Ethereum in the corpus, 719 offers. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import { corpusFolder, corpusMissing, projectFolder } from '../support/paths.ts';
import { useService } from '../support/service-server.ts';

const asBrowser = { accept: 'text/html', 'accept-encoding': 'br' };
const page = '/networks/ethereum/toolbox/apis';

const maxPageBytes = 60_000;
const maxAssetBytes = 50_000;

describe('style sheet and scripts', () => {
  it(`weigh at most ${maxAssetBytes} bytes together, compressed`, async () => {
    const folder = path.join(projectFolder, 'templates');
    const files = (await readdir(folder, { recursive: true })).filter((name) => /\.(css|js)$/.test(name));
    const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name))));
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
    const bytes = texts.reduce((sum, text) => sum + brotliCompressSync(text, quality).length, 0);
    assert.ok(bytes <= maxAssetBytes, `${bytes} bytes`);
  });
});

describe('the directory page of 719 offers', { skip: corpusMissing }, () => {
  const { get } = useService({ folder: corpusFolder }, { ANSWER_CACHE: 'off' });

  it(`weighs at most ${maxPageBytes} bytes, compressed`, async () => {
    const answer = await get(page, { headers: asBrowser });
    assert.equal(answer.headers['content-encoding'], 'br');
    assert.ok(answer.bytes.length <= maxPageBytes, `${answer.bytes.length} bytes`);
    assert.ok(answer.bytes.length > 1000);
  });
});
