/** Words of sentences about changes. */
import { labelsOnly } from '../../../../common/markdown-links.ts';
import type { ColumnDefinition } from '../../../../model/columns.ts';
import { isPlaceholder, knownCell } from '../../../../model/placeholders.ts';
import { type Cell, readCell } from '../../../query/changes/changed-values.ts';
import { clip } from '../../../text/price.ts';

/** Characters of a value in a sentence. */
const longValue = 60;
/** Items of a list that a sentence names. */
const maxItems = 3;

/** `a`, `a and b`, `a, b and c` */
export function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/** The first words, and the number of the others: `a, b and 3 more`. */
export function joinSome(words: readonly string[], most = maxItems): string {
  const rest = words.length - most;
  return rest <= 1 ? joinWords(words) : joinWords([...words.slice(0, most), `${rest} more`]);
}

/** A changed column: its definition if the snapshot still has it. */
export interface ChangedCell {
  readonly key: string;
  readonly column: ColumnDefinition | undefined;
  readonly before: string | null;
  readonly after: string | null;
}

const ownLabels: ReadonlyMap<string, string> = new Map([
  ['actionButtons', 'Links'],
  ['slug', 'Identifier'],
  ['offerSlug', 'Identifier of the offer'],
  ['planName', 'Plan name'],
  ['offer', 'Name'],
]);

export function labelOf({ key, column }: Pick<ChangedCell, 'key' | 'column'>): string {
  return ownLabels.get(key) ?? column?.label ?? key;
}

/** A value of a column as people read it, on one line; null if it is blank or a placeholder. */
export function wordsOf(text: string | null, column: ColumnDefinition | undefined): string | null {
  if (text === null) return null;
  const cell = knownCell(column?.key ?? '', readCell(text, column));
  if (cell === null) return null;
  if (typeof cell === 'number') return cell === 1 ? 'Yes' : 'No';
  return Array.isArray(cell) ? joinSome(itemsOf(cell)) : oneLine(text);
}

function oneLine(text: string): string {
  return clip(labelsOnly(text).replace(/\s+/g, ' ').trim(), longValue);
}

export function itemsOf(cell: Cell): readonly string[] {
  return Array.isArray(cell) ? cell.filter((item) => !isPlaceholder(item)).map(oneLine) : [];
}

/** Items that a list gained and lost, as texts. */
export function listDifference({ column, before, after }: ChangedCell) {
  const [old, now] = [before, after].map((text) => itemsOf(text === null ? null : readCell(text, column)));
  const [was, is] = [new Set(old), new Set(now)];
  return { added: (now ?? []).filter((item) => !was.has(item)), removed: (old ?? []).filter((item) => !is.has(item)) };
}
