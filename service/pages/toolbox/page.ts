/** GET {network}/toolbox/{category}: the directory page of a category. */

import { createPause } from '../../../common/pauses.ts';
import { applicationOf } from '../../api/application.ts';
import { metricsOf } from '../../api/categories.ts';
import { activeCategories } from '../../api/coverage.ts';
import type { Handler } from '../../http/context.ts';
import { comparedRows, findComparisons } from '../../query/comparisons.ts';
import { findHints, rowsOn } from '../../query/hints.ts';
import { cutPage, cutRuns, findAllRows, type Near, nearOf, type Page, type ProviderGroup } from '../../query/rows.ts';
import { apiParameters, parseView, type View } from '../../query/view.ts';
import type { Offer } from '../../snapshot/offers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { markdownParameters } from '../markdown/toolbox.ts';
import { tableColumns } from '../shared/offer-table/columns.ts';
import { type OffersInput, type ProviderHead, renderOffers } from '../shared/offer-table/render-offers.ts';
import { type PageDeps, requestedCategory, sendPage } from '../shared/page.ts';
import { describeList } from '../shared/structured-data.ts';
import { type ApartOf, apartOfListing } from './apart.ts';
import { describeView } from './heading.ts';
import { presentProviderHeads } from './heads.ts';
import { facetsOfListing, type ListingFacets, readColumns } from './listing.ts';
import { missingValues, renderNetworks } from './networks.ts';
import { readPicked } from './picked.ts';
import { renderPanel } from './render-panel.ts';
import { presentPriceNotes, sectionIdOf, sectionsOf } from './sections.ts';
import { readSets } from './sets.ts';
import { canonicalParameters, presentToolbox } from './view.ts';

export function toolboxPage(deps: PageDeps): Handler {
  return async (ctx) => {
    const place = requestedCategory(ctx);
    const { key, snapshot, network, category } = place;
    const view = parseView(category.key, ctx.querystring, snapshot.catalog);
    const toolbox = await present(place, view, deps);
    const prices = snapshot.pricesOf(key, category.key);
    const comparedIn = (column: string) => prices.get(column)?.main ?? null;
    const title = describeView(view, { category: category.label, network: network.name, comparedIn });
    const frame = {
      title,
      description: `${toolbox.counts}: plans, prices, limits and chains of ${title}. ${category.description ?? ''}`,
      network: key,
      path: ctx.path,
      parameters: canonicalParameters(view),
      json: { path: '/api/infrastructure-providers/rows', parameters: apiParameters(view) },
      markdown: markdownParameters(view),
      feed: { category: category.key },
      manifest: snapshot.manifest,
      ownSearch: true,
      scripts: ['toolbox.js'],
      structured: describeProviders(title, toolbox.providerHeads, view, (link) => deps.urls.absolute(key, link)),
    };
    sendPage(ctx, { template: 'toolbox', frame, view: toolbox }, deps);
  };
}

type Place = ReturnType<typeof requestedCategory>;

