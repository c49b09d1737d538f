/** GET {network}/toolbox/{category} and its Markdown: the directory page of a category. */

import { groupBy } from '../../../common/group-by.ts';
import { offerCells } from '../../answers/offer-cells.ts';
import { type ReadySet, readSets } from '../../answers/sets.ts';
import { applicationOf } from '../../api/application.ts';
import { titleOfView } from '../../api/view-title.ts';
import { HttpError } from '../../errors.ts';
import type { Context, Handler } from '../../http/context.ts';
import { createPause } from '../../pauses.ts';
import { ask } from '../../query/ask.ts';
import { cutFlat, groupOffers } from '../../query/offers.ts';
import type { ProviderGroup } from '../../query/paging.ts';
import {
  apiParametersOf,
  type ListQuestion,
  listOf,
  listParameters,
  readList,
} from '../../questions/list.ts';
import type { Row } from '../../snapshot/catalog.ts';
import { offersInListings, plural } from '../../text/counts.ts';
import type { Parameters, Urls } from '../../urls.ts';
import { pastPresenter } from '../shared/changes/past.ts';
import {
  describePage,
  nextLink,
  rowsPerPage,
  sendMarkdown,
  textOfCell,
} from '../shared/markdown-document.ts';
import { tableColumns } from '../shared/offer-table/columns.ts';
import { networksCell } from '../shared/offer-table/networks-column.ts';
import { providerHeads, renderOffers } from '../shared/offer-table/render-offers.ts';
import { titleOf } from '../shared/offer-table/title.ts';
import { type PageDeps, sendPage } from '../shared/page.ts';
import { withPrices } from '../shared/price-range.ts';
import { describeList } from '../shared/structured-data.ts';
import { type Estimates, readEstimates } from './columns/estimates.ts';
import { distinguishingTexts, readColumns } from './columns/listing.ts';
import { isAlone } from './links.ts';
import {
  addedColumns,
  columnsOf,
  type Listing,
  readToolbox,
  requestedListing,
  served,
  slugOfRow,
  type Toolbox,
} from './read.ts';
import { presentToolbox } from './view.ts';

