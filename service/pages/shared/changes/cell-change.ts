/** A changed cell in words: as the predicate of a sentence about its offer, and as a line of details. */
import { answeringLinkColumn, isProbeColumn, quotedColumn } from '../../../../model/changes.ts';
import { isMoney } from '../../../../model/columns.ts';
import { readCell } from '../../../query/changes/changed-values.ts';
import { capitalize, clip } from '../../../text/price.ts';
import { compareAmounts } from './price-change.ts';
import { type ChangedCell, joinSome, labelOf, listDifference, wordsOf } from './words.ts';

/** Predicate of a sentence whose subject is the offer: `changed Plan type from Tiered to Enterprise`. */
export function predicateOf(cell: ChangedCell, isMany = false): string {
  const label = labelOf(cell);
  const states = isMany ? 'state' : 'states';
  if (cell.key === 'starred') return starredPredicate(cell, isMany);
  const [before, after] = [wordsOf(cell.before, cell.column), wordsOf(cell.after, cell.column)];
  if (before === null && after === null) return `still ${states} no ${label}`;
  if (before === null) return `now ${states} ${label}: ${after}`;
  if (after === null) return `no longer ${states} ${label}, which was ${before}`;
  if (cell.column?.valueKind === 'array') return listPredicate(cell, label);
  return before === after ? `changed the wording of ${label}: ${after}` : `changed ${label} from ${before} to ${after}`;
}

/** What a probe found. All cells are of one column, and of addresses that were all lost, all came back or all moved. */
export function probePredicate(cells: readonly ChangedCell[], isMany = false): string {
  const [first] = cells;
  if (first?.key === answeringLinkColumn) return linkPredicate(cells, isMany);
  return quotedColumn(first?.key ?? '') === null ? answerPredicate(cells, isMany) : quotationPredicate(cells, isMany);
}

/** `has a link that moved: example.org/a to example.org/b` */
function linkPredicate(cells: readonly ChangedCell[], isMany: boolean): string {
  const [what, many] = cells.length > 1 ? ['links', 'are'] : ['a link', 'is'];
  const found = cells.some(({ before }) => before === null)
    ? `answer${cells.length > 1 ? '' : 's'} again`
    : cells.some(({ after }) => after !== null)
      ? 'moved'
      : `${many} gone`;
  const addresses = cells.map(({ before, after }) =>
    [before, after].flatMap((address) => (address === null ? [] : [shortAddress(address)])).join(' to '),
  );
  return `${isMany ? 'have' : 'has'} ${what} that ${found}: ${joinSome([...new Set(addresses)])}`;
}

/** `no longer has its Access price confirmed on example.org` */
function quotationPredicate(cells: readonly ChangedCell[], isMany: boolean): string {
  const [isLost, hosts] = [cells.some(({ after }) => after === null), joinSome(hostsOf(cells))];
  const [has, its] = isMany ? ['have', 'their'] : ['has', 'its'];
  const labels = joinSome([
    ...new Set(cells.map(({ key, column }) => labelOf({ key: quotedColumn(key) ?? key, column }))),
  ]);
  return `${isLost ? 'no longer ' : ''}${has} ${its} ${labels} confirmed ${isLost ? '' : 'again '}on ${hosts}`;
}

function hostsOf(cells: readonly ChangedCell[]): readonly string[] {
  return [...new Set(cells.map(({ before, after }) => new URL(before ?? after ?? '').host))];
}

/** Without the scheme: `example.org/docs`. */
function shortAddress(address: string): string {
  const { host, pathname, search } = new URL(address);
  return clip(`${host}${pathname === '/' ? '' : pathname}${search}`, 60);
}

/** `stopped answering at rpc.example.org` */
function answerPredicate(cells: readonly ChangedCell[], isMany: boolean): string {
  const answers = cells.some(({ after }) => after !== null);
  return `${answers ? `answer${isMany ? '' : 's'} again` : 'stopped answering'} at ${joinSome(hostsOf(cells))}`;
}

function starredPredicate({ after }: ChangedCell, isMany: boolean): string {
  return `${isMany ? 'are' : 'is'} ${after === 'true' ? 'now' : 'no longer'} recommended by the editors`;
}

function listPredicate(cell: ChangedCell, label: string): string {
  const { added, removed } = listDifference(cell);
  if (added.length === 0 && removed.length === 0) return `changed the ${whatDiffers(cell)} of ${label}`;
  const parts = [
    ...(added.length > 0 ? [`added ${joinSome(added)} to ${label}`] : []),
    ...(removed.length > 0 ? [`removed ${joinSome(removed)}${added.length > 0 ? '' : ` from ${label}`}`] : []),
  ];
  return parts.join(' and ');
}

/** What differs in a list whose items read the same before and after. */
function whatDiffers({ column, before, after }: ChangedCell): 'order' | 'addresses' {
  const [old, now] = [before, after].map((text) => JSON.stringify([readCell(text ?? '', column)].flat().toSorted()));
  return old === now ? 'order' : 'addresses';
}

/** A line of details: `Plan type: Tiered → Enterprise`. */
export function detailOf(cell: ChangedCell): string {
  if (isProbeColumn(cell.key)) return capitalize(probePredicate([cell]));
  const label = labelOf(cell);
  const [before, after] = [wordsOf(cell.before, cell.column), wordsOf(cell.after, cell.column)];
  if (before === null && after === null) return `${label}: still not stated`;
  if (before === null) return `${label}: ${after}, not stated before`;
  if (after === null) return `${label}: no longer stated, was ${before}`;
  if (cell.column?.valueKind === 'array') return listDetail(cell, label);
  return before === after ? `${label}: other wording` : `${label}: ${before} → ${after}`;
}

function listDetail(cell: ChangedCell, label: string): string {
  const { added, removed } = listDifference(cell);
  const parts = [
    ...(added.length > 0 ? [`added ${joinSome(added)}`] : []),
    ...(removed.length > 0 ? [`removed ${joinSome(removed)}`] : []),
  ];
  return `${label}: ${parts.length === 0 ? `other ${whatDiffers(cell)}` : parts.join('; ')}`;
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
