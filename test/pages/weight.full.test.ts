/** Bytes that a browser loads for a page of providers: Ethereum in the corpus in `make test-all`, a small network otherwise. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { corpusFolder, realSources } from '../support/paths.ts';
import { useService } from '../support/service-server.ts';
import { tinyTree } from '../support/service-tiny-sources.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';

const maxBytes = 200_000;
const isCorpus = realSources === corpusFolder;
const network = isCorpus ? 'ethereum' : 'aria';

describe('the page of providers', { skip: withoutBrowser }, () => {
  const { service } = useService(isCorpus ? corpusFolder : tinyTree);
  const { visit } = useBrowser();

  it(`loads at most ${maxBytes} bytes with style, scripts and logos, as sent`, async () => {
    await visit({}, async (page) => {
      const session = await page.context().newCDPSession(page);
      await session.send('Network.enable');
      let bytes = 0;
      session.on('Network.loadingFinished', ({ encodedDataLength }) => {
        bytes += encodedDataLength;
      });
      const types: string[] = [];
      page.on('response', (response) => {
        if (response.url().includes('/logos/')) types.push(response.headers()['content-type'] ?? '');
      });
      await page.goto(`${service().url}/networks/${network}/providers`);
      // Logos are loaded when they come near the window.
      const logos = page.locator('img[src*="/logos/"]');
      for (const logo of await logos.all()) await logo.scrollIntoViewIfNeeded();
      await page.waitForFunction('[...document.images].every((image) => image.complete && image.naturalWidth > 0)');
      assert.ok(types.length > 0 && types.length === (await logos.count()), `${types.length} logos`);
      assert.ok(types.includes('image/webp') && !types.includes('image/png'), types.join());
      assert.ok(bytes > 10_000 && bytes <= maxBytes, `${bytes} bytes`);
    });
  });
});
