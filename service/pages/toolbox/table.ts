/** The head of the table, whose labels sort; and the choices that change how it looks. */
import type { ColumnDefinition } from '../../../model/columns.ts';
import { type View, viewParameters, withQuery } from '../../query/view.ts';
import { pairsOf } from '../../urls.ts';
import { iconOf } from '../shared/icons.ts';
import { isFact } from '../shared/offer-table/offer-row.ts';
import type { PageLink } from './page-link.ts';

export interface HeadView {
  readonly label: string;
  readonly icon: string | null;
  readonly description: string | null;
  /** The view sorted by it, or the other way round; null where it cannot be sorted by. */
  readonly href: string | null;
  /** As `aria-sort` has it. */
  readonly order: 'ascending' | 'descending' | null;
  readonly ascending: boolean;
  readonly descending: boolean;
}

const pageSizes = [10, 25, 50, 100];

/** A click sorts up, a second one down, a third one not at all. */
export function presentHead(column: ColumnDefinition, view: View, href: PageLink): HeadView {
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
  };
}

/** The form that chooses columns, order and page size. */
export function presentDisplay(view: View, columns: readonly ColumnDefinition[], shown: readonly ColumnDefinition[]) {
  const [sort] = view.query.sorting;
  const without: View = {
    ...view,
    columns: null,
    facet: null,
    query: { ...view.query, sorting: [], page: 1, pageSize: 10 },
  };
  return {
    hidden: pairsOf(viewParameters(without)).map(([name, value]) => ({ name, value })),
    columns: columns
      .filter(isFact)
      .map(({ key, label }) => ({ key, label, checked: shown.some((column) => column.key === key) })),
    sorts: columns
      .filter((column) => column.sorting !== null)
      .map(({ key, label }) => ({ key, label, selected: sort?.column.key === key })),
    descending: sort?.desc === true,
    sizes: pageSizes.map((size) => ({ size, selected: size === view.query.pageSize })),
  };
}
