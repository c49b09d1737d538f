/** Sentences about an empty result. */

import type { Hints } from '../answers/search/hints.ts';
import type { OffersRequest } from '../api/offers/offers.ts';
import { maxSuggestions, nearestName } from '../errors.ts';
import type { Filter } from '../query/filters/index.ts';
import { matchOffers } from '../query/offers.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { noneYet, plural, recently } from '../text/counts.ts';

type OfferHints = (Hints & { readonly slugs?: readonly string[] }) | null;

/** What to change for a result. */
export async function explainEmpty(
  snapshot: Snapshot,
  request: OffersRequest,
  hints: OfferHints,
): Promise<string[]> {
  const { dropFilters = [], providers = [], search } = hints ?? {};
  const notes = [
    ...(await withoutConfirmation(snapshot, request)),
    ...nearestValues(snapshot, request),
  ];
  for (const { id, totalOffers } of dropFilters)
    notes.push(`Without the filter ${id}: ${plural(totalOffers, 'offer')}.`);
  if (search !== undefined) notes.push(`Did you mean the search "${search}"?`);
  if (providers.length > 0) notes.push(`Similar providers: ${providers.join(', ')}.`);
  if (notes.length > 0) return notes;
  if (request.terms.length > 0) return ['Nothing matches the search: use fewer or other words.'];
  if (request.filters.length > 1) return ['No single filter is the reason: drop several.'];
  const { on, network } = snapshot.catalog.terms;
  const label = emptyLabel(snapshot, request);
  if (label !== null) return [`${label}: ${noneYet}, ${on} any ${network}.`];
  return [
    `The category has no offers there: ask for another ${network}, or for none to search all.`,
  ];
}

/** The number of offers that only `confirmed` leaves out. */
async function withoutConfirmation(snapshot: Snapshot, request: OffersRequest): Promise<string[]> {
  if (request.confirmed !== true) return [];
  const { offers } = await matchOffers(snapshot, { ...request, confirmed: false });
  const count = `Without \`confirmed\`: ${plural(offers.length, 'offer')}.`;
  return snapshot.probes.confirmed.size === 0
    ? [`No probe confirmed any offer of the directory ${recently}. ${count}`]
    : [`No probe confirmed one of these offers ${recently}. ${count}`];
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
