/** Menu of the networks that list the category: the same view on another network. */
import { formatCount } from '../../../common/format-count.ts';
import { findRows } from '../../answers/compare.ts';
import type { Facet } from '../../query/facets.ts';
import { type Filter, kindOf } from '../../query/filters/index.ts';
import { filled } from '../../query/filters/presence.ts';
import { listParameters } from '../../questions/list.ts';
import { isExcluding } from '../../questions/words/codes.ts';
import { type Parameters, queryOf } from '../../urls.ts';
import { networkLogoAddresses } from '../shared/logos.ts';
import type { Toolbox } from './read.ts';

/**
 * Characters of a query that the links keep: a longer one, 155 times, would be most of the page.
 */
const maxQuery = 400;

/** Networks of the menu. More would be most of the page, and the home page lists all. */
export const maxNetworks = 200;

type MenuPlace = Pick<Toolbox, 'snapshot' | 'network' | 'networks' | 'question' | 'urls'>;

/**
 * Largest listings first, with the network of the page; null without other networks. Category,
 * search, filters, order, columns and picks stay unless they are too long; the page does not.
 */
export function presentNetworks(place: MenuPlace) {
  const { network, question, urls } = place;
  const path = `/toolbox/${question.query.category}`;
  const listed = networksWith(place);
  const shown = listed.filter(({ other }, at) => at < maxNetworks || other === network);
  if (shown.length <= 1 && network !== null) return null;
  const query = queryOf(parametersElsewhere(place));
  const suffix = query === '' || query.length > maxQuery ? '' : `?${query}`;
  // The menu has no monograms: those of 139 networks add 1.2 kB to each page.
  const logoOf = networkLogoAddresses(place);
  return {
    items: shown.map(({ other, name, count }) => ({
      name,
      count,
      href: `${urls.href(network, other, path)}${suffix}`,
      current: other === network,
      logo: logoOf(other),
    })),
    /** The list of all networks. */
    more:
      network === null || !urls.serves(null)
        ? null
        : {
            href: `${urls.href(network, null, path)}${suffix}`,
            label: `All ${place.snapshot.catalog.terms.networks}`,
          },
  };
}

/** Parameters of the list on another network: its first page. Picks are named by their offers. */
function parametersElsewhere(place: MenuPlace): Parameters {
  const { question, snapshot } = place;
  const query = { ...question.query, networks: [], onEach: false, page: 1 };
  const picked = question.picked.flatMap((slug) => {
    const [namedRows] = findRows(snapshot, place, { category: query.category, slugs: [slug] });
    const [id] = namedRows?.rows ?? [];
    return id === undefined ? slug : snapshot.offers.keyOf(snapshot.offers.of(id));
  });
  return listParameters({ ...question, facet: null, picked: [...new Set(picked)], query });
}

/** Networks that list the category, largest listings first. Kept with the snapshot. */
function networksWith({ snapshot: { catalog, manifest, derived }, question, urls }: MenuPlace) {
  const { category } = question.query;
  return derived.of(`networks with ${category}`, () => {
    const networks = [...catalog.networks.values()].flatMap(({ network: other, name }) => {
      const metrics = manifest.metrics.networks[other]?.categories.find(
        (counted) => counted.key === category,
      );
      const count = metrics?.count ?? 0;
      return count > 0 && urls.serves(other) ? [{ other, name, count }] : [];
    });
    return networks
      .toSorted((a, b) => b.count - a.count)
      .map((entry) => ({ ...entry, count: formatCount(entry.count) }));
  });
}

/**
 * Filter values that no row of the listing has, in words: `Technology "EVM JSON-RPC"`. `facets`: of
 * the whole listing.
 */
export function missingValues(
  filters: readonly Filter[],
  facets: readonly Facet[],
): readonly string[] {
  return filters.flatMap((filter) => {
    const facet = facets.find(({ column }) => column.key === filter.column.key);
    if (facet?.kind !== 'values') return [];
    const known = new Set(facet.values.map(({ value }) => value.toLowerCase()));
    // Values that no row has deny nothing: `!Helius` may be a typing error, a country is none.
    const isExcluded = isExcluding(filter.column);
    const named = kindOf(filter)
      .toValues(filter)
      .flatMap((value) => (isExcluded && value.startsWith('!') ? [] : [value.replace(/^!/, '')]));
    const missing = named.filter((value) => value !== filled && !known.has(value.toLowerCase()));
    return missing.map((value) => `${filter.column.label} “${value}”`);
  });
}
