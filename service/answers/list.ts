/** The answer to the question of a list: what was found, and what its conditions did. */
import { ask } from '../query/ask.ts';
import { comparedRows, findComparisons } from '../query/comparisons.ts';
import { comparedOffers, groupOffers } from '../query/offers.ts';
import type { RowsQuery } from '../query/selection.ts';
import { conditionsOf } from '../questions/conditions.ts';
import type { ListQuestion } from '../questions/list.ts';
import { limitNetworks } from '../questions/offers.ts';
import type { Place } from '../questions/place.ts';
import { applied } from './applied.ts';

/** On a network rows are listed, on several networks offers. */
export async function answerList(place: Place, question: ListQuestion) {
  const { snapshot, network } = place;
  const { query, search, workload, notApplied } = question;
  const rowsQuery = withServed(place, query);
  const matchedRows = await ask(snapshot, network, rowsQuery);
  const offers = network === null ? groupOffers(snapshot, matchedRows.ids) : [];
  const items = network === null ? comparedOffers(snapshot, offers) : comparedRows;
  const rows = network === null ? offers.map((offer) => offer.rows[0] ?? 0) : matchedRows.ids;
  const comparisons = findComparisons(snapshot, items, { query, rows, matchedRows });
  const conditions = conditionsOf(snapshot, { ...query, network, search, workload });
  const outcome = { category: query.category, matchedRows, items, comparisons };
  return {
    /** With the networks of this deployment. */
    rowsQuery,
    matchedRows,
    conditions,
    applied: applied(snapshot, conditions, outcome),
    notApplied,
    item: network === null ? ('offer' as const) : ('listing' as const),
    comparisons,
  };
}

/** A list of the site has the networks of this deployment, if it names none. */
export function withServed(
  place: Pick<Place, 'snapshot' | 'network' | 'urls'>,
  query: RowsQuery,
): RowsQuery {
  return place.network === null
    ? { ...query, networks: limitNetworks(query.networks ?? [], place) }
    : query;
}
