/** Renders the filter panel, and caches its HTML for the snapshot. */
import { groupBy } from '../../../common/group-by.ts';
import type { Scope } from '../../../model/rows.ts';
import type { Facet, NumberFacet } from '../../query/filters/kind.ts';
import { type View, viewParameters, workloadParameters } from '../../query/view.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { queryOf } from '../../urls.ts';
import { escapeHtml } from '../shared/markdown.ts';
import { isEmpty } from '../shared/offer-table/columns.ts';
import type { PageDeps } from '../shared/page.ts';
import { presentFilterPanel } from './filter-panel.ts';
import { viewLinks } from './links.ts';
import type { ToolboxData } from './read.ts';

interface PanelInput extends Pick<ToolboxData, 'shown' | 'found' | 'inAnyScope' | 'facetsOf' | 'matchesOf'> {
  readonly snapshot: Snapshot;
  readonly network: string;
  readonly view: View;
  readonly sprite: string;
}

/** Without the workload, which changes its links only: they get it at their end. */
export function renderPanel(input: PanelInput, deps: Pick<PageDeps, 'templates' | 'urls'>): string {
  const { snapshot, network, found, facetsOf, matchesOf } = input;
  const view = { ...input.view, workload: null };
  const { category } = view.query;
  const firstPage = viewParameters({ ...view, query: { ...view.query, page: 1 } });
  const shown = input.shown.map((column) => column.key);
  const key = `panel ${JSON.stringify([deps.urls.network(network), category, firstPage, shown])}`;
  const render = () => {
    const href = viewLinks(deps.urls, network, `/toolbox/${category}`);
    const facets = found.ids.length === 0 ? withAllValues(matchesOf(), facetsOf()) : matchesOf();
    const limits = { scopes: countScopes(input), confirmed: countConfirmed(input) };
    const panel = presentFilterPanel({ view, facets, shown, href, ...limits });
    return deps.templates.renderPartial('panel', { ...panel, sprite: input.sprite });
  };
  const workload = queryOf(workloadParameters(input.view.workload));
  return snapshot.html.of(key, render, () => (workload === '' ? '' : escapeHtml(`&${workload}`)));
}

/** Offers by scope, as if no scope were chosen; null if the listing has one scope only, and none was asked for. */
function countScopes({ snapshot, network, view, inAnyScope }: PanelInput): ReadonlyMap<Scope, number> | null {
  const { category, scope } = view.query;
  const ofListing = new Set(Array.from(snapshot.rowsOfListing(network, category), (id) => snapshot.scopeOf(id)));
  if (ofListing.size < 2 && scope === undefined) return null;
  const byScope = groupBy(inAnyScope.ids, (id) => snapshot.scopeOf(id));
  return new Map(Array.from(byScope, ([each, rows]) => [each, snapshot.countOffers(rows)]));
}

/** Offers of the result that a probe confirmed lately; null if it confirmed none of the listing, and none was asked for. */
function countConfirmed({ snapshot, network, view, found }: PanelInput): number | null {
  const { category, confirmed } = view.query;
  const isConfirmed = (id: number) => snapshot.probes.confirmed.has(id);
  if (confirmed !== true && !snapshot.rowsOfListing(network, category).some(isConfirmed)) return null;
  return snapshot.countOffers(found.ids.filter(isConfirmed));
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
