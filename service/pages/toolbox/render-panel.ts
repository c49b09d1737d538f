/** Renders the filter panel, and caches its HTML for the snapshot. */
import { groupBy } from '../../../common/group-by.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import type { Scope } from '../../../model/rows.ts';
import type { FoundRows } from '../../query/ask.ts';
import type { Facet, NumberFacet } from '../../query/filters/kind.ts';
import { type View, viewParameters } from '../../query/view.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { isEmpty } from '../shared/offer-table/columns.ts';
import type { PageDeps } from '../shared/page.ts';
import { presentFilterPanel } from './filter-panel.ts';
import { viewLinks } from './links.ts';
import type { ListingFacets } from './listing.ts';

export interface PanelInput {
  readonly snapshot: Snapshot;
  readonly network: string;
  readonly view: View;
  /** Columns of the table. */
  readonly shown: readonly ColumnDefinition[];
  readonly found: FoundRows;
  /** The rows without the filter of scope. */
  readonly inAnyScope: FoundRows;
  /** Facets of the listing. */
  readonly facetsOf: ListingFacets;
  /** Facets of the rows. */
  readonly matchesOf: ListingFacets;
  readonly sprite: string;
}

export function renderPanel(input: PanelInput, deps: Pick<PageDeps, 'templates' | 'urls'>): string {
  const { snapshot, network, view, found, facetsOf, matchesOf } = input;
  const { category } = view.query;
  const firstPage = viewParameters({ ...view, query: { ...view.query, page: 1 } });
  const key = `panel ${JSON.stringify([deps.urls.network(network), category, firstPage])}`;
  return snapshot.html.of(key, () => {
    const href = viewLinks(deps.urls, network, `/toolbox/${category}`);
    const shown = input.shown.map((column) => column.key);
    const facets = found.ids.length === 0 ? withAllValues(matchesOf(), facetsOf()) : matchesOf();
    const panel = presentFilterPanel({ view, facets, shown, href, scopes: countScopes(input) });
    return deps.templates.renderPartial('panel', { ...panel, sprite: input.sprite });
  });
}

/** Offers by scope, as if no scope were chosen; null if the listing has one scope only, and none was asked for. */
function countScopes({ snapshot, network, view, inAnyScope }: PanelInput): ReadonlyMap<Scope, number> | null {
  const { category, scope } = view.query;
  const ofListing = new Set(Array.from(snapshot.rowsOfListing(network, category), (id) => snapshot.scopeOf(id)));
  if (ofListing.size < 2 && scope === undefined) return null;
  const byScope = groupBy(inAnyScope.ids, (id) => snapshot.scopeOf(id));
  return new Map(Array.from(byScope, ([each, rows]) => [each, snapshot.countOffers(rows)]));
}

/** All currencies and units; the compared one stays. */
function numbersOf(own: NumberFacet, all: NumberFacet): NumberFacet {
  if (!isEmpty(own)) return own;
  if (all.prices === null || own.prices === null || own.prices.compared === all.prices.compared) return all;
  return { ...all, min: null, max: null, prices: { ...all.prices, compared: own.prices.compared } };
}

/** Facets of an empty result keep the values of the category, with the counts of the result. */
function withAllValues(found: readonly Facet[], all: readonly Facet[]): readonly Facet[] {
  if (found === all) return found;
  return all.map((facet) => {
    const own = found.find(({ column }) => column === facet.column);
    if (facet.kind === 'numbers') return own?.kind === 'numbers' ? numbersOf(own, facet) : facet;
    if (own?.kind !== 'values') return facet;
    const counted = new Map(own.values.map((value) => [value.value, value]));
    return {
      ...facet,
      values: facet.values.map(
        ({ value }) => counted.get(value) ?? { value, count: 0, offersCount: 0, providersCount: 0 },
      ),
    };
  });
}
