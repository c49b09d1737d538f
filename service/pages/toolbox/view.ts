/** View of the directory page: filters, providers with their offers, downloads, comparison. */
import type { ColumnDefinition } from '../../../model/columns.ts';
import type { CountedCategory } from '../../api/coverage.ts';
import { networkApi } from '../../api/resource.ts';
import type { ProviderGroup } from '../../query/pages.ts';
import { noFilters, type View, viewParameters } from '../../query/view.ts';
import type { NetworkEntry } from '../../snapshot/catalog.ts';
import { formatCount, noneYet, plural, roundedCount } from '../../text/counts.ts';
import { pairsOf, type Urls } from '../../urls.ts';
import { iconOf } from '../shared/icons.ts';
import type { ProviderHead } from '../shared/offer-table/render-offers.ts';
import { roomFor, widthOf } from '../shared/offer-table/widths.ts';
import { presentPager } from '../shared/pager.ts';
import { presentChips, presentHints, withoutSearch } from './active.ts';
import type { presentPricePlots } from './charts/price-plots.ts';
import type { presentCost } from './estimates.ts';
import { ofProvider, presentDownloads, type ViewLink, viewLinks } from './links.ts';
import { presentMeant } from './meant.ts';
import { type PickedInput, presentPicked } from './picked.ts';
import type { ToolboxData } from './read.ts';
import type { SectionView } from './sections.ts';
import { presentSets } from './sets.ts';
import { presentDisplay, presentHead } from './table.ts';

export interface ToolboxInput
  extends Pick<
    ToolboxData,
    'columns' | 'listing' | 'shown' | 'common' | 'page' | 'sets' | 'hints' | 'foundWithoutSearch' | 'meant'
  > {
  readonly network: NetworkEntry;
  readonly category: CountedCategory;
  /** Active categories of the network. */
  readonly categories: readonly CountedCategory[];
  readonly view: View;
  /** HTML. */
  readonly panel: string;
  /** HTML of the menu of other networks; blank if there are none. */
  readonly networks: string;
  /** Offers of all pages; each can have several listings. */
  readonly offers: number;
  readonly countOffers: (rows: readonly number[]) => number;
  /** HTML of a provider's offers; null if the page links to them. */
  readonly linesOf: (group: ProviderGroup) => string | null;
  readonly picked: Pick<PickedInput, 'offers' | 'logoOf'>;
  readonly slugOf: (id: number) => string;
  readonly headOf: (group: ProviderGroup) => ProviderHead | null;
  /** Section of a group in a list sorted by prices, null in other lists. */
  readonly sectionOf: (group: ProviderGroup) => SectionView | null;
  /** What price filters compare. */
  readonly notes: readonly string[];
  readonly cost: ReturnType<typeof presentCost>;
  readonly prices: ReturnType<typeof presentPricePlots>;
  /** Provider-category entries of the network. */
  readonly entries: number;
  readonly urls: Urls;
}

export function presentToolbox(input: ToolboxInput) {
  const { network, category, view, page, urls } = input;
  const href = viewLinks(urls, network.network, `/toolbox/${category.key}`);
  const { chips, more } = presentChips(view, href);
  const { totalOffers, totalProviders } = page.pagination;
  const { offers } = input;
  return {
    networkName: network.name,
    crumbs: [{ label: network.name, href: urls.href(network.network, network.network, '/') }],
    category: { ...category, icon: iconOf(category.icon) },
    menu: presentMenu(input),
    /** The skip link leads to the first provider. */
    skip: '#offers',
    notice: view.notice,
    search: view.search,
    action: urls.href(network.network, network.network, `/toolbox/${category.key}`),
    counts: `${plural(totalProviders, 'provider')}, ${plural(offers, 'offer')}`,
    listings: describeListings({ offers, listings: totalOffers, all: category.count }),
    dataset: category.key === 'apis' ? roundedCount(input.entries) : null,
    chips,
    hasChips: chips.length > 0,
    meant: presentMeant(input.meant, network.network, urls),
    moreChips: more === 0 ? null : more,
    filterCount: chips.length === 0 ? null : chips.length + more,
    clear: href(withoutSearch({ ...view, query: { ...view.query, ...noFilters, page: 1 } })),
    panel: input.panel,
    networks: input.networks,
    sets: presentSets(input.sets, view, href),
    hasSets: input.sets.length > 0,
    display: presentDisplay(view, input),
    cost: input.cost,
    /** The view, for the buttons that unfold a row of it. */
    parameters: pairsOf(viewParameters({ ...view, facet: null })).map(([name, value]) => ({ name, value })),
    prices: input.prices,
    ...presentLines(input, href),
    pages: presentPager(page.pagination, (number) =>
      href({ ...view, facet: null, query: { ...view.query, page: number } }),
    ),
    /** The category has no offers on the network, whatever the filters. */
    none: category.count === 0 ? noneYet : null,
    /** Facets with the values of the whole category, for an empty result. */
    allValues:
      totalOffers > 0
        ? null
        : urls.href(network.network, network.network, `${networkApi}/facets`, { category: category.key }),
    downloads: presentDownloads(network.network, view, urls),
    compare: presentTray(input, href),
  };
}

