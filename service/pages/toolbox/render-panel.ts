/** The panel of filters as HTML, and the columns of the table that follow from what is in it. */
import type { ColumnDefinition } from '../../../model/columns.ts';
import { countFacets } from '../../query/facets.ts';
import type { View } from '../../query/view.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { RouteContext } from '../shared/context.ts';
import { tableColumns } from '../shared/offer-table/columns.ts';
import { type Width, widthByFacet } from '../shared/offer-table/widths.ts';
import { presentFilterPanel } from './filter-panel.ts';
import { pageLinks } from './page-link.ts';

export interface PanelInput {
  readonly snapshot: Snapshot;
  readonly network: string;
  readonly view: View;
  /** Those that the category uses. */
  readonly columns: readonly ColumnDefinition[];
  /** Contents of all rows that the view shows, in order. */
  readonly rows: readonly number[];
  readonly sprite: string;
}

interface Panel {
  readonly html: string;
  readonly shown: readonly ColumnDefinition[];
  /** Of the shown columns. */
  readonly widths: readonly Width[];
}

export async function renderPanel(input: PanelInput, deps: Pick<RouteContext, 'templates' | 'urls'>): Promise<Panel> {
  const { snapshot, network, view, columns, rows } = input;
  const { category, sorting } = view.query;
  // Facets count the rows of a provider together; an order of one's own may have parted them.
  const { facets } = await countFacets(snapshot, network, view.query, sorting.length === 0 ? rows : undefined);
  const shown = tableColumns(columns, view.columns, facets);
  const href = pageLinks(deps.urls, network, `/toolbox/${category}`);
  const panel = presentFilterPanel({ view, facets, shown: shown.map((column) => column.key), href });
  const html = deps.templates.fragment('panel', { ...panel, sprite: input.sprite });
  const widths = shown.map((column) => widthByFacet(column, facets));
  return { html, shown, widths };
}
