/** Sentences about a result: why it is empty, and how prices were compared. */

import { quotaUnitOf } from '../../model/columns.ts';
import type { Hints } from '../answers/search/hints.ts';
import type { OffersRequest } from '../api/offers/offers.ts';
import { maxSuggestions, nearestName } from '../errors.ts';
import type { Comparisons } from '../query/comparisons.ts';
import { type Filter, singleFilters } from '../query/filters/index.ts';
import { isOpen } from '../query/filters/range.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { parseGroup } from '../snapshot/texts/price-groups.ts';
import { noneYet } from '../text/counts.ts';

type OfferHints = (Hints & { readonly slugs?: readonly string[] }) | null;

/** What to change for a result. */
export function explainEmpty(
  snapshot: Snapshot,
  request: OffersRequest,
  hints: OfferHints,
): string[] {
  const { dropFilters = [], providers = [], search } = hints ?? {};
  const notes = nearestValues(snapshot, request);
  for (const { id, totalOffers } of dropFilters)
    notes.push(`Without the filter ${id}: ${totalOffers}.`);
  if (search !== undefined) notes.push(`Did you mean the search "${search}"?`);
  if (providers.length > 0) notes.push(`Similar providers: ${providers.join(', ')}.`);
  if (notes.length > 0) return notes;
  if (request.terms.length > 0) return ['Nothing matches the search: use fewer or other words.'];
  if (request.filters.length > 1) return ['No single filter is the reason: drop several.'];
  const label = emptyLabel(snapshot, request);
  if (label !== null) return [`${label}: ${noneYet}, on any network.`];
  return ['The category has no offers there: ask for another network, or for none to search all.'];
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
