/**
 * Presses the controls of every kind of page in three deployments, on a phone and a desktop, with
 * script and without.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { directory } from '../support/directory.ts';
import { useService } from '../support/service-server.ts';
import { useBrowser, withoutBrowser } from './support/chromium.ts';
import { assertShowsAddress } from './support/page-state.ts';
import { templateOf, testedPageTypes } from './support/page-types.ts';
import { assertNoSidewaysScroll, desktop, phone, Reader, until } from './support/reader.ts';

// Presses controls as a reader does, with script and without: each changes the page, which then
// shows its address.

/** Kinds of controls by the selector that tells them, the first that matches. */
const kinds = [
  // Tests of their own press these.
  '[data-theme-switch], [data-forget], .copy, [data-wallet], [data-form], .rest *, [data-filters-list], [data-note] a, [data-stop]',
  // Submit buttons are pressed with the fields that they send.
  'button[type=submit]:not([name=open], .unpick, .search button, .top-search button), .search select',
  ...[
    'summary',
    '.facet-search',
    '[type=checkbox]:is([name^="f."], [name=network])',
    '[type=radio]',
    '[type=number]',
    'select[name^="f."]',
  ],
  ...[
    '[type=search][name]',
    '[name=cols]',
    '[data-display] select',
    '[name=offer]',
    'button[type=submit]',
  ],
  ...['.filters-open, .rail-close', '[data-all]', '.unpick', '[name=open]', 'a.is-view', 'a'],
];
const notPressed = [0, 1, kinds.indexOf('a')];

interface Control {
  readonly kind: number;
  /** Among all elements of `selector`. */
  readonly index: number;
  readonly text: string;
}

interface Walk {
  readonly page: Page;
  readonly script: boolean;
  readonly address: string;
  readonly status: number;
  readonly choose: (controls: readonly Control[]) => readonly Control[];
}

const selector = 'button, summary, select, input:not([type=hidden]), main a[href]';

/**
 * Runs in the page. A link to another view of the page is a control, one to another page is not.
 */
const readControls = `[...document.querySelectorAll('${selector}')].map((control, index) => {
  const pathOf = ({ origin, pathname }) => origin + pathname;
  const isView = control.href && pathOf(control) === pathOf(location) && control.search !== location.search;
  const kind = ${JSON.stringify(kinds)}.findIndex((own) => (own === 'a.is-view' ? isView : control.matches(own)));
  return { kind, index, text: control.outerHTML.slice(0, 160) };
})`;

/** Runs in the page: what a control can change. */
const readState = `[location.href, document.body.innerHTML.length, document.querySelectorAll(':checked, [open]').length,
  [...document.querySelectorAll('#filters')].map((panel) => panel.checkVisibility())].join(' ')`;

/** The first control of each kind. */
function firstOfEachKind(controls: readonly Control[]): readonly Control[] {
  return controls.filter(
    ({ kind }, at) => controls.findIndex((other) => other.kind === kind) === at,
  );
}

async function pressControls({ page, script, address, status, choose }: Walk): Promise<void> {
  const load = () => page.goto(address, { waitUntil: 'domcontentloaded' });
  await load();
  await assertShowsAddress(page, 'as loaded', status);
  await assertNoSidewaysScroll(page);
  const controls = (await page.evaluate(readControls)) as Control[];
  for (const { kind, text } of controls)
    assert.notEqual(kind, -1, `a control of no known kind: ${text}`);
  for (const { index, text } of choose(controls.filter(({ kind }) => !notPressed.includes(kind)))) {
    await load();
    await press(new Reader(page, script), page.locator(selector).nth(index)).catch(
      (error: Error) => {
        throw new Error(`${text} on ${address}: ${error.message}`, { cause: error });
      },
    );
  }
}

async function press(reader: Reader, target: Locator): Promise<void> {
  const { page, script, change, apply } = reader;
  await reveal(target);
  const is = (own: string) => target.evaluate((control, given) => control.matches(given), own);
  // Some need script, and a wide or a narrow window; of a choice, another one is pressed.
  if (!(await target.isVisible()) || (await is('[type=radio]:checked'))) return;
  // The page may replace the control.
  const [isDisplay, isFilter, isPick] = [
    await is('[data-display] *'),
    await is('[data-filters] [name]:not(button)'),
    await is('[name=offer]'),
  ];
  const [shown, before] = [page.url(), await page.evaluate(readState)];
  await use(target);
  if (isDisplay)
    await change(() => page.getByRole('button', { name: 'Apply', exact: true }).click());
  else if (isFilter && !script) await apply();
  else if (isPick && !script)
    await change(() => page.getByRole('button', { name: /^Compare/ }).click());
  else {
    const isChanged = until(page, `(${readState}) !== ${JSON.stringify(before)}`);
    await Promise.race([
      page.waitForURL((url) => url.href !== shown),
      isChanged.catch(() => page.waitForLoadState()),
    ]);
  }
  await page.locator('main:not(:has(#results[aria-busy]))').waitFor();
  await assertShowsAddress(page, 'pressed');
  await assertNoSidewaysScroll(page);
}

