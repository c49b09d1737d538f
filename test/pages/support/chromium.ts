/** The browser of the tests: Debian's Chromium without its windows, driven by playwright-core. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, it } from 'node:test';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { UsedService } from '../../support/service-server.ts';
import { Reader } from './reader.ts';

const withoutWindows = '/usr/bin/chromium-headless-shell';
export const wholeChromium = process.env.CHROMIUM ?? '/usr/bin/chromium';
const chromiumPath =
  process.env.CHROMIUM ?? (existsSync(withoutWindows) ? withoutWindows : wholeChromium);

const missing = `no Chromium at ${chromiumPath}: "apt-get install chromium-headless-shell" (or chromium), or name the program with CHROMIUM`;

/** For `skip`: on a developer's machine these tests may be left out, in CI they may not. */
export const withoutBrowser: string | false =
  existsSync(chromiumPath) || process.env.CI === 'true' ? false : missing;

export async function launchChromium(): Promise<Browser> {
  assert.ok(existsSync(chromiumPath), missing);
  return chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  });
}

/** A guard: a test waits for what it expects. */
const guardMs = 60_000;

/** A path, or with options of the window. */
type Start = string | readonly [path: string, options: BrowserContextOptions];

/** A test in a window of its own that opens a path of the service. */
type BrowserTest = (name: string, start: Start, work: (reader: Reader) => Promise<void>) => void;

interface UsedBrowser {
  /**
   * Opens a window of its own for `work`, and closes it; fails if the browser complained, or asked
   * another site for anything.
   */
  visit(options: BrowserContextOptions, work: (page: Page) => Promise<void>): Promise<void>;
  readonly test: BrowserTest;
  /** The same with script and without. */
  readonly testBoth: BrowserTest;
  /** Address of a path. */
  at(path: string): string;
}

/** Inside a `describe`: one browser for all of its tests. `defaults`: options of their windows. */
export function useBrowser(
  { service }: Pick<UsedService, 'service'>,
  defaults: BrowserContextOptions = {},
): UsedBrowser {
  let browser: Browser | null = null;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser?.close());
  const at = (path: string) => `${service().url}${path}`;
  const visit: UsedBrowser['visit'] = async (options, work) => {
    assert.ok(browser, 'the browser runs only inside tests');
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      ...defaults,
      ...options,
    });
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
  const test: BrowserTest = (name, start, work) => {
    const [path, options] = typeof start === 'string' ? [start, {}] : start;
    it(name, async () => {
      await visit(options, async (page) => {
        await page.goto(at(path));
        await work(new Reader(page, options.javaScriptEnabled ?? true));
      });
    });
  };
  const testBoth: BrowserTest = (name, start, work) => {
    const [path, options] = typeof start === 'string' ? [start, {}] : start;
    for (const javaScriptEnabled of [true, false])
      test(
        `${name}, ${javaScriptEnabled ? 'with' : 'without'} script`,
        [path, { ...options, javaScriptEnabled }],
        work,
      );
  };
  return { visit, test, testBoth, at };
}

function listenTo(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // The browser itself says so of every page that answers 404.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (!/^(http:\/\/([\w-]+\.)?localhost:\d+\/|data:)/.test(request.url()))
      complaints.push(`asks ${request.url()}`);
  });
  return complaints;
}
