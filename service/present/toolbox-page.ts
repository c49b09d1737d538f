/** The directory page of a category on one network: its providers, each with its offers. */
import type { ColumnDefinition } from '../../model/columns.ts';
import type { Page } from '../query/page.ts';
import type { NetworkEntry } from '../snapshot/catalog.ts';
import type { Urls } from '../urls.ts';
import type { CategoryRecord } from './categories.ts';
import { monogramOf } from './monogram.ts';
import { type OfferView, presentOffer } from './offer.ts';
import { formatCount, roundedCount } from './rounded-count.ts';
import type { RowObject } from './row-json.ts';

export interface ToolboxInput {
  readonly network: NetworkEntry;
  readonly category: Pick<CategoryRecord, 'key' | 'label' | 'description'>;
  /** Active on the network. */
  readonly categories: readonly CategoryRecord[];
  /** Those that the category uses. */
  readonly columns: readonly ColumnDefinition[];
  readonly search: string;
  readonly page: Page;
  /** The rows of the page by content id. */
  readonly rowOf: (content: number) => RowObject;
  /** Rows of the category on the network, whatever the search. */
  readonly total: number;
  /** Provider-category entries of the network. */
  readonly entries: number;
  readonly urls: Urls;
}

export function presentToolbox(input: ToolboxInput) {
  const { network, category, search, page, urls } = input;
  const { totalOffers, totalProviders } = page.pagination;
  const base = urls.network(network.network);
  const api = '/api/infrastructure-providers/rows';
  return {
    networkName: nameOf(network),
    networkHome: urls.href(network.network, network.network, '/'),
    category,
    menu: input.categories.map(({ key, label, count }) => ({
      label,
      count: formatCount(count),
      href: urls.href(network.network, network.network, `/toolbox/${key}`),
      current: key === category.key,
    })),
    search,
    searching: search !== '',
    action: urls.href(network.network, network.network, `/toolbox/${category.key}`),
    counts: `${plural(totalProviders, 'provider')}, ${plural(totalOffers, 'offer')}`,
    ofTotal: totalOffers === input.total ? null : formatCount(input.total),
    dataset: category.key === 'apis' ? roundedCount(input.entries) : null,
    empty: totalOffers === 0,
    providers: page.groups.map(({ provider, contents }) => ({
      name: provider,
      anchor: anchorOf(provider),
      ...monogramOf(provider),
      count: plural(contents.length, 'offer'),
      offers: contents.map((id): OfferView => presentOffer(input.rowOf(id), input.columns)),
    })),
    pages: presentPages(input),
    apiUrl: urls.to(network.network, api, { category: category.key, search }),
    base,
  };
}

export function nameOf(network: NetworkEntry): string {
  return network.name ?? network.network;
}

function presentPages({ network, category, search, page, urls }: ToolboxInput) {
  const { page: current, pageSize, totalPages } = page.pagination;
  if (totalPages <= 1 && current === 1) return null;
  const to = (number: number) => ({
    number,
    current: number === current,
    href: urls.href(network.network, network.network, `/toolbox/${category.key}`, {
      search,
      page: number === 1 ? null : number,
      pageSize: pageSize === defaultShown ? null : pageSize,
    }),
  });
  const last = Math.max(totalPages, 1);
  const near = [1, current - 1, current, current + 1, last].filter((number) => number >= 1 && number <= last);
  return {
    previous: current > 1 ? to(Math.min(current - 1, last)) : null,
    next: current < last ? to(current + 1) : null,
    numbers: [...new Set(near)].toSorted((a, b) => a - b).map(to),
    position: `page ${formatCount(current)} of ${formatCount(last)}`,
  };
}

/** The page size that is not written into links. */
export const defaultShown = 10;

function plural(count: number, word: string): string {
  return `${formatCount(count)} ${word}${count === 1 ? '' : 's'}`;
}

function anchorOf(provider: string): string {
  return `provider-${provider.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}`;
}
