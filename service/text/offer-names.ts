/** Cells with a role: what names an offer, and the kind of its plan. */
import type { Roles } from '../../model/columns.ts';
import type { Row } from '../snapshot/catalog.ts';

/** What the columns that name offers say of it. */
export function namesOf(row: Row, { names }: Roles): readonly string[] {
  return names.flatMap((key) => {
    const name = row[key];
    return typeof name === 'string' && name !== '' ? [name] : [];
  });
}

/** Kind of its plan; blank if it states none. */
export function planOf(row: Row, { plan }: Roles): string {
  return textIn(row, plan) ?? '';
}

/** The name that lists are sorted by: in ours, that of the plan. */
export function sortedNameOf(row: Row, { sortedName }: Roles): string | null {
  return textIn(row, sortedName);
}

function textIn(row: Row, key: string | null): string | null {
  const cell = key === null ? null : row[key];
  return typeof cell === 'string' ? cell : null;
}
