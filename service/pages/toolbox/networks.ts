/** Menu of the networks that list the category: the same view on another network. Cached for the snapshot. */
import { formatCount } from '../../../common/format-count.ts';
import { type Filter, kindOf } from '../../query/filters/index.ts';
import type { Facet } from '../../query/filters/kind.ts';
import { type View, viewParameters } from '../../query/view.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { queryOf } from '../../urls.ts';
import { networkLogosOf } from '../shared/logos.ts';
import { escapeHtml } from '../shared/markdown.ts';
import type { PageDeps } from '../shared/page.ts';

/** Characters of a query that the links keep: a longer one, 155 times, would be most of the page. */
const maxQuery = 400;

/** Networks of the menu. More would be most of the page, and the home page lists all. */
export const maxNetworks = 200;

interface NetworksInput {
  readonly snapshot: Snapshot;
  readonly network: string;
  readonly view: View;
  readonly sprite: string;
}

/** HTML of the menu, largest listings first, with the network of the page. Category, search, filters, order and columns stay unless they are too long; page and picks do not. */
export function renderNetworks(
  { snapshot, network, view, sprite }: NetworksInput,
  { templates, urls }: Pick<PageDeps, 'templates' | 'urls'>,
): string {
  const { category } = view.query;
  const query = queryOf(viewParameters({ ...view, facet: null, picked: [], query: { ...view.query, page: 1 } }));
  const suffix = query === '' || query.length > maxQuery ? '' : `?${query}`;
  const key = `networks ${JSON.stringify([urls.network(network), category])}`;
  const render = () => {
    // The menu has no monograms: those of 139 networks add 1.2 kB to each page.
    const logoOf = networkLogosOf(snapshot, network, urls);
    const listed = networksWith(snapshot, category, urls);
    const items = listed
      .filter(({ other }, at) => at < maxNetworks || other === network)
      .map(({ other, name, count }) => ({
        name,
        count: formatCount(count),
        href: urls.href(network, other, `/toolbox/${category}`),
        current: other === network,
        ...logoOf(other),
      }));
    if (items.length <= 1) return '';
    const all = `${urls.href(network, null, '/')}#all`;
    const label = `All ${formatCount(snapshot.catalog.networks.size)} networks`;
    const more = listed.length > items.length ? { href: all, label } : null;
    return templates.renderPartial('networks', { items, more, sprite });
  };
  return snapshot.html.of(key, render, () => escapeHtml(suffix));
}

interface ListedNetwork {
  readonly other: string;
  readonly name: string;
  readonly count: number;
}

/** Networks that list the category, largest listings first. Kept with the snapshot. */
function networksWith(snapshot: Snapshot, category: string, urls: PageDeps['urls']): readonly ListedNetwork[] {
  const { catalog, manifest } = snapshot;
  return snapshot.derived.of(`networks with ${category}`, () => {
    const networks = [...catalog.networks.values()].flatMap(({ network: other, name }) => {
      const metrics = manifest.metrics.networks[other]?.categories.find((counted) => counted.key === category);
      const count = metrics?.count ?? 0;
      return count > 0 && urls.serves(other) ? [{ other, name, count }] : [];
    });
    return networks.toSorted((a, b) => b.count - a.count);
  });
}

/** Filter values that no row of the listing has, in words: `Technology "EVM JSON-RPC"`. `facets`: of the whole listing. */
export function missingValues(filters: readonly Filter[], facets: readonly Facet[]): readonly string[] {
  return filters.flatMap((filter) => {
    const facet = facets.find(({ column }) => column.key === filter.column.key);
    if (facet?.kind !== 'values') return [];
    const known = new Set(facet.values.map(({ value }) => value.toLowerCase()));
    return kindOf(filter)
      .toValues(filter)
      .filter((value) => !known.has(value.toLowerCase()))
      .map((value) => `${filter.column.label} “${value}”`);
  });
}
