/** What the largest directory page costs: the APIs on Ethereum in the corpus, 719 offers. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { corpusFolder, corpusMissing } from '../support/paths.ts';
import { useService } from '../support/service-server.ts';

const asBrowser = { accept: 'text/html', 'accept-encoding': 'br' };
const page = '/networks/ethereum/toolbox/apis';

/** Details of rows are not part of the page. */
const maxPageBytes = 19_000;

describe('the directory page of 719 offers', { skip: corpusMissing }, () => {
  const { get } = useService(corpusFolder, { ANSWER_CACHE: 'off' });

  it(`weighs at most ${maxPageBytes} bytes, compressed`, async () => {
    const answer = await get(page, { headers: asBrowser });
    assert.equal(answer.headers['content-encoding'], 'br');
    assert.ok(answer.bytes.length <= maxPageBytes, `${answer.bytes.length} bytes`);
    assert.ok(answer.bytes.length > 1000);
  });
});
