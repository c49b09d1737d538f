/** Parts of the profiles of a provider: on a network, and over all networks. */
import { groupBy } from '../../../common/group-by.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import type { ProviderDefinition } from '../../../model/providers.ts';
import { profileLinks } from '../../api/providers.ts';
import type { Row } from '../../snapshot/catalog.ts';
import type { Offer } from '../../snapshot/offers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { PastView } from './changes/past.ts';
import { textsOf } from './offer-table/cell.ts';
import { defaultColumns } from './offer-table/columns.ts';
import { distinguishRows, renderOffers } from './offer-table/render-offers.ts';
import { type Room, roomFor, type Width, widthOf } from './offer-table/widths.ts';
import type { PageDeps } from './page.ts';
import { describePlans } from './plans.ts';

/** The provider's offers in a category. */
export interface OfferTable extends Room {
  /** `price`: of amounts, which end under the end of their head. */
  readonly heads: readonly { readonly label: string; readonly price: boolean }[];
  readonly widths: readonly Width[];
  /** HTML. */
  readonly lines: string;
  /** Plans with their prices in a few words; null if no price is stated. */
  readonly plans: string | null;
}

interface TableInput {
  readonly snapshot: Snapshot;
  /** Null for all networks: the table has no chains. */
  readonly network: string | null;
  readonly category: string;
  readonly ids: readonly number[];
  readonly chains: readonly string[];
  readonly pastOf: (offer: Offer) => PastView | null;
  readonly pause: () => Promise<void>;
}

/** Listings of a category that a profile shows, more than any provider of the corpus has: a page would grow with them without end. */
export const maxListed = 50;

/** A table of the columns in which the provider has values. Other requests are answered between two offers. */
export async function renderTable(input: TableInput, deps: PageDeps): Promise<OfferTable> {
  const { snapshot, network, category, ids, chains, pastOf, pause } = input;
  const { catalog } = snapshot;
  const columns = catalog
    .columnsOf(category)
    .filter((column) => column.categories.includes(category) && (network !== null || column.key !== 'chain'));
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
    widths,
    ...roomFor(widths, columns),
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

const linkLabels: ReadonlyMap<string, string> = new Map([
  ['docs', 'Documentation'],
  ['x', 'X'],
  ['github', 'GitHub'],
  ['discord', 'Discord'],
  ['telegram', 'Telegram'],
  ['linkedin', 'LinkedIn'],
  ['support', 'Support'],
]);

/** Who the provider is. `about`: address of the About page. */
export function presentProvider(provider: ProviderDefinition, about: string) {
  const links = Object.entries(profileLinks(provider)).filter(([, href]) => /^(https?|mailto):/.test(href));
  return {
    name: provider.name,
    about: provider.description,
    website: links.find(([key]) => key === 'website')?.[1] ?? null,
    starred: provider.starred === true,
    starHref: `${about}#star`,
    tags: provider.tag ?? [],
    sites: links
      .filter(([key]) => key !== 'website')
      .map(([key, href]) => ({ text: linkLabels.get(key) ?? key, href })),
  };
}

interface PricedSection {
  readonly label: string;
  readonly listings: number;
  readonly plans: string | null;
}

/** The category with most listings of those with prices: it answers what the provider costs. */
export function mainOf(sections: readonly PricedSection[]) {
  const [first = null] = sections.filter(({ plans }) => plans !== null).toSorted((a, b) => b.listings - a.listings);
  return first && { label: first.label, plans: first.plans };
}
