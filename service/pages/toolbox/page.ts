/** GET {network}/toolbox/{category}: the directory page of a category, with the lines of its providers. */
import { createPause } from '../../../common/pauses.ts';
import { applicationOf } from '../../api/application.ts';
import { activeCategories } from '../../api/coverage.ts';
import { metricsOf } from '../../api/rows/categories.ts';
import { describeView } from '../../api/view-title.ts';
import type { Handler } from '../../http/context.ts';
import type { ProviderGroup } from '../../query/pages.ts';
import { apiParameters, parseView, type View } from '../../query/view.ts';
import type { Offer } from '../../snapshot/offers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { Urls } from '../../urls.ts';
import { markdownParameters } from '../markdown/toolbox.ts';
import { pastPresenter } from '../shared/changes/past.ts';
import { logosOf } from '../shared/logos.ts';
import { escapeHtml, safeHref } from '../shared/markdown.ts';
import { type OffersInput, type ProviderHead, renderOffers } from '../shared/offer-table/render-offers.ts';
import { type PageDeps, requestedCategory, sendPage } from '../shared/page.ts';
import { describeList } from '../shared/structured-data.ts';
import { presentNotes } from './active.ts';
import { presentPricePlots } from './charts/price-plots.ts';
import { presentCost } from './estimates.ts';
import { viewLinks } from './links.ts';
import { type DistinguishingTexts, distinguishingTexts } from './listing.ts';
import { renderNetworks } from './networks.ts';
import { readPicked } from './picked.ts';
import { readToolbox } from './read.ts';
import { renderPanel } from './render-panel.ts';
import { sectionsOf } from './sections.ts';
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
  const { urls } = deps;
  const data = await readToolbox({ key, snapshot, network, category }, view);
  const { found, page, shown, facetsOf, matchesOf, inAnyScope, estimates } = data;
  const sprite = urls.shared(key, '/assets/icons.svg', { v: deps.assets.version('icons.svg', manifest.id) });
  const metrics = metricsOf(snapshot, key);
  const categories = activeCategories(catalog.categories, metrics);
  const distinguish = distinguishingTexts(snapshot, { network: key, category: category.key });
  const heads = presentProviderHeads(page.groups, { network: key, snapshot, urls });
  const rendered = await renderLines({ key, snapshot, view, data, heads, distinguish }, deps);
  const href = viewLinks(urls, key, `/toolbox/${category.key}`);
  const offerHref = (offer: string) => urls.href(key, key, '/compare', { category: category.key, offer });
  const presented = presentToolbox({
    ...data,
    network,
    category: categories.find(({ key: active }) => active === category.key) ?? {
      ...category,
      count: 0,
      providersCount: 0,
    },
    categories,
    view,
    panel: renderPanel({ snapshot, network: key, view, found, inAnyScope, facetsOf, matchesOf, shown, sprite }, deps),
    networks: renderNetworks({ snapshot, network: key, view, sprite }, deps),
    offers: snapshot.countOffers(found.ids),
    countOffers: (rows) => snapshot.countOffers(rows),
    sectionOf: sectionsOf(snapshot, view, { rows: found.ids, estimates }),
    notes: presentNotes({ network, category }, view, data),
    cost: presentCost({ snapshot, view, columns: data.columns, ids: found.ids, href, estimates }),
    prices: presentPricePlots({
      ...{ snapshot, network: key, view, href, offerHref },
      columns: data.listing.filled,
      ids: found.ids,
    }),
    linesOf: (group) => rendered.get(group) ?? null,
    picked: readPicked(snapshot, key, { view, distinguish, urls }),
    slugOf: (id) => snapshot.slugOf(id),
    headOf: (group) => heads.get(group) ?? null,
    entries: metrics.providerCategoryEntries,
    urls,
  });
  const application = applicationOf(catalog, urls, [category.key]);
  return { ...presented, application, providerHeads: [...heads.values()] };
}

