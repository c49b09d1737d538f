/** GET /providers/{slug} of the site: the profile of a provider with its offers on all networks, each once. */
import { createPause } from '../../../common/pauses.ts';
import { readProvider } from '../../api/providers/on-network.ts';
import { type Handler, snapshotOf } from '../../http/context.ts';
import { countOffers, type ProviderOffers } from '../../query/offers/directory.ts';
import { presenceOf } from '../../query/offers/offers.ts';
import { maxPicked } from '../../query/parameters.ts';
import { type Place, placeOf } from '../../query/place.ts';
import type { FoundOffer } from '../../snapshot/offers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { offeredForAll, plural } from '../../text/counts.ts';
import { capitalize } from '../../text/price.ts';
import type { Urls } from '../../urls.ts';
import { pastPresenter } from '../shared/changes/past.ts';
import { presentRecent } from '../shared/changes/recent.ts';
import { iconOf } from '../shared/icons.ts';
import { titleOf } from '../shared/offer-table/title.ts';
import type { PageDeps } from '../shared/page.ts';
import { describePresence } from '../shared/presence.ts';
import { presentAlternatives } from './alternatives.ts';
import { fold, maxListed, presentNetworks, renderTable, sendProfile } from './profile.ts';

export function providerPage(deps: PageDeps): Handler {
  return async (ctx) => {
    const { urls } = deps;
    const place = placeOf(snapshotOf(ctx), null, urls);
    const { snapshot } = place;
    const found = readProvider(ctx, place, 'in this directory');
    const { provider, offers } = found;
    const networks = presentNetworks(provider, place, found.namedNetworks);
    const presence = describePresence(found);
    const view = {
      crumbs: [
        { label: 'Providers', href: urls.href(null, null, '/providers') },
        { label: provider.name, href: null },
      ],
      counts: `${plural(countOffers(found), 'offer')} in ${plural(offers.size, 'category', 'categories')} ${presence}`,
      sections: await presentSections(offers, place, deps),
      recent: presentRecent(place, { providers: [provider.name] }),
      alternatives: presentAlternatives(found, snapshot, urls),
      presence: { id: 'networks', title: capitalize(presence), ...fold(networks) },
    };
    sendProfile(ctx, { provider, place, view }, deps);
  };
}

async function presentSections(offers: ProviderOffers['offers'], place: Place, deps: PageDeps) {
  const { snapshot } = place;
  const pastOf = pastPresenter(place);
  const sections = [];
  const pause = createPause();
  for (const { key, label, icon } of snapshot.catalog.categories) {
    const list = offers.get(key);
    if (!list) continue;
    const shown = list.slice(0, maxListed);
    const ids = shown.map(({ rows }) => rows[0] ?? 0);
    const table = await renderTable({ place, category: key, ids, chains: [], pastOf, pause }, deps);
    const all = deps.urls.href(null, null, '/search', { q: nameOf(list), category: key });
    const rest = shown.length < list.length ? { href: all, text: `All ${list.length} offers` } : null;
    const listings = list.flatMap(({ rows }) => rows).length;
    const counts = { offers: list.length, listings, count: plural(list.length, 'offer'), rest };
    const compare = presentCompareLink(key, list, deps.urls);
    sections.push({ key, label, icon: iconOf(icon), ...counts, compare, ...table, ...presentPlaces(shown, snapshot) });
  }
  return sections;
}

function nameOf([first]: readonly FoundOffer[]): string {
  return first?.offer.provider ?? '';
}

/** Link to the comparison of the offers; null if there is only one. */
function presentCompareLink(category: string, offers: readonly FoundOffer[], urls: Urls) {
  if (offers.length < 2) return null;
  const compared = offers.slice(0, maxPicked).map(({ offer }) => offer.slug);
  return {
    href: urls.href(null, null, '/compare', { category, offer: compared }),
    text: `Compare the ${compared.length < offers.length ? 'first ' : ''}${compared.length} side by side`,
  };
}

/** One sentence if all offers are on the same networks, else the networks of each offer. */
function presentPlaces(offers: readonly FoundOffer[], snapshot: Snapshot) {
  const places = offers.map(({ offer, rows }) => {
    const named = rows.filter((id) => snapshot.scopeOf(id) === 'network');
    const names = presenceOf(snapshot, named, []).networks.map((key) => snapshot.catalog.networkName(key));
    const everywhere = named.length === rows.length ? [] : [offeredForAll];
    return {
      title: `${titleOf(snapshot.row(rows[0] ?? 0))} (${offer.slug})`,
      networks: [...everywhere, ...names].join(', '),
    };
  });
  const [first] = places;
  const isSame = places.every((place) => place.networks === first?.networks);
  if (!isSame || !first) return { together: null, places };
  return { together: `${offers.length === 1 ? 'Networks' : 'Networks of each offer'}: ${first.networks}`, places: [] };
}
