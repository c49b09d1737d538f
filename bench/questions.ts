/**
 * Requests by kind. Each takes turns over networks, so that neither the same nor the smallest
 * listing is asked again and again.
 */

/** Address of the request with a number. */
export type Ask = (index: number) => string;

const networks = [
  'ethereum',
  'base',
  'bsc',
  'polygon',
  'filecoin',
  'solana',
  'arbitrum',
  'optimism',
];
/** None names a network or the category, which rows then need not have. */
const searches = ['archive', 'alchemy', 'enterprise', 'websocket'];

function turn<T>(list: readonly T[], index: number): T | string {
  return list[index % list.length] ?? '';
}

function json(name: string, value: unknown): string {
  return `&${name}=${encodeURIComponent(JSON.stringify(value))}`;
}

function listOf(resource: 'rows' | 'facets'): Ask {
  const words = resource === 'rows' ? '&meta=none' : '';
  return (index) =>
    `/networks/${turn(networks, index)}/api/infrastructure-providers/${resource}?category=apis${words}`;
}

const rows = listOf('rows');
const facets = listOf('facets');
const search = (index: number) => `&search=${turn(searches, index)}`;
const sorted = (index: number, keys: readonly string[]) =>
  json('sorting', [{ id: turn(keys, index), desc: index % 2 === 0 }]);
const plans = json('filters', [
  { id: 'planType', value: ['Free', 'Enterprise'] },
  { id: 'apiType', value: ['RPC'] },
]);

/** Questions that the peers answer, too. */
export const questions = {
  rows,
  filtered: (index) => rows(index) + plans,
  searched: (index) => rows(index) + search(index),
  sorted: (index) => rows(index) + sorted(index, ['planName', 'chain', 'provider']),
  facets,
  'facets, filtered': (index) => facets(index) + plans,
  'facets, searched': (index) => facets(index) + search(index),
} as const satisfies Record<string, Ask>;

/** As many values as an address and the limits of lists hold. Not encoded: it would be too long. */
const twenty = JSON.stringify(
  Array.from({ length: 20 }, () => {
    const unknown = Array.from({ length: 49 }, (_, value) => value.toString(36));
    return { id: 'chain', value: ['mainnet', ...unknown] };
  }),
);

/** Whole requests of the service. */
export const requests: Readonly<Record<string, Ask>> = {
  ...questions,
  sorted: (index) => rows(index) + sorted(index, ['accessPrice', 'planName', 'provider']),
  'twenty filters of fifty values': (index) => `${rows(index)}&filters=${twenty}`,
  toolbox: (index) => `/networks/${turn(networks, index)}/toolbox/apis?`,
  'toolbox, filtered': (index) => `/networks/${turn(networks, index)}/toolbox/apis?f.planType=Free`,
  'search everywhere': (index) =>
    `/api/search?q=${turn(['alchemy', 'archive', 'free+trial', 'hardware+wallet'], index)}`,
};
