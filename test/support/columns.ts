/** Column definitions of which only what a test is about is given. */
import type { ColumnDefinition } from '../../model/columns.ts';

export function makeColumn(column: Partial<ColumnDefinition>): ColumnDefinition {
  return {
    key: 'column',
    label: 'Column',
    icon: null,
    description: null,
    filter: null,
    sorting: null,
    pinning: null,
    cellType: null,
    valueKind: 'string',
    itemKind: null,
    nullable: true,
    trueMeans: null,
    categories: [],
    requiredIn: [],
    core: false,
    ...column,
  };
}
