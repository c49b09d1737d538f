/**
 * Active filters as removable chips, suggestions for an empty result, and what filters compare and
 * leave out.
 */
import { foldText } from '../../../common/fold.ts';
import { labelsOnly } from '../../../common/markdown-links.ts';
import { kindOf } from '../../query/filters/index.ts';
import { type ListQuestion, noFilters, withoutFilter, withQuery } from '../../questions/list.ts';
import { plural, recently } from '../../text/counts.ts';
import { missingValues } from './networks.ts';
import type { Toolbox } from './read.ts';
import { presentPriceNotes } from './sections.ts';

const scopeWords = { network: 'single networks', 'all-networks': 'all networks' } as const;

/** Chips are links that repeat the whole address. The form has all other values, too. */
const maxChips = 20;

/** `more` is the number of values without a chip. */
export function presentChips({ snapshot, network, question, href }: Toolbox) {
  const { scope, confirmed, filters, networks = [], onEach = false } = question.query;
  const search = question.search.trim();
  const chip = (label: string, text: string, without: ListQuestion) => ({
    label,
    text,
    href: href(without),
  });
  const scopeText =
    scope === 'network' && network !== null ? 'this network' : scopeWords[scope ?? 'network'];
  const limited = [
    ...networks.map((key) =>
      chip(
        onEach ? 'On each' : 'On',
        snapshot.catalog.networkName(key),
        withoutNetwork(question, key),
      ),
    ),
    ...(search === '' ? [] : [chip('Search', search, withoutSearch(question))]),
    ...(scope === undefined
      ? []
      : [chip('Offered for', scopeText, withQuery(question, { scope: undefined }))]),
    ...(confirmed === true
      ? [chip('Confirmed', recently, withQuery(question, { confirmed: false }))]
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
          withoutFilter(question, each.filter, each.rest),
        ),
      ),
    ],
    more: parts.length - filtered.length,
  };
}

function withoutNetwork(question: ListQuestion, network: string): ListQuestion {
  const networks = (question.query.networks ?? []).filter((key) => key !== network);
  const onEach = question.query.onEach === true && networks.length > 1;
  return withQuery(question, { networks, onEach });
}

/** Suggestions for an empty result. */
export function presentHints({ question, hints, foundWithoutSearch, href }: Toolbox) {
  const drop = (label: string, count: number, target: ListQuestion) => {
    return { label, count: plural(count, 'listing'), href: href(target) };
  };
  const withFilters = (hints?.dropFilters ?? []).flatMap(({ id, totalOffers }) => {
    const filter = question.query.filters.find(({ column }) => column.key === id);
    return filter ? [drop(filter.column.label, totalOffers, withoutFilter(question, filter))] : [];
  });
  const search =
    foundWithoutSearch === 0
      ? []
      : [drop('the search', foundWithoutSearch, withoutSearch(question))];
  const providers = (hints?.providers ?? []).map((name) => ({
    name,
    href: href({ ...withQuery(question, { filters: [], terms: [foldText(name)] }), search: name }),
  }));
  return {
    drops: [...search, ...withFilters],
    providers,
    all: href(withoutSearch(withQuery(question, noFilters))),
  };
}

export function withoutSearch(question: ListQuestion): ListQuestion {
  return { ...withQuery(question, { terms: [] }), search: '' };
}

/** What the filters compare, and which of their values the network does not have. */
export function presentNotes({
  name,
  category,
  question,
  comparisons,
  facetsOf,
}: Toolbox): string[] {
  const { filters } = question.query;
  const compared = presentPriceNotes(question, comparisons);
  const missing = filters.length === 0 ? [] : missingValues(filters, facetsOf());
  if (missing.length === 0) return compared;
  return [`${category.label} on ${name} have no ${missing.join(' and no ')}.`, ...compared];
}
