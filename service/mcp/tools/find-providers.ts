/** find_providers: providers with the numbers of their networks and offers. */
import * as z from 'zod';
import { foldText } from '../../../common/fold.ts';
import { scopes } from '../../../model/rows.ts';
import { applied } from '../../answers/applied.ts';
import {
  countOffers,
  filterProviders,
  findDirectory,
  type ProviderOffers,
  scopeOfProvider,
} from '../../answers/directory.ts';
import { badParameter } from '../../errors.ts';
import { conditionText } from '../../notations/applied.ts';
import { providersConditions } from '../../questions/conditions.ts';
import { limitNetworks } from '../../questions/offers.ts';
import { assertCategory } from '../../questions/parse.ts';
import { plural } from '../../text/counts.ts';
import { readCategory, readSelection, selectionSchema } from '../offers.ts';
import { limitSchema, namesSchema, offsetSchema, type ToolContext, tool } from '../tool.ts';

const orders = ['networks', 'offers', 'name'] as const;

const input = z.strictObject({
  category: z.string().optional(),
  network: namesSchema.optional(),
  scope: z.enum(scopes).optional(),
  search: z.string().optional().describe('In the name'),
  filters: selectionSchema.filters,
  every: selectionSchema.filters.describe('Filters, for each of which the provider has an offer'),
  sort: z.enum(orders).default('networks'),
  limit: limitSchema,
  offset: offsetSchema,
});

export const findProvidersTool = tool({
  name: 'find_providers',
  description: 'Providers with {{networks}} and offer counts.',
  input,
  run: async ({ sort, limit, offset, filters, every, ...input }, context) => {
    const { snapshot } = context;
    const { catalog } = snapshot;
    const networks = limitNetworks(input.network ?? [], context);
    const category = input.category === undefined ? null : readCategory(input.category, snapshot);
    assertCategory(category, catalog);
    const search = foldText(input.search ?? '').trim();
    const limits = { networks, category: category ?? undefined, scope: input.scope };
    const filtered = await limitsOf({ ...input, category, filters, every }, context);
    const listed = findDirectory(snapshot, { ...limits, ...filtered.limits }).filter(
      ({ provider }) => foldText(provider.name).includes(search),
    );
    const sorted = sort === 'name' ? listed : listed.toSorted(compareBy(sort));
    const { having, selected } = filtered;
    const conditions = providersConditions(snapshot, {
      network: null,
      networks: input.network === undefined ? [] : networks,
      category,
      scope: input.scope,
      search: input.search ?? '',
      filters: selected,
      every: having,
    });
    const where =
      networks.length === 0 || input.network === undefined
        ? ''
        : ` ${catalog.terms.on} ${networks.map((key) => catalog.networkName(key)).join(', ')}`;
    return {
      title: `${category === null ? '' : `${catalog.categoryLabel(category)}${where}: `}${plural(sorted.length, 'provider')}${category === null ? where : ''}.`,
      applied: applied(snapshot, conditions, null).map(conditionText),
      columns: [
        'provider',
        'slug',
        'offers',
        'networkCount',
        'namedNetworkCount',
        'scope',
        'networks',
      ],
      rows: sorted.slice(offset, offset + limit).map((entry) => {
        const { provider, networks: keys, namedNetworks } = entry;
        const counts = [countOffers(entry), keys.length, namedNetworks.length];
        return [
          provider.name,
          provider.slug,
          ...counts,
          scopeOfProvider(entry),
          { networks: keys },
        ];
      }),
      total: sorted.length,
      offset,
      tellOnce: ['offers', 'networkCount', 'namedNetworkCount', 'scope', 'networks'],
      allNetworks: `All ${snapshot.catalog.terms.networks} of one: find_network with \`provider\`.`,
      notes:
        category === null
          ? ['Numbers are of all categories: with `category` they are of one.']
          : [],
    };
  },
});

type Filtered = Pick<z.infer<typeof input>, 'network' | 'scope' | 'filters' | 'every'> & {
  readonly category: string | null;
};

/** Throws 400 for filters without a category. */
async function limitsOf(
  { category, filters, every, network, scope }: Filtered,
  context: ToolContext,
) {
  if (filters === undefined && every === undefined) return { limits: {}, selected: [], having: [] };
  if (category === null) throw badParameter('category', '`filters` and `every` need `category`');
  const request = readSelection({ category, network, scope, filters }, context);
  const { filters: having } = readSelection({ category, network, scope, filters: every }, context);
  const limits = await filterProviders(context.snapshot, request, having);
  return { limits, selected: request.filters, having };
}

/** Between providers on as many networks, the one that names more of them comes first. */
function compareBy(
  sort: (typeof orders)[number],
): (a: ProviderOffers, b: ProviderOffers) => number {
  if (sort === 'offers') return (a, b) => countOffers(b) - countOffers(a);
  return (a, b) =>
    b.networks.length - a.networks.length || b.namedNetworks.length - a.namedNetworks.length;
}
