/** GET /search of the site and of a network: one search over all categories. */

import { type Context, type Handler, networkOf, snapshotOf } from '../../http/context.ts';
import { findEverything } from '../../query/find.ts';
import { parseSearch } from '../../query/params.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { logosOf, networkLogosOf } from '../shared/logos.ts';
import { type PageDeps, sendPage } from '../shared/page.ts';
import { presentSearch } from './view.ts';

export function searchPage(deps: PageDeps): Handler {
  return async (ctx) => {
    const network = ctx.state.network === null ? null : networkOf(ctx).key;
    const snapshot = snapshotOf(ctx);
    const { catalog, manifest } = snapshot;
    const request = readRequest(ctx, snapshot);
    const found = await findEverything(snapshot, network, {
      terms: request.terms,
      category: request.category?.key ?? null,
    });
    const { search, category } = request;
    const { networks, categories } = catalog;
    const logoOf = logosOf(snapshot, network, deps.urls);
    const networkLogoOf = networkLogosOf(snapshot, network, deps.urls);
    const logos = { logoOf, networkLogoOf };
    const view = presentSearch({
      network,
      search,
      category,
      networks,
      categories,
      ...found,
      ...logos,
      urls: deps.urls,
    });
    const title = search.trim() === '' ? view.heading : `Search for ${search.trim()}`;
    const description = `Search results in the Web3 infrastructure directory: ${view.heading}.`;
    const frame = { title, description, network, path: '/search', index: false, manifest, ownSearch: true };
    sendPage(ctx, { template: 'search', frame, view }, deps);
  };
}

interface SearchRequest {
  readonly search: string;
  readonly terms: readonly string[];
  readonly category: Snapshot['catalog']['categories'][number] | null;
}

function readRequest(ctx: Context, { catalog }: Snapshot): SearchRequest {
  const given = new URLSearchParams(ctx.querystring);
  const search = given.get('q') ?? '';
  const category = catalog.categories.find(({ key }) => key === given.get('category')) ?? null;
  return { search, terms: parseSearch(search), category };
}
