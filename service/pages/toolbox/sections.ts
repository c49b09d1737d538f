/**
 * Sections of a list that is sorted by prices: one for each currency and unit, with the reason why
 * it stands apart.
 */
import { isMoney } from '../../../model/columns.ts';
import type { ProviderGroup } from '../../query/paging.ts';
import { groupLabel, parseGroup } from '../../snapshot/texts/price-groups.ts';
import { plural } from '../../text/counts.ts';
import { sectionIdOf, type Toolbox } from './read.ts';

/**
 * The section that a group of offers is in, counted in the whole list; null if the list has no
 * sections.
 */
export function sectionsOf({ snapshot, question: { query }, matchedRows, estimates }: Toolbox) {
  const [sort] = query.sorting;
  if (!sort && estimates !== null)
    return ({ rows: [first = -1] }: ProviderGroup) => estimates.sectionOf(first);
  if (!sort || !isMoney(sort.column)) return () => null;
  const prices = snapshot.columnPrices(query.category, sort.column.key);
  const { counts, withoutNumber } = prices.count(matchedRows.ids);
  return ({ rows: [first] }: ProviderGroup) => {
    const id = first === undefined ? null : sectionIdOf(snapshot, query, first);
    return {
      ...describeSection(id, prices.first),
      count: plural(id === null ? withoutNumber : (counts.get(id) ?? 0), 'listing'),
    };
  };
}

function describeSection(id: string | null, first: string) {
  if (id === null)
    return {
      title: 'No number stated',
      reason: 'These prices cannot be compared, so they come last.',
    };
  const title = `Prices in ${groupLabel(parseGroup(id))}`;
  if (id === first) return { title, reason: 'What is free is listed as 0.' };
  return {
    title,
    reason: 'Listed apart, because prices are not converted between currencies and units.',
  };
}
