/** The browser of the tests: Debian's Chromium without its windows, driven by playwright-core. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before } from 'node:test';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const withoutWindows = '/usr/bin/chromium-headless-shell';
export const wholeChromium = process.env.CHROMIUM ?? '/usr/bin/chromium';
const chromiumPath = process.env.CHROMIUM ?? (existsSync(withoutWindows) ? withoutWindows : wholeChromium);

const missing = `no Chromium at ${chromiumPath}: "apt-get install chromium-headless-shell" (or chromium), or name the program with CHROMIUM`;

/** For `skip`: on a developer's machine these tests may be left out, in CI they may not. */
export const withoutBrowser: string | false = existsSync(chromiumPath) || process.env.CI === 'true' ? false : missing;

export async function launchChromium(): Promise<Browser> {
  assert.ok(existsSync(chromiumPath), missing);
  return chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });
}

/** A guard: a test waits for what it expects. */
const guardMs = 60_000;

/** Opens a window of its own for `work`, and closes it; fails if the browser complained, or asked another site for anything. */
export type Visit = (options: BrowserContextOptions, work: (page: Page) => Promise<void>) => Promise<void>;

/** Inside a `describe`: one browser for all of its tests. */
export function useBrowser(): Visit {
  let browser: Browser | null = null;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser?.close());
  return async (options, work) => {
    assert.ok(browser, 'the browser runs only inside tests');
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    context.setDefaultTimeout(guardMs);
    try {
      const page = await context.newPage();
      const complaints = listenTo(page);
      await work(page);
      assert.deepEqual(complaints, []);
    } finally {
      await context.close();
    }
  };
}

function listenTo(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // The browser itself says so of every page that answers 404.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (!/^(http:\/\/([\w-]+\.)?localhost:\d+\/|data:)/.test(request.url())) complaints.push(`asks ${request.url()}`);
  });
  return complaints;
}
