/** Controls of the pages in a real browser: themes, popups, history, long words, errors, keyboard. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { projectFolder } from '../support/paths.ts';
import { useService } from '../support/service-server.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { templateOf, testedPageTypes } from './support/page-types.ts';
import { assertNoSidewaysScroll, choose, facetOf, makeReader, readChips, readProviders } from './support/reader.ts';

const apis = '/networks/ethereum/toolbox/apis';
/** A directory page that loads fast. */
const few = `${apis}?pageSize=3`;
const wallets = '/networks/ethereum/toolbox/wallets';
const faucets = '/networks/ethereum/toolbox/faucets';
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
/** A page of each template: the first of those whose names begin alike. */
const kinds = testedPageTypes.map(({ name }) => templateOf(name));
const templates = testedPageTypes.filter((_, at) => kinds.indexOf(kinds[at] ?? '') === at).map(({ path }) => path);
const word = 'Donaudampfschiffahrtsgesellschaft'.repeat(5);

describe('controls', { skip: withoutBrowser }, () => {
  const { service } = useService(`${projectFolder}/sources`);
  const { visit } = useBrowser();
  const at = (path: string) => `${service().url}${path}`;

  it('switch the theme of a directory page, and load every asset from one address', async () => {
    await visit({ colorScheme: 'light' }, async (page) => {
      const assets: string[] = [];
      page.on('request', (request) => assets.push(request.url()));
      await page.goto(at(few), { waitUntil: 'networkidle' });
      const colour = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
      const light = await colour();
      await page.getByRole('button', { name: 'Dark theme' }).click();
      assert.notEqual(await colour(), light);
      const scripts = assets.filter((url) => /\/assets\/.*\.js/.test(url));
      for (const url of scripts) assert.match(url, /\?v=[\w-]{10}$/);
      assert.equal(new Set(scripts.map((url) => new URL(url).pathname)).size, scripts.length);
    });
  });

  it('open popups inside the window at every width, with all of their items', async () => {
    await visit({}, async (page) => {
      await page.goto(at(few));
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 740 });
        for (const popup of await page.locator('details.pop').all()) {
          await popup.locator('summary').click();
          await assertInside(popup.locator('.panel'), width);
          const items = popup.locator('.panel li');
          assert.equal(await items.filter({ visible: true }).count(), await items.count());
          await assertNoSidewaysScroll(page);
          await popup.locator('summary').click();
        }
      }
    });
  });

  it('make one history entry for one action on a phone, and none for a panel', async () => {
    await visit(phone, async (page) => {
      const reader = makeReader(page, true);
      const entries = () => page.evaluate('history.length') as Promise<number>;
      await page.goto(at(few));
      const first = await entries();
      await page.getByRole('link', { name: /^Filters/ }).tap();
      await page.getByRole('link', { name: 'Close' }).tap();
      await page.getByRole('link', { name: /^Filters/ }).tap();
      await choose(reader, 'Plan type', 'Dedicated');
      await choose(reader, 'API type', 'RPC');
      await page.getByRole('button', { name: 'Show results' }).tap();
      assert.ok(!(await page.locator('#filters').isVisible()));
      await page.getByText('Columns and sort', { exact: true }).tap();
      await page.getByText('Columns and sort', { exact: true }).tap();
      assert.equal(await entries(), first + 2);
      assert.equal(new URL(page.url()).hash, '');
      for (const expected of [['Dedicated'], []]) {
        await reader.change(async () => void (await page.goBack()));
        assert.deepEqual(await checkedValues(page), expected);
        assert.deepEqual(new URL(page.url()).searchParams.getAll('f.planType'), expected);
      }
    });
  });

  it('show the state of the address when Back leads to an address with a fragment', async () => {
    await visit({}, async (page) => {
      const reader = makeReader(page, true);
      await page.goto(at(`${few}#results`));
      await choose(reader, 'Plan type', 'Dedicated');
      await reader.change(async () => void (await page.goBack()));
      assert.equal(new URL(page.url()).hash, '#results');
      await page.locator('.chip-off').waitFor({ state: 'detached' });
      assert.deepEqual(await checkedValues(page), []);
    });
  });

  it('make one entry for a word that is typed with pauses, and one for a picked offer', async () => {
    await visit({}, async (page) => {
      const { change } = makeReader(page, true);
      await page.goto(at(wallets));
      const first = Number(await page.evaluate('history.length'));
      await page.locator('#search').focus();
      await change(() => page.keyboard.type('co'));
      await change(() => page.keyboard.type('in'));
      assert.equal(await page.evaluate('history.length'), first + 1);
      await page.locator('.pick input').first().check();
      assert.equal(await page.evaluate('history.length'), first + 2);
      assert.match(page.url(), /compare=/);
      await change(async () => void (await page.goBack()));
      await page.locator('.pick input:checked').waitFor({ state: 'detached' });
    });
  });

  it('leave no page wider than the window, with any text', async () => {
    await visit({}, async (page) => {
      const search = [`/search?q=${word}`, `${apis}?search=${word}`, `/networks/ethereum/providers?q=${word}`];
      for (const path of [...templates, ...search]) {
        await page.setViewportSize({ width: 320, height: 740 });
        await page.goto(at(path));
        await page.evaluate(`for (const details of document.querySelectorAll('details')) details.open = true`);
        await page.evaluate(replaceTexts);
        for (const width of [320, 1280]) {
          await page.setViewportSize({ width, height: 740 });
          await assertNoSidewaysScroll(page).catch((error: Error) =>
            assert.fail(`${path} at ${width}: ${error.message}`),
          );
        }
      }
    });
  });

  it('limit the page size and say so', async () => {
    await visit({}, async (page) => {
      const answer = await page.goto(at(`${apis}?pageSize=200`));
      assert.equal(answer?.status(), 200);
      await page.getByText('A page has 1 to 100 providers, not 200').waitFor();
      assert.equal(await page.locator('select[name=pageSize]').inputValue(), '100');
    });
  });

  it('keep the filters when nothing is found', async () => {
    for (const javaScriptEnabled of [true, false]) {
      await visit({ javaScriptEnabled }, async (page) => {
        const reader = makeReader(page, javaScriptEnabled);
        await page.goto(at(`${apis}?search=qwertyuiop`));
        assert.equal(await page.getByRole('heading', { name: 'No results' }).count(), 1);
        await choose(reader, 'Plan type', 'Free');
        await reader.apply();
        await page.goto(at(`${apis}?f.historicalData=Archive&f.planType=nothing`));
        assert.equal(await facetOf(page, 'Historical data').getByRole('checkbox', { checked: true }).count(), 1);
        assert.ok((await page.locator('.facet').count()) > 5);
      });
    }
  });

  it('lead from a profile to the category with the provider ticked', async () => {
    await visit({}, async (page) => {
      await page.goto(at('/networks/ethereum/providers/alchemy'));
      const link = page.getByRole('link', { name: /^Filter and compare APIs/ });
      assert.match((await link.innerText()).trim(), /with Alchemy selected$/);
      await link.click();
      await page.waitForURL(/toolbox\/apis/);
      const box = facetOf(page, 'Provider').getByRole('checkbox', { name: /^Alchemy/ });
      assert.ok(await box.isChecked());
      assert.ok(await box.isVisible());
      assert.deepEqual(await readProviders(page), ['Alchemy']);
    });
  });

  it('colour a flag by its meaning', async () => {
    await visit({}, async (page) => {
      const colourOf = async (label: string, text: string) => {
        const flags = `[...document.querySelectorAll('td[data-label="${label}"] span')]`;
        return page.evaluate(`getComputedStyle(${flags}.find((flag) => flag.textContent === '${text}')).color`);
      };
      await page.goto(at(`${faucets}?cols=requiresLogin`));
      const [bad, absent] = [await colourOf('Login required', 'Yes'), await colourOf('Login required', 'No')];
      await page.goto(at(`${wallets}?cols=mfa`));
      const good = await colourOf('MFA', 'Yes');
      assert.notEqual(bad, good);
      assert.equal(absent, good);
      await page.goto(at('/networks/ethereum/toolbox/mcpservers?cols=onChainWrite&f.onChainWrite=true'));
      const neutral = await colourOf('Writes on-chain', 'Yes');
      assert.ok(neutral !== good && neutral !== bad);
    });
  });

  it('keep the page when a filter cannot be loaded, and say so', async () => {
    await visit({}, async (page) => {
      const reader = makeReader(page, true);
      await page.goto(at(few));
      const address = page.url();
      const shown = await readProviders(page);
      await page.context().setOffline(true);
      const box = facetOf(page, 'Plan type').getByRole('checkbox', { name: /^Free/ });
      await box.click();
      const note = page.getByRole('alert');
      await note.getByText('could not be loaded').waitFor();
      assert.equal(page.url(), address);
      assert.deepEqual(await readProviders(page), shown);
      assert.ok(!(await box.isChecked()));
      await page.context().setOffline(false);
      await reader.change(() => note.getByRole('link', { name: 'Try again' }).click());
      assert.deepEqual(await readChips(page), ['Plan type Free']);
      assert.ok(!(await note.isVisible()));
    });
  });

  it('need few keys from the skip link to the first offer and to Compare', async () => {
    for (const path of [apis, wallets]) {
      await visit({}, async (page) => {
        await page.goto(at(path));
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        assert.ok(
          await page.evaluate(`document.querySelector('#results').contains(document.querySelector(location.hash))`),
        );
        let stops = 0;
        while (!(await page.evaluate(`document.activeElement.matches('.pick input')`))) {
          await page.keyboard.press('Tab');
          assert.ok(++stops <= 15, 'more than 15 tab stops');
        }
        await page.keyboard.press('Space');
        await page.keyboard.press('Tab');
        assert.equal(await page.evaluate('document.activeElement.textContent.trim()'), 'Compare (1)');
        await page.keyboard.press('Shift+Tab');
        assert.ok(await page.evaluate(`document.activeElement.matches('.pick input:checked')`));
        await page.keyboard.press('Tab');
        await page.keyboard.press('Tab');
        assert.ok(await page.evaluate(`document.activeElement.closest('tr.offer, tr.fold') !== null`));
      });
    }
  });

  it('hold a filter under the pointer while the panel around it changes', async () => {
    await visit({}, async (page) => {
      const reader = makeReader(page, true);
      await page.goto(at(few));
      const facet = facetOf(page, 'Technology');
      await facet.scrollIntoViewIfNeeded();
      const closed = await facet.locator('summary').boundingBox();
      await facet.locator('summary').click();
      assert.equal((await facet.locator('summary').boundingBox())?.y, closed?.y);
      const box = facet.getByRole('checkbox').last();
      const name = (await box.getAttribute('value')) ?? '';
      await box.scrollIntoViewIfNeeded();
      const before = await box.boundingBox();
      await reader.change(() => box.check());
      const after = await facet.locator(`input[value="${name}"]`).boundingBox();
      assert.ok(Math.abs((after?.y ?? 0) - (before?.y ?? 0)) <= 2, `${before?.y} -> ${after?.y}`);
    });
  });

  it('explain the star on focus, on hover and on the About page', async () => {
    await visit({}, async (page) => {
      await page.goto(at(`${wallets}?search=ledger`));
      const star = page.locator('a.star').first();
      const note = star.getByText('Recommended by the editors');
      const visible = async () => ((await note.boundingBox())?.height ?? 0) > 10;
      assert.ok(!(await visible()));
      await star.focus();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Tab');
      assert.ok(await visible());
      await page.locator('h1').click();
      await page.keyboard.press('Escape');
      await page.mouse.move(0, 0);
      await page.evaluate('document.activeElement.blur()');
      assert.ok(!(await visible()));
      await star.hover();
      assert.ok(await visible());
      await star.click();
      await page.waitForURL(/\/about#star$/);
      await page.getByRole('heading', { name: 'The star' }).waitFor();
    });
  });
});

async function assertInside(panel: Locator, width: number): Promise<void> {
  const box = await panel.boundingBox();
  assert.ok(box !== null && box.x >= 0 && box.x + box.width <= width, `${width}: ${JSON.stringify(box)}`);
  await panel.locator('a, button').last().click({ trial: true });
}

async function checkedValues(page: Page): Promise<string[]> {
  const values = `[...document.querySelectorAll('input[name="f.planType"]:checked')].map((box) => box.value)`;
  return (await page.evaluate(values)) as string[];
}

/** Runs in the page: every text of its content becomes one long word. */
const replaceTexts = `{
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (text.textContent.trim() && !text.parentElement.closest('button, .sr')) text.textContent = '${word}';
}`;
