/** What is compared, from the sources of a build or from a snapshot of one. */
import type { Values } from '../../model/rows.ts';
import type { ResolvedNetwork, Sources } from '../sources.ts';
import { type KnownOffer, placeKey, type Side } from './side.ts';

export function sideOfSources(sources: Sources, networks: readonly ResolvedNetwork[]): Side {
  const { meta, providers } = sources;
  const described = new Map(meta.networks.map((network) => [network.key, network]));
  const built = networks.map(({ key, chains }): [string, Values] => {
    const { name = null, icon = null, docs = null } = described.get(key) ?? {};
    return [key, { name, icon, docs, chains }];
  });
  return {
    networks,
    offers: new Map(sources.offers.map((offer) => [placeKey(offer.source), knownOffer(offer.category, offer.cells)])),
    definitions: {
      network: new Map(built),
      category: byKey(meta.categories, 'key'),
      column: byKey(meta.columns, 'key'),
      provider: byKey(
        providers.map(({ value }) => value),
        'slug',
      ),
    },
  };
}

/** Where only rows are left of a build. */
export function sideOfSnapshot(
  networks: readonly ResolvedNetwork[],
  tables: Readonly<Record<'networks' | 'categories' | 'columns' | 'providers', readonly Values[]>>,
): Side {
  const built = tables.networks.map(({ network, ...rest }): [string, Values] => [String(network), rest]);
  return {
    networks,
    offers: null,
    definitions: {
      network: new Map(built),
      category: byKey(tables.categories, 'key'),
      column: byKey(tables.columns, 'key'),
      provider: byKey(tables.providers, 'slug'),
    },
  };
}

function knownOffer(category: string, { values }: { readonly values: Values }): KnownOffer {
  return { category, slug: typeof values.slug === 'string' ? values.slug : null, values };
}

function byKey<T extends Values>(records: readonly T[], key: keyof T): Map<string, Values> {
  return new Map(records.map((record) => [String(record[key]), record]));
}
