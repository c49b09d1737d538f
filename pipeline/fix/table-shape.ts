/** Kinds of the cells of a source file, by its path. */
import type { ColumnDefinition } from '../../model/columns.ts';
import { placeOf } from '../read/source-folder.ts';
import { type Meta, sourcePaths } from '../sources.ts';
import type { CellKind } from './fix-cell.ts';
import type { TableShape } from './fix-table.ts';

/** Definitions are in display order, and their booleans are lowercase. */
const definitions: ReadonlyMap<string, TableShape> = new Map([
  [sourcePaths.categories, { kinds: new Map(), sortable: false }],
  [sourcePaths.columns, { kinds: kindsOf({ categories: 'set', requiredIn: 'set' }), sortable: false }],
  [sourcePaths.networks, { kinds: kindsOf({ chains: 'set' }), sortable: false }],
  [sourcePaths.sets, { kinds: new Map(), sortable: false }],
  [sourcePaths.application, { kinds: kindsOf({ categories: 'set' }), sortable: false }],
  [sourcePaths.providers, { kinds: kindsOf({ starred: 'boolean', tag: 'set' }), sortable: true }],
]);

/** Null for a file that no category has a place for. */
export function shapeOf(path: string, meta: Meta, categories: ReadonlySet<string>): TableShape | null {
  const definition = definitions.get(path);
  if (definition !== undefined) return definition;
  const place = placeOf(path, categories);
  if (place === null) return null;
  const columns = meta.columns.filter((column) => column.categories.includes(place.category));
  return { kinds: new Map(columns.map((column) => [column.key, kindOf(column)])), sortable: true };
}

/** A list with a filter is a set. Other lists may be sequences: `run` may occur twice in a start command. */
function kindOf({ valueKind, filter }: ColumnDefinition): CellKind {
  if (valueKind === 'string') return 'text';
  if (valueKind === 'boolean') return 'boolean';
  return filter === null ? 'list' : 'set';
}

function kindsOf(kinds: Readonly<Record<string, CellKind>>): ReadonlyMap<string, CellKind> {
  return new Map(Object.entries(kinds));
}
