/** Name, logo and profile of a provider at the start of its lines. */
import type { Place } from '../../../query/place.ts';
import { logosOf } from '../logos.ts';
import { escapeHtml, safeHref } from '../markdown.ts';
import type { ProviderHead } from './render-offers.ts';

/** `place`: of the page. */
export function providerHeads({
  snapshot,
  network,
  urls,
}: Pick<Place, 'snapshot' | 'network' | 'urls'>): (provider: string) => ProviderHead {
  const logoOf = logosOf(snapshot, network, urls);
  return (provider) => {
    const known = snapshot.catalog.providers.get(provider);
    const profile = known === undefined ? null : urls.href(network, network, `/providers/${known.slug}`);
    const website = safeHref(known?.website ?? '', urls);
    // Long names may break after a dot: `Jumper.Exchange`.
    const nameHtml = escapeHtml(provider).replace(/\.(?=\w)/g, '.<wbr>');
    return { name: provider, nameHtml, ...logoOf(provider), profile, website };
  };
}
