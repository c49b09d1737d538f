/** GET {network}/toolbox/{category}: the directory page of a category. */

import { type ReadySet, readSets } from '../../answers/sets.ts';
import { applicationOf } from '../../api/application.ts';
import { HttpError } from '../../errors.ts';
import type { Context, Handler } from '../../http/context.ts';
import { titleOfView } from '../../notations/title.ts';
import { createPause } from '../../pauses.ts';
import type { ProviderGroup } from '../../query/paging.ts';
import { apiParametersOf, listOf, listParameters } from '../../questions/list.ts';
import { maxPageSize } from '../../questions/parameters.ts';
import { readList } from '../../questions/read-list.ts';
import { joinNames } from '../../text/counts.ts';
import { pastPresenter } from '../shared/changes/past.ts';
import { providerHeads, renderOffers } from '../shared/offer-table/render-offers.ts';
import { type PageDeps, sendPage } from '../shared/page.ts';
import { withPrices } from '../shared/price-range.ts';
import { describeList } from '../shared/structured-data.ts';
import { distinguishingTexts } from './columns/listing.ts';
import { isAlone } from './links.ts';
import { markdownParameters } from './markdown.ts';
import {
  addedOfRows,
  type Listing,
  readToolbox,
  requestedListing,
  rowsOfOffers,
  slugOfRow,
  type Toolbox,
} from './read.ts';
import { presentToolbox } from './view.ts';

export function toolboxPage(deps: PageDeps): Handler {
  return async (ctx) => {
    const listing = requestedListing(ctx, deps.urls);
    const { snapshot, network, category, path } = listing;
    const readySet = await requestedSet(ctx, listing);
    const question =
      readySet === null
        ? readList(category.key, ctx.state.parameters, snapshot.catalog, listing.limits)
        : listOf('', readySet.query);
    const toolbox = await readToolbox(listing, question);
    const set = readySet ?? toolbox.sets.find((candidate) => isAlone(candidate, question)) ?? null;
    const title = titleOfView(snapshot, listing, question);
    const presented = presentToolbox(
      toolbox,
      ctx.state.picture === null ? await renderLines(toolbox, deps) : new Map(),
    );
    const figure = withPrices(
      presented.counts,
      snapshot,
      network,
      category.key,
      toolbox.matchedRows.ids,
    );
    const frame = {
      title,
      figure,
      description: `${figure}: ${joinNames(snapshot.catalog.facts) || 'offers'} of ${title}. ${category.description ?? ''}`,
      network,
      path,
      parameters: { page: listParameters(question).page },
      canonical: set === null ? null : listing.to(set.path),
      shared: listParameters({ ...question, columns: null, facet: null, picked: [] }),
      json: { path: listing.listApi, parameters: apiParametersOf(question) },
      markdown: markdownParameters(question),
      feed: { category: category.key },
      ownSearch: true,
      scripts: ['toolbox.js'],
      structured: describeProviders(title, presented.providers, toolbox),
    };
    const application = applicationOf(snapshot.catalog, deps.urls, [category.key]);
    const shown = {
      ...presented,
      heading: title,
      lead: set?.description ?? category.description,
      application,
    };
    sendPage(ctx, { template: 'toolbox', frame, view: shown }, deps);
  };
}

/** Null for an address without a set. Throws 404. */
async function requestedSet(
  ctx: Context,
  { snapshot, network, category, path }: Listing,
): Promise<ReadySet | null> {
  if (ctx.path === path) return null;
  const set = (await readSets(snapshot, network, category.key)).find(
    (readySet) => readySet.path === ctx.path,
  );
  if (set === undefined) throw new HttpError(404, 'not-found', 'no page at this address');
  return set;
}

/**
 * HTML of the lines of each provider that the page shows whole. A page of 100 providers with all
 * columns takes long to render, and must not hold the event loop.
 */
export async function renderLines(
  toolbox: Toolbox,
  deps: PageDeps,
): Promise<ReadonlyMap<ProviderGroup, Buffer>> {
  const { snapshot, network, columns, shown, estimates, quotas, question } = toolbox;
  const { picked, open } = question;
  const slugOf = slugOfRow(toolbox);
  const opened =
    open === null ? undefined : toolbox.matchedRows.ids.find((id) => slugOf(id) === open);
  const unfolded = opened === undefined ? null : snapshot.offers.of(opened);
  const pastOf = await pastPresenter(
    { ...toolbox, href: toolbox.link },
    unfolded === null ? [] : [unfolded],
  );
  const placesOf = addedOfRows(toolbox, rowsOfOffers(toolbox, toolbox.matchedRows.ids));
  const addedCells = (id: number) => ({
    ...placesOf(id),
    ...quotas?.cellsOf(id),
    ...estimates?.cellsOf(id, snapshot.offers.of(id) === unfolded),
  });
  const inputs = {
    snapshot,
    network,
    from: toolbox.from,
    columns,
    shown,
    picked,
    open,
    pastOf,
    addedCells,
    slugOf,
    within: toolbox.networks,
    headOf: providerHeads(toolbox),
  };
  const distinguish = distinguishingTexts(toolbox);
  const rendered = new Map<ProviderGroup, Buffer>();
  const before = new Set<string>();
  const pause = createPause();
  for (const group of shownWhole(toolbox, (id) => slugOf(id) === open)) {
    const offer = { ids: group.rows, distinguishing: distinguish(group.provider) };
    rendered.set(group, renderOffers({ ...inputs, ...offer, before }, deps));
    for (const id of group.rows) before.add(snapshot.offers.of(id).slug);
    await pause();
  }
  return rendered;
}

/**
 * The providers of the page. A list sorted by offers has a provider more than once, and is not
 * described.
 */
function describeProviders(
  title: string,
  providers: ReturnType<typeof presentToolbox>['providers'],
  { question: { query }, network, urls, snapshot: { catalog } }: Toolbox,
) {
  if (query.sorting.length > 0 || providers.length === 0) return null;
  const items = providers.flatMap(({ name }) => {
    const known = catalog.providers.get(name);
    return known ? [{ name, url: urls.to(network, `/providers/${known.slug}`) }] : [];
  });
  return describeList(title, items, (query.page - 1) * query.pageSize + 1);
}

/**
 * Listings on a page, so that it stays below 25 kB and 50 ms. Providers after it have a link to
 * their offers.
 */
const maxOffers = 300;
/** On the longest page, which is for paper. */
const maxOnPaper = 1000;

/**
 * The first provider is always shown with all of its offers, so that each offer is on some page,
 * and so is that of the unfolded row.
 */
function shownWhole(
  { snapshot, network, page: { groups, pagination } }: Toolbox,
  isOpen: (id: number) => boolean,
): readonly ProviderGroup[] {
  const most = pagination.pageSize === maxPageSize ? maxOnPaper : maxOffers;
  let offers = 0;
  return groups.filter(({ rows }, index) => {
    offers += network === null ? snapshot.countOffers(rows) : rows.length;
    return index === 0 || offers <= most || rows.some(isOpen);
  });
}
