/** What the scripts add, in a real browser. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { projectFolder } from '../support/paths.ts';
import { useService } from '../support/service-server.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { choose, facetOf, makeReader, readChips, readCounts, readProviders } from './support/reader.ts';

const apis = '/networks/ethereum/toolbox/apis';
const background = 'getComputedStyle(document.body).backgroundColor';

describe('the scripts', { skip: withoutBrowser }, () => {
  const { service } = useService(`${projectFolder}/sources`);
  const { visit } = useBrowser();
  const at = (path: string) => `${service().url}${path}`;

  it('apply a filter without loading the page anew, and follow back and forward', async () => {
    await visit({}, async (page) => {
      const reader = makeReader(page, true);
      await page.goto(at(apis));
      await page.evaluate('window.sameDocument = true');
      await choose(reader, 'Plan type', 'Free');
      await choose(reader, 'API type', 'RPC');
      const both = await readCounts(page);
      await reader.change(async () => void (await page.goBack()));
      assert.deepEqual(await readChips(page), ['Plan type Free']);
      assert.ok(await facetOf(page, 'Plan type').getByRole('checkbox', { name: /^Free/ }).isChecked());
      await reader.change(async () => void (await page.goForward()));
      assert.equal(await readCounts(page), both);
      assert.equal(await page.evaluate('window.sameDocument'), true);
    });
  });

  it('are not all that the content security policy lets pass: structured data is in the page', async () => {
    for (const [path, type] of [
      [apis, 'ItemList'],
      ['/data', 'Dataset'],
      ['/providers/alchemy', 'Organization'],
    ] as const) {
      // The visit fails if the browser complains.
      await visit({}, async (page) => {
        await page.goto(at(path));
        const text = await page.locator('script[type="application/ld+json"]').textContent();
        assert.equal(JSON.parse(text ?? '')['@type'], type);
      });
    }
  });

  it('filter prices by dragging over their plot, and leave dots to clicks', async () => {
    await visit({}, async (page) => {
      const { change } = makeReader(page, true);
      await page.goto(`${at(apis)}?chart=prices`);
      const plot = page.locator('svg[data-range="f.accessPrice"]').first();
      await plot.scrollIntoViewIfNeeded();
      const box = await plot.boundingBox();
      const xOf = (share: number) => (box?.x ?? 0) + share * (box?.width ?? 0);
      const y = (box?.y ?? 0) + 8;
      const drag = async (from: number, to: number) => {
        await page.mouse.move(xOf(from), y);
        await page.mouse.down();
        await page.mouse.move(xOf(to), y);
        await page.mouse.up();
      };
      const least = Number(await plot.getAttribute('data-least'));
      await change(() => drag(0.05, 0.5));
      const asked = new URL(page.url()).searchParams;
      assert.equal(asked.get('f.accessPrice.min'), null);
      assert.ok(Number(asked.get('f.accessPrice.max')) > least, page.url());
      await page.locator('.plot circle').last().click();
      await page.waitForURL(/\/compare\?/);
    });
  });

  it('search while one types', async () => {
    await visit({}, async (page) => {
      const { change } = makeReader(page, true);
      await page.goto(at(apis));
      await page.keyboard.press('/');
      await change(() => page.keyboard.type('tatum'));
      // A slow browser can ask for a part of the word before the whole of it.
      await page.waitForFunction(
        "document.querySelectorAll('tr.offer').length > 0 && location.search === '?search=tatum'",
      );
      await page.waitForLoadState('networkidle');
      assert.deepEqual(await readProviders(page), ['Tatum']);
      assert.equal(await page.evaluate('document.activeElement.id'), 'search');
    });
  });

  it('ask once where one types and presses Enter, so that one step back leads back', async () => {
    await visit({}, async (page) => {
      const { change } = makeReader(page, true);
      await page.clock.install();
      await page.goto(at(apis));
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).search));
      await page.locator('#search').focus();
      await page.keyboard.type('tatum');
      await change(() => page.keyboard.press('Enter'));
      await page.clock.runFor(1000);
      assert.deepEqual(
        asked.filter((query) => query.includes('search=')),
        ['?search=tatum'],
      );
    });
  });

  it('find a value in a long filter', async () => {
    await visit({}, async (page) => {
      const reader = makeReader(page, true);
      await page.goto(at(apis));
      const facet = facetOf(page, 'Provider');
      await facet.locator('summary').click();
      await facet.getByRole('searchbox').fill('tat');
      await facet.getByRole('checkbox', { name: /^Tatum/ }).waitFor();
      assert.equal(await facet.getByRole('checkbox').count(), 1);
      await choose(reader, 'Provider', 'Tatum');
      assert.deepEqual(await readProviders(page), ['Tatum']);
    });
  });

  it('remember the theme, and have it before the first paint', async () => {
    await visit({ colorScheme: 'light' }, async (page) => {
      await page.goto(at('/about'));
      const light = await page.evaluate(background);
      await page.getByRole('button', { name: 'Dark theme' }).click();
      const dark = await page.evaluate(background);
      assert.notEqual(dark, light);
      await page.addInitScript(`
        new PerformanceObserver((list) => {
          for (const { name } of list.getEntries()) if (name === 'first-paint') window.paintedIn = ${background};
        }).observe({ type: 'paint', buffered: true });
      `);
      await page.goto(at('/data'));
      // Asked from here: a function that the page itself polls is a script that its policy forbids.
      let painted: unknown;
      for (let tries = 0; painted === undefined && tries < 200; tries++) {
        painted = await page.evaluate('window.paintedIn');
        if (painted === undefined) await page.waitForTimeout(50);
      }
      assert.equal(painted, dark);
      assert.equal(await page.getByRole('button', { name: 'Dark theme' }).getAttribute('aria-pressed'), 'true');
    });
  });

  it('copy what is there to be copied', async () => {
    await visit({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
      await page.goto(at('/data'));
      await page.getByRole('button', { name: 'Copy' }).first().click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      const copied = String(await page.evaluate('navigator.clipboard.readText()'));
      assert.match(copied, /^SELECT network/);
      assert.ok(copied.includes(at('/snapshots/')));
    });
  });

  it('narrow a long list', async () => {
    await visit({}, async (page) => {
      await page.goto(at('/data'));
      await page.getByPlaceholder('Filter').fill('accessPrice');
      assert.equal(await page.locator('#columns > li:visible').count(), 1);
    });
  });

  it('close what stands open, and give the focus back', async () => {
    await visit({}, async (page) => {
      await page.goto(at(apis));
      const popup = page.locator('details.pop.menu').first();
      await popup.locator('summary').click();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Escape');
      assert.equal(await popup.getAttribute('open'), null);
      assert.equal(await page.evaluate("document.activeElement.closest('.menu') !== null"), true);
    });
  });
});
