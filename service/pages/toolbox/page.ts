/** GET {network}/toolbox/{category}: the directory page of a category, with the lines of its providers. */
import { createPause } from '../../../common/pauses.ts';
import { applicationOf } from '../../api/application.ts';
import { titleOfView } from '../../api/view-title.ts';
import { HttpError } from '../../errors.ts';
import type { Context, Handler } from '../../http/context.ts';
import type { ProviderGroup } from '../../query/pages.ts';
import { networkApi, placeOf } from '../../query/place.ts';
import { type ReadySet, readSets } from '../../query/sets.ts';
import { apiParameters, parseView, type View, viewOf, viewParameters } from '../../query/view.ts';
import type { Offer } from '../../snapshot/offers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { Urls } from '../../urls.ts';
import { markdownParameters } from '../markdown/toolbox.ts';
import { pastPresenter } from '../shared/changes/past.ts';
import { providerHeads } from '../shared/offer-table/heads.ts';
import { type ProviderHead, renderOffers } from '../shared/offer-table/render-offers.ts';
import { type PageDeps, requestedCategory, sendPage } from '../shared/page.ts';
import { describeList } from '../shared/structured-data.ts';
import { type DistinguishingTexts, distinguishingTexts } from './columns/listing.ts';
import { isAlone } from './links.ts';
import { type Listing, readToolbox, type ToolboxData } from './read.ts';
import { presentToolbox } from './view.ts';

export function toolboxPage(deps: PageDeps): Handler {
  return async (ctx) => {
    const { urls } = deps;
    const listing = requestedCategory(ctx);
    const { key, snapshot, category } = listing;
    const { catalog } = snapshot;
    const asked = await requestedSet(ctx, listing);
    const view = asked === null ? parseView(category.key, ctx.querystring, catalog) : viewOf('', asked.query);
    const data = await readToolbox(listing, view);
    const set = asked ?? data.sets.find((each) => isAlone(each, view)) ?? null;
    const distinguish = distinguishingTexts(snapshot, { network: key, category: category.key });
    const heads = presentProviderHeads(data.page.groups, { network: key, snapshot, urls });
    const lines = await renderLines({ listing, view, data, heads, distinguish }, deps);
    const title = titleOfView(snapshot, key, view);
    const toolbox = presentToolbox({ ...listing, view, data, lines, heads, distinguish, urls, title, set });
    const frame = {
      title,
      description: `${toolbox.counts}: plans, prices, limits and chains of ${title}. ${category.description ?? ''}`,
      network: key,
      path: `/toolbox/${category.key}`,
      parameters: { page: viewParameters(view).page },
      canonical: set === null ? null : urls.to(key, set.path),
      shared: viewParameters({ ...view, columns: null, facet: null, picked: [] }),
      json: { path: `${networkApi}/rows`, parameters: apiParameters(view) },
      markdown: markdownParameters(view),
      feed: { category: category.key },
      ownSearch: true,
      scripts: ['toolbox.js'],
      structured: describeProviders(title, [...heads.values()], view, (link) => urls.absolute(key, link)),
    };
    const application = applicationOf(catalog, urls, [category.key]);
    sendPage(ctx, { template: 'toolbox', frame, view: { ...toolbox, application } }, deps);
  };
}

/** Null for an address without a set. Throws 404. */
async function requestedSet({ path }: Context, { snapshot, key, category }: Listing): Promise<ReadySet | null> {
  if (path === `/toolbox/${category.key}`) return null;
  const set = (await readSets(snapshot, key, category.key)).find((each) => each.path === path);
  if (set === undefined) throw new HttpError(404, 'not-found', 'no page at this address');
  return set;
}

interface LinesInput {
  readonly listing: Listing;
  readonly view: View;
  readonly data: ToolboxData;
  readonly heads: ReadonlyMap<ProviderGroup, ProviderHead>;
  readonly distinguish: DistinguishingTexts;
}

/**
 * HTML of the lines of each provider that the page shows whole. A page of 100 providers with all columns takes long to render, and
 * must not hold the event loop.
 */
async function renderLines({ listing, view, data, heads, distinguish }: LinesInput, deps: PageDeps) {
  const { key: network, snapshot } = listing;
  const { columns, shown, estimates, quotas } = data;
  const { picked, open } = view;
  const chains = snapshot.chainsOf(network);
  const opened = open === null ? undefined : data.found.ids.find((id) => snapshot.slugOf(id) === open);
  const unfolded = opened === undefined ? null : snapshot.offers.of(opened);
  const place = placeOf(snapshot, network, deps.urls);
  const pastOf = await pastPresenter(place, unfolded === null ? [] : [unfolded]);
  const addedCells = (id: number) => ({
    ...quotas?.cellsOf(id),
    ...estimates?.cellsOf(id, snapshot.offers.of(id) === unfolded),
  });
  const given = { snapshot, network, columns, shown, chains, picked, open, pastOf, addedCells };
  const rendered = new Map<ProviderGroup, string>();
  const before = new Set<Offer>();
  const pause = createPause();
  for (const group of shownWhole(data.page.groups, (id) => snapshot.slugOf(id) === open)) {
    const own = { ids: group.rows, by: heads.get(group) ?? null, distinguishing: distinguish(group.provider) };
    rendered.set(group, renderOffers({ ...given, ...own, before }, deps));
    for (const id of group.rows) before.add(snapshot.offers.of(id));
    await pause();
  }
  return rendered;
}

/** The providers of the page. A list sorted by offers has a provider more than once, and is not described. */
function describeProviders(
  title: string,
  heads: readonly ProviderHead[],
  { query: { page, pageSize, sorting } }: View,
  absolute: (link: string) => string,
) {
  if (sorting.length > 0 || heads.length === 0) return null;
  const items = heads.flatMap(({ name, profile }) => (profile === null ? [] : [{ name, url: absolute(profile) }]));
  return describeList(title, items, (page - 1) * pageSize + 1);
}

/** Name, logo and profile of each provider. */
function presentProviderHeads(
  groups: readonly ProviderGroup[],
  { network, snapshot, urls }: { readonly network: string; readonly snapshot: Snapshot; readonly urls: Urls },
): ReadonlyMap<ProviderGroup, ProviderHead> {
  const headOf = providerHeads({ snapshot, network, urls });
  return new Map(groups.map((group) => [group, headOf(group.provider)]));
}

/** Listings on a page, so that it stays below 25 kB and 50 ms. Providers after it have a link to their offers. */
const maxOffers = 300;

/** The first provider is always shown with all of its offers, so that each offer is on some page, and so is that of the unfolded row. */
function shownWhole(groups: readonly ProviderGroup[], isOpen: (id: number) => boolean): readonly ProviderGroup[] {
  let offers = 0;
  return groups.filter(({ rows }, index) => {
    offers += rows.length;
    return index === 0 || offers <= maxOffers || rows.some(isOpen);
  });
}
