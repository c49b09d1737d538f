/** GET {network}/providers/{slug}: the profile of a provider with its offers on the network. */
import { createPause } from '../../common/pauses.ts';
import type { CategoryDefinition } from '../../model/categories.ts';
import type { ProviderDefinition } from '../../model/providers.ts';
import { applicationOf } from '../api/application.ts';
import { findProvider } from '../api/providers.ts';
import { networkApi } from '../api/resource.ts';
import type { Handler } from '../http/context.ts';
import { findPresence, findProviders, type Presence, type ProviderListings } from '../query/offers/providers.ts';
import type { NetworkEntry } from '../snapshot/catalog.ts';
import { formatCount, offersInListings, plural } from '../text/counts.ts';
import type { Urls } from '../urls.ts';
import { pastPresenter } from './shared/changes/past.ts';
import { iconOf } from './shared/icons.ts';
import { type LogoOf, logosOf, networkLogosOf } from './shared/logos.ts';
import { type PageDeps, requestedNetwork, sendPage } from './shared/page.ts';
import { mainOf, maxListed, type OfferTable, presentProvider, renderTable } from './shared/profile-parts.ts';
import { describeOrganization } from './shared/structured-data.ts';

export function profilePage(deps: PageDeps): Handler {
  return async (ctx) => {
    const { key, network, snapshot } = requestedNetwork(ctx);
    const { catalog, manifest } = snapshot;
    const listings = findProviders(snapshot, key);
    const provider = findProvider(ctx, { catalog, listings });
    const presence = findPresence(snapshot, [provider.name]);
    const chains = snapshot.chainsOf(key);
    const pastOf = pastPresenter({ snapshot, network: key, urls: deps.urls });
    const pause = createPause();
    const profile = await presentProfile({
      network,
      provider,
      networks: catalog.networks,
      categories: catalog.categories,
      listings,
      presence: presence.get(provider.name) ?? [],
      tableOf: (category, ids) => renderTable({ snapshot, network: key, category, ids, chains, pastOf, pause }, deps),
      countOffers: (rows) => snapshot.countOffers(rows),
      logoOf: logosOf(snapshot, key, deps.urls),
      networkLogoOf: networkLogosOf(snapshot, key, deps.urls),
      urls: deps.urls,
    });
    const sold = profile.sections.map((section) => section.key);
    const application = applicationOf(catalog, deps.urls, sold);
    const source = deps.urls.source(catalog.providerSources.get(provider.slug));
    const view = { ...profile, application, source };
    const title = `${provider.name} on ${network.name}: plans and prices`;
    const plans = view.main === null ? '' : `, ${view.main.label} ${view.main.plans}`;
    const description = `Plans and prices of ${provider.name}: ${view.counts}${plans}. ${provider.description ?? ''}`;
    const json = { path: `${networkApi}/providers/${provider.slug}` };
    const structured = describeOrganization({
      provider,
      logo: view.logo === null ? null : deps.urls.absolute(key, view.logo),
      categories: view.sections.map(({ label, offers }) => ({ label, offers })),
    });
    const path = `/providers/${provider.slug}`;
    const feed = { provider: provider.slug };
    const frame = { title, description, network: key, path, json, markdown: {}, feed, manifest, structured };
    sendPage(ctx, { template: 'profile', frame, view }, deps);
  };
}

interface ProfileInput {
  readonly network: NetworkEntry;
  readonly categories: readonly CategoryDefinition[];
  readonly listings: ProviderListings;
  readonly countOffers: (rows: readonly number[]) => number;
  readonly logoOf: LogoOf;
  readonly networkLogoOf: LogoOf;
  readonly urls: Urls;
  readonly provider: ProviderDefinition;
  readonly networks: ReadonlyMap<string, NetworkEntry>;
  /** Networks on which the provider has offers. */
  readonly presence: readonly Presence[];
  readonly tableOf: (category: string, rows: readonly number[]) => Promise<OfferTable>;
}

/** Other networks listed before the rest is collapsed. */
const maxElsewhere = 24;

async function presentProfile(input: ProfileInput) {
  const { network, provider, listings, urls } = input;
  const to = (path: string) => urls.href(network.network, network.network, path);
  const name = network.name;
  const byCategory = listings.byProvider.get(provider.name) ?? new Map<string, readonly number[]>();
  const rows = [...byCategory.values()].flat();
  const sold = offersInListings(input.countOffers(rows), rows.length);
  const elsewhere = presentElsewhere(input);
  const sections = await presentSections(input, byCategory);
  return {
    networkName: name,
    crumbs: [
      { label: name, href: to('/') },
      { label: 'Providers', href: to('/providers') },
      { label: provider.name, href: null },
    ],
    ...presentProvider(provider, urls.href(network.network, null, '/about')),
    ...input.logoOf(provider.name),
    everywhere: urls.onlyNetwork === null ? urls.href(network.network, null, `/providers/${provider.slug}`) : null,
    counts: `${sold}, in ${byCategory.size === 1 ? '1 category' : `${byCategory.size} categories`} on ${name}`,
    sections,
    main: mainOf(sections),
    elsewhere: elsewhere.slice(0, maxElsewhere),
    elsewhereMore: elsewhere.length > maxElsewhere ? elsewhere.slice(maxElsewhere) : null,
    elsewhereCount: elsewhere.length === 0 ? null : plural(elsewhere.length, 'other network'),
  };
}

async function presentSections(
  { network, provider, categories, urls, countOffers, tableOf }: ProfileInput,
  byCategory: ReadonlyMap<string, readonly number[]>,
) {
  const sections = [];
  for (const { key, label, icon } of categories) {
    const rows = byCategory.get(key);
    if (!rows) continue;
    const href = urls.href(network.network, network.network, `/toolbox/${key}`, { 'f.provider': [provider.name] });
    const offers = countOffers(rows);
    const count = offersInListings(offers, rows.length);
    const rest = rows.length > maxListed ? `All ${rows.length} listings` : null;
    const table = await tableOf(key, rows.slice(0, maxListed));
    sections.push({ key, label, icon: iconOf(icon), offers, listings: rows.length, count, href, rest, ...table });
  }
  return sections;
}

function presentElsewhere({ network, provider, networks, presence, networkLogoOf, urls }: ProfileInput) {
  return presence.flatMap((place) => {
    const entry = networks.get(place.network);
    if (!entry || place.network === network.network || !urls.serves(place.network)) return [];
    const href = urls.href(network.network, place.network, `/providers/${provider.slug}`);
    return [{ name: entry.name, href, count: formatCount(place.offers), ...networkLogoOf(place.network) }];
  });
}
