/** Merges the listings of an offer that differ only in chain and links into one line of the table. */
import { groupBy } from '../../../../common/group-by.ts';
import type { ColumnDefinition } from '../../../../model/columns.ts';
import type { Row } from '../../../snapshot/catalog.ts';

export interface MergeInput {
  readonly rowOf: (id: number) => Row;
  /** Slug of the offer of a row. */
  readonly offerOf: (id: number) => string;
  readonly columns: readonly ColumnDefinition[];
  /** In display order. */
  readonly chains: readonly string[];
}

export function isChain(column: ColumnDefinition): boolean {
  return column.cellType === 'chain';
}

export interface Line {
  readonly ids: readonly number[];
  readonly rows: readonly Row[];
  /** Whether a line before it is about the same offer. */
  readonly again: boolean;
}

/**
 * Groups rows of one provider and category, in the order of the first row of each group. An offer whose facts
 * differ between chains has several lines. `before`: slugs of offers that have a line above.
 */
export function mergeRows(
  ids: readonly number[],
  { rowOf, offerOf, columns, chains }: MergeInput,
  before: ReadonlySet<string> = new Set(),
): Line[] {
  const own = ['slug', 'actionButtons', ...columns.filter(isChain).map(({ key }) => key)];
  const without = Object.fromEntries(own.map((key) => [key, null]));
  const items = ids.map((id) => ({ id, offer: offerOf(id), row: rowOf(id) }));
  const groups = groupBy(items, ({ offer, row }) => `${offer} ${JSON.stringify({ ...row, ...without })}`);
  const place = (row: Row) => {
    const index = chains.indexOf(String(row.chain));
    return index === -1 ? chains.length : index;
  };
  const seen = new Set(before);
  return [...groups.values()].map((group) => {
    const [{ offer } = { offer: '' }] = group;
    const again = seen.has(offer);
    seen.add(offer);
    const rows = group.map(({ row }) => row).toSorted((a, b) => place(a) - place(b));
    return { ids: group.map(({ id }) => id), rows, again };
  });
}
