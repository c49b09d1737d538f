/** Markdown of the directory page of a category. */

import type { ColumnDefinition } from '../../../model/columns.ts';
import { periodColumns } from '../../../model/periods.ts';
import { blankText, remarkText } from '../../answers/amount-state.ts';
import { answerList } from '../../answers/list.ts';
import { measuredNotes } from '../../answers/measured.ts';
import { offerCells } from '../../answers/offer-cells.ts';
import type { Handler } from '../../http/context.ts';
import { conditionSentences, orderNotes } from '../../notations/applied.ts';
import { describePage, nextLink, rowsPerPage, textOfCell } from '../../notations/markdown.ts';
import { titleOf } from '../../notations/offer-title.ts';
import { titleOfView } from '../../notations/title.ts';
import { cutFlat, groupOffers } from '../../query/offers.ts';
import {
  apiParametersOf,
  type ListQuestion,
  listParameters,
  silentList,
} from '../../questions/list.ts';
import { readList } from '../../questions/read-list.ts';
import type { Row } from '../../snapshot/catalog.ts';
import { offersInListings, plural } from '../../text/counts.ts';
import type { Parameters, Urls } from '../../urls.ts';
import { askedColumns, tableColumns } from '../shared/offer-table/columns.ts';
import { sendMarkdown } from '../shared/send-markdown.ts';
import { type Estimates, readEstimates } from './columns/estimates.ts';
import { readColumns } from './columns/listing.ts';
import {
  addedColumns,
  addedOfRows,
  columnsOf,
  type Listing,
  requestedListing,
  rowsOfOffers,
  slugOfRow,
} from './read.ts';

/** A page has ten listings, if the address does not say. */
export function toolboxMarkdown({ urls }: { readonly urls: Urls }): Handler {
  return async (ctx) => {
    const listing = requestedListing(ctx, urls);
    const { snapshot, network, category, path, to, api } = listing;
    // A copy, because the number of listings is set in it.
    const query = new URLSearchParams(ctx.state.parameters);
    if (!query.get('pageSize')) query.set('pageSize', String(rowsPerPage));
    const question = readList(category.key, query, snapshot.catalog, listing.limits);
    const answer = await answerList(listing, question);
    const { ids } = answer.matchedRows;
    const estimates = readEstimates(snapshot, question, { ids, within: listing.networks });
    const ordered =
      estimates !== null && question.query.sorting.length === 0 ? estimates.ordered : ids;
    // Over several networks an offer has one line.
    const rows =
      network === null
        ? groupOffers(snapshot, ordered).map((offer) => offer.rows[0] ?? 0)
        : ordered;
    const { items, pagination } = cutFlat(rows, question.query, (id) => snapshot.providerOf(id));
    const { totalOffers: total, totalProviders, page, pageSize } = pagination;
    const counts = `${plural(totalProviders, 'provider')}, ${offersInListings(snapshot.countOffers(rows), total)}`;
    const table = readTable({ items, ids }, listing, question, estimates);
    const nothing = 'Nothing matches: remove a filter or a word of the search.';
    const parameters = markdownParameters(question);
    const document = {
      title: titleOfView(snapshot, listing, question),
      facts: [
        `${counts}, as of ${snapshot.manifest.generatedAt.slice(0, 10)}.`,
        ...conditionSentences(answer),
        ...orderNotes(answer.comparisons, (key) => snapshot.catalog.columns.get(key)?.label ?? key),
        ...(estimates === null ? [] : [estimates.counted]),
        ...measuredNotes(snapshot, items, table.shown),
        ...(total === 0 ? [nothing] : describePage(total, { page, pageSize })),
      ],
      tables: [table],
      links: [
        ...nextLink((paging) => to(`${path}.md`, { ...parameters, ...paging }), {
          page,
          pageSize,
          total,
        }),
        { label: 'JSON', href: to(listing.listApi, apiParametersOf(question)) },
        ...answer.applied.flatMap(({ id, label, notStated = 0, keptUnstated = 0 }) =>
          notStated + keptUnstated === 0
            ? []
            : {
                label: `Offers that do not state ${label}`,
                href: to(`${path}.md`, markdownParameters(silentList(question, id))),
              },
        ),
        { label: 'Values of the filters', href: to(`${api}/facets`, { category: category.key }) },
        { label: 'Changes', href: to('/changes.md', { category: category.key }) },
      ],
      html: to(path, parameters),
    };
    sendMarkdown(ctx, document, pageSize);
  };
}

function readTable(
  { items, ids }: { readonly items: readonly number[]; readonly ids: readonly number[] },
  place: Listing,
  { columns: columnKeys, query }: ListQuestion,
  estimates: Estimates | null,
) {
  const { snapshot } = place;
  const columns = columnsOf(place);
  const slugOf = slugOfRow(place);
  const rowsOf = rowsOfOffers(place, ids);
  const placesOf = addedOfRows(place, rowsOf);
  const { filled, defaults } = readColumns(place, columns);
  const chosen = tableColumns(columnKeys, {
    offered: filled,
    defaults,
    asked: askedColumns(query),
  });
  const announced = columns.filter(
    (column) =>
      column.key === periodColumns.announced &&
      columnKeys === null &&
      items.some((id) => snapshot.row(id)[column.key] != null),
  );
  const shown = [...addedColumns(place, estimates), ...chosen, ...announced];
  const rows = items.map((id) => {
    const { row: cells } = offerCells(snapshot, rowsOf(id), place.networks);
    const row = { ...cells, ...placesOf(id), ...estimates?.cellsOf(id) };
    return [
      slugOf(id),
      String(row.provider),
      titleOf(row, snapshot.catalog.roles),
      ...shown.map((column) => withState(textOfCell(row, column), column, snapshot.numbers(id))),
    ];
  });
  return {
    heading: 'Offers',
    columns: ['Slug', 'Provider', 'Offer', ...shown.map(({ label }) => label)],
    rows,
    shown,
  };
}

/** `not stated` in place of nothing, and what of a text is not read. */
function withState(text: string, column: ColumnDefinition, numbers: Row): string {
  if (text === '') return blankText(column, numbers) ?? '';
  const unread = remarkText(column, numbers);
  return unread === null ? text : `${text} (${unread})`;
}

/**
 * Parameters of the first page of the Markdown version. Its pages hold other rows than those of the
 * HTML page.
 */
export function markdownParameters(question: ListQuestion): Parameters {
  return {
    ...listParameters(question),
    page: null,
    pageSize: null,
    facet: null,
    compare: null,
    chart: null,
  };
}