function presentMenu({ network, category, categories, urls }: ToolboxInput) {
  return categories.map(({ key, label, icon, count }) => ({
    label,
    icon: iconOf(icon),
    count: formatCount(count),
    href: urls.href(network.network, network.network, `/toolbox/${key}`),
    current: key === category.key,
  }));
}

/** `in 719 listings`, `in 12 of 719 listings`; null if each offer has one listing and all are shown. */
function describeListings({ offers, listings, all }: { offers: number; listings: number; all: number }): string | null {
  if (listings !== all) return `in ${formatCount(listings)} of ${plural(all, 'listing')}`;
  return offers === listings ? null : `in ${plural(listings, 'listing')}`;
}

/** Columns before the facts that have sortable heads. */
function isFirst({ listing }: ToolboxInput, { key }: ColumnDefinition): boolean {
  return key === 'provider' || (key === 'planName' && listing.hasPlans);
}

/** The table, or suggestions if it is empty. */
function presentLines(input: ToolboxInput, href: ViewLink) {
  const { page, shown, view } = input;
  const found = page.pagination.totalOffers > 0;
  const widths = shown.map((column) => input.listing.widths.get(column.key) ?? widthOf(column, []));
  const provider = input.columns.find((column) => column.key === 'provider');
  return {
    empty: found
      ? null
      : presentHints(view, { hints: input.hints, foundWithoutSearch: input.foundWithoutSearch }, href),
    pastEnd: found && page.groups.length === 0,
    hasRows: page.groups.length > 0,
    ...roomFor(widths, input.columns),
    widths,
    width: shown.length + 3,
    restWidth: shown.length + 2,
    firstHeads: input.columns
      .filter((column) => isFirst(input, column))
      .map((column) => presentHead(column, view, href)),
    planHead: input.listing.hasPlans ? null : 'Offer',
    described: input.columns.some(({ cellType }) => cellType === 'description'),
    heads: shown.map((column) => presentHead(column, view, href)),
    notes: input.notes,
    common: input.common.length === 0 ? null : `All: ${input.common.join(', ')}`,
    providers: page.groups.map((group, index) => {
      const section = input.sectionOf(group);
      const before = page.groups[index - 1];
      const isNew = section !== null && (before === undefined || input.sectionOf(before)?.title !== section.title);
      const lines = input.linesOf(group);
      const head = input.headOf(group);
      return {
        name: group.provider,
        first: index === 0,
        section: isNew ? section : null,
        by: head && { ...head, isFirst: true },
        count: plural(input.countOffers(group.rows), 'offer'),
        lines,
        alone: lines === null && provider ? href(ofProvider(view, provider, group.provider)) : null,
      };
    }),
  };
}

function presentTray({ network, view, page, slugOf, picked, urls }: ToolboxInput, href: ViewLink) {
  const shown = new Set(view.picked.length === 0 ? [] : page.groups.flatMap(({ rows }) => rows.map(slugOf)));
  const offered = page.groups.length > 0;
  return presentPicked({ network: network.network, view, ...picked, shown, offered, href, urls });
}

/** Parameters of the canonical address. */
export function canonicalParameters(view: View) {
  return { page: viewParameters(view).page };
}
