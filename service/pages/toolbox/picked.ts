/** Tray of the offers picked for comparison, with names and logos, on every page of a listing. */
import { findOffers, type ProviderGroup } from '../../query/pages.ts';
import { maxPicked } from '../../query/parameters.ts';
import { type View, workloadParameters } from '../../query/view.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { pairsOf, type Urls } from '../../urls.ts';
import { logosOf } from '../shared/logos.ts';
import { distinguishTitles, labelOf } from '../shared/offer-table/title.ts';
import type { DistinguishingTexts } from './columns/listing.ts';
import type { ViewLink } from './links.ts';

interface PickedInput {
  readonly snapshot: Snapshot;
  /** Key. */
  readonly network: string;
  readonly view: View;
  /** Offers of the page, which have checkboxes. */
  readonly groups: readonly ProviderGroup[];
  readonly distinguish: DistinguishingTexts;
  readonly href: ViewLink;
  readonly urls: Urls;
}

export function presentPicked(input: PickedInput) {
  const { snapshot, network, view, groups, href, urls } = input;
  const { category } = view.query;
  const workload = workloadParameters(view.workload);
  const offers = readPicked(input);
  const logoOf = logosOf(snapshot, network, urls);
  const shown = new Set(
    view.picked.length === 0 ? [] : groups.flatMap(({ rows }) => rows.map((id) => snapshot.slugOf(id))),
  );
  return {
    action: urls.href(network, network, '/compare'),
    link: urls.href(network, network, '/compare', { category, ...workload, offer: view.picked }),
    kept: pairsOf({ category, ...workload }).map(([name, value]) => ({ name, value })),
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
    offered: groups.length > 0 || view.picked.length > 0,
  };
}

/** Provider and title of the picked offers by slug, as far as the listing has them. */
function readPicked({ snapshot, network, view, distinguish }: PickedInput) {
  const { category } = view.query;
  const found = findOffers(snapshot, { network, category, slugs: view.picked });
  const ids = [...found.values()];
  const rows = ids.map((id) => snapshot.row(id));
  // Listings of one offer are different things to compare.
  const among = distinguishTitles(rows, String);
  const offers = [...found.keys()].map((slug, at) => {
    const [id = -1, row = {}] = [ids[at], rows[at]];
    const provider = snapshot.providerOf(id);
    return [slug, { provider, label: labelOf(row, among[at] ?? distinguish(provider).get(id) ?? null) }] as const;
  });
  return new Map(offers);
}
