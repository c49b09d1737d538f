/** Table of the offers of a provider in a category. */
import { groupBy } from '../../../common/group-by.ts';
import { type ColumnDefinition, isMoney, rolesOf } from '../../../model/columns.ts';
import { varyingCells } from '../../answers/offer-cells.ts';
import { comparedAmount, priceIn } from '../../answers/price-text.ts';
import { distinguishRows } from '../../notations/offer-title.ts';
import type { Place } from '../../questions/place.ts';
import type { Row } from '../../snapshot/catalog.ts';
import type { Offer } from '../../snapshot/offers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { textsOf } from '../../text/cells.ts';
import { planOf } from '../../text/offer-names.ts';
import type { PastView } from '../shared/changes/past.ts';
import { defaultColumns, isWide, presentHeads, widthOf } from '../shared/offer-table/columns.ts';
import { renderOffers } from '../shared/offer-table/render-offers.ts';
import type { PageDeps } from '../shared/page.ts';

interface TableInput {
  readonly category: string;
  readonly ids: readonly number[];
  /** All rows of the offer of a row there. */
  readonly listingsOf: (id: number) => readonly number[];
  readonly pastOf: (offer: Offer) => PastView | null;
  readonly pause: () => Promise<void>;
}

/**
 * A table of the columns in which the provider has values; on all networks it has no chains. Other
 * requests are answered between two offers.
 */
export async function renderTable(place: Place, input: TableInput, deps: PageDeps) {
  const { category, ids, listingsOf, pastOf, pause } = input;
  const { snapshot, network, entry } = place;
  const columns = snapshot.catalog
    .usedColumnsOf(category)
    .filter(({ key }) => entry !== null || key !== 'chain');
  const rows = ids.map((id) => snapshot.row(id));
  const shown = defaultColumns(
    columns.filter((column) => hasValue(column, rows)),
    [],
  );
  const table = {
    ...{ snapshot, network, columns, shown, pastOf },
    picked: null,
    headOf: null,
  };
  const distinguishing = distinguishRows(snapshot, ids, rows);
  // A line of the site stands for all listings of its offer, and says where they differ.
  const linesOf = network === null ? listingsOf : (id: number) => [id];
  const lines: Buffer[] = [];
  for (const rowsOfOffer of groupBy(ids, (id) => snapshot.offers.of(id)).values()) {
    await pause();
    lines.push(renderOffers({ ...table, ids: rowsOfOffer.flatMap(linesOf), distinguishing }, deps));
  }
  const widths = shown.map((column) =>
    widthOf(column, rows.flatMap((row) => textsOf(row[column.key])).map(counted)),
  );
  return {
    heads: presentHeads(shown),
    isWide: isWide(widths),
    lines: Buffer.concat(lines),
    plans: describePlans(
      ids.flatMap((id) => pricedRows(snapshot, listingsOf(id))),
      columns,
    ),
  };
}

/** The rows of an offer that state other prices, or the first one. */
function pricedRows(snapshot: Snapshot, listings: readonly number[]): readonly Row[] {
  const varying = varyingCells(snapshot, listings);
  const differs = [...varying.values()].some(({ column }) => isMoney(column));
  return (differs ? listings : listings.slice(0, 1)).map((id) => ({
    ...snapshot.row(id),
    ...snapshot.numbers(id),
  }));
}

function counted(value: string) {
  return { value, count: 1 };
}

function hasValue({ key }: ColumnDefinition, rows: readonly Row[]): boolean {
  return rows.some((row) => textsOf(row[key]).length > 0);
}

/** Kinds of plans that are named. */
const maxPlans = 4;

interface Plan {
  readonly kind: string;
  /** Null for a price without an amount, such as `Custom`. */
  readonly least: { readonly value: number; readonly text: string } | null;
}

/** `rows`: with the numbers of their cells. Of the first money column with values; null if no price is stated. The cheapest first. */
export function describePlans(
  rows: readonly Row[],
  columns: readonly ColumnDefinition[],
): string | null {
  const roles = rolesOf(columns);
  const money = columns.find(
    (column) => isMoney(column) && rows.some((row) => typeof row[column.key] === 'string'),
  );
  if (money === undefined) return null;
  const plans = new Map<string, Plan>();
  for (const row of rows) {
    const text = row[money.key];
    if (typeof text !== 'string') continue;
    // "Paid from $99" says no more than "from $99".
    const kind = planOf(row, roles)
      .toLowerCase()
      .replace(/^paid$/, '');
    const amount = comparedAmount(priceIn(money, row));
    const known = plans.get(kind);
    if (known === undefined || isLess(amount, known.least))
      plans.set(kind, { kind, least: amount });
  }
  const sorted = [...plans.values()].toSorted((a, b) => rankOf(a) - rankOf(b));
  const texts = new Set(sorted.map(describePlan));
  return [...texts].slice(0, maxPlans).join(', ');
}

function isLess(amount: Plan['least'], least: Plan['least']): boolean {
  return amount !== null && (least === null || amount.value < least.value);
}

function rankOf({ least }: Plan): number {
  return least === null ? Number.MAX_VALUE : least.value;
}

function describePlan({ kind, least }: Plan): string {
  if (least?.value === 0) return 'free';
  if (least === null) return `${kind} custom`.trim();
  return `${kind} ${/^(?:from|up to)\b/i.test(least.text) ? least.text : `from ${least.text}`}`.trim();
}
