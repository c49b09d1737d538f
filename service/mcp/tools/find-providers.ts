/** find_providers: providers with the numbers of their networks and offers. */
import * as z from 'zod';
import { foldText } from '../../../common/fold.ts';
import { scopes } from '../../../model/rows.ts';
import { limitNetworks } from '../../api/offers/offers.ts';
import { countOffers, findDirectory, type ProviderOffers, scopeOfProvider } from '../../query/offers/directory.ts';
import { unknownValue } from '../../query/params.ts';
import { plural } from '../../text/counts.ts';
import type { Answer } from '../answer.ts';
import { readCategory } from '../offers.ts';
import { limitSchema, namesSchema, offsetSchema, type ToolContext, tool } from '../tool.ts';

const orders = ['networks', 'offers', 'name'] as const;

const input = z.strictObject({
  category: z.string().optional(),
  network: namesSchema.optional(),
  scope: z.enum(scopes).optional(),
  search: z.string().optional().describe('In the name'),
  sort: z.enum(orders).default('networks'),
  limit: limitSchema,
  offset: offsetSchema,
});

export const findProvidersTool = tool({
  name: 'find_providers',
  description: 'Providers with networks and offer counts.',
  input,
  run: answer,
});

function answer({ sort, limit, offset, ...given }: z.infer<typeof input>, { snapshot, urls }: ToolContext): Answer {
  const { catalog } = snapshot;
  const networks = limitNetworks(given.network ?? [], snapshot, urls);
  const category = given.category === undefined ? null : readCategory(given.category, snapshot);
  if (category !== null && !catalog.categoryKeys.includes(category))
    throw unknownValue('category', category, catalog.categoryKeys);
  const search = foldText(given.search ?? '').trim();
  const limits = { networks, category: category ?? undefined, scope: given.scope };
  const listed = findDirectory(snapshot, limits).filter(({ provider }) => foldText(provider.name).includes(search));
  const found = sort === 'name' ? listed : listed.toSorted(compareBy(sort));
  const where =
    networks.length === 0 || given.network === undefined
      ? ''
      : ` on ${networks.map((key) => catalog.networkName(key)).join(', ')}`;
  return {
    title: `${category === null ? '' : `${catalog.categoryLabel(category)}${where}: `}${plural(found.length, 'provider')}${category === null ? where : ''}.`,
    columns: ['provider', 'slug', 'offers', 'networkCount', 'namedNetworkCount', 'scope', 'networks'],
    rows: found.slice(offset, offset + limit).map((each) => {
      const { provider, networks: keys, namedNetworks } = each;
      const counts = [countOffers(each), keys.length, namedNetworks.length];
      return [provider.name, provider.slug, ...counts, scopeOfProvider(each), { networks: keys }];
    }),
    total: found.length,
    offset,
    tellOnce: ['offers', 'networkCount', 'namedNetworkCount', 'scope', 'networks'],
    allNetworks: 'find_network with `provider`',
  };
}

/** Between providers on as many networks, the one that names more of them comes first. */
function compareBy(sort: (typeof orders)[number]): (a: ProviderOffers, b: ProviderOffers) => number {
  if (sort === 'offers') return (a, b) => countOffers(b) - countOffers(a);
  return (a, b) => b.networks.length - a.networks.length || b.namedNetworks.length - a.namedNetworks.length;
}
