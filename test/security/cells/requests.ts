/** Every route of a service whose snapshot has hostile cells, for each category and provider of it. */
import type { ColumnDefinition } from '../../../model/columns.ts';
import { everyPath } from '../../support/service-every-path.ts';

export interface Served {
  readonly columns: readonly ColumnDefinition[];
  /** Slugs of offers by category. */
  readonly offers: ReadonlyMap<string, readonly string[]>;
  /** Slugs. */
  readonly providers: readonly string[];
  /** Values to search and filter by. */
  readonly texts: readonly string[];
}

const aria = '/networks/aria';
const api = `${aria}/api/infrastructure-providers`;
const formats = ['csv', 'ndjson', 'parquet'];

/** Addresses, and bodies of POST /mcp. */
export function hostileRequests(served: Served): (string | object)[] {
  const { offers, providers, texts } = served;
  const [apis = ''] = offers.get('apis') ?? [];
  const usual = everyPath().map((path) =>
    path.replaceAll(/alchemy-free-mainnet|zephyr-mainnet/g, apis).replaceAll(/p02/g, 'acme'),
  );
  return [
    ...usual,
    ...[...offers].flatMap(([category, slugs]) => ofCategory(category, slugs, served)),
    ...providers.flatMap((slug) =>
      ['', aria].flatMap((at) => [`${at}/providers/${slug}`, `${at}/providers/${slug}.md`]),
    ),
    ...(offers.get('mcpservers') ?? []).map((slug) => `/api/mcp-config?offer=${slug}`),
    ...(offers.get('apis') ?? []).map((slug) => `/api/rpc-endpoint?offer=${slug}`),
    ...texts.flatMap((text) => {
      const q = encodeURIComponent(text.slice(0, 200));
      return [`/search?q=${q}`, `/api/search?q=${q}`, `/api/suggest?q=${q}`, `${aria}/toolbox/apis?search=${q}`];
    }),
    ...toolCalls(offers, providers),
  ];
}

function ofCategory(category: string, slugs: readonly string[], { columns, texts }: Served): string[] {
  const own = columns.filter(({ categories }) => categories.includes(category));
  const cols = own.map(({ key }) => `cols=${key}`).join('&');
  const filtered = own.filter(({ filter }) => filter === 'searchableMultiSelect');
  const values = texts.filter((text) => text.length < 100);
  return [
    `${aria}/toolbox/${category}?pageSize=100`,
    `${aria}/toolbox/${category}?pageSize=100&${cols}`,
    `${aria}/toolbox/${category}.md`,
    `${api}/rows?category=${category}&pageSize=100&numbers=1`,
    `${api}/facets?category=${category}`,
    `/api/offers?category=${category}`,
    ...formats.map((format) => `${api}/export?category=${category}&format=${format}`),
    ...sixes(slugs).flatMap((six, at) => {
      const query = `category=${category}&${six.map((slug) => `offer=${slug}`).join('&')}`;
      const forms = ['/compare', '/compare.json', '/compare.csv', '/compare.md'];
      return [`${aria}/compare?${query}`, `${forms[at % forms.length]}?${query}`];
    }),
    ...filtered.map(({ key }, at) => {
      const value = encodeURIComponent(values[at % values.length] ?? '');
      return `${aria}/toolbox/${category}?f.${key}=${value}`;
    }),
  ];
}

function sixes(slugs: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(slugs.length / 6) }, (_, at) => slugs.slice(at * 6, at * 6 + 6));
}

function toolCalls(offers: Served['offers'], providers: readonly string[]): object[] {
  const call = (name: string, given: object) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: given },
  });
  return [
    ...[...offers].flatMap(([category, slugs]) => [
      call('find_offers', { category, budget: 20_000 }),
      call('compare_offers', { category, offers: slugs.slice(0, 6) }),
      call('list_values', { category, budget: 20_000 }),
    ]),
    ...providers.map((provider) => call('get_provider', { provider })),
    ...(offers.get('mcpservers') ?? []).map((offer) => call('get_connection', { offer })),
    call('changes_since', { budget: 20_000 }),
  ];
}
