/** Address and size of the picture of a page, and whether the font has its title. */
import { clip } from '../../text/clip.ts';

/** In pixels, as sites ask for. */
export const cardSize = { width: 1200, height: 630 } as const;

const [extension, ofHome] = ['.png', 'card'];

/** Path or address of the picture of a page. */
export function pictureOf(page: string): string {
  const [address = '', query] = page.split('?');
  const picture = `${address}${address.endsWith('/') ? ofHome : ''}${extension}`;
  return query === undefined ? picture : `${picture}?${query}`;
}

/** Path of the page of a picture. */
export function pageOf(picture: string): string {
  const page = picture.slice(0, -extension.length);
  return page === `/${ofHome}` ? '/' : page;
}

/** Longer titles are cut. */
export const maxTitle = 120;

/** Scripts of the font: Latin, Greek and Cyrillic, with signs of texts. */
const drawable =
  /^[\u0020-\u007e\u00a0-\u0113\u0116-\u017e\u0384-\u03ce\u0400-\u045f\u1ea0-\u1ef9\u2013\u2014\u2018-\u2022\u2026\u20ac\u2192]*$/;

export function isDrawable(title: string): boolean {
  return drawable.test(clip(title, maxTitle).normalize('NFC'));
}
