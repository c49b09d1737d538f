/**
 * Pictures of pages, which other sites show beside a link: the name of the site, the page's title
 * and its figure.
 */
import { createRequire } from 'node:module';
import { type Library, loadSharp } from '../../../common/sharp.ts';
import { scaledName } from '../../../model/images.ts';
import { shortNameOf } from '../../../model/site.ts';
import { readLogo } from '../../files/logos.ts';
import { siteOf } from '../../site.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { clip } from '../../text/clip.ts';
import { monogramOf } from '../../text/monogram.ts';
import { escapeHtml } from './markdown.ts';
import { cardSize, isDrawable, maxTitle } from './picture-address.ts';

export interface Card {
  readonly title: string;
  /** Numbers of the page, such as `47 providers, 66 offers`. */
  readonly figure: string;
}

const margin = 80;
const markSize = 56;
const titleTop = 190;
/** Of a directory that names none: the accent of `tokens.css`. */
const usualColor = '#0a6a5b';

const fontFile = (style: string) =>
  createRequire(import.meta.url).resolve(
    `@expo-google-fonts/manrope/${style}/Manrope_${style}.ttf`,
  );
const fonts = {
  bold: { font: 'Manrope Bold', fontfile: fontFile('700Bold') },
  medium: { font: 'Manrope Medium', fontfile: fontFile('500Medium') },
} as const;
const maxFigure = 130;
/** Font sizes of titles up to a length, so that each takes three lines at most. */
const titleSizes = [
  [24, 92],
  [50, 76],
  [80, 62],
  [maxTitle, 52],
] as const;

/** PNG of a card. Rejects if the platform has no image library. */
export async function drawCard({ title, figure }: Card, snapshot: Snapshot): Promise<Buffer> {
  const sharp = await loadSharp();
  const site = siteOf(snapshot);
  const color = site.color ?? usualColor;
  const { ink } = monogramOf(site.name, color);
  const mark =
    site.logo === null ? null : await readLogo(snapshot, scaledName(site.logo)).catch(() => null);
  const shown = clip(title, maxTitle).normalize('NFC');
  const size = titleSizes.find(([most]) => shown.length <= most)?.[1] ?? 52;
  const [name, heading, line] = await Promise.all([
    drawText(sharp, shortNameOf(site), { ...fonts.bold, size: 34, ink }),
    drawText(sharp, shown, { ...fonts.bold, size, ink }),
    drawText(sharp, isDrawable(figure) ? clip(figure, maxFigure) : '', {
      ...fonts.medium,
      size: 40,
      ink,
    }),
  ]);
  const left = margin + (mark === null ? 0 : markSize + 20);
  return sharp({ create: { ...cardSize, channels: 3, background: color } })
    .composite([
      ...(mark === null
        ? []
        : [{ input: await sharp(mark).resize(markSize).toBuffer(), left: margin, top: margin }]),
      { ...name, left, top: margin + Math.round((markSize - name.raw.height) / 2) },
      { ...heading, left: margin, top: titleTop },
      { ...line, left: margin, top: cardSize.height - margin - line.raw.height },
    ])
    .png()
    .toBuffer();
}

interface TextStyle {
  readonly font: string;
  readonly fontfile: string;
  /** In pixels. */
  readonly size: number;
  readonly ink: string;
}

/** A text in lines of the card's width. */
async function drawText(sharp: Library, text: string, { size, ink, ...font }: TextStyle) {
  const markup = `<span foreground="${ink}" size="${size}pt">${escapeHtml(text === '' ? ' ' : text)}</span>`;
  const width = cardSize.width - 2 * margin;
  const drawn = sharp({
    text: { ...font, text: markup, width, rgba: true, dpi: 72, wrap: 'word-char', spacing: 8 },
  });
  const { data, info } = await drawn.raw().toBuffer({ resolveWithObject: true });
  return { input: data, raw: { width: info.width, height: info.height, channels: info.channels } };
}
