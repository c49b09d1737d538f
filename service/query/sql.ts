/** Order of a listing -> SQL text and its values. Only names and scopes of the snapshot are part of the text. */
import { quoteName } from '../../common/sql.ts';
import { type ColumnDefinition, isMoney, numberKeys } from '../../model/columns.ts';
import { groupColumn, type ListedPrices } from '../snapshot/price-groups.ts';
import { contentsTable, SqlValues, type Statement } from '../snapshot/statement.ts';
import type { Sort } from './params.ts';

/** A listing to sort. */
export interface ListingScope {
  /** Number of the network as in `Scope`; null for all networks. */
  readonly network: number | null;
  /** Price groups of the money columns, by column: the order of prices. */
  readonly prices: ReadonlyMap<string, ListedPrices>;
}

/** Ids of the contents of a category on a network, or on any network, in order. */
export function buildOrderSql(scope: ListingScope, category: string, sorting: readonly Sort[]): Statement {
  const values = new SqlValues();
  const where = scope.network === null ? '' : ` WHERE list_contains(_networks, ${values.add(scope.network)}::INTEGER)`;
  const order = [...sorting.map((sort) => sortSql(sort, scope, values)), '_content'].join(', ');
  const sql = `SELECT _content FROM ${quoteName(contentsTable(category))}${where} ORDER BY ${order}`;
  return { sql, values: values.list };
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
