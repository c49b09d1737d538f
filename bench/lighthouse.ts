/**
 * Google's Lighthouse on home, directory page, profile and comparison: `npm run lighthouse`;
 * SOURCES names other sources.
 */
import path from 'node:path';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { wholeChromium } from '../test/pages/support/chromium.ts';
import { projectFolder } from '../test/support/paths.ts';
import { buildFolder, openCurrent, startService } from '../test/support/service-server.ts';
import { makeTemporaryFolder } from '../test/support/temporary-folder.ts';

const network = '/networks/ethereum';
const pages = [
  '/',
  `${network}/toolbox/apis`,
  `${network}/providers/alchemy`,
  `${network}/compare?category=wallets&offer=brave-wallet&offer=ledger&offer=metamask`,
];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const least = 95;

async function main(sources: string): Promise<void> {
  const works: (() => Promise<void>)[] = [];
  const build = await makeTemporaryFolder({ after: (work) => works.unshift(work) });
  await buildFolder(path.resolve(projectFolder, sources), build);
  const service = await startService({ snapshot: await openCurrent(build) });
  const chrome = await launch({
    chromePath: wholeChromium,
    chromeFlags: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic'],
  });
  for (const target of pages) {
    // Comparisons have unlimited variants, and tell search engines not to index them.
    const skipAudits = target.includes('/compare') ? ['is-crawlable'] : [];
    const options = { port: chrome.port, onlyCategories: categories, skipAudits };
    const result = await lighthouse(`${service.url}${target}`, options);
    process.stdout.write(`${target}\n`);
    for (const category of categories) report(category, result?.lhr);
  }
  chrome.kill();
  await service.close();
  for (const work of works) await work();
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

function report(category: string, lhr: Report | undefined): void {
  const found = lhr?.categories[category];
  const score = Math.round(100 * (found?.score ?? 0));
  process.stdout.write(`  ${category} ${score}\n`);
  if (score < least) process.exitCode = 1;
  for (const { id, weight } of found?.auditRefs ?? []) {
    const audit = lhr?.audits[id];
    // What could not be measured makes the whole category 0.
    if (audit?.scoreDisplayMode === 'error')
      process.stdout.write(`    ${id}: ${audit.errorMessage}\n`);
    if (weight === 0 || audit?.score === null || audit === undefined || audit.score >= 0.9)
      continue;
    process.stdout.write(`    ${id} ${audit.score}: ${audit.title} ${audit.displayValue ?? ''}\n`);
  }
}

await main(process.env.SOURCES ?? 'sources');
