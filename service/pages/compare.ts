/** GET {network}/compare: up to six offers of a category side by side. */

import { nameOf } from '../api/networks-view.ts';
import { signsOf } from '../files/logos.ts';
import { badParameter } from '../http/errors.ts';
import { type Context, type Handler, networkOf } from '../http/state.ts';
import { nearestName } from '../nearest-name.ts';
import { findOffers } from '../query/find-offers.ts';
import { maxPicked } from '../query/view.ts';
import { parseRow } from '../snapshot/row-json.ts';
import { presentCompare } from './compare-view.ts';
import { networkEntry } from './home.ts';
import type { RouteContext } from './shared/context.ts';
import { sendPage } from './shared/send-page.ts';

export function comparePage(deps: RouteContext): Handler {
  return async (ctx) => {
    const { key, snapshot } = networkOf(ctx);
    const { catalog, contents, manifest } = snapshot;
    const network = networkEntry(ctx);
    const { category, asked } = readAsked(ctx, catalog.categories);
    const slugs = asked.slice(0, maxPicked);
    const found = await findOffers(snapshot, { network: key, category: category.key, slugs });
    const view = presentCompare({
      network,
      category,
      columns: catalog.columnsOf(category.key).filter((column) => column.categories.includes(category.key)),
      slugs,
      rows: new Map([...found].map(([slug, id]) => [slug, parseRow(contents.json[id])])),
      tooMany: asked.length - slugs.length,
      profileOf: (provider) => catalog.providers.get(provider)?.slug ?? null,
      signOf: signsOf(snapshot, key, deps.urls),
      urls: deps.urls,
    });
    const title = `Compare ${category.label} on ${nameOf(network)}`;
    const description = `${view.counts} of ${category.label} on ${nameOf(network)} side by side: what differs first.`;
    const frame = { title, description, network: key, path: '/compare', index: false, manifest };
    sendPage(ctx, { template: 'compare', frame, view }, deps);
  };
}

function readAsked<T extends { readonly key: string }>(ctx: Context, categories: readonly T[]) {
  const given = new URLSearchParams(ctx.querystring);
  const key = given.get('category') ?? '';
  const category = categories.find((candidate) => candidate.key === key);
  if (category) return { category, asked: [...new Set(given.getAll('offer').filter((slug) => slug !== ''))] };
  const allowed = categories.map((candidate) => candidate.key);
  const message = key === '' ? 'the parameter "category" is missing' : `unknown category "${key}"`;
  throw badParameter('category', message, { allowed, ...nearestName(key, allowed) });
}
