/** Sortable table headers, and the form with display options. */
import type { ColumnDefinition } from '../../../model/columns.ts';
import { pageSizeOfPages, type View, viewParameters, withQuery } from '../../query/view.ts';
import { pairsOf } from '../../urls.ts';
import { iconOf } from '../shared/icons.ts';
import { isFact } from '../shared/offer-table/offer-row.ts';
import type { ViewLink } from './links.ts';
import type { ToolboxData } from './read.ts';

const pageSizes = [10, 25, 50, 100];

/** The first click sorts ascending, the second descending, the third restores the default order. */
export function presentHead(column: ColumnDefinition, view: View, href: ViewLink) {
  const [sort] = view.query.sorting;
  const current = sort?.column.key === column.key ? sort : null;
  const next = current === null ? [{ column, desc: false }] : current.desc ? [] : [{ column, desc: true }];
  const order = current === null ? null : current.desc ? 'descending' : 'ascending';
  return {
    label: column.label,
    icon: iconOf(column.icon),
    description: column.description,
    href: column.sorting === null ? null : href(withQuery(view, { sorting: next })),
    order,
    ascending: order === 'ascending',
    descending: order === 'descending',
    price: column.cellType === 'numericRange',
  };
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
    hidden: pairsOf(viewParameters(without)).map(([name, value]) => ({ name, value })),
    columns: offered.map(({ key, label }) => ({ key, label, checked: shown.some((column) => column.key === key) })),
    sorts: columns
      .filter((column) => column.sorting !== null && (offered.includes(column) || !isFact(column)))
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
