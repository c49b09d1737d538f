/** The name and the picture of the directory, for browsers that keep a page among programs. */
import { shortNameOf } from '../../model/site.ts';
import { type Handler, snapshotOf } from '../http/context.ts';
import { siteImagesOf } from '../pages/shared/logos.ts';
import { assertNoParameters } from '../questions/parse.ts';
import { siteOf } from '../site.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Urls } from '../urls.ts';
import { document } from './document.ts';

interface Deps {
  readonly urls: Urls;
  readonly assets: { version(name: string, snapshot: Snapshot | null): string | null };
}

const manifestPath = '/site.webmanifest';

/** https://www.w3.org/TR/appmanifest/ */
function sendManifest({ urls, assets }: Deps): Handler {
  return (ctx) => {
    assertNoParameters(ctx.state.parameters);
    const snapshot = snapshotOf(ctx);
    const site = siteOf(snapshot);
    const monogram = urls.shared(null, '/assets/icon.svg', {
      v: assets.version('icon.svg', snapshot),
    });
    const { href, type } = siteImagesOf(snapshot, null, urls, monogram).icon;
    const start = urls.href(null, null, '/');
    ctx.body = JSON.stringify({
      id: start,
      name: site.name,
      short_name: shortNameOf(site),
      ...(site.description === null ? {} : { description: site.description }),
      lang: 'en',
      start_url: start,
      scope: start,
      display: 'minimal-ui',
      ...(site.color === null ? {} : { theme_color: site.color }),
      background_color: '#f6f8f7',
      icons: [{ src: href, type, sizes: 'any' }],
    });
    ctx.set('Content-Type', 'application/manifest+json; charset=utf-8');
  };
}

export const webManifest = document<Deps>({
  path: manifestPath,
  on: 'site',
  kind: 'text',
  parameters: [],
  operations: { omitted: 'a specification of others says what it is' },
  handler: sendManifest,
});
