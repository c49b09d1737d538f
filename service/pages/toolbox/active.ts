/** Active filters as removable chips, and suggestions for an empty result. */
import { foldText } from '../../../common/fold.ts';
import { labelsOnly } from '../../../common/markdown-links.ts';
import type { Scope } from '../../../model/rows.ts';
import { kindOf } from '../../query/filters/index.ts';
import { noFilters, type View, withoutFilter, withQuery } from '../../query/view.ts';
import { plural, recently } from '../../text/counts.ts';
import type { ViewLink } from './links.ts';
import { missingValues } from './networks.ts';
import type { Listing, ToolboxData } from './read.ts';
import { presentPriceNotes } from './sections.ts';

const scopeWords: Readonly<Record<Scope, string>> = { network: 'this network', 'all-networks': 'all networks' };

/** Chips are links that repeat the whole address. The form has all other values, too. */
const maxChips = 20;

/** `more` is the number of values without a chip. */
export function presentChips(view: View, href: ViewLink) {
  const search = view.search.trim();
  const searched = search === '' ? [] : [{ label: 'Search', text: search, href: href(withoutSearch(view)) }];
  const limited = [...searched, ...limitsOf(view, href)];
  const parts = view.query.filters.flatMap((filter) =>
    kindOf(filter)
      .parts(filter)
      .map(({ text, rest }) => ({ filter, text, rest })),
  );
  const filtered = parts.slice(0, maxChips - limited.length).map(({ filter, text, rest }) => ({
    label: filter.column.label,
    text: labelsOnly(text),
    href: href(withoutFilter(view, filter, rest)),
  }));
  return { chips: [...limited, ...filtered], more: parts.length - filtered.length };
}

/** Filters that are of no column. */
function limitsOf(view: View, href: ViewLink) {
  const { scope, confirmed } = view.query;
  const without = (changes: Partial<View['query']>) => href(withQuery(view, changes));
  return [
    ...(scope === undefined
      ? []
      : [{ label: 'Offered for', text: scopeWords[scope], href: without({ scope: undefined }) }]),
    ...(confirmed === true ? [{ label: 'Confirmed', text: recently, href: without({ confirmed: false }) }] : []),
  ];
}

/** Suggestions for an empty result. */
export function presentHints(
  view: View,
  { hints, foundWithoutSearch }: Pick<ToolboxData, 'hints' | 'foundWithoutSearch'>,
  href: ViewLink,
) {
  const dropped = hints?.dropFilters ?? [];
  const names = hints?.providers ?? [];
  const withFilters = dropped.flatMap(({ id, totalOffers }) => {
    const filter = view.query.filters.find(({ column }) => column.key === id);
    if (!filter) return [];
    return [
      { label: filter.column.label, count: plural(totalOffers, 'listing'), href: href(withoutFilter(view, filter)) },
    ];
  });
  const search =
    foundWithoutSearch === 0
      ? []
      : [{ label: 'the search', count: plural(foundWithoutSearch, 'listing'), href: href(withoutSearch(view)) }];
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
    all: href(withoutSearch(withQuery(view, noFilters))),
  };
}

export function withoutSearch(view: View): View {
  return { ...withQuery(view, { terms: [] }), search: '' };
}

/** What the filters compare, and which of their values the network does not have. */
export function presentNotes(
  { network, category }: Pick<Listing, 'network' | 'category'>,
  view: View,
  { comparisons, facetsOf }: Pick<ToolboxData, 'comparisons' | 'facetsOf'>,
): string[] {
  const { filters } = view.query;
  const compared = presentPriceNotes(view, comparisons);
  const missing = filters.length === 0 ? [] : missingValues(filters, facetsOf());
  if (missing.length === 0) return compared;
  return [`${category.label} on ${network.name} have no ${missing.join(' and no ')}.`, ...compared];
}
