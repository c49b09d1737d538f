/** The bytes of a file -> a table whose cells can be read, and what is wrong with them whatever their column is. */
import type { AddProblem } from '../problem.ts';
import type { Unread } from '../unread.ts';
import { checkEdges } from './edge-space.ts';
import { removeInvisible } from './invisible.ts';
import { parseTable, type Table } from './parse-csv.ts';

export interface ReadContext {
  readonly add: AddProblem;
  readonly unread: Unread;
}

/** Null where the file cannot be read as a table. */
export function readTable(path: string, bytes: Uint8Array, { add, unread }: ReadContext): Table | null {
  const table = parseTable(path, bytes, add);
  if (table === null) {
    const text = new TextDecoder().decode(bytes);
    unread.addFile(path, text.trim() === '' ? null : text);
    return null;
  }
  for (const record of table.misfits) unread.addRecord(path, record.cells);
  const visible = removeInvisible(table, add);
  checkEdges(visible, add);
  return visible;
}
