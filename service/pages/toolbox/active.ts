/**
 * Active filters as removable chips, suggestions for an empty result, and what filters compare and
 * leave out.
 */
import { foldText } from '../../../common/fold.ts';
import { labelsOnly } from '../../../common/markdown-links.ts';
import { kindOf } from '../../query/filters/index.ts';
import { noFilters, type View, withoutFilter, withQuery } from '../../questions/list.ts';
import { plural, recently } from '../../text/counts.ts';
import { missingValues } from './networks.ts';
import type { Toolbox } from './read.ts';
import { presentPriceNotes } from './sections.ts';

const scopeWords = { network: 'this network', 'all-networks': 'all networks' } as const;

/** Chips are links that repeat the whole address. The form has all other values, too. */
const maxChips = 20;

/** `more` is the number of values without a chip. */
export function presentChips({ view, href }: Toolbox) {
  const { scope, confirmed, filters } = view.query;
  const search = view.search.trim();
  const chip = (label: string, text: string, without: View) => ({
    label,
    text,
    href: href(without),
  });
  const limited = [
    ...(search === '' ? [] : [chip('Search', search, withoutSearch(view))]),
    ...(scope === undefined
      ? []
      : [chip('Offered for', scopeWords[scope], withQuery(view, { scope: undefined }))]),
    ...(confirmed === true
      ? [chip('Confirmed', recently, withQuery(view, { confirmed: false }))]
      : []),
  ];
  const parts = filters.flatMap((filter) =>
    kindOf(filter)
      .parts(filter)
      .map((part) => ({ filter, ...part })),
  );
  const filtered = parts.slice(0, maxChips - limited.length);
  return {
    chips: [
      ...limited,
      ...filtered.map((each) =>
        chip(
          each.filter.column.label,
          labelsOnly(each.text),
          withoutFilter(view, each.filter, each.rest),
        ),
      ),
    ],
    more: parts.length - filtered.length,
  };
}

/** Suggestions for an empty result. */
export function presentHints({ view, hints, foundWithoutSearch, href }: Toolbox) {
  const drop = (label: string, count: number, target: View) => {
    return { label, count: plural(count, 'listing'), href: href(target) };
  };
  const withFilters = (hints?.dropFilters ?? []).flatMap(({ id, totalOffers }) => {
    const filter = view.query.filters.find(({ column }) => column.key === id);
    return filter ? [drop(filter.column.label, totalOffers, withoutFilter(view, filter))] : [];
  });
  const search =
    foundWithoutSearch === 0 ? [] : [drop('the search', foundWithoutSearch, withoutSearch(view))];
  const providers = (hints?.providers ?? []).map((name) => ({
    name,
    href: href({ ...withQuery(view, { filters: [], terms: [foldText(name)] }), search: name }),
  }));
  return {
    drops: [...search, ...withFilters],
    providers,
    all: href(withoutSearch(withQuery(view, noFilters))),
  };
}

export function withoutSearch(view: View): View {
  return { ...withQuery(view, { terms: [] }), search: '' };
}

/** What the filters compare, and which of their values the network does not have. */
export function presentNotes({ entry, category, view, comparisons, facetsOf }: Toolbox): string[] {
  const { filters } = view.query;
  const compared = presentPriceNotes(view, comparisons);
  const missing = filters.length === 0 ? [] : missingValues(filters, facetsOf());
  if (missing.length === 0) return compared;
  return [`${category.label} on ${entry.name} have no ${missing.join(' and no ')}.`, ...compared];
}
