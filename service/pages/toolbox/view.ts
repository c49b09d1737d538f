/** The directory page of a category on one network: filters, what is chosen, the providers with their offers, ways on. */
import type { ColumnDefinition } from '../../../model/columns.ts';
import type { CategoryRecord } from '../../api/categories-view.ts';
import { nameOf } from '../../api/networks-view.ts';
import { formatCount, plural, roundedCount } from '../../counts.ts';
import type { Hints } from '../../query/hints.ts';
import type { Page, ProviderGroup } from '../../query/page.ts';
import { apiParameters, maxPicked, type View, viewParameters } from '../../query/view.ts';
import type { NetworkEntry } from '../../snapshot/catalog.ts';
import type { Urls } from '../../urls.ts';
import { iconOf } from '../shared/icons.ts';
import type { SignOf } from '../shared/logos.ts';
import { roomFor, type Width } from '../shared/offer-table/widths.ts';
import { presentPager } from '../shared/pager.ts';
import { presentChips, presentHints, withoutSearch } from './active.ts';
import { type PageLink, pageLinks } from './page-link.ts';
import { presentDisplay, presentHead } from './table.ts';

export interface ToolboxInput {
  readonly network: NetworkEntry;
  readonly category: CategoryRecord;
  /** Active on the network. */
  readonly categories: readonly CategoryRecord[];
  /** Those that the category uses. */
  readonly columns: readonly ColumnDefinition[];
  /** Those of the table. */
  readonly shown: readonly ColumnDefinition[];
  readonly widths: readonly Width[];
  readonly view: View;
  readonly page: Page;
  /** Rendered. */
  readonly panel: string;
  readonly hints: Hints | null;
  /** What would be found without the search, where nothing is. */
  readonly foundWithoutSearch: number;
  /** Rendered lines of a provider. */
  readonly linesOf: (group: ProviderGroup) => string;
  readonly slugOf: (content: number) => string;
  /** Slug of the profile, null where there is none. */
  readonly profileOf: (provider: string) => string | null;
  readonly signOf: SignOf;
  /** Provider-category entries of the network. */
  readonly entries: number;
  readonly urls: Urls;
}

export function presentToolbox(input: ToolboxInput) {
  const { network, category, view, page, shown, urls } = input;
  const href = pageLinks(urls, network.network, `/toolbox/${category.key}`);
  const chips = presentChips(view, href);
  const { totalOffers, totalProviders } = page.pagination;
  return {
    networkName: nameOf(network),
    crumbs: [{ label: nameOf(network), href: urls.href(network.network, network.network, '/') }],
    category: { ...category, icon: iconOf(category.icon) },
    menu: presentMenu(input),
    search: view.search,
    action: urls.href(network.network, network.network, `/toolbox/${category.key}`),
    counts: `${plural(totalProviders, 'provider')}, ${plural(totalOffers, 'offer')}`,
    ofTotal: totalOffers === category.count ? null : formatCount(category.count),
    dataset: category.key === 'apis' ? roundedCount(input.entries) : null,
    chips,
    hasChips: chips.length > 0,
    filterCount: chips.length === 0 ? null : chips.length,
    clear: href(withoutSearch({ ...view, query: { ...view.query, filters: [], page: 1 } })),
    panel: input.panel,
    display: presentDisplay(view, input.columns, shown),
    ...presentLines(input, href),
    pages: presentPager(page.pagination, (number) =>
      href({ ...view, facet: null, query: { ...view.query, page: number } }),
    ),
    ways: presentWays(input),
    compare: presentPicked(input, href),
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

/** The table, or what to loosen where it would be empty. */
function presentLines(input: ToolboxInput, href: PageLink) {
  const { network, page, shown, view, urls } = input;
  const found = page.pagination.totalOffers > 0;
  const provider = input.columns.find((column) => column.key === 'provider');
  return {
    empty: found
      ? null
      : presentHints(view, { hints: input.hints, foundWithoutSearch: input.foundWithoutSearch }, href),
    pastEnd: found && page.groups.length === 0,
    hasRows: page.groups.length > 0,
    room: roomFor(input.widths),
    widths: input.widths,
    width: shown.length + 2,
    firstHead: provider ? presentHead(provider, view, href) : null,
    heads: shown.map((column) => presentHead(column, view, href)),
    providers: page.groups.map((group) => {
      const slug = input.profileOf(group.provider);
      return {
        name: group.provider,
        anchor: anchorOf(group.provider),
        ...input.signOf(group.provider),
        profile: slug === null ? null : urls.href(network.network, network.network, `/providers/${slug}`),
        count: plural(group.contents.length, 'offer'),
        lines: input.linesOf(group),
      };
    }),
  };
}

/** The same as files and as JSON. */
function presentWays({ network, view, urls }: ToolboxInput) {
  const asked = apiParameters(view);
  const api = '/api/infrastructure-providers';
  const { page, pageSize } = view.query;
  const json = urls.to(network.network, `${api}/rows`, {
    ...asked,
    page: page === 1 ? null : page,
    pageSize: pageSize === 10 ? null : pageSize,
  });
  const exported = (format: string) =>
    urls.href(network.network, network.network, `${api}/export`, { ...asked, format });
  return {
    json,
    curl: `curl '${json.replaceAll("'", '%27')}'`,
    files: [
      { label: 'CSV', href: exported('csv') },
      { label: 'NDJSON', href: exported('ndjson') },
      { label: 'Parquet', href: exported('parquet') },
    ],
    facets: urls.href(network.network, network.network, `${api}/facets`, { ...asked, sorting: null }),
  };
}

/** Offers that were picked on other pages go along; those of this page have boxes. */
function presentPicked({ network, category, view, page, slugOf, urls }: ToolboxInput, href: PageLink) {
  const shown = new Set(view.picked.length === 0 ? [] : page.groups.flatMap(({ contents }) => contents.map(slugOf)));
  return {
    action: urls.href(network.network, network.network, '/compare'),
    category: category.key,
    most: maxPicked,
    picked: view.picked.map((slug) => ({
      slug,
      elsewhere: !shown.has(slug),
      href: href({ ...view, picked: view.picked.filter((other) => other !== slug) }),
    })),
    hasPicked: view.picked.length > 0,
    offered: page.groups.length > 0 || view.picked.length > 0,
  };
}

/** For the address of the page as a whole: what a crawler should keep of it. */
export function canonicalParameters(view: View) {
  return { page: viewParameters(view).page };
}

export function anchorOf(provider: string): string {
  return `provider-${provider.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}`;
}
