/**
 * Sections of a list that is sorted by prices: one for each currency and unit, with the reason why
 * it stands apart.
 */
import { isMoney } from '../../../model/columns.ts';
import { convertedText } from '../../answers/applied.ts';
import { countGroups } from '../../query/comparisons.ts';
import type { ProviderGroup } from '../../query/paging.ts';
import type { Conversion } from '../../query/rates.ts';
import { groupLabel, parseGroup } from '../../snapshot/texts/price-groups.ts';
import { plural } from '../../text/counts.ts';
import { priceSections, type Toolbox } from './read.ts';

/**
 * The section that a group of offers is in, counted in the whole list; null if the list has no
 * sections.
 */
export function sectionsOf({ snapshot, question: { query }, matchedRows, estimates }: Toolbox) {
  const [sort] = query.sorting;
  if (!sort && estimates !== null)
    return ({ rows: [first = -1] }: ProviderGroup) => estimates.sectionOf(first);
  if (!sort || !isMoney(sort.column)) return () => null;
  const { key } = sort.column;
  const prices = snapshot.columnPrices(query.category, key);
  const asked = { id: key, rows: matchedRows.ids };
  const { groups, withoutNumber } = countGroups(prices, matchedRows.question, asked);
  const sectionOf = priceSections(snapshot, query, matchedRows.question);
  return ({ rows: [first] }: ProviderGroup) => {
    const id = first === undefined ? null : (sectionOf?.(first) ?? null);
    const { total = 0, converted } = groups.find(({ group }) => group === id) ?? {};
    return {
      ...describeSection(id, prices.first, converted),
      count: plural(id === null ? withoutNumber : total, 'listing'),
    };
  };
}

function describeSection(
  id: string | null,
  first: string,
  converted: readonly Conversion[] = [],
): { readonly title: string; readonly reason: string } {
  if (id === null)
    return {
      title: 'No number stated',
      reason: 'These prices cannot be compared, so they come last.',
    };
  const title = `Prices in ${groupLabel(parseGroup(id))}`;
  const others = converted.map(convertedText).join(', ');
  if (id === first)
    return { title, reason: `What is free is listed as 0${others && `; with ${others}`}.` };
  return {
    title,
    reason: others
      ? `Listed apart, because units are not converted; with ${others}.`
      : 'Listed apart, because prices are not converted between currencies and units.',
  };
}
