/** A changed cell in words: `Plan type: Tiered → Enterprise`. */

import { labelsOnly } from '../../../common/markdown-links.ts';
import { answeringLinkColumn, isProbeColumn, quotedColumn } from '../../../model/changes.ts';
import { type ColumnDefinition, isMoney, isOfferPrice } from '../../../model/columns.ts';
import { isPlaceholder, knownCell } from '../../../model/placeholders.ts';
import { compareAmounts } from '../../answers/price-text.ts';
import { type Cell, readCell } from '../../query/changed-values.ts';
import type { LoggedChange } from '../../query/changes.ts';
import { withUnit } from '../../text/cells.ts';
import { clip } from '../../text/clip.ts';
import { joinSome } from '../../text/counts.ts';

export function detailOf(cell: ChangedCell): string {
  if (isProbeColumn(cell.key)) return probeDetail(cell);
  const label = labelOf(cell);
  const [before, after] = [wordsOf(cell.before, cell.column), wordsOf(cell.after, cell.column)];
  if (before === null && after === null) return `${label}: still not stated`;
  if (before === null) return `${label}: ${after}, not stated before`;
  if (after === null) return `${label}: no longer stated, was ${before}`;
  if (cell.column?.valueKind === 'array') return `${label}: ${listDetail(cell)}`;
  return before === after ? `${label}: other wording` : `${label}: ${before} → ${after}`;
}

function listDetail(cell: ChangedCell): string {
  const { added, removed } = listDifference(cell);
  const parts = [
    ...(added.length > 0 ? [`added ${joinSome(added)}`] : []),
    ...(removed.length > 0 ? [`removed ${joinSome(removed)}`] : []),
  ];
  return parts.length === 0 ? `other ${whatDiffers(cell)}` : parts.join(', ');
}

/** What differs in a list whose items read the same before and after. */
function whatDiffers({ column, before, after }: ChangedCell): 'order' | 'addresses' {
  const [old, now] = [before, after].map((text) =>
    JSON.stringify([readCell(text ?? '', column)].flat().toSorted()),
  );
  return old === now ? 'order' : 'addresses';
}

/** What a probe found of an address: a link, an endpoint, or the page of a quotation. */
function probeDetail({ key, column, before, after }: ChangedCell): string {
  const address = before ?? after ?? '';
  if (key === answeringLinkColumn) {
    if (before === null) return `Link answers again: ${shortAddress(address)}`;
    if (after === null) return `Link is gone: ${shortAddress(address)}`;
    return `Link moved: ${shortAddress(before)} to ${shortAddress(after)}`;
  }
  const { host } = new URL(address);
  const quoted = quotedColumn(key);
  if (quoted === null)
    return `${after === null ? 'Stopped answering' : 'Answers again'} at ${host}`;
  const label = labelOf({ key: quoted, column });
  return `${label} ${after === null ? 'no longer confirmed' : 'confirmed again'} on ${host}`;
}

/** Without the scheme: `example.org/docs`. */
function shortAddress(address: string): string {
  const { host, pathname, search } = new URL(address);
  return clip(`${host}${pathname === '/' ? '' : pathname}${search}`, 60);
}

/** The change of a price whose amounts can be compared; null if there is none among the cells. */
export function findPriceMove(cells: readonly ChangedCell[]) {
  const isOwn = ({ column }: ChangedCell) => column !== undefined && isOfferPrice(column);
  const money = cells.filter(({ column }) => column !== undefined && isMoney(column));
  for (const cell of [...money.filter(isOwn), ...money.filter((candidate) => !isOwn(candidate))]) {
    const amounts = compareAmounts(cell.beforePrice, cell.afterPrice);
    if (amounts === null) continue;
    const { before, after } = amounts;
    return {
      cell,
      verb: after.value > before.value ? 'raised' : 'lowered',
      direction: after.value > before.value ? ('up' as const) : ('down' as const),
      /** Blank for the price of the offer itself: `Query price`. */
      what: isOwn(cell) ? '' : labelOf(cell),
      /** `from $49/month to $59/month` */
      range: `from ${before.text} to ${after.text}`,
      hasNote: before.hasNote || after.hasNote,
    };
  }
  return null;
}

/** Characters of a value in a sentence. */
const longValue = 60;

/** A changed column: its definition if the snapshot still has it. */
export interface ChangedCell
  extends Pick<LoggedChange, 'before' | 'after' | 'beforePrice' | 'afterPrice'> {
  readonly key: string;
  readonly column: ColumnDefinition | undefined;
}

export function changedCell(change: LoggedChange, column: ChangedCell['column']): ChangedCell {
  const { before, after, beforePrice, afterPrice } = change;
  return { key: change.column ?? '', column, before, after, beforePrice, afterPrice };
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
function wordsOf(text: string | null, column: ColumnDefinition | undefined): string | null {
  if (text === null) return null;
  const cell = knownCell(column?.key ?? '', readCell(text, column));
  if (cell === null) return null;
  if (typeof cell === 'number') return cell === 1 ? 'Yes' : 'No';
  return Array.isArray(cell)
    ? joinSome(itemsOf(cell))
    : oneLine(column === undefined ? text : withUnit(text, column));
}

function oneLine(text: string): string {
  return clip(labelsOnly(text).replace(/\s+/g, ' ').trim(), longValue);
}

function itemsOf(cell: Cell): readonly string[] {
  return Array.isArray(cell) ? cell.filter((item) => !isPlaceholder(item)).map(oneLine) : [];
}

/** Items that a list gained and lost, as texts. */
function listDifference({ column, before, after }: ChangedCell) {
  const [old, now] = [before, after].map((text) =>
    itemsOf(text === null ? null : readCell(text, column)),
  );
  const [was, is] = [new Set(old), new Set(now)];
  return {
    added: (now ?? []).filter((item) => !was.has(item)),
    removed: (old ?? []).filter((item) => !is.has(item)),
  };
}
