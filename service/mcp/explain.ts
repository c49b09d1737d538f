/** Sentences about a result: why it is empty, and how prices were compared. */

import { quotaUnitOf } from '../../model/columns.ts';
import type { Hints } from '../answers/search/hints.ts';
import type { OffersRequest } from '../api/offers/offers.ts';
import { maxSuggestions, nearestName } from '../errors.ts';
import type { Comparisons } from '../query/comparisons.ts';
import { type Filter, singleFilters } from '../query/filters/index.ts';
import { isOpen } from '../query/filters/range.ts';
import { type FoundOffers, findOffers, groupOffers, limitsTest } from '../query/offers.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { parseGroup } from '../snapshot/texts/price-groups.ts';
import { noneYet, plural, recently } from '../text/counts.ts';
import { cellOf, isBlank } from './offers.ts';

type OfferHints = (Hints & { readonly slugs?: readonly string[] }) | null;

/** What to change for a result. */
export async function explainEmpty(
  snapshot: Snapshot,
  request: OffersRequest,
  { hints, outcome }: { readonly hints: OfferHints; readonly outcome: FoundOffers },
): Promise<string[]> {
  const { dropFilters = [], providers = [], search } = hints ?? {};
  const notes = [
    ...(await withoutConfirmation(snapshot, request)),
    ...nearestValues(snapshot, request),
  ];
  for (const { id, totalOffers } of dropFilters) {
    const unstated = countUnstated(snapshot, request, { id, outcome });
    const reason = unstated === 0 ? '' : `; ${id} is not stated by ${unstated} of them`;
    notes.push(`Without the filter ${id}: ${plural(totalOffers, 'offer')}${reason}.`);
  }
  if (search !== undefined) notes.push(`Did you mean the search "${search}"?`);
  if (providers.length > 0) notes.push(`Similar providers: ${providers.join(', ')}.`);
  if (notes.length > 0) return notes;
  if (request.terms.length > 0) return ['Nothing matches the search: use fewer or other words.'];
  if (request.filters.length > 1) return ['No single filter is the reason: drop several.'];
  const label = emptyLabel(snapshot, request);
  if (label !== null) return [`${label}: ${noneYet}, on any network.`];
  return ['The category has no offers there: ask for another network, or for none to search all.'];
}

/** The number of offers that only `confirmed` leaves out. */
async function withoutConfirmation(snapshot: Snapshot, request: OffersRequest): Promise<string[]> {
  if (request.confirmed !== true) return [];
  const { offers } = await findOffers(snapshot, { ...request, confirmed: false });
  const found = `Without \`confirmed\`: ${plural(offers.length, 'offer')}.`;
  return snapshot.probes.confirmed.size === 0
    ? [`No probe confirmed any offer of the directory ${recently}. ${found}`]
    : [`No probe confirmed one of these offers ${recently}. ${found}`];
}

/** Offers that miss no filter but that of a column, and state nothing in the column. */
function countUnstated(
  snapshot: Snapshot,
  request: OffersRequest,
  { id, outcome }: { readonly id: string; readonly outcome: FoundOffers },
): number {
  const at = request.filters.findIndex(({ column }) => column.key === id);
  const column = request.filters[at]?.column;
  if (column === undefined) return 0;
  const rows = outcome.found.missing(at).filter(limitsTest(snapshot, request));
  const isUnstated = (row: number) =>
    isBlank(cellOf({ ...snapshot.row(row), ...snapshot.numbers(row) }, column));
  return groupOffers(snapshot, rows).filter((offer) => offer.rows.every(isUnstated)).length;
}

/** Label of a category without offers on any network; null for others. */
function emptyLabel(
  { catalog, offers }: Snapshot,
  { categories: [category = ''] }: OffersRequest,
): string | null {
  return offers.rowsOfCategory(category).length === 0 ? catalog.categoryLabel(category) : null;
}

function nearestValues(snapshot: Snapshot, request: OffersRequest): string[] {
  const notes: string[] = [];
  for (const filter of request.filters) {
    const note = notes.length < maxSuggestions ? nearestValue(snapshot, request, filter) : null;
    if (note !== null) notes.push(note);
  }
  return notes;
}

/** For values that no offer of the category has: the nearest ones. */
function nearestValue(
  snapshot: Snapshot,
  { categories }: OffersRequest,
  filter: Filter,
): string | null {
  if (filter.kind !== 'anyOf') return null;
  const [category = ''] = categories;
  const index = snapshot
    .facetIndex(category)
    .columns.find(({ column }) => column.key === filter.column.key);
  if (index?.kind !== 'values') return null;
  const { values } = index;
  const known = new Set(values.map((value) => value.toLowerCase()));
  const unknown = filter.values.find(
    (value) => !known.has(value.toLowerCase().replace(/^!/, '')) && value !== '!*',
  );
  if (unknown === undefined) return null;
  const { suggestion } = nearestName(unknown, values);
  const advice =
    suggestion === undefined ? 'list_values lists them.' : `did you mean "${suggestion}"?`;
  return `No offer has "${unknown}" in ${filter.column.key}: ${advice}`;
}

/** Prices are compared within a currency and unit only, and quotas within a unit. */
export function explainUnits(
  hints: Comparisons | null,
  { filters: asked }: Pick<OffersRequest, 'filters'>,
): string[] {
  const orders = (hints?.priceOrder ?? []).map(({ id, groups, withoutNumber }) => {
    const [first] = groups;
    const after = groups.slice(1).reduce((sum, { totalOffers }) => sum + totalOffers, 0);
    const unit = first === undefined ? 'no common unit' : nameUnit(first);
    const rest = [
      after > 0 ? `${after} in other units` : '',
      withoutNumber > 0 ? `${withoutNumber} without a number` : '',
    ];
    const last = rest.filter((part) => part !== '').join(', ');
    return `${id} is ordered in ${unit}${last === '' ? '' : `; then ${last}`}.`;
  });
  const filters = (hints?.priceFilters ?? []).map(
    ({ id, notCompared, withoutNumber, groups, ...unit }) => {
      const units =
        groups?.map((each) => nameUnit(parseGroup(each) ?? unit)).join(' and ') ?? nameUnit(unit);
      return `${id} was compared in ${units}; left out: ${notCompared} in other units, ${withoutNumber} without a number.`;
    },
  );
  const quotas = singleFilters(asked).flatMap((filter) => {
    if (filter.kind !== 'range') return [];
    const unit = quotaUnitOf(filter.column);
    if (unit === null || isOpen(filter)) return [];
    const units = [filter.group ?? unit, ...filter.others].join(' and ');
    return [
      `${filter.column.key} was compared in ${units}; plans that count other units are left out.`,
    ];
  });
  return [...orders, ...filters, ...quotas];
}

function nameUnit({
  currency,
  unit,
}: {
  readonly currency: string | null;
  readonly unit: string | null;
}): string {
  return `${currency ?? 'no currency'} per ${unit ?? 'unstated unit'}`;
}
