/** The edit behind a change of a row: its kind, and the line where it is written. */
import { type Change, offerSlugColumn } from '../../model/changes.ts';
import type { SourcePlace } from '../../model/rows.ts';
import { isSameValue } from '../../model/rows.ts';
import { type Row, sourcePaths } from '../sources.ts';
import type { CellChange, RowChange, RowComparison } from './compare-rows.ts';
import { isListedEverywhere, listingKey, presenceKey, presenceOf, type RowState } from './state.ts';

export interface Cause {
  readonly kind: Change['cause']['kind'];
  /** Null without a single line. */
  readonly place: SourcePlace | null;
  /** Null of a probe, which edits none. */
  readonly file: string | null;
}

/** Of a row that only one state has. */
export function causeOfRow(
  { before, after }: RowComparison,
  { change, network, row }: RowChange,
): Cause {
  const { category, offerSlug, values } = row.content;
  const { chains, categories, offers, everywhere } = presenceOf(
    change === 'added' ? before : after,
  );
  const known = chains.get(network);
  const folder = { place: null, file: sourcePaths.network(network) };
  if (known === undefined) return { kind: 'network', ...folder };
  if (!categories.has(category)) return { kind: 'category', place: null, file: row.source.file };
  if (offerSlug !== null && !offers.has(presenceKey(category, offerSlug))) return causeInOffer(row);
  const isNewChain = values.chain !== null && !known.has(String(values.chain));
  return isListedEverywhere(row) && isNewChain && everywhere.has(listingKey(row))
    ? { kind: 'chain', ...folder }
    : causeInListing(row);
}

/** Of a changed cell: the offer has it if both cells of the row are cells of the offer. */
export function causeOfCell(
  comparison: RowComparison,
  { row, was }: RowChange,
  cell: CellChange,
): Cause {
  if (cell.columnIsNewOrGone) return { kind: 'column', place: null, file: sourcePaths.columns };
  const isOfOffer =
    cell.column === offerSlugColumn
      ? isRenamedOffer(cell, row, comparison)
      : isCellOfOffer(cell, [was, row], comparison);
  return isOfOffer ? causeInOffer(row) : causeInListing(row);
}

function isCellOfOffer(
  cell: CellChange,
  [was, row]: readonly [Row | null, Row],
  { before, after }: RowComparison,
): boolean {
  const { category, offerSlug: slug } = row.content;
  if (slug === null || was?.content.offerSlug !== slug) return false;
  const cellIn = ({ offers }: RowState) =>
    offers.get(category)?.get(slug)?.cells.values[cell.column] ?? null;
  return isSameValue(cellIn(before), cell.before) && isSameValue(cellIn(after), cell.after);
}

/** An offer was renamed if each of its slugs is an offer of one state only. */
function isRenamedOffer(
  { before, after }: CellChange,
  { content }: Row,
  comparison: RowComparison,
): boolean {
  const [old, now] = [comparison.before, comparison.after].map(({ offers }) =>
    offers.get(content.category),
  );
  const [was, is] = [String(before), String(after)];
  return old?.has(was) === true && now?.has(is) === true && !old.has(is) && !now.has(was);
}

function causeInOffer({ content: { offer }, source }: Row): Cause {
  return { kind: 'offer', place: offer, file: (offer ?? source).file };
}

function causeInListing(row: Row): Cause {
  const kind = isListedEverywhere(row) ? 'all-networks-listing' : 'listing';
  return { kind, place: row.source, file: row.source.file };
}
