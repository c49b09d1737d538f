/** columns.parquet: the data dictionary, one line for each column and meaning. */
import type { ColumnDefinition } from '../../model/columns.ts';
import { companionsOf } from '../../model/companions.ts';
import { physicalColumns, type Table, type TableColumn } from '../../model/tables.ts';

/** Records of columns.parquet: the columns of columns.csv with their companions, then the fixed columns of all tables. */
export function describeDictionary(columns: readonly ColumnDefinition[], tables: readonly Table[]): object[] {
  const files = new Map<string, string[]>();
  const fixed = new Map<string, TableColumn>();
  for (const table of tables) {
    for (const column of table.columns) {
      const identity = identify(column);
      const known = files.get(identity);
      if (known) known.push(table.path);
      else files.set(identity, [table.path]);
      if (column.kind === 'fixed') fixed.set(identity, column);
    }
  }
  const place = (column: TableColumn) => ({
    type: column.type,
    kind: column.kind,
    files: files.get(identify(column)) ?? [],
  });
  return [
    ...columns.flatMap((column) => describeColumn(column, place)),
    ...[...fixed.values()].map((column) => ({ ...column, ...unused, ...place(column) })),
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
