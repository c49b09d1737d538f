/** GET {network}/toolbox/{category}.md: the listings that the directory page shows, as a table. */
import { titleOfView } from '../../api/view-title.ts';
import type { Handler } from '../../http/context.ts';
import { ask } from '../../query/ask.ts';
import { cutFlat } from '../../query/offers/offers.ts';
import { networkApi } from '../../query/place.ts';
import { apiParameters, parseView, type View, viewParameters } from '../../query/view.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { offersInListings, plural } from '../../text/counts.ts';
import type { Parameters, Urls } from '../../urls.ts';
import { tableColumns } from '../shared/offer-table/columns.ts';
import { titleOf } from '../shared/offer-table/title.ts';
import { requestedCategory } from '../shared/page.ts';
import { type Estimates, estimateColumn, readEstimates } from '../toolbox/columns/estimates.ts';
import { readColumns } from '../toolbox/columns/listing.ts';
import { describePage, nextLink, rowsPerPage, sendMarkdown, textOfCell } from './document.ts';

export function toolboxMarkdown({ urls }: { readonly urls: Urls }): Handler {
  return async (ctx) => {
    const { key, snapshot, category } = requestedCategory(ctx);
    const path = `/toolbox/${category.key}`;
    const view = readView(category.key, ctx.querystring, snapshot);
    const { ids } = await ask(snapshot, key, view.query);
    const estimates = readEstimates(snapshot, view, ids);
    const rows = estimates !== null && view.query.sorting.length === 0 ? estimates.ordered : ids;
    const { items, pagination } = cutFlat(rows, view.query, (id) => snapshot.providerOf(id));
    const { totalOffers: total, totalProviders, page, pageSize } = pagination;
    const counts = `${plural(totalProviders, 'provider')}, ${offersInListings(snapshot.countOffers(rows), total)}`;
    const nothing = 'Nothing matches: remove a filter or a word of the search.';
    const document = {
      title: titleOfView(snapshot, key, view),
      facts: [
        `${counts}, as of ${snapshot.manifest.generatedAt.slice(0, 10)}.`,
        ...(estimates === null ? [] : [estimates.counted]),
        ...(total === 0 ? [nothing] : describePage(total, { page, pageSize })),
      ],
      tables: [await readTable(items, { snapshot, network: key, view, estimates })],
      links: linksOf({ network: key, path, view, total }, urls),
      html: urls.to(key, path, markdownParameters(view)),
    };
    sendMarkdown(ctx, document, pageSize);
  };
}

/** A page has ten listings, if the address does not say. */
function readView(category: string, queryString: string, { catalog }: Snapshot): View {
  const given = new URLSearchParams(queryString);
  if (!given.get('pageSize')) given.set('pageSize', String(rowsPerPage));
  return parseView(category, given, catalog);
}

interface TableInput {
  readonly snapshot: Snapshot;
  readonly network: string;
  readonly view: View;
  readonly estimates: Estimates | null;
}

async function readTable(ids: readonly number[], { snapshot, network, view, estimates }: TableInput) {
  const { category } = view.query;
  const columns = snapshot.catalog.columnsOf(category).filter((column) => column.categories.includes(category));
  const { filled, defaults } = await readColumns(snapshot, { network, category }, columns);
  const chosen = tableColumns(view.columns, { offered: filled, defaults });
  const shown = estimates === null ? chosen : [estimateColumn, ...chosen];
  const rows = ids.map((id) => {
    const row = { ...snapshot.row(id), ...estimates?.cellsOf(id) };
    return [String(row.slug), String(row.provider), titleOf(row), ...shown.map((column) => textOfCell(row, column))];
  });
  return { heading: 'Offers', columns: ['Slug', 'Provider', 'Offer', ...shown.map(({ label }) => label)], rows };
}

/** Parameters of the first page of the Markdown version. Its pages hold other rows than those of the HTML page. */
export function markdownParameters(view: View): Parameters {
  return { ...viewParameters(view), page: null, pageSize: null, facet: null, compare: null, chart: null };
}

interface LinksInput {
  readonly network: string;
  readonly path: string;
  readonly view: View;
  readonly total: number;
}

function linksOf({ network, path, view, total }: LinksInput, urls: Urls) {
  const { page, pageSize, category } = view.query;
  const parameters = markdownParameters(view);
  const api = (name: string, given = {}) => urls.to(network, `${networkApi}/${name}`, given);
  return [
    ...nextLink({ network, path, parameters }, { page, pageSize, total }, urls),
    { label: 'JSON', href: api('rows', apiParameters(view)) },
    { label: 'Values of the filters', href: api('facets', { category }) },
    { label: 'Changes', href: urls.to(network, '/changes.md', { category }) },
  ];
}
