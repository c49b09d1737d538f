/**
 * Columns and facets of a whole listing. Search and filters do not change them, so that the table
 * keeps its columns.
 */
import { groupBy } from '../../../../common/group-by.ts';
import { labelsOnly } from '../../../../common/markdown-links.ts';
import { type ColumnDefinition, isAmount } from '../../../../model/columns.ts';
import { moneyText } from '../../../answers/cost-text.ts';
import { priceIn, shortPrice } from '../../../answers/price-text.ts';
import { distinguishRows } from '../../../notations/offer-title.ts';
import { wholeListing } from '../../../query/ask.ts';
import type { Facet } from '../../../query/facets.ts';
import { countFacets } from '../../../query/facets.ts';
import type { Row } from '../../../snapshot/catalog.ts';
import type { Snapshot } from '../../../snapshot/snapshot.ts';
import { textsOf } from '../../../text/cells.ts';
import { defaultColumns, widthByFacet } from '../../shared/offer-table/columns.ts';
import { isFact } from '../../shared/offer-table/offer-row.ts';

/** A category on a network; on all networks for null. */
export interface ListingPlace {
  readonly snapshot: Snapshot;
  readonly network: string | null;
  readonly category: { readonly key: string };
}

/**
 * Values and numbers of all rows of a listing. Counted on first use, and kept with the snapshot.
 */
export function facetsOfListing({
  snapshot,
  network,
  category: { key },
}: ListingPlace): () => readonly Facet[] {
  const count = () =>
    countFacets(snapshot, { category: key, matchedRows: wholeListing(snapshot, network, key) })
      .facets;
  return () => snapshot.derived.of(`facets ${network} ${key}`, count);
}

/** Columns of a listing. */
export type ListingColumns = ReturnType<typeof readColumns>;

/** Kept with the snapshot. `columns`: of the category. */
export function readColumns(place: ListingPlace, columns: readonly ColumnDefinition[]) {
  const { snapshot, network, category } = place;
  return snapshot.derived.of(`columns ${network} ${category.key}`, () => {
    const facets = facetsOfListing(place)();
    const rows = snapshot.rowsOfListing(network, category.key);
    const filledKeys = keysOfFilled(snapshot, rows, category.key, facets);
    const filled = columns.filter((column) => isFact(column) && filledKeys.has(column.key));
    const described = columns.filter((column) => filled.includes(column) || !isFact(column));
    const defaults = defaultColumns(described, facets);
    const same = commonColumns({ snapshot, ids: rows, facets });
    const rare = rareColumns({ snapshot, ids: rows, facets }, category.key);
    const shown = described.filter((column) => !(same.has(column) || rare.has(column)));
    const [first = -1] = rows;
    return {
      /** Columns of the table that some row of the listing has a value for. */
      filled,
      defaults,
      /**
       * The default columns of a table without those that all rows have one value in, or nearly
       * none has.
       */
      telling: defaultColumns(shown, facets),
      /** The values that all rows have. */
      common: defaults
        .filter((defaultColumn) => same.has(defaultColumn))
        .map((defaultColumn) =>
          describeCommon(defaultColumn, { ...snapshot.row(first), ...snapshot.numbers(first) }),
        ),
      /** Whether an offer of the listing has a plan name. */
      hasPlans: filledKeys.has(snapshot.catalog.roles.sortedName ?? ''),
      /** By column key. */
      widths: new Map(filled.map((column) => [column.key, widthByFacet(column, facets)])),
    };
  });
}

/** Keys of the columns that some row of the listing has a value for. */
function keysOfFilled(
  snapshot: Snapshot,
  rows: readonly number[],
  category: string,
  facets: readonly Facet[],
): ReadonlySet<string> {
  const counted = facets.flatMap((facet) =>
    facet.kind === 'values' && facet.values.length > 0 ? facet.column.key : [],
  );
  const others = [...snapshot.facetIndex(category).filled].flatMap(([key, { partOf, filled }]) =>
    rows.some((id) => filled[partOf(id)] === 1) ? key : [],
  );
  return new Set([...counted, ...others]);
}

/**
 * Texts that tell rows of one provider and title apart, by row. Rows with a title of their own have
 * none. They depend on the whole listing, so that search and filters never change them. The rows of
 * a provider are read at the first call for it.
 */
export function distinguishingTexts({ snapshot, network, category: { key } }: ListingPlace) {
  let rows: ReadonlyMap<string, readonly number[]> | null = null;
  return (provider: string): ReadonlyMap<number, string> =>
    snapshot.derived.of(`distinguishing texts ${network} ${key} ${provider}`, () => {
      rows ??= groupBy(snapshot.rowsOfListing(network, key), (id) => snapshot.providerOf(id));
      return distinguishRows(snapshot, rows.get(provider) ?? []);
    });
}

/** Fewer offers are compared at a glance, with all their columns. */
const fewOffers = 4;
/** A column of which fewer rows have a value is empty on most pages. */
const rareShare = 0.1;

interface CommonInput {
  readonly snapshot: Snapshot;
  /** Rows of the listing. */
  readonly ids: readonly number[];
  /** Their facets. */
  readonly facets: readonly Facet[];
}

/** Columns whose value is the same in each row. */
function commonColumns({ snapshot, ids, facets }: CommonInput): ReadonlySet<ColumnDefinition> {
  if (snapshot.countOffers(ids) < fewOffers) return new Set();
  return new Set(facets.filter((facet) => isCommon(facet, ids.length)).map(({ column }) => column));
}

function isCommon(facet: Facet, rows: number): boolean {
  if (facet.kind === 'numbers')
    return facet.count === rows && facet.min !== null && facet.min === facet.max;
  const [value, ...others] = facet.values;
  return value?.count === rows && others.length === 0;
}

/** Columns that nearly no row has a value in. */
function rareColumns(
  { snapshot, ids, facets }: CommonInput,
  category: string,
): ReadonlySet<ColumnDefinition> {
  const { filled } = snapshot.facetIndex(category);
  const countOf = (facet: Facet) => {
    if (facet.kind === 'values') return facet.values.reduce((sum, { count }) => sum + count, 0);
    const index = filled.get(facet.column.key);
    return index === undefined
      ? facet.count
      : ids.filter((id) => index.filled[index.partOf(id)] === 1).length;
  };
  return new Set(
    facets.filter((facet) => countOf(facet) < ids.length * rareShare).map(({ column }) => column),
  );
}

/** `no trial`, `price $0`, `Free`. `row`: with the numbers of its cells. */
export function describeCommon(column: ColumnDefinition, row: Row): string {
  const { label, role, valueKind, key } = column;
  const name = /^.[A-Z\d]/.test(label)
    ? label
    : `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
  const text = textsOf(row[key]).map(labelsOnly).join(', ');
  if (valueKind === 'boolean') return `${row[key] === 1 ? 'with' : 'no'} ${name}`;
  if (role === 'plan') return text;
  if (!isAmount(column)) return `${name} ${text}`;
  const price = priceIn({ key }, row);
  return `${name} ${price?.max === 0 ? moneyText(0, price.currency) : shortPrice(text, price)}`;
}
