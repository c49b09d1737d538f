/** Merges offers that differ only in their chain into one line of the table. */
import type { ColumnDefinition } from '../../../../model/columns.ts';
import type { Row } from '../../../snapshot/catalog.ts';

export function isChain(column: ColumnDefinition): boolean {
  return column.cellType === 'chain';
}

/** Groups rows of one provider, in the order of their first row. Chains in a group have the order of `chains`. */
export function mergeRows(
  rows: readonly Row[],
  columns: readonly ColumnDefinition[],
  chains: readonly string[],
): Row[][] {
  const own = Object.fromEntries(['slug', ...columns.filter(isChain).map(({ key }) => key)].map((key) => [key, null]));
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const content = JSON.stringify({ ...row, ...own });
    const group = groups.get(content);
    if (group) group.push(row);
    else groups.set(content, [row]);
  }
  const place = (row: Row) => {
    const index = chains.indexOf(String(row.chain));
    return index === -1 ? chains.length : index;
  };
  return [...groups.values()].map((group) => group.toSorted((a, b) => place(a) - place(b)));
}
