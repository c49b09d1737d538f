/** Search and order -> SQL text and its values. Only names and scopes of the snapshot are part of the text. */
import { type ColumnDefinition, isMoney, numberKeys } from '../../model/columns.ts';
import { groupColumn, type ListedPrices } from '../snapshot/price-groups.ts';
import { contentsTable, quoteName, SqlValues, type Statement } from '../snapshot/statement.ts';
import type { Selection, Sort } from './params.ts';

/** A listing to select from. */
export interface ListingScope {
  /** Number of the network as in `Scope`; null for all networks. */
  readonly network: number | null;
  /** Price groups of the money columns, by column: the order of prices. */
  readonly prices: ReadonlyMap<string, ListedPrices>;
}

/** Ids of the contents with all of the terms. They are unordered unless `sorting` has an item. */
export function buildRowsSql(
  scope: ListingScope,
  searched: Pick<Selection, 'category' | 'terms'>,
  sorting: readonly Sort[],
): Statement {
  const values = new SqlValues();
  const select = selectContents(scope, searched, values);
  const order =
    sorting.length > 0
      ? ` ORDER BY ${[...sorting.map((sort) => sortSql(sort, scope, values)), '_content'].join(', ')}`
      : '';
  return { sql: `${select}${order}`, values: values.list };
}

/** SELECT of the ids of contents with all of the terms, on a network or on all. */
export function selectContents(
  { network }: Pick<ListingScope, 'network'>,
  { category, terms }: Pick<Selection, 'category' | 'terms'>,
  values: SqlValues,
): string {
  const place = network === null ? [] : [`list_contains(_networks, ${values.add(network)}::INTEGER)`];
  const conditions = [...place, ...terms.map((term) => `contains(_search, ${values.add(term)})`)];
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  return `SELECT _content FROM ${quoteName(contentsTable(category))}${where}`;
}

/** Prices are ordered inside their groups only. The groups keep their order in both directions. */
function sortSql({ column, desc }: Sort, { prices }: ListingScope, values: SqlValues): string {
  const inOrder = `${sortKey(column)} ${desc ? 'DESC' : 'ASC'} NULLS LAST`;
  const listed = isMoney(column) ? prices.get(column.key) : undefined;
  if (listed === undefined || listed.groups.length <= 1) return inOrder;
  const groups = values.add(listed.groups.map(({ id }) => id));
  // Rows without a number have no group and are last, because their number is null.
  return `list_position(${groups}, ${quoteName(groupColumn(column.key))}) ASC NULLS LAST, ${inOrder}`;
}

function sortKey({ key, valueKind, sorting }: ColumnDefinition): string {
  return quoteName(valueKind === 'string' && sorting === 'number' ? numberKeys(key)[0] : key);
}
