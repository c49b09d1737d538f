/**
 * Pictures of every kind of page at three widths, light and dark: `make screenshots SOURCES=dir
 * PAGE=name`.
 */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../test/pages/support/chromium.ts';
import { pageTypes } from '../test/pages/support/page-types.ts';
import { projectFolder } from '../test/support/paths.ts';
import { buildFolder, openCurrent, startService } from '../test/support/service-server.ts';
import { makeTemporaryFolder } from '../test/support/temporary-folder.ts';

const widths = [360, 768, 1440];
const themes = ['light', 'dark'] as const;
/** Pages may be endless; a picture need not be. */
const maxHeight = 4000;

interface Shot {
  readonly url: string;
  readonly name: string;
  readonly width: number;
  readonly colorScheme: (typeof themes)[number];
}

async function take(
  browser: Browser,
  folder: string,
  { url, name, width, colorScheme }: Shot,
): Promise<string> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  const height = Math.min(maxHeight, await page.evaluate('document.documentElement.scrollHeight'));
  await page.setViewportSize({ width, height: Math.max(900, height) });
  // Logos below the first screen are asked for only now.
  await page.waitForLoadState('networkidle');
  const file = path.join(folder, `${name}-${width}-${colorScheme}.png`);
  await page.screenshot({ path: file });
  const overflow = Number(await page.evaluate('document.documentElement.scrollWidth')) - width;
  await context.close();
  return `${path.relative(projectFolder, file)}${overflow > 0 ? ` is ${overflow} px too wide` : ''}`;
}

async function main(sources: string, folder: string, page: string): Promise<void> {
  const works: (() => Promise<void>)[] = [];
  const build = await makeTemporaryFolder({ after: (work) => works.unshift(work) });
  await buildFolder(path.resolve(projectFolder, sources), build);
  const service = await startService({ snapshot: await openCurrent(build) });
  const empty = await startService({ snapshot: null });
  const browser = await launchChromium();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const pages = [
    ...pageTypes.map((page) => ({ name: page.name, url: `${service.url}${page.path}` })),
    {
      name: 'filters-open',
      url: `${service.url}/networks/ethereum/toolbox/apis?f.planType=Free#filters`,
    },
    { name: 'unavailable', url: `${empty.url}/` },
  ];
  const wanted = pages.filter(({ name }) => page === '' || name === page);
  if (wanted.length === 0)
    throw new Error(`no page "${page}"; there are ${pages.map(({ name }) => name).join(', ')}`);
  const shots = wanted.flatMap((page) =>
    widths.flatMap((width) => themes.map((colorScheme) => ({ ...page, width, colorScheme }))),
  );
  for (const shot of shots) process.stdout.write(`${await take(browser, folder, shot)}\n`);
  await browser.close();
  await service.close();
  await empty.close();
  for (const work of works) await work();
}

const { SOURCES = 'sources', PAGE = '', SCREENSHOTS = 'build/screenshots' } = process.env;
await main(SOURCES, path.resolve(projectFolder, SCREENSHOTS), PAGE);
