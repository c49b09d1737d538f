/** Tray of the offers picked for comparison, with names and logos, on every page of a listing. */
import { findOffers } from '../../query/rows.ts';
import { maxPicked, type View } from '../../query/view.ts';
import type { Row } from '../../snapshot/catalog.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { Urls } from '../../urls.ts';
import { type LogoOf, logosOf } from '../shared/logos.ts';
import { titleOf } from '../shared/offer-table/title.ts';
import type { ViewLink } from './links.ts';

export interface PickedInput {
  readonly network: string;
  readonly view: View;
  /** Rows of the picked offers by slug, as far as the listing has them. */
  readonly rows: ReadonlyMap<string, Row>;
  /** Slugs of the page, which have checkboxes. */
  readonly shown: ReadonlySet<string>;
  /** Whether there is an offer to pick. */
  readonly offered: boolean;
  readonly logoOf: LogoOf;
  readonly href: ViewLink;
  readonly urls: Urls;
}

export function presentPicked({ network, view, rows, shown, offered, logoOf, href, urls }: PickedInput) {
  const { category } = view.query;
  return {
    action: urls.href(network, network, '/compare'),
    link: urls.href(network, network, '/compare', { category, offer: view.picked }),
    category,
    most: maxPicked,
    count: view.picked.length === 0 ? null : view.picked.length,
    isFull: view.picked.length >= maxPicked,
    picked: view.picked.map((slug) => {
      const row = rows.get(slug);
      const name = String(row?.provider ?? slug);
      const title = row === undefined ? '' : titleOf(row);
      return {
        slug,
        name,
        title: title === name ? '' : title,
        ...logoOf(name),
        // Offers of this page have checkboxes.
        elsewhere: !shown.has(slug),
        href: href({ ...view, picked: view.picked.filter((other) => other !== slug) }),
      };
    }),
    offered: offered || view.picked.length > 0,
  };
}

/** Reads the picked offers and their logos. No query without picked offers. */
export async function readPicked(snapshot: Snapshot, network: string, view: View, urls: Urls) {
  const slugs = view.picked;
  const found =
    slugs.length === 0
      ? new Map<string, number>()
      : await findOffers(snapshot, { network, category: view.query.category, slugs });
  return {
    rows: new Map([...found].map(([slug, id]) => [slug, snapshot.row(id)])),
    logoOf: logosOf(snapshot, network, urls),
  };
}
