/** Links of a directory page to other views, in a real browser: ready sets, other networks, titles. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { projectFolder } from '../support/paths.ts';
import { useService } from '../support/service-server.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { boxOf } from './support/layout.ts';
import { choose, makeReader, readChips } from './support/reader.ts';

const apis = '/networks/ethereum/toolbox/apis';
const desktop = { viewport: { width: 1440, height: 900 } };

describe('views', { skip: withoutBrowser }, () => {
  const { service } = useService(`${projectFolder}/sources`);
  const { visit } = useBrowser();
  const at = (path: string) => `${service().url}${path}`;

  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? 'with' : 'without';

    it(`of ready sets stand above the list, open and are marked, ${how} script`, async () => {
      await visit({ ...desktop, javaScriptEnabled }, async (page) => {
        await page.goto(at(`${apis}?compare=alchemy-free-full-archive-mainnet`));
        const sets = page.getByRole('list', { name: 'Ready sets' });
        assert.ok((await boxOf(sets)).y < (await boxOf(page.locator('.offers'))).y);
        await sets.getByRole('link', { name: 'Archive under $50' }).click();
        await page.waitForURL(/f\.historicalData=Archive/);
        await page.locator('.sets [aria-current]', { hasText: 'Archive under $50' }).waitFor();
        assert.match(await page.title(), /^Archive APIs on Ethereum under \$50/);
        assert.equal(await page.locator('.picks li').count(), 1);
        await page.goBack();
        await page.locator('.sets [aria-current]').waitFor({ state: 'detached' });
      });
    });

    it(`on another network keep category, filters and sorting, ${how} script`, async () => {
      await visit({ ...desktop, javaScriptEnabled }, async (page) => {
        const reader = makeReader(page, javaScriptEnabled);
        await page.goto(at(`${apis}?sort=accessPrice&page=2`));
        await choose(reader, 'Plan type', 'Free');
        await reader.apply();
        await page.getByText('Other networks').click();
        await page.locator('.networks a', { hasText: 'Solana' }).click();
        await page.waitForURL(/networks\/solana\/toolbox\/apis/);
        const { searchParams } = new URL(page.url());
        assert.deepEqual([...searchParams].toSorted(), [
          ['f.planType', 'Free'],
          ['sort', 'accessPrice'],
        ]);
        assert.deepEqual(await readChips(page), ['Plan type Free']);
        assert.equal(await page.title(), 'Free APIs on Solana - Web3 Infrastructure');
      });
    });
  }

  it('say which filter values a network does not have', async () => {
    await visit(desktop, async (page) => {
      await page.goto(at('/networks/solana/toolbox/apis?f.chain=sepolia&f.chain=mainnet'));
      await page.getByText('APIs on Solana have no Chain “sepolia”.').waitFor();
      await page.goto(at('/networks/solana/toolbox/apis?f.chain=mainnet'));
      assert.equal(await page.getByText('have no Chain').count(), 0);
    });
  });

  it('have titles and descriptions that say what they show', async () => {
    await visit(desktop, async (page) => {
      await page.goto(at(`${apis}?f.historicalData=Archive&f.accessPrice.max=50`));
      assert.equal(await page.title(), 'Archive APIs on Ethereum under $50 - Web3 Infrastructure');
      const description = (await page.locator('meta[name=description]').getAttribute('content')) ?? '';
      const counts = (await page.locator('.counts strong').textContent()) ?? '';
      assert.ok(
        description.startsWith(counts) && description.includes('Archive APIs on Ethereum under $50'),
        description,
      );
    });
  });
});
