/**
 * GET /compare of the site and of a network: offers of a category side by side, or providers;
 * without either, examples.
 */

import { countBy } from '../../../common/group-by.ts';
import { comparisonFormats, sendComparison } from '../../api/offers/compare.ts';
import { requestedPlace } from '../../api/resource.ts';
import type { Context, Handler } from '../../http/context.ts';
import { networkTest } from '../../query/offers.ts';
import { readComparison, readNamed } from '../../questions/compare.ts';
import { maxPicked } from '../../questions/parameters.ts';
import { categoryOf } from '../../questions/parse.ts';
import { type Place, placeOf } from '../../questions/place.ts';
import { readNetworkLimits } from '../../questions/read-list.ts';
import { estimatedCategories } from '../../questions/workload.ts';
import { page } from '../shared/definition.ts';
import { type PageDeps, preferredForm, sendPage } from '../shared/page.ts';
import { listParameterNames } from '../toolbox/definitions.ts';
import { sendOffers } from './offers.ts';
import { sendProviders } from './providers.ts';

function comparePage(deps: PageDeps): Handler {
  return async (ctx) => {
    const requested = requestedPlace(ctx, deps.urls);
    const { snapshot, network, urls } = requested;
    const limits = readNetworkLimits(ctx.state.parameters, requested);
    const place = network === null ? placeOf(snapshot, network, urls, limits) : requested;
    const named = readNamed(ctx.state.parameters);
    const key = ctx.state.parameters.get('category') ?? '';
    const format = preferredForm(ctx, comparisonFormats);
    if (format === null && key === '' && named.offers.length + named.providers.length === 0)
      return sendExamples(ctx, place, deps);
    if (format === null && named.providers.length > 0)
      return await sendProviders(
        ctx,
        { place, limits, names: named.providers, category: key },
        deps,
      );
    const category = categoryOf(snapshot, key);
    const question = readComparison(key, ctx.state.parameters, snapshot.catalog, limits);
    if (format !== null)
      return sendComparison(ctx, format, {
        ...place,
        category: key,
        slugs: named.offers,
        list: question.list,
      });
    return await sendOffers(ctx, { place, category, question }, deps);
  };
}

const maxExamples = 6;

/** The page before anything is chosen. */
function sendExamples(ctx: Context, place: Place, deps: PageDeps): void {
  const { network, on } = place;
  const title = `Compare offers and providers${on}`;
  const view = {
    crumbs: [...place.crumbs, { label: 'Compare', href: null }],
    heading: title,
    most: maxPicked,
    search: place.href('/search'),
    examples: presentExamples(place),
  };
  const { has } = place.snapshot.catalog;
  const limits = has.has('limits') ? ', limits' : '';
  const costs = has.has('estimates') ? ', and what they cost for your workload' : '';
  const description = `Up to ${maxPicked} offers or providers side by side: prices${limits}${costs}.`;
  sendPage(
    ctx,
    { template: 'versus', frame: { title, description, network, path: '/compare' }, view },
    deps,
  );
}

/**
 * Pairs of providers of a category with estimates: those that the editors recommend first, then
 * those with most listings.
 */
function presentExamples({ snapshot, networks, href }: Place) {
  const { catalog } = snapshot;
  const [category = ''] = [...estimatedCategories(catalog), ...catalog.categoryKeys];
  const rows = snapshot.offers.rowsOfCategory(category).filter(networkTest(snapshot, networks));
  const counts = [...countBy(rows, (id) => snapshot.providerOf(id))].sort(([, a], [, b]) => b - a);
  const known = counts.flatMap(([name]) => catalog.providers.get(name) ?? []);
  const providers = known
    .toSorted((a, b) => Number(b.starred) - Number(a.starred))
    .slice(0, 2 * maxExamples);
  return providers.flatMap((one, at) => {
    const other = providers[at + 1];
    if (at % 2 === 1 || other === undefined) return [];
    const provider = [one.slug, other.slug];
    return [
      { text: `${one.name} vs ${other.name}`, href: href('/compare', { category, provider }) },
    ];
  });
}

function namesOn(base: 'site' | 'network'): readonly string[] {
  return [...listParameterNames[base], 'category', 'offer', 'provider'];
}

export const comparisonPage = page({
  name: 'compare',
  path: '/compare',
  on: 'both',
  parameters: { site: namesOn('site'), network: namesOn('network') },
  handler: comparePage,
  byAccept: true,
  sitemap: 'build',
  navigation: { omitted: 'lists of offers and profiles link their comparisons' },
  operation: { omitted: 'its JSON is the operation of comparisons' },
  example: '/compare?category=wallets&offer=brave-wallet&offer=ledger&offer=metamask',
});
