/** The browser of the tests: Debian's Chromium, driven by playwright-core. Without its windows it takes a quarter less CPU time. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before } from 'node:test';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const withoutWindows = '/usr/bin/chromium-headless-shell';
export const wholeChromium = process.env.CHROMIUM ?? '/usr/bin/chromium';
const chromiumPath = process.env.CHROMIUM ?? (existsSync(withoutWindows) ? withoutWindows : wholeChromium);

const missing = `no Chromium at ${chromiumPath}: "apt-get install chromium-headless-shell" (or chromium), or name the program with CHROMIUM`;

/** For `skip`: on a developer's machine these tests may be left out, in CI they may not. */
export const withoutBrowser: string | false = existsSync(chromiumPath) || process.env.CI === 'true' ? false : missing;

/**
 * Chromium takes the last `--disable-features` only, so the list has Playwright's features too. The three of the address
 * bar cost a renderer process with two pages for every window.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', `--disable-features=${disabledFeatures.join(',')}`];

export async function launchChromium(): Promise<Browser> {
  assert.ok(existsSync(chromiumPath), missing);
  return chromium.launch({ executablePath: chromiumPath, args: flags });
}

export interface Visit {
  readonly page: Page;
  /** What the browser complained of, and requests that left the site. */
  readonly complaints: readonly string[];
}

export interface UsedBrowser {
  /** A window of its own, closed after `work`; fails where the browser complained. */
  visit(options: BrowserContextOptions, work: (page: Page) => Promise<void>): Promise<void>;
}

/** Inside a `describe`: one browser for all of its tests. */
export function useBrowser(): UsedBrowser {
  let browser: Browser | null = null;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser?.close());
  return {
    visit: async (options, work) => {
      assert.ok(browser, 'the browser runs only inside tests');
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      try {
        const { page, complaints } = await open(context);
        await work(page);
        assert.deepEqual(complaints, []);
      } finally {
        await context.close();
      }
    },
  };
}

async function open(context: BrowserContext): Promise<Visit> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // The browser itself says so of every page that answers 404.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (!/^(http:\/\/([\w-]+\.)?localhost:\d+\/|data:)/.test(request.url())) complaints.push(`asks ${request.url()}`);
  });
  return { page, complaints };
}
