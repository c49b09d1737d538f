/** find_network: networks by any of their names. */
import * as z from 'zod';
import { foldText } from '../../../common/fold.ts';
import { countBy } from '../../../common/group-by.ts';
import { networkNames } from '../../../common/network-names.ts';
import type { Scope } from '../../../model/rows.ts';
import { badParameter, nearestName } from '../../errors.ts';
import { readProviders } from '../../query/names.ts';
import { groupOffers, limitsTest, presenceOf } from '../../query/offers.ts';
import type { NetworkEntry } from '../../snapshot/catalog.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { readSlug } from '../offers.ts';
import { offsetSchema, tool } from '../tool.ts';

const input = z.strictObject({
  name: z.string().optional().describe('Any name or chain id'),
  provider: z.string().optional(),
  offer: z.string().optional().describe('Slug'),
  offset: offsetSchema,
});

export const findNetworkTool = tool({
  name: 'find_network',
  description: 'Networks with keys, chains and offer counts: all, or where a provider or offer is.',
  input,
  run: ({ name = '', provider, offer, offset }, { snapshot, urls }) => {
    const served = [...snapshot.catalog.networks.values()].filter(({ network }) =>
      urls.serves(network),
    );
    const listed =
      provider === undefined && offer === undefined
        ? null
        : offersByNetwork({ provider, offer }, snapshot);
    const offersOn = (network: string) =>
      listed === null ? snapshot.offersIn(network) : (listed.counts.get(network) ?? 0);
    const among = served.filter(({ network }) => listed === null || offersOn(network) > 0);
    const { found, notes } =
      name.trim() === ''
        ? { found: bySize(among, offersOn), notes: [] }
        : search(name, among, { snapshot, offersOn });
    const scope = (network: string) => (listed === null ? [] : [scopeOn(network, listed)]);
    const named = listed === null ? [] : found.filter(({ network }) => listed.named.has(network));
    const counted = named.length === 0 ? 'none of them named' : `${named.length} of them named`;
    return {
      title: `${listed === null ? '' : `${listed.title}: `}${found.length} of ${served.length} networks${listed === null ? '' : `, ${counted}`}.`,
      columns: [
        'network',
        'name',
        'offers',
        ...(listed === null ? [] : ['scope']),
        'caip2',
        'chains',
      ],
      rows: found.slice(offset).map((entry) => {
        const { network, name: label, caip2, chains } = entry;
        return [network, label, offersOn(network), ...scope(network), caip2, chains];
      }),
      total: found.length,
      offset,
      tellOnce: ['offers', 'scope', 'caip2', 'chains'],
      notes,
    };
  },
});

interface Subject {
  readonly provider: string | undefined;
  readonly offer: string | undefined;
}

/**
 * Numbers of the offers that a provider, a slug or both name, by network. Throws 400 for names that
 * do not exist.
 */
function offersByNetwork({ provider, offer }: Subject, snapshot: Snapshot) {
  const providers = provider === undefined ? [] : readProviders([provider], snapshot);
  const slugs = offer === undefined ? [] : [readSlug(offer, snapshot)];
  const isWanted = limitsTest(snapshot, { networks: [], providers, slugs });
  const rows =
    slugs.length > 0
      ? slugs.flatMap((slug) => [...snapshot.offers.named(slug)].flatMap((each) => [...each.rows]))
      : providers.flatMap((each) => [...snapshot.rowsOfProvider(each)]);
  const found = groupOffers(snapshot, rows.filter(isWanted));
  if (found.length === 0)
    throw badParameter(
      'offer',
      `no offer "${(offer ?? '').slice(0, 100)}"`,
      nearestName(offer ?? '', [...snapshot.offers.slugs()]),
    );
  const networks = found.flatMap(({ rows: own }) => presenceOf(snapshot, own, []).networks);
  const networksOf = (scope: Scope) => {
    const own = found.flatMap((each) => each.rows).filter((id) => snapshot.scopeOf(id) === scope);
    return new Set(presenceOf(snapshot, own, []).networks);
  };
  return {
    title: [...providers, ...slugs].join(', '),
    counts: countBy(networks, (network) => network),
    named: networksOf('network'),
    offered: networksOf('all-networks'),
  };
}

/** Whether listings of the network, of all networks or of both are there. */
function scopeOn(
  network: string,
  { named, offered }: Pick<ReturnType<typeof offersByNetwork>, 'named' | 'offered'>,
) {
  if (!named.has(network)) return 'all-networks';
  return offered.has(network) ? 'both' : 'network';
}

type OffersOn = (network: string) => number;

/**
 * The network of the name; else those with the name in one of theirs; else the most similar one.
 */
function search(
  name: string,
  served: readonly NetworkEntry[],
  { snapshot: { catalog }, offersOn }: { readonly snapshot: Snapshot; readonly offersOn: OffersOn },
) {
  const exact = catalog.networkNamed(name);
  const named = served.filter(({ network }) => network === exact);
  if (named.length > 0) return { found: named, notes: [] };
  const folded = foldText(name);
  const containing = served.filter(({ network, ...entry }) =>
    networkNames({ key: network, ...entry }).some((each) => foldText(each).includes(folded)),
  );
  if (containing.length > 0) return { found: bySize(containing, offersOn), notes: [] };
  const { suggestion } = catalog.nearestNetwork(name);
  const found = served.filter(({ network }) => network === suggestion);
  const notes = [
    `No network is named "${name.slice(0, 100)}"${found.length > 0 ? '; this is the nearest' : ''}.`,
  ];
  return { found, notes };
}

function bySize(entries: readonly NetworkEntry[], offersOn: OffersOn): NetworkEntry[] {
  return entries.toSorted((a, b) => offersOn(b.network) - offersOn(a.network));
}
