/** Table of the offers of a provider in a category. */
import { groupBy } from '../../../common/group-by.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import type { Place } from '../../query/place.ts';
import type { Row } from '../../snapshot/catalog.ts';
import type { Offer } from '../../snapshot/offers.ts';
import type { PastView } from '../shared/changes/past.ts';
import { textsOf } from '../shared/offer-table/cell.ts';
import { defaultColumns } from '../shared/offer-table/columns.ts';
import { distinguishRows, renderOffers } from '../shared/offer-table/render-offers.ts';
import { isWide, widthOf } from '../shared/offer-table/widths.ts';
import type { PageDeps } from '../shared/page.ts';
import { describePlans } from './plans.ts';

/** The provider's offers in a category. */
interface OfferTable {
  /** `price`: of amounts, which end under the end of their head. */
  readonly heads: readonly { readonly label: string; readonly price: boolean }[];
  readonly isWide: boolean;
  /** HTML. */
  readonly lines: string;
  /** Plans with their prices in a few words; null if no price is stated. */
  readonly plans: string | null;
}

interface TableInput {
  readonly category: string;
  readonly ids: readonly number[];
  readonly pastOf: (offer: Offer) => PastView | null;
  readonly pause: () => Promise<void>;
}

/** A table of the columns in which the provider has values; on all networks it has no chains. Other requests are answered between two offers. */
export async function renderTable(place: Place, input: TableInput, deps: PageDeps): Promise<OfferTable> {
  const { category, ids, pastOf, pause } = input;
  const { snapshot, network, entry } = place;
  const chains = network === null ? [] : snapshot.chainsOf(network);
  const { catalog } = snapshot;
  const columns = catalog
    .columnsOf(category)
    .filter((column) => column.categories.includes(category) && (entry !== null || column.key !== 'chain'));
  const rows = ids.map((id) => snapshot.row(id));
  const shown = defaultColumns(
    columns.filter((column) => hasValue(column, rows)),
    [],
  );
  const table = { snapshot, network, columns, shown, chains, picked: null, by: null, pastOf };
  const distinguishing = distinguishRows(snapshot, ids, rows);
  let lines = '';
  for (const own of groupBy(ids, (id) => snapshot.offers.of(id)).values()) {
    await pause();
    lines += renderOffers({ ...table, ids: own, distinguishing }, deps);
  }
  const widths = shown.map((column) => widthOf(column, rows.flatMap((row) => textsOf(row[column.key])).map(counted)));
  return {
    heads: shown.map(({ label, cellType }) => ({ label, price: cellType === 'numericRange' })),
    isWide: isWide(widths),
    lines,
    plans: describePlans(rows, columns),
  };
}

function counted(value: string) {
  return { value, count: 1 };
}

function hasValue({ key }: ColumnDefinition, rows: readonly Row[]): boolean {
  return rows.some((row) => textsOf(row[key]).length > 0);
}
