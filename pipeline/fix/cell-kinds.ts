/** Kinds of the cells of a source file, by its path. */
import { placeOf } from '../read/source-folder.ts';
import { isSet, type Meta, sourcePaths } from '../sources.ts';
import type { CellKind } from './fix-cell.ts';

/** By column; the cells of other columns are texts. */
export type CellKinds = ReadonlyMap<string, CellKind>;

/** Null for a file that no category has a place for. */
export function kindsOf(path: string, meta: Meta): CellKinds | null {
  if (path === sourcePaths.providers) return new Map([['tag', 'set']]);
  if (path.startsWith('meta/')) return new Map();
  const place = placeOf(path, new Set(meta.categories.map(({ key }) => key)));
  if (place === null) return null;
  const columns = meta.columns.filter((column) => column.categories.includes(place.category));
  return new Map(
    columns.map((column): [string, CellKind] => {
      if (column.valueKind === 'array') return [column.key, isSet(column) ? 'set' : 'list'];
      return [column.key, column.valueKind === 'boolean' ? 'boolean' : 'text'];
    }),
  );
}
