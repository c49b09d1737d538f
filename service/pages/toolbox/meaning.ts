/**
 * The view that the words of a search mean, offered beside the rows that have the words as text.
 */
import { ask } from '../../query/ask.ts';
import type { RowsQuery } from '../../query/selection.ts';
import { type ListQuestion, listOf, withQuery } from '../../questions/list.ts';
import { type Interpretation, textOf } from '../../questions/words/interpretation.ts';
import { understand } from '../../questions/words/understand.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';

/**
 * Null if the words mean nothing else than the page shows, or if nothing matches what they mean.
 * `matchedIds`: rows of the page.
 */
export async function readMeaning(
  snapshot: Snapshot,
  {
    from,
    question,
    matchedIds,
  }: {
    readonly from: string | null;
    readonly question: ListQuestion;
    readonly matchedIds: readonly number[];
  },
) {
  if (question.query.terms.length === 0) return null;
  const scope = { network: from, category: question.query.category, asText: [] };
  const interpretation = understand(snapshot, question.search, scope);
  const { parts } = interpretation;
  const network = interpretation.networks.length > 0 ? null : (interpretation.network ?? from);
  const meaning = meaningOf(question, interpretation, from);
  if (parts.length === 0 || meaning === null) return null;
  const { ids } = await ask(snapshot, network, meaning.query);
  const isAsked = interpretation.workload !== null;
  if (ids.length === 0 || (network === from && !isAsked && ids.join() === matchedIds.join()))
    return null;
  return { network, question: meaning, parts, offers: snapshot.countOffers(ids) };
}

/** Filters of the page stay on the same list, unless the words name their columns. */
function meaningOf(
  question: ListQuestion,
  interpretation: Interpretation,
  from: string | null,
): ListQuestion | null {
  const { category, network, networks, onEach, workload, ...meaning } = interpretation;
  const { filters, sorting, terms } = meaning;
  if (category === null) return null;
  const search = textOf(interpretation);
  const isElsewhere = networks.length > 0 || (network !== null && network !== from);
  if (isElsewhere || category !== question.query.category)
    return listOf(search, { category, filters, sorting, terms, networks, onEach }, workload);
  const filtered = new Set(filters.map(({ column }) => column));
  const changes: Partial<RowsQuery> = {
    terms,
    filters: [...question.query.filters.filter(({ column }) => !filtered.has(column)), ...filters],
    ...(network === null && from !== null ? { scope: 'all-networks' } : {}),
    ...(sorting.length > 0 ? { sorting } : {}),
  };
  return { ...withQuery(question, changes), search, workload: workload ?? question.workload };
}
