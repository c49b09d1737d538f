/** Sortable table headers, and the form with display options. */
import type { ColumnDefinition } from '../../../model/columns.ts';
import type { Sort } from '../../query/params.ts';
import { pageSizeOfPages, type View, viewParameters, withQuery } from '../../query/view.ts';
import { pairsOf } from '../../urls.ts';
import { isFact } from '../shared/offer-table/offer-row.ts';
import { estimateColumn } from './columns/estimates.ts';
import type { ViewLink } from './links.ts';
import type { ToolboxData } from './read.ts';

const pageSizes = [10, 25, 50, 100];

/** The first click sorts ascending, the second descending, the third restores the default order. */
export function presentHead(column: ColumnDefinition, view: View, href: ViewLink) {
  const current = sortOf(column, view);
  const order = current === null ? null : current.desc ? 'descending' : 'ascending';
  return {
    label: column.label,
    description: column.description,
    href: column.sorting === null ? null : href(withQuery(view, { sorting: nextSorting(column, current) })),
    order,
    ascending: order === 'ascending',
    descending: order === 'descending',
    price: column.cellType === 'numericRange',
  };
}

/** A list with estimates is sorted by them unless another column is named, so no address names them. */
function sortOf(column: ColumnDefinition, { query }: View): Pick<Sort, 'desc'> | null {
  const [sort] = query.sorting;
  if (column === estimateColumn) return sort === undefined ? { desc: false } : null;
  return sort?.column.key === column.key ? sort : null;
}

function nextSorting(column: ColumnDefinition, current: Pick<Sort, 'desc'> | null): readonly Sort[] {
  if (column === estimateColumn) return [];
  if (current === null) return [{ column, desc: false }];
  return current.desc ? [] : [{ column, desc: true }];
}

interface DisplayInput extends Pick<ToolboxData, 'columns' | 'shown'> {
  readonly listing: Pick<ToolboxData['listing'], 'filled' | 'hasPlans'>;
}

/** Display options: columns, sort order and page size. */
export function presentDisplay(view: View, { columns, listing: { filled: offered, hasPlans }, shown }: DisplayInput) {
  const [sort] = view.query.sorting;
  const without: View = {
    ...view,
    columns: null,
    facet: null,
    query: { ...view.query, sorting: [], page: 1, pageSize: pageSizeOfPages },
  };
  return {
    usualSort: view.workload === null ? 'Provider name' : 'Estimate',
    hidden: pairsOf(viewParameters(without)).map(([name, value]) => ({ name, value })),
    columns: offered.map(({ key, label }) => ({ key, label, checked: shown.some((column) => column.key === key) })),
    sorts: columns
      .filter(
        (column) =>
          column.sorting !== null && column !== estimateColumn && (offered.includes(column) || !isFact(column)),
      )
      .filter(({ key }) => key !== 'planName' || hasPlans)
      .map(({ key, label }) => ({ key, label, selected: sort?.column.key === key })),
    descending: sort?.desc === true,
    sizes: [...new Set([...pageSizes, view.query.pageSize])]
      .toSorted((a, b) => a - b)
      // The default has no value, so that the address does not name it.
      .map((size) => ({
        size,
        value: size === pageSizeOfPages ? '' : size,
        selected: size === view.query.pageSize,
      })),
  };
}
