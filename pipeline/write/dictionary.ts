/** columns.parquet: the data dictionary, one line for each column and meaning. */
import { groupBy } from '../../common/group-by.ts';
import type { ColumnDefinition } from '../../model/columns.ts';
import { companionsOf } from '../../model/companions.ts';
import { physicalColumns, type Table, type TableColumn } from '../../model/tables.ts';

/** Records of columns.parquet: the columns of columns.csv with their companions, then the fixed columns of all tables. */
export function describeDictionary(columns: readonly ColumnDefinition[], tables: readonly Table[]): object[] {
  const used = tables.flatMap(({ path, columns: own }) => own.map((column) => ({ path, column })));
  const uses = groupBy(used, ({ column }) => identify(column));
  const place = (column: TableColumn) => ({
    type: column.type,
    kind: column.kind,
    files: uses.get(identify(column))?.map(({ path }) => path) ?? [],
  });
  const fixed = [...uses.values()].flatMap(([first]) => (first?.column.kind === 'fixed' ? [first.column] : []));
  return [
    ...columns.flatMap((column) => describeColumn(column, place)),
    ...fixed.map((column) => ({ ...column, ...unused, ...place(column) })),
  ];
}

/** Fixed columns of one name and meaning share a line. */
function identify({ kind, key, type, description }: TableColumn): string {
  return JSON.stringify([kind, key, type, description]);
}

const unused = { categories: [], requiredIn: [], core: false };

/** A column and its companions, which have the categories of their column. */
function describeColumn(column: ColumnDefinition, place: (column: TableColumn) => object): object[] {
  const { categories, core } = column;
  const [own, ...others] = physicalColumns(column).map(place);
  const companions = companionsOf(column).map((companion, at) => ({
    ...companion,
    nullable: true,
    categories,
    requiredIn: [],
    core,
    ...others[at],
  }));
  return [{ ...column, ...own }, ...companions];
}
