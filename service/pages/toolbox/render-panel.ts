/** Renders the filter panel, and selects the table columns from its facets. Both are cached for the snapshot. */
import type { ColumnDefinition } from '../../../model/columns.ts';
import { countFacets } from '../../query/facets.ts';
import type { Facet } from '../../query/filters/kind.ts';
import type { Near } from '../../query/rows.ts';
import { type View, viewParameters } from '../../query/view.ts';
import type { Fragment } from '../../snapshot/fragment-cache.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { isEmpty, tableColumns } from '../shared/offer-table/columns.ts';
import { type Width, widthByFacet } from '../shared/offer-table/widths.ts';
import type { PageDeps } from '../shared/page.ts';
import { presentFilterPanel } from './filter-panel.ts';
import { viewLinks } from './links.ts';

export interface PanelInput {
  readonly snapshot: Snapshot;
  readonly network: string;
  readonly view: View;
  /** Columns of the category. */
  readonly columns: readonly ColumnDefinition[];
  /** Contents of all matching rows, in order. */
  readonly rows: readonly number[];
  /** Near matches of the view. */
  readonly near: Near;
  readonly sprite: string;
}

interface Panel extends Fragment {
  readonly shown: readonly ColumnDefinition[];
  /** Widths of the shown columns. */
  readonly widths: readonly Width[];
}

export async function renderPanel(input: PanelInput, deps: Pick<PageDeps, 'templates' | 'urls'>): Promise<Panel> {
  const { snapshot, network, view, columns, rows } = input;
  const { category, sorting } = view.query;
  const firstPage = viewParameters({ ...view, query: { ...view.query, page: 1 } });
  const key = `panel ${JSON.stringify([deps.urls.network(network), category, firstPage])}`;
  const cached = snapshot.fragments.get<Panel>(key);
  if (cached) return cached;
  // Facets expect the rows of a provider next to each other, which a custom sort order does not guarantee.
  const known = { near: input.near, rows: sorting.length === 0 ? rows : undefined };
  const found = await countFacets(snapshot, network, view.query, known);
  const all = rows.length === 0 ? await countFacets(snapshot, network, { category, terms: [], filters: [] }) : found;
  const facets = withAllValues(found.facets, all.facets);
  const shown = tableColumns(columns, view.columns, facets);
  const href = viewLinks(deps.urls, network, `/toolbox/${category}`);
  const panel = presentFilterPanel({ view, facets, shown: shown.map((column) => column.key), href });
  const html = deps.templates.renderPartial('panel', { ...panel, sprite: input.sprite });
  const widths = shown.map((column) => widthByFacet(column, facets));
  return snapshot.fragments.set(key, { html, shown, widths });
}

/** Facets of an empty result keep the values of the category, with the counts of the result. */
function withAllValues(found: readonly Facet[], all: readonly Facet[]): readonly Facet[] {
  if (found === all) return found;
  return all.map((facet) => {
    const own = found.find(({ column }) => column === facet.column);
    if (facet.kind !== 'values' || own?.kind !== 'values') return own && !isEmpty(own) ? own : facet;
    const counted = new Map(own.values.map((value) => [value.value, value]));
    return {
      ...facet,
      values: facet.values.map(({ value }) => counted.get(value) ?? { value, count: 0, providersCount: 0 }),
    };
  });
}
