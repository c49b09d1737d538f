/**
 * GET {network}/api/infrastructure-providers/rows: one page of rows, of whole providers or one by
 * one.
 */
import * as z from 'zod';
import { withValues } from '../../../common/json.ts';
import { findHints, type Hints, hintsShape, itemsOn } from '../../answers/search/hints.ts';
import { ask } from '../../query/ask.ts';
import { comparedRows, findComparisons } from '../../query/comparisons.ts';
import type { MatchedRows } from '../../query/matched-rows.ts';
import { cutFlat } from '../../query/offers.ts';
import { cutPage, paginationShape } from '../../query/paging.ts';
import { benchmarksOfRow, probesOfRow } from '../../query/probes.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import {
  type ListQuery,
  listHeaders,
  pick,
  presentList,
  resolveListQuery,
  rowsParameters,
  setListHeaders,
} from '../lists.ts';
import { networkResource } from '../resource.ts';
import { columnShape, partialShape, resultShape, rowShape } from '../shapes.ts';

export const rows = networkResource({
  path: '/rows',
  operationId: 'listRows',
  summary: 'Rows of a category, grouped by provider or one by one.',
  parameters: rowsParameters,
  content: {
    'application/json': resultShape({
      columnsMeta: z.array(columnShape).optional().describe('Left out with `meta=none`.'),
      rows: z.array(z.union([rowShape, partialShape])),
      pagination: paginationShape,
      hints: hintsShape.optional(),
    }),
  },
  headers: listHeaders,
  answer: async (parameters, { snapshot, network, urls }, { ctx }) => {
    const { json, pagination } = await answerRows(
      snapshot,
      network,
      resolveListQuery(parameters, snapshot.catalog),
    );
    setListHeaders(ctx, pagination, urls);
    return json;
  },
});

/** Null without any hint. */
async function hintsOf(
  snapshot: Snapshot,
  network: string,
  { query, matchedRows }: { readonly query: ListQuery; readonly matchedRows: MatchedRows },
): Promise<Hints | null> {
  const empty =
    matchedRows.ids.length === 0
      ? await findHints(snapshot, itemsOn(snapshot, network), { selection: query, matchedRows })
      : null;
  const isCompared = query.sorting.length + query.filters.length > 0;
  const comparisons = isCompared
    ? findComparisons(snapshot, comparedRows, { query, rows: matchedRows.ids, matchedRows })
    : null;
  return empty === null && comparisons === null ? null : { ...empty, ...comparisons };
}

/** JSON of the answer, and its paging. */
export async function answerRows(snapshot: Snapshot, network: string, query: ListQuery) {
  const matchedRows = await ask(snapshot, network, query);
  const { shown, pagination } = cut(matchedRows.ids, snapshot, query);
  const { fields, category } = query;
  const cellsJson = (id: number) =>
    query.numbers ? snapshot.rowJsonWithNumbers(network, id) : snapshot.rowJson(network, id);
  const rowJson = (id: number) => {
    if (!query.probes) return cellsJson(id);
    return withValues(cellsJson(id), {
      probes: JSON.stringify(probesOfRow(snapshot, network, id)),
      measured: JSON.stringify(snapshot.probes.measured.get(id) ?? null),
      benchmarks: JSON.stringify(benchmarksOfRow(snapshot, network, id)),
    });
  };
  // The scope is only for those who name it: the interface gives the keys of a whole row.
  const wholeRow = (id: number) => ({ ...JSON.parse(rowJson(id)), scope: snapshot.scopeOf(id) });
  const json = presentList({
    generatedAt: snapshot.manifest.generatedAt,
    columnsJson: query.withColumns ? snapshot.catalog.columnsJson([category], fields) : null,
    items: shown.map((id) =>
      fields === null ? rowJson(id) : JSON.stringify(pick(wholeRow(id), fields)),
    ),
    itemsKey: 'rows',
    pagination,
    hints: await hintsOf(snapshot, network, { query, matchedRows }),
  });
  return { json, pagination };
}

/** Rows of the page. */
function cut(rows: readonly number[], snapshot: Snapshot, query: ListQuery) {
  const providerOf = (id: number) => snapshot.providerOf(id);
  if (query.mode === 'group') {
    const { groups, pagination } = cutPage(rows, providerOf, query);
    return { shown: groups.flatMap((group) => group.rows), pagination };
  }
  const { items, pagination } = cutFlat(rows, query, providerOf);
  return { shown: items, pagination };
}