interface LinesInput extends Pick<Place, 'key' | 'snapshot'>, Pick<Lines, 'heads' | 'distinguish'> {
  readonly view: View;
  readonly data: Awaited<ReturnType<typeof readToolbox>>;
}

type AddedCells = NonNullable<OffersInput['added']>;

/** Cells that the page adds to those of the snapshot; null if there are none. */
function addedCells(given: readonly (AddedCells | null)[]): AddedCells | null {
  const parts = given.filter((part) => part !== null);
  if (parts.length === 0) return null;
  const cellsOf = (id: number) => Object.assign({}, ...parts.map((part) => part.cellsOf(id)));
  return { key: parts.map(({ key }) => key).join(' '), cellsOf };
}

/** HTML of the lines of each provider that the page shows whole. */
function renderLines({ key, snapshot, view, data, heads, distinguish }: LinesInput, deps: PageDeps) {
  const { page, columns, shown, estimates, quotas } = data;
  const { picked, open } = view;
  const pastOf = pastPresenter({ snapshot, network: key, urls: deps.urls });
  const chains = snapshot.chainsOf(key);
  const given = {
    snapshot,
    network: key,
    columns,
    shown,
    chains,
    picked,
    open,
    added: addedCells([estimates, quotas]),
  };
  const groups = shownWhole(page.groups, (id) => snapshot.slugOf(id) === open);
  return renderInSteps(groups, { ...given, heads, distinguish, pastOf }, deps);
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
export function presentProviderHeads(
  groups: readonly ProviderGroup[],
  { network, snapshot, urls }: { readonly network: string; readonly snapshot: Snapshot; readonly urls: Urls },
): ReadonlyMap<ProviderGroup, ProviderHead> {
  const logoOf = logosOf(snapshot, network, urls);
  return new Map(
    groups.map((group) => {
      const { provider } = group;
      const known = snapshot.catalog.providers.get(provider);
      const profile = known === undefined ? null : urls.href(network, network, `/providers/${known.slug}`);
      const website = safeHref(known?.website ?? '', urls);
      // Long names may break after a dot: `Jumper.Exchange`.
      const nameHtml = escapeHtml(provider).replace(/\.(?=\w)/g, '.<wbr>');
      return [group, { name: provider, nameHtml, ...logoOf(provider), profile, website }];
    }),
  );
}

/** Listings on a page, so that it stays below 25 kB and 50 ms. Providers after it have a link to their offers. */
const maxOffers = 300;

/** The first provider is always shown with all of its offers, so that each offer is on some page, and so is that of the unfolded row. */
export function shownWhole(
  groups: readonly ProviderGroup[],
  isOpen: (id: number) => boolean = () => false,
): readonly ProviderGroup[] {
  let offers = 0;
  return groups.filter(({ rows }, index) => {
    offers += rows.length;
    return index === 0 || offers <= maxOffers || rows.some(isOpen);
  });
}

/** Input of `renderOffers` that is the same for all providers of the page. */
interface Lines extends Omit<OffersInput, 'ids' | 'by' | 'distinguishing' | 'before'> {
  readonly heads: ReadonlyMap<ProviderGroup, ProviderHead>;
  readonly distinguish: DistinguishingTexts;
}

/** A page of 100 providers with all columns takes long to render, and must not hold the event loop. */
export async function renderInSteps(
  groups: readonly ProviderGroup[],
  { heads, distinguish, ...lines }: Lines,
  deps: PageDeps,
): Promise<ReadonlyMap<ProviderGroup, string>> {
  const rendered = new Map<ProviderGroup, string>();
  const before = new Set<Offer>();
  const pause = createPause();
  for (const group of groups) {
    const own = { ids: group.rows, by: heads.get(group) ?? null, distinguishing: distinguish(group.provider) };
    rendered.set(group, renderOffers({ ...lines, ...own, before }, deps));
    for (const id of group.rows) before.add(lines.snapshot.offers.of(id));
    await pause();
  }
  return rendered;
}
