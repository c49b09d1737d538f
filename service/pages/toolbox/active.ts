/** Active filters as removable chips, and suggestions for an empty result. */
import { foldText } from '../../../common/fold.ts';
import { labelsOnly } from '../../../common/markdown-links.ts';
import { plural } from '../../counts.ts';
import { type Filter, kindOf } from '../../query/filters/index.ts';
import type { Hints } from '../../query/hints.ts';
import { type View, withoutFilter, withQuery } from '../../query/view.ts';
import type { ViewLink } from './links.ts';

export interface Chip {
  readonly label: string;
  readonly text: string;
  /** The view without this filter or search. */
  readonly href: string;
}

export function presentChips(view: View, href: ViewLink): Chip[] {
  const search = view.search.trim();
  const searched = search === '' ? [] : [{ label: 'Search', text: search, href: href(withoutSearch(view)) }];
  return [...searched, ...view.query.filters.flatMap((filter) => presentFilter(filter, view, href))];
}

function presentFilter(filter: Filter, view: View, href: ViewLink): Chip[] {
  const { label } = filter.column;
  return kindOf(filter)
    .parts(filter)
    .map(({ text, rest }) => ({ label, text: labelsOnly(text), href: href(withoutFilter(view, filter, rest)) }));
}

/** Suggestions for an empty result. */
export function presentHints(
  view: View,
  { hints, foundWithoutSearch }: { hints: Hints | null; foundWithoutSearch: number },
  href: ViewLink,
) {
  const dropped = hints?.dropFilters ?? [];
  const names = hints?.providers ?? [];
  const withFilters = dropped.flatMap(({ id, totalOffers }) => {
    const filter = view.query.filters.find(({ column }) => column.key === id);
    if (!filter) return [];
    return [
      { label: filter.column.label, count: plural(totalOffers, 'offer'), href: href(withoutFilter(view, filter)) },
    ];
  });
  const search =
    foundWithoutSearch === 0
      ? []
      : [{ label: 'the search', count: plural(foundWithoutSearch, 'offer'), href: href(withoutSearch(view)) }];
  const drops = [...search, ...withFilters];
  const providers = names.map((name) => ({
    name,
    href: href({ ...withQuery(view, { filters: [], terms: [foldText(name)] }), search: name }),
  }));
  return {
    drops,
    hasDrops: drops.length > 0,
    providers,
    hasProviders: providers.length > 0,
    all: href(withoutSearch(withQuery(view, { filters: [] }))),
  };
}

export function withoutSearch(view: View): View {
  return { ...withQuery(view, { terms: [] }), search: '' };
}