/** A field gets another value, everything else a click. */
async function use(target: Locator): Promise<void> {
  const tag = await target.evaluate((control) =>
    control.matches('select') ? 'select' : (control.getAttribute('type') ?? ''),
  );
  if (tag === 'select') {
    const values = await target
      .locator('option')
      .evaluateAll((all) => all.map((option) => option.getAttribute('value')));
    const current = await target.inputValue();
    await target.selectOption(values.findLast((value) => value !== current) ?? '');
  } else if (tag === 'number') {
    await target.fill((await target.inputValue()) === '1' ? '2' : '1');
    await target.press('Tab');
  } else if (tag === 'search') {
    await target.fill('node');
    if ((await target.getAttribute('name')) !== null) await target.press('Enter');
  } else {
    const field = target.locator('xpath=self::button/../input[@type="search"]');
    if ((await field.count()) > 0) await field.fill('node');
    await target.click();
  }
}

/** Opens the panel of filters and the details around a control. */
async function reveal(target: Locator): Promise<void> {
  const page = target.page();
  const inFilters = await target.evaluate((control) => control.closest('[data-filters]') !== null);
  const open = page.getByRole('link', { name: /^Filters/ });
  if (inFilters && (await open.isVisible()) && !(await page.locator('#filters').isVisible()))
    await open.click();
  const rest = target.locator('xpath=ancestor::tbody').locator('.rest label');
  if ((await rest.isVisible()) && !(await target.isVisible())) await rest.click();
  const isSummary = await target.evaluate((control) => control.matches('summary'));
  const around = await target.locator('xpath=ancestor::details').all();
  for (const details of isSummary ? around.slice(0, -1) : around)
    if ((await details.getAttribute('open')) === null)
      await details.locator('summary').first().click();
}

const network = '/networks/ethereum';

/**
 * `{port}` stands for the port of the service. `addressOf`: of a path that is written as in the
 * first deployment.
 */
const deployments = [
  {
    name: 'all networks by path',
    environment: {},
    addressOf: (path: string) => `http://localhost:{port}${path}`,
  },
  {
    name: 'one network',
    environment: { ONLY_NETWORK: 'ethereum' },
    addressOf: (path: string) => `http://localhost:{port}${path.replace(`${network}/`, '/')}`,
  },
  {
    // Browsers resolve `*.localhost` to this machine.
    name: 'a host for each network, and the site below a prefix',
    environment: {
      SITE_URL: 'http://localhost:{port}/directory',
      NETWORK_URL_TEMPLATE: 'http://{network}.localhost:{port}',
    },
    addressOf: (path: string) =>
      path.startsWith(`${network}/`)
        ? `http://ethereum.localhost:{port}${path.slice(network.length)}`
        : `http://localhost:{port}/directory${path}`,
  },
];

const readings = [phone, desktop].flatMap((window) =>
  [true, false].map((javaScriptEnabled) => ({ ...window, javaScriptEnabled })),
);

/** `npm run controls` presses every control, which takes half an hour. */
const isWhole = process.env.CONTROLS === 'all';

/** At most two pages of a template. */
const differentPages = testedPageTypes.filter((type, at, all) => {
  const before = all.slice(0, at).filter((other) => templateOf(other) === templateOf(type));
  return before.length < 2;
});

/**
 * All windows of all deployments take turns with the pages and their controls. Every second window
 * also presses the first control of each kind that no page before had. With `CONTROLS=all` each
 * window opens every page, and all of them together press every control.
 */
const turns = deployments.length * readings.length;

function controlsOf(
  turn: number,
  pressesAllKinds: boolean,
): (controls: readonly Control[]) => readonly Control[] {
  const known = new Set<number>();
  const shares = isWhole ? turns : 4 * turns;
  return (controls) => {
    const first = new Set(
      pressesAllKinds ? firstOfEachKind(controls).filter(({ kind }) => !known.has(kind)) : [],
    );
    for (const { kind } of first) known.add(kind);
    return controls.filter((control, at) => first.has(control) || at % shares === turn);
  };
}

for (const [number, { name, environment, addressOf }] of deployments.entries())
  describe(`every control in a deployment of ${name}`, { skip: withoutBrowser }, () => {
    const used = useService(directory, environment);
    const { visit } = useBrowser(used);
    for (const [at, reading] of readings.entries()) {
      const turn = number * readings.length + at;
      const choose = controlsOf(turn, isWhole || (number + at) % 2 === 0);
      const { viewport, javaScriptEnabled: script } = reading;
      const types = (isWhole ? testedPageTypes : differentPages).filter(
        (_, page) => isWhole || page % turns === turn,
      );
      for (const { name: page, path, status } of types)
        it(`of ${page} at ${viewport.width} px ${script ? 'with' : 'without'} script does what it says`, async () => {
          await visit(reading, async (window) => {
            const address = addressOf(path).replace('{port}', String(used.service().port));
            await pressControls({ page: window, script, address, status, choose });
          });
        });
    }
  });
