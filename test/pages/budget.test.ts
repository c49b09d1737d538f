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
const rows = '/networks/ethereum/api/infrastructure-providers/rows?category=apis';

const maxPageBytes = 60_000;
const maxAssetBytes = 50_000;
/** The page beside its JSON, which is the same rows. */
const maxTimes = 2;
const rounds = 60;
/** Somebody else's work on the machine falls on one of the two at times: the best of a few tries is ours. */
const tries = 4;

describe('style sheet and scripts', () => {
  it(`weigh at most ${maxAssetBytes} bytes together, compressed`, async () => {
    const folder = path.join(projectFolder, 'templates/assets');
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

  it(`is served in at most ${maxTimes} times the time of its JSON, both made anew`, async () => {
    const measured: number[] = [];
    while (measured.length < tries && Math.min(...measured) > maxTimes) measured.push(await compare());
    assert.ok(Math.min(...measured) <= maxTimes, `times: ${measured.map((times) => times.toFixed(2)).join(', ')}`);
  });

  /** One after the other, so that both meet the same weather. */
  async function compare(): Promise<number> {
    const [pages, answers]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      pages.push(await time(page));
      answers.push(await time(rows));
    }
    return median(pages) / median(answers);
  }

  async function time(target: string): Promise<number> {
    const startedMs = performance.now();
    const { status } = await get(target, { headers: asBrowser });
    assert.equal(status, 200);
    return performance.now() - startedMs;
  }
});

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
