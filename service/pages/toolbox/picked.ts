/** Tray of the offers picked for comparison, with names and logos, on every page of a listing. */
import { findOffers } from '../../query/pages.ts';
import { maxPicked, type View } from '../../query/view.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { Urls } from '../../urls.ts';
import { type LogoOf, logosOf } from '../shared/logos.ts';
import { distinguishTitles, labelOf } from '../shared/offer-table/title.ts';
import type { ViewLink } from './links.ts';
import type { DistinguishingTexts } from './listing.ts';

export interface PickedInput {
  readonly network: string;
  readonly view: View;
  /** Provider and title of the picked offers by slug, as far as the listing has them. */
  readonly offers: ReadonlyMap<string, { readonly provider: string; readonly label: string }>;
  /** Slugs of the page, which have checkboxes. */
  readonly shown: ReadonlySet<string>;
  /** Whether there is an offer to pick. */
  readonly offered: boolean;
  readonly logoOf: LogoOf;
  readonly href: ViewLink;
  readonly urls: Urls;
}

export function presentPicked({ network, view, offers, shown, offered, logoOf, href, urls }: PickedInput) {
  const { category } = view.query;
  return {
    action: urls.href(network, network, '/compare'),
    link: urls.href(network, network, '/compare', { category, offer: view.picked }),
    category,
    most: maxPicked,
    count: view.picked.length === 0 ? null : view.picked.length,
    isFull: view.picked.length >= maxPicked,
    picked: view.picked.map((slug) => {
      const { provider: name, label: title } = offers.get(slug) ?? { provider: slug, label: '' };
      return {
        slug,
        name,
        title,
        ...logoOf(name),
        // Offers of this page have checkboxes.
        elsewhere: !shown.has(slug),
        href: href({ ...view, picked: view.picked.filter((other) => other !== slug) }),
      };
    }),
    offered: offered || view.picked.length > 0,
  };
}

interface PickedOffers {
  readonly view: View;
  readonly distinguish: DistinguishingTexts;
  readonly urls: Urls;
}

/** The picked offers and their logos. */
export function readPicked(snapshot: Snapshot, network: string, { view, distinguish, urls }: PickedOffers) {
  const slugs = view.picked;
  const { category } = view.query;
  const found = findOffers(snapshot, { network, category, slugs });
  const ids = [...found.values()];
  const rows = ids.map((id) => snapshot.row(id));
  // Listings of one offer are different things to compare.
  const among = distinguishTitles(rows, String);
  const offers = [...found.keys()].map((slug, at) => {
    const [id = -1, row = {}] = [ids[at], rows[at]];
    const provider = snapshot.providerOf(id);
    return [slug, { provider, label: labelOf(row, among[at] ?? distinguish(provider).get(id) ?? null) }] as const;
  });
  return { offers: new Map(offers), logoOf: logosOf(snapshot, network, urls) };
}
