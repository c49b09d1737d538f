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
  const cell = plan === null ? null : row[plan];
  return typeof cell === 'string' ? cell : '';
}
