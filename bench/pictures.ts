/**
 * Draws the logo and the picture of our own directory from their SVG sources: `npm run pictures`,
 * after a change of a drawing.
 */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { launchChromium } from '../test/pages/support/chromium.ts';
import { projectFolder } from '../test/support/paths.ts';

const images = 'sources/references/providers/images/';
const pictures = [
  {
    source: 'docs/images/social.svg',
    target: `${images}web3-infrastructure-picture.png`,
    width: 1200,
    height: 630,
  },
  // Apple devices round the corners themselves and show transparent ones black.
  {
    source: 'docs/images/icon.svg',
    target: `${images}web3-infrastructure.png`,
    width: 180,
    height: 180,
  },
] as const;

const browser = await launchChromium();
try {
  for (const { source, target, width, height } of pictures) {
    const svg = await readFile(path.join(projectFolder, source), 'utf8');
    const page = await browser.newPage({ viewport: { width, height } });
    const style =
      'html,body{margin:0;background:#0b6b5d}svg{display:block;width:100%;height:100vh}';
    await page.setContent(`<!DOCTYPE html><style>${style}</style>${svg}`);
    const file = path.join(projectFolder, target);
    // Few colours, which take less than half the bytes.
    await sharp(await page.screenshot())
      .png({ palette: true, colours: 32, effort: 10 })
      .toFile(file);
    process.stdout.write(`${target}: ${(await stat(file)).size} bytes\n`);
  }
} finally {
  await browser.close();
}
