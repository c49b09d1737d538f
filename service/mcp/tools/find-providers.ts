/** find_providers: providers with the numbers of their networks and offers. */
import { z } from 'zod';
import { foldText } from '../../../common/fold.ts';
import { limitNetworks } from '../../api/offers/offers.ts';
import { groupOffers, limitsTest, presenceOf } from '../../query/offers/offers.ts';
import { unknownValue } from '../../query/params.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { plural } from '../../text/counts.ts';
import type { Answer } from '../answer.ts';
import { readCategory } from '../offers.ts';
import { limitSchema, listOf, namesSchema, offsetSchema, type ToolContext, tool } from '../tool.ts';

const orders = ['networks', 'offers', 'name'] as const;

const input = z.strictObject({
  category: z.string().optional(),
  network: namesSchema.optional(),
  search: z.string().optional().describe('In the name'),
  sort: z.enum(orders).default('networks').describe('Most first'),
  limit: limitSchema,
  offset: offsetSchema,
});

export const findProvidersTool = tool({
  name: 'find_providers',
  description: 'Providers, with the networks and numbers of their offers.',
  input,
  run: answer,
});

interface Listed {
  readonly name: string;
  readonly slug: string;
  readonly networks: readonly string[];
  readonly offers: number;
}

function answer({ sort, limit, offset, ...given }: z.infer<typeof input>, { snapshot, urls }: ToolContext): Answer {
  const { catalog } = snapshot;
  const networks = limitNetworks(listOf(given.network), snapshot, urls);
  const category = given.category === undefined ? null : readCategory(given.category, snapshot);
  if (category !== null && !catalog.categoryKeys.includes(category))
    throw unknownValue('category', category, catalog.categoryKeys);
  const listed = findListed(snapshot, { networks, category, search: foldText(given.search ?? '').trim() });
  const found = sort === 'name' ? listed : listed.toSorted((a, b) => sizeOf(b, sort) - sizeOf(a, sort));
  const where =
    networks.length === 0 || given.network === undefined
      ? ''
      : ` on ${networks.map((key) => catalog.networkName(key)).join(', ')}`;
  return {
    title: `${category === null ? '' : `${catalog.categoryLabel(category)}${where}: `}${plural(found.length, 'provider')}${category === null ? where : ''}.`,
    columns: ['provider', 'slug', 'offers', 'networkCount', 'networks'],
    rows: found.slice(offset, offset + limit).map((each) => {
      return [each.name, each.slug, each.offers, each.networks.length, { networks: each.networks }];
    }),
    total: found.length,
    offset,
    allNetworks: 'find_network with `provider`',
    notes: [],
  };
}

interface Wanted {
  readonly networks: readonly string[];
  readonly category: string | null;
  /** Folded. */
  readonly search: string;
}

/** By name without regard to case. */
function findListed(snapshot: Snapshot, { networks, category, search }: Wanted): Listed[] {
  const isOn = limitsTest(snapshot, { networks, providers: [], slugs: [] });
  const found = [...snapshot.catalog.providers.values()].flatMap(({ name, slug }): Listed[] => {
    if (!foldText(name).includes(search)) return [];
    const rows = snapshot
      .rowsOfProvider(name)
      .filter((id) => (category === null || snapshot.categoryOf(id) === category) && isOn(id));
    if (rows.length === 0) return [];
    const offers = groupOffers(snapshot, rows).length;
    return [{ name, slug, offers, networks: presenceOf(snapshot, rows, networks).networks }];
  });
  const keyed = found.map((each) => [each.name.toLowerCase(), each] as const);
  return keyed.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, each]) => each);
}

function sizeOf({ offers, networks }: Listed, sort: 'networks' | 'offers'): number {
  return sort === 'offers' ? offers : networks.length;
}
