/** GET {network}/providers/{slug}: the profile of a provider with its offers on the network. */
import { createPause } from '../../../common/pauses.ts';
import { readProvider } from '../../api/providers/on-network.ts';
import { requestedPlace } from '../../api/resource.ts';
import type { Handler } from '../../http/context.ts';
import { countOffers, rowsByCategory } from '../../query/offers/directory.ts';
import type { Place } from '../../query/place.ts';
import { offersInListings, plural } from '../../text/counts.ts';
import { pastPresenter } from '../shared/changes/past.ts';
import { iconOf } from '../shared/icons.ts';
import type { PageDeps } from '../shared/page.ts';
import { fold, maxListed, presentNetworks, renderTable, sendProfile } from './profile.ts';

export function profilePage(deps: PageDeps): Handler {
  return async (ctx) => {
    const { urls } = deps;
    const place = requestedPlace(ctx, urls);
    const { network, name } = place;
    const found = readProvider(ctx, place, 'on this network');
    const { provider } = found;
    const byCategory = rowsByCategory(found);
    const sold = offersInListings(countOffers(found), [...byCategory.values()].flat().length);
    const networks = presentNetworks(provider, place);
    const view = {
      networkName: name,
      crumbs: [
        ...place.crumbs,
        { label: 'Providers', href: place.href('/providers') },
        { label: provider.name, href: null },
      ],
      everywhere: urls.onlyNetwork === null ? urls.href(network, null, `/providers/${provider.slug}`) : null,
      counts: `${sold}, in ${plural(byCategory.size, 'category', 'categories')} on ${name}`,
      sections: await presentSections(byCategory, { place, provider: provider.name }, deps),
      presence:
        networks.length === 0
          ? null
          : { id: 'elsewhere', title: `Also on ${plural(networks.length, 'other network')}`, ...fold(networks) },
    };
    sendProfile(ctx, { provider, place, view }, deps);
  };
}

async function presentSections(
  byCategory: ReadonlyMap<string, readonly number[]>,
  { place, provider }: { readonly place: Place /** Name. */; readonly provider: string },
  deps: PageDeps,
) {
  const { snapshot, network } = place;
  const chains = snapshot.chainsOf(network ?? '');
  const pastOf = pastPresenter(place);
  const pause = createPause();
  const sections = [];
  for (const { key, label, icon } of snapshot.catalog.categories) {
    const rows = byCategory.get(key);
    if (!rows) continue;
    const filter = place.href(`/toolbox/${key}`, { 'f.provider': [provider] });
    const offers = snapshot.countOffers(rows);
    const count = offersInListings(offers, rows.length);
    const rest = rows.length > maxListed ? { href: filter, text: `All ${rows.length} listings` } : null;
    const ids = rows.slice(0, maxListed);
    const table = await renderTable({ place, category: key, ids, chains, pastOf, pause }, deps);
    sections.push({ key, label, icon: iconOf(icon), offers, listings: rows.length, count, filter, rest, ...table });
  }
  return sections;
}
