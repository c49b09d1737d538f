/** The panel of filters as HTML, and the columns of the table that follow from what is in it. */
import type { ColumnDefinition } from '../../../model/columns.ts';
import { countFacets } from '../../query/facets.ts';
import { type View, viewParameters } from '../../query/view.ts';
import type { Snapshot } from '../../snapshot/open.ts';
import type { RouteContext } from '../shared/context.ts';
import { type Fragment, Fragments } from '../shared/fragments.ts';
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

interface Panel extends Fragment {
  readonly shown: readonly ColumnDefinition[];
  /** Of the shown columns. */
  readonly widths: readonly Width[];
}

const rendered = new Fragments<Panel>();

/** The same on each page of a result: rendered for the first one that is asked for. */
export async function renderPanel(input: PanelInput, deps: Pick<RouteContext, 'templates' | 'urls'>): Promise<Panel> {
  const { snapshot, network, view, columns, rows } = input;
  const { category, sorting } = view.query;
  const address = deps.urls.network(network);
  const key = JSON.stringify([address, category, viewParameters({ ...view, query: { ...view.query, page: 1 } })]);
  const known = rendered.get(snapshot.contents, key);
  if (known) return known;
  // Facets count the rows of a provider together; an order of one's own may have parted them.
  const { facets } = await countFacets(snapshot, network, view.query, sorting.length === 0 ? rows : undefined);
  const shown = tableColumns(columns, view.columns, facets);
  const href = pageLinks(deps.urls, network, `/toolbox/${category}`);
  const panel = presentFilterPanel({ view, facets, shown: shown.map((column) => column.key), href });
  const html = deps.templates.fragment('panel', { ...panel, sprite: input.sprite });
  const widths = shown.map((column) => widthByFacet(column, facets));
  return rendered.keep(snapshot.contents, key, { html, shown, widths });
}