export function toolboxPage(deps: PageDeps): Handler {
  return async (ctx) => {
    const listing = requestedListing(ctx, deps.urls);
    const { snapshot, network, category, path } = listing;
    const asked = await requestedSet(ctx, listing);
    const question =
      asked === null
        ? readList(category.key, ctx.querystring, snapshot.catalog, listing.limits)
        : listOf('', asked.query);
    const toolbox = await readToolbox(listing, question);
    const set = asked ?? toolbox.sets.find((each) => isAlone(each, question)) ?? null;
    const title = titleOfView(snapshot, listing, question);
    const presented = presentToolbox(
      toolbox,
      ctx.state.picture === null ? await renderLines(toolbox, deps) : new Map(),
    );
    const figure = withPrices(presented.counts, snapshot, network, category.key, toolbox.found.ids);
    const frame = {
      title,
      figure,
      description: `${figure}: plans, prices, limits and chains of ${title}. ${category.description ?? ''}`,
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
    (each) => each.path === ctx.path,
  );
  if (set === undefined) throw new HttpError(404, 'not-found', 'no page at this address');
  return set;
}

/**
 * HTML of the lines of each provider that the page shows whole. A page of 100 providers with all
 * columns takes long to render, and must not hold the event loop.
 */
async function renderLines(
  toolbox: Toolbox,
  deps: PageDeps,
): Promise<ReadonlyMap<ProviderGroup, string>> {
  const { snapshot, network, columns, shown, estimates, quotas, question } = toolbox;
  const { picked, open } = question;
  const chains = snapshot.chainsOf(network);
  const slugOf = slugOfRow(toolbox);
  const opened = open === null ? undefined : toolbox.found.ids.find((id) => slugOf(id) === open);
  const unfolded = opened === undefined ? null : snapshot.offers.of(opened);
  const pastOf = await pastPresenter(
    { ...toolbox, href: toolbox.link },
    unfolded === null ? [] : [unfolded],
  );
  const placesOf = networksOfRows(toolbox, toolbox.found.ids);
  const addedCells = (id: number) => ({
    ...placesOf(id),
    ...quotas?.cellsOf(id),
    ...estimates?.cellsOf(id, snapshot.offers.of(id) === unfolded),
  });
  const given = {
    snapshot,
    network,
    columns,
    shown,
    chains,
    picked,
    open,
    pastOf,
    addedCells,
    slugOf,
    within: toolbox.networks,
  };
  const [headOf, distinguish] = [providerHeads(toolbox), distinguishingTexts(toolbox)];
  const rendered = new Map<ProviderGroup, string>();
  const before = new Set<string>();
  const pause = createPause();
  for (const group of shownWhole(toolbox, (id) => slugOf(id) === open)) {
    const own = {
      ids: group.rows,
      by: headOf(group.provider),
      distinguishing: distinguish(group.provider),
    };
    rendered.set(group, renderOffers({ ...given, ...own, before }, deps));
    for (const id of group.rows) before.add(snapshot.offers.of(id).slug);
    await pause();
  }
  return rendered;
}

/** Cells that say where the offer of a row is; none in the list of a network. */
function networksOfRows(
  place: Pick<Listing, 'snapshot' | 'network' | 'networks'>,
  ids: readonly number[],
): (id: number) => Row {
  const { snapshot, network } = place;
  if (network !== null) return () => ({});
  const byOffer = groupBy(ids, (id) => snapshot.offers.of(id));
  return (id) => networksCell(place, byOffer.get(snapshot.offers.of(id)) ?? [id]);
}

/**
 * The providers of the page. A list sorted by offers has a provider more than once, and is not
 * described.
 */
function describeProviders(
  title: string,
  providers: ReturnType<typeof presentToolbox>['providers'],
  { question: { query }, network, urls }: Toolbox,
) {
  if (query.sorting.length > 0 || providers.length === 0) return null;
  const items = providers.flatMap(({ by: { name, profile } }) =>
    profile === null ? [] : [{ name, url: urls.absolute(network, profile) }],
  );
  return describeList(title, items, (query.page - 1) * query.pageSize + 1);
}

/**
 * Listings on a page, so that it stays below 25 kB and 50 ms. Providers after it have a link to
 * their offers.
 */
const maxOffers = 300;

/**
 * The first provider is always shown with all of its offers, so that each offer is on some page,
 * and so is that of the unfolded row.
 */
function shownWhole(
  { snapshot, network, page: { groups } }: Toolbox,
  isOpen: (id: number) => boolean,
): readonly ProviderGroup[] {
  let offers = 0;
  return groups.filter(({ rows }, index) => {
    offers += network === null ? snapshot.countOffers(rows) : rows.length;
    return index === 0 || offers <= maxOffers || rows.some(isOpen);
  });
}

/** A page has ten listings, if the address does not say. */
export function toolboxMarkdown({ urls }: { readonly urls: Urls }): Handler {
  return async (ctx) => {
    const listing = requestedListing(ctx, urls);
    const { snapshot, network, category, path, to, api } = listing;
    const given = new URLSearchParams(ctx.querystring);
    if (!given.get('pageSize')) given.set('pageSize', String(rowsPerPage));
    const question = readList(category.key, given, snapshot.catalog, listing.limits);
    const { ids } = await ask(snapshot, network, served(listing, question.query));
    const estimates = readEstimates(snapshot, question, { ids, within: listing.networks });
    const ordered =
      estimates !== null && question.query.sorting.length === 0 ? estimates.ordered : ids;
    // Over several networks an offer has one line.
    const rows =
      network === null
        ? groupOffers(snapshot, ordered).map((offer) => offer.rows[0] ?? 0)
        : ordered;
    const { items, pagination } = cutFlat(rows, question.query, (id) => snapshot.providerOf(id));
    const { totalOffers: total, totalProviders, page, pageSize } = pagination;
    const counts = `${plural(totalProviders, 'provider')}, ${offersInListings(snapshot.countOffers(rows), total)}`;
    const nothing = 'Nothing matches: remove a filter or a word of the search.';
    const parameters = markdownParameters(question);
    const document = {
      title: titleOfView(snapshot, listing, question),
      facts: [
        `${counts}, as of ${snapshot.manifest.generatedAt.slice(0, 10)}.`,
        ...(estimates === null ? [] : [estimates.counted]),
        ...(total === 0 ? [nothing] : describePage(total, { page, pageSize })),
      ],
      tables: [readTable({ items, ids }, listing, question, estimates)],
      links: [
        ...nextLink((paging) => to(`${path}.md`, { ...parameters, ...paging }), {
          page,
          pageSize,
          total,
        }),
        { label: 'JSON', href: to(listing.listApi, apiParametersOf(question)) },
        { label: 'Values of the filters', href: to(`${api}/facets`, { category: category.key }) },
        { label: 'Changes', href: to('/changes.md', { category: category.key }) },
      ],
      html: to(path, parameters),
    };
    sendMarkdown(ctx, document, pageSize);
  };
}

function readTable(
  { items, ids }: { readonly items: readonly number[]; readonly ids: readonly number[] },
  place: Listing,
  { columns: asked }: ListQuestion,
  estimates: Estimates | null,
) {
  const { snapshot } = place;
  const own = columnsOf(place);
  const slugOf = slugOfRow(place);
  const placesOf = networksOfRows(place, ids);
  const { filled, defaults } = readColumns(place, own);
  const chosen = tableColumns(asked, { offered: filled, defaults });
  const shown = [...addedColumns(place, estimates), ...chosen];
  const byOffer = groupBy(ids, (id) => snapshot.offers.of(id));
  const listingsOf = (id: number) =>
    (place.network === null && byOffer.get(snapshot.offers.of(id))) || [id];
  const rows = items.map((id) => {
    const { row: cells } = offerCells(snapshot, listingsOf(id), place.networks);
    const row = { ...cells, ...placesOf(id), ...estimates?.cellsOf(id) };
    return [
      slugOf(id),
      String(row.provider),
      titleOf(row),
      ...shown.map((column) => textOfCell(row, column)),
    ];
  });
  return {
    heading: 'Offers',
    columns: ['Slug', 'Provider', 'Offer', ...shown.map(({ label }) => label)],
    rows,
  };
}

/**
 * Parameters of the first page of the Markdown version. Its pages hold other rows than those of the
 * HTML page.
 */
function markdownParameters(question: ListQuestion): Parameters {
  return {
    ...listParameters(question),
    page: null,
    pageSize: null,
    facet: null,
    compare: null,
    chart: null,
  };
}
