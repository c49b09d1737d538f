/** Offers that say the same but for their chain are one line of the table, with several chains. */
import type { ColumnDefinition } from '../../../../model/columns.ts';
import type { RowObject } from '../../../snapshot/row-json.ts';

export function isChain(column: ColumnDefinition): boolean {
  return column.cellType === 'chain';
}

/**
 * Rows of one provider, in order -> groups in the order of their first row.
 * Inside a group the chains stand as the network names them, the main one first.
 */
export function mergeRows(
  rows: readonly RowObject[],
  columns: readonly ColumnDefinition[],
  chains: readonly string[],
): RowObject[][] {
  const own = new Set(['slug', ...columns.filter(isChain).map(({ key }) => key)]);
  const groups = new Map<string, RowObject[]>();
  for (const row of rows) {
    const said = JSON.stringify(Object.entries(row).filter(([key]) => !own.has(key)));
    const group = groups.get(said);
    if (group) group.push(row);
    else groups.set(said, [row]);
  }
  const place = (row: RowObject) => {
    const index = chains.indexOf(String(row.chain));
    return index === -1 ? chains.length : index;
  };
  return [...groups.values()].map((group) => group.toSorted((a, b) => place(a) - place(b)));
}