async function present({ key, snapshot, network, category }: Place, view: View, deps: PageDeps) {
  const { catalog, manifest } = snapshot;
  const columns = catalog.columnsOf(category.key).filter((column) => column.categories.includes(category.key));
  const near = nearOf(snapshot, key, view.query);
  const rows = await findAllRows(snapshot, key, view.query, near);
  const { urls } = deps;
  const sprite = urls.shared(key, '/assets/icons.svg', { v: deps.assets.version('icons.svg', manifest.id) });
  const place = { network: key, category: category.key };
  const facetsOf = facetsOfListing(snapshot, place);
  const listing = await readColumns(snapshot, place, columns, facetsOf);
  const shown = tableColumns(view.columns, { offered: listing.filled, defaults: listing.defaults });
  const matches = { snapshot, network: key, view, rows, near, facetsOf };
  const { html: panel } = await renderPanel({ ...matches, shown, sprite }, deps);
  const metrics = metricsOf(snapshot, key);
  const categories = activeCategories(catalog.categories, metrics);
  const nothingOf = { ...category, count: 0, providersCount: 0 };
  const apartOf = apartOfListing(snapshot, place);
  const chains = snapshot.chainsOf(key);
  const page = cutToolboxPage(snapshot, view, rows);
  const heads = presentProviderHeads(page.groups, { network: key, snapshot, urls });
  const lines = { snapshot, network: key, columns, shown, chains, picked: view.picked, heads, apartOf };
  const rendered = await renderInSteps(shownWhole(page.groups), lines, deps);
  const presented = presentToolbox({
    network,
    category: categories.find((active) => active.key === category.key) ?? nothingOf,
    categories,
    columns,
    offered: listing.filled,
    hasPlans: listing.hasPlans,
    shown,
    widths: shown.map((column) => listing.widths.get(column.key) ?? 'long'),
    view,
    page,
    panel,
    networks: renderNetworks({ snapshot, network: key, view, sprite }, deps),
    sets: await readSets(snapshot, key, category.key),
    offers: snapshot.countOffers(rows),
    countOffers: (contents) => snapshot.countOffers(contents),
    hints: rows.length === 0 ? await findHints(snapshot, rowsOn(key), view.query, near) : null,
    foundWithoutSearch: await countWithoutSearch(snapshot, key, { view, found: rows.length }),
    sectionOf: sectionsOf(snapshot, view, rows),
    notes: await presentNotes({ snapshot, network, category, view, rows, near, facetsOf }),
    linesOf: (group) => rendered.get(group) ?? null,
    picked: readPicked(snapshot, key, { view, apartOf, urls }),
    slugOf: (id) => snapshot.slugOf(id),
    headOf: (group) => heads.get(group) ?? null,
    entries: metrics.providerCategoryEntries,
    urls,
  });
  const application = applicationOf(catalog, urls, [category.key]);
  return { ...presented, application, hasPast: snapshot.changes.length > 0, providerHeads: [...heads.values()] };
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

interface NotesInput {
  readonly snapshot: Snapshot;
  readonly network: Place['network'];
  readonly category: Place['category'];
  readonly view: View;
  readonly rows: readonly number[];
  readonly near: Near;
  readonly facetsOf: ListingFacets;
}

/** What the filters compare, and which of their values the network does not have. */
async function presentNotes({
  snapshot,
  network,
  category,
  view,
  rows,
  near,
  facetsOf,
}: NotesInput): Promise<string[]> {
  const key = network.network;
  const { query } = view;
  const compared = presentPriceNotes(
    view,
    await findComparisons(snapshot, comparedRows(key), { query, contents: rows }, near),
  );
  if (query.filters.length === 0) return compared;
  const missing = missingValues(query.filters, await facetsOf());
  if (missing.length === 0) return compared;
  return [`${category.label} on ${network.name} have no ${missing.join(' and no ')}.`, ...compared];
}

/** A sorted list is not grouped by provider, because a provider has cheap and dear offers. */
function cutToolboxPage(snapshot: Snapshot, { query }: View, rows: readonly number[]): Page {
  const providerOf = (id: number) => snapshot.providerOf(id);
  if (query.sorting.length === 0) return cutPage(rows, providerOf, query);
  const sectionOf = (id: number) => String(sectionIdOf(snapshot, query, id));
  return cutRuns(rows, { providerOf, sectionOf }, query);
}

/** Listings on a page, so that it stays below 25 kB and 50 ms. Providers after it have a link to their offers. */
const maxOffers = 300;

/** The first provider is always shown with all of its offers, so that each offer is on some page. */
function shownWhole(groups: readonly ProviderGroup[]): readonly ProviderGroup[] {
  let offers = 0;
  return groups.filter(({ contents }, index) => {
    offers += contents.length;
    return index === 0 || offers <= maxOffers;
  });
}

/** Input of `renderOffers` that is the same for all providers of the page. */
interface Lines extends Omit<OffersInput, 'ids' | 'by' | 'apart' | 'before'> {
  readonly heads: ReadonlyMap<ProviderGroup, ProviderHead>;
  readonly apartOf: ApartOf;
}

/** A page of 100 providers with all columns takes long to render, and must not hold the event loop. */
async function renderInSteps(
  groups: readonly ProviderGroup[],
  { heads, apartOf, ...lines }: Lines,
  deps: PageDeps,
): Promise<ReadonlyMap<ProviderGroup, string>> {
  const rendered = new Map<ProviderGroup, string>();
  const before = new Set<Offer>();
  const pause = createPause();
  for (const group of groups) {
    const own = { ids: group.contents, by: heads.get(group) ?? null, apart: apartOf(group.provider) };
    rendered.set(group, renderOffers({ ...lines, ...own, before }, deps));
    for (const id of group.contents) before.add(lines.snapshot.offers.of(id));
    await pause();
  }
  return rendered;
}

/** Number of rows that match the filters if search and filters together match none. */
async function countWithoutSearch(snapshot: Snapshot, network: string, { view, found }: { view: View; found: number }) {
  const { terms, filters } = view.query;
  if (found > 0 || terms.length === 0 || filters.length === 0) return 0;
  return (await findAllRows(snapshot, network, { ...view.query, terms: [] })).length;
}
