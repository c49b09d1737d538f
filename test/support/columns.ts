/** Column definitions of which only what a test is about is given. */
import { type ColumnDefinition, plainColumn } from '../../model/columns.ts';

export function makeColumn(column: Partial<ColumnDefinition>): ColumnDefinition {
  return { ...plainColumn, key: 'column', label: 'Column', ...column };
}
