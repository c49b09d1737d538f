/** View of the directory page: filters, providers with their offers, downloads, comparison. */
import { formatCount } from '../../../common/format-count.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import { activeCategories, countCategories } from '../../api/coverage.ts';
import { metricsOf } from '../../api/rows/categories.ts';
import type { ProviderGroup } from '../../query/pages.ts';
import type { ReadySet } from '../../query/sets.ts';
import { noFilters, type View, viewParameters, workloadParameters } from '../../query/view.ts';
import { noneYet, plural, roundedCount } from '../../text/counts.ts';
import { pairsOf, type Urls } from '../../urls.ts';
import { iconOf } from '../shared/icons.ts';
import type { ProviderHead } from '../shared/offer-table/render-offers.ts';
import { isWide, widthOf } from '../shared/offer-table/widths.ts';
import { presentPager } from '../shared/pager.ts';
import { presentChips, presentHints, presentNotes, withoutSearch } from './active.ts';
import { presentPricePlots } from './charts/price-plots.ts';
import { presentCost } from './columns/estimates.ts';
import type { DistinguishingTexts } from './columns/listing.ts';
import { presentFilterPanel } from './filter-panel.ts';
import { ofProvider, presentDownloads, presentSets, type ViewLink, viewLinks } from './links.ts';
import { presentMeant } from './meant.ts';
import { presentNetworks } from './networks.ts';
import { presentPicked } from './picked.ts';
import type { Listing, ToolboxData } from './read.ts';
import { sectionsOf } from './sections.ts';
import { presentDisplay, presentHead } from './table.ts';

interface ToolboxInput extends Listing {
  readonly view: View;
  readonly data: ToolboxData;
  /** HTML of the offers of each provider that the page shows whole. It links to the others. */
  readonly lines: ReadonlyMap<ProviderGroup, string>;
  readonly heads: ReadonlyMap<ProviderGroup, ProviderHead>;
  readonly distinguish: DistinguishingTexts;
  readonly urls: Urls;
  /** The view in words. */
  readonly title: string;
  /** The ready set that the view is; null for other views. */
  readonly set: ReadySet | null;
}

export function presentToolbox(input: ToolboxInput) {
  const { snapshot, key, network, category, view, data, distinguish, urls } = input;
  const { page, columns, listing, estimates } = data;
  const { ids } = data.found;
  const home = (path: string) => urls.href(key, key, path);
  const href = viewLinks(urls, key, `/toolbox/${category.key}`);
  const offerHref = (offer: string) => urls.href(key, key, '/compare', { category: category.key, offer });
  const metrics = metricsOf(snapshot, key);
  const all =
    countCategories(snapshot.catalog.categories, metrics).find((each) => each.key === category.key)?.count ?? 0;
  const { chips, more } = presentChips(view, href);
  const { totalProviders } = page.pagination;
  const offers = snapshot.countOffers(ids);
  return {
    networkName: network.name,
    crumbs: [{ label: network.name, href: home('/') }],
    category,
    heading: input.title,
    lead: input.set?.description ?? category.description,
    menu: presentMenu(input),
    /** The skip link leads to the first provider. */
    skip: '#offers',
    notice: view.notice,
    search: view.search,
    action: home(`/toolbox/${category.key}`),
    counts: `${plural(totalProviders, 'provider')}, ${plural(offers, 'offer')}`,
    dataset: category.key === 'apis' ? roundedCount(metrics.providerCategoryEntries) : null,
    chips,
    hasChips: chips.length > 0,
    meant: presentMeant(data.meant, key, urls),
    moreChips: more === 0 ? null : more,
    filterCount: chips.length === 0 ? null : chips.length + more,
    clear: href(withoutSearch({ ...view, query: { ...view.query, ...noFilters, page: 1 } })),
    panel: presentFilterPanel({ ...data, snapshot, network: key, view, href }),
    /** Fields of the filter form; the panel has those of the rest of the view. */
    workload: pairsOf(workloadParameters(view.workload)).map(([name, value]) => ({ name, value })),
    networks: presentNetworks(snapshot, key, view, urls),
    sets: presentSets(data.sets, view, href, home),
    hasSets: data.sets.length > 0,
    display: presentDisplay(view, data),
    cost: presentCost({ snapshot, view, columns, ids, href, estimates }),
    /** The view, for the buttons that unfold a row of it. */
    parameters: pairsOf(viewParameters({ ...view, facet: null })).map(([name, value]) => ({ name, value })),
    prices: presentPricePlots({ snapshot, network: key, view, columns: listing.filled, ids, href, offerHref }),
    ...presentLines(input, href),
    pages: presentPager(page.pagination, (number) =>
      href({ ...view, facet: null, query: { ...view.query, page: number } }),
    ),
    /** The category has no offers on the network, whatever the filters. */
    none: all === 0 ? noneYet : null,
    downloads: presentDownloads(key, view, urls),
    compare: presentPicked({ snapshot, network: key, view, groups: page.groups, distinguish, href, urls }),
  };
}

function presentMenu({ snapshot, key: network, category, urls }: ToolboxInput) {
  const active = activeCategories(snapshot.catalog.categories, metricsOf(snapshot, network));
  return active.map(({ key, label, icon, count }) => ({
    label,
    icon: iconOf(icon),
    count: formatCount(count),
    href: urls.href(network, network, `/toolbox/${key}`),
    current: key === category.key,
  }));
}

/** Columns before the facts that have sortable heads. */
function isFirst({ listing }: ToolboxData, { key }: ColumnDefinition): boolean {
  return key === 'provider' || (key === 'planName' && listing.hasPlans);
}

/** The table, or suggestions if it is empty. */
function presentLines(input: ToolboxInput, href: ViewLink) {
  const { snapshot, view, data, lines, heads } = input;
  const { page, shown, columns, listing, common } = data;
  const found = page.pagination.totalOffers > 0;
  const provider = columns.find((column) => column.key === 'provider');
  const sectionOf = sectionsOf(snapshot, view, { rows: data.found.ids, estimates: data.estimates });
  return {
    empty: found ? null : presentHints(view, data, href),
    pastEnd: found && page.groups.length === 0,
    hasRows: page.groups.length > 0,
    isWide: isWide(shown.map((column) => listing.widths.get(column.key) ?? widthOf(column, []))),
    width: shown.length + 3,
    restWidth: shown.length + 2,
    firstHeads: columns.filter((column) => isFirst(data, column)).map((column) => presentHead(column, view, href)),
    planHead: listing.hasPlans ? null : 'Offer',
    heads: shown.map((column) => presentHead(column, view, href)),
    notes: presentNotes(input, view, data),
    common: common.length === 0 ? null : `All: ${common.join(', ')}`,
    providers: page.groups.map((group, index) => {
      const section = sectionOf(group);
      const before = page.groups[index - 1];
      const isNew = section !== null && (before === undefined || sectionOf(before)?.title !== section.title);
      const own = lines.get(group) ?? null;
      const head = heads.get(group);
      return {
        name: group.provider,
        first: index === 0,
        section: isNew ? section : null,
        by: head && { ...head, isFirst: true },
        count: plural(snapshot.countOffers(group.rows), 'offer'),
        lines: own,
        alone: own === null && provider ? href(ofProvider(view, provider, group.provider)) : null,
      };
    }),
  };
}
