/** A changed cell in words: `Plan type: Tiered → Enterprise`. */
import { answeringLinkColumn, isProbeColumn, quotedColumn } from '../../../../model/changes.ts';
import { isMoney } from '../../../../model/columns.ts';
import { readCell } from '../../../query/changes/changed-values.ts';
import { clip } from '../../../text/price.ts';
import { compareAmounts } from './price-change.ts';
import { type ChangedCell, joinSome, labelOf, listDifference, wordsOf } from './words.ts';

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
  const [old, now] = [before, after].map((text) => JSON.stringify([readCell(text ?? '', column)].flat().toSorted()));
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
  if (quoted === null) return `${after === null ? 'Stopped answering' : 'Answers again'} at ${host}`;
  const label = labelOf({ key: quoted, column });
  return `${label} ${after === null ? 'no longer confirmed' : 'confirmed again'} on ${host}`;
}

/** Without the scheme: `example.org/docs`. */
function shortAddress(address: string): string {
  const { host, pathname, search } = new URL(address);
  return clip(`${host}${pathname === '/' ? '' : pathname}${search}`, 60);
}

/** Columns whose amount is the price of the offer itself, most important first. */
const offerPrices: readonly string[] = ['accessPrice', 'price'];

interface PriceMove {
  readonly cell: ChangedCell;
  readonly verb: 'raised' | 'lowered';
  readonly direction: 'up' | 'down';
  /** Blank for the price of the offer itself: `Query price`. */
  readonly what: string;
  /** `from $49/month to $59/month` */
  readonly range: string;
  /** Whether the texts say more than the amounts. */
  readonly hasNote: boolean;
}

/** The change of a price whose amounts can be compared; null if there is none among the cells. */
export function findPriceMove(cells: readonly ChangedCell[]): PriceMove | null {
  const places = new Map(offerPrices.map((key, place) => [key, place]));
  const placeOf = ({ key }: ChangedCell) => places.get(key) ?? offerPrices.length;
  const money = cells.filter(({ column }) => column !== undefined && isMoney(column));
  for (const cell of money.toSorted((a, b) => placeOf(a) - placeOf(b))) {
    const amounts = compareAmounts(cell.before, cell.after);
    if (amounts === null) continue;
    const { before, after } = amounts;
    return {
      cell,
      verb: after.value > before.value ? 'raised' : 'lowered',
      direction: after.value > before.value ? 'up' : 'down',
      what: places.has(cell.key) ? '' : labelOf(cell),
      range: `from ${before.text} to ${after.text}`,
      hasNote: before.hasNote || after.hasNote,
    };
  }
  return null;
}
