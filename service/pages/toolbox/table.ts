/** Sortable table headers, and the form with display options. */
import { type ColumnDefinition, estimateFigure, isAmount } from '../../../model/columns.ts';
import type { Sort } from '../../query/selection.ts';
import {
  type ListQuestion,
  listParameters,
  pageSizeOfPages,
  withQuery,
} from '../../questions/list.ts';
import { hiddenFields } from '../../urls.ts';
import { isFact } from '../shared/offer-table/offer-row.ts';
import { estimateColumn } from './columns/estimates.ts';
import type { Toolbox } from './read.ts';

const pageSizes = [10, 25, 50, 100];

/** The first click sorts ascending, the second descending, the third restores the default order. */
export function presentHead(column: ColumnDefinition, { question, href }: Toolbox) {
  const current = sortOf(column, question);
  return {
    label: column.label,
    description: column.description,
    href:
      column.sorting === null
        ? null
        : href(withQuery(question, { sorting: nextSorting(column, current) })),
    order: current === null ? null : current.desc ? 'descending' : 'ascending',
    ascending: current?.desc === false,
    descending: current?.desc === true,
    price: isAmount(column),
  };
}

/** A list with estimates is sorted by them unless another order is named. */
function sortOf(column: ColumnDefinition, { query }: ListQuestion): Pick<Sort, 'desc'> | null {
  const [sort] = query.sorting;
  if (column === estimateColumn && sort === undefined) return { desc: false };
  return sort?.column.key === column.key ? sort : null;
}

function nextSorting(
  column: ColumnDefinition,
  current: Pick<Sort, 'desc'> | null,
): readonly Sort[] {
  if (column === estimateColumn)
    return current?.desc === false ? [{ column: estimateFigure, desc: true }] : [];
  if (current === null) return [{ column, desc: false }];
  return current.desc ? [] : [{ column, desc: true }];
}

/** Display options: columns, sort order and page size. */
export function presentDisplay({
  snapshot: { catalog },
  question,
  columns,
  listing: { filled, hasPlans },
  shown,
}: Toolbox) {
  const { query } = question;
  const [sort] = query.sorting;
  const usual = { ...query, sorting: [], page: 1, pageSize: pageSizeOfPages };
  const isSortable = (column: ColumnDefinition) =>
    column.sorting !== null &&
    column !== estimateColumn &&
    (filled.includes(column) || !isFact(column));
  return {
    usualSort: question.workload === null ? 'Provider name' : 'Estimate',
    hidden: hiddenFields(listParameters({ ...question, columns: null, facet: null, query: usual })),
    columns: filled.map(({ key, label }) => ({
      key,
      label,
      checked: shown.some((column) => column.key === key),
    })),
    sorts: columns
      .filter(
        (column) => isSortable(column) && (column.key !== catalog.roles.sortedName || hasPlans),
      )
      .map(({ key, label }) => ({ key, label, selected: sort?.column.key === key })),
    descending: sort?.desc === true,
    sizes: [...new Set([...pageSizes, query.pageSize])]
      .toSorted((a, b) => a - b)
      // The default has no value, so that the address does not name it.
      .map((size) => ({
        size,
        value: size === pageSizeOfPages ? '' : size,
        selected: size === query.pageSize,
      })),
  };
}
