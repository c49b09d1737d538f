/** The pages in a real browser, as far as `make test` goes: one walk over controls, and two looks at the table. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { projectFolder } from '../support/paths.ts';
import { useService } from '../support/service-server.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { firstOfEachKind } from './support/control-walk.ts';
import { countWhole } from './support/layout.ts';
import { pageTypes } from './support/page-types.ts';
import { assertNoSidewaysScroll } from './support/reader.ts';
import { readings, testControls } from './support/walks.ts';

const apis = '/networks/ethereum/toolbox/apis';
const wallets = '/networks/ethereum/toolbox/wallets';
const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 360, height: 800 }, hasTouch: true };

describe('a directory page', { skip: withoutBrowser }, () => {
  const { service } = useService(`${projectFolder}/sources`);
  const { visit } = useBrowser();
  const at = (path: string) => `${service().url}${path}`;

  const types = pageTypes.filter(({ name }) => name === 'toolbox-picked');
  for (const type of types)
    testControls({ reading: readings[0], type, choose: firstOfEachKind }, { visit, addressOf: at });

  const densities = [
    [apis, desktop, 12],
    [wallets, phone, 4],
  ] as const;
  for (const [path, window, least] of densities) {
    const { width, height } = window.viewport;
    it(`shows at least ${least} offers of ${path} at ${width} x ${height}`, async () => {
      await visit(window, async (page) => {
        await page.goto(at(path));
        const visible = await countWhole(page.locator('tr.offer'), height);
        assert.ok(visible >= least, `${visible} offers`);
        await assertNoSidewaysScroll(page);
      });
    });
  }
});
