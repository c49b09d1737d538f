/** Suggestions for an empty result, and what filters compare and leave out. */
import { foldText } from '../../../common/fold.ts';
import { measuredNotes } from '../../answers/measured.ts';
import { orderNotes, silentNotes } from '../../notations/applied.ts';
import {
  type ListQuestion,
  noFilters,
  silentList,
  withoutFilter,
  withQuery,
} from '../../questions/list.ts';
import { severalNotes } from '../../questions/several.ts';
import { wordOfValues } from '../../questions/words/value-words.ts';
import { plural } from '../../text/counts.ts';
import { missingValues } from './networks.ts';
import type { Toolbox } from './read.ts';

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

interface Note {
  readonly text: string;
  /** The list of the offers that a note says do not state something; null if it says so of none. */
  readonly href: string | null;
}

/**
 * What the conditions compare and leave out, where figures were measured, and which values of
 * conditions the network does not have.
 */
export function presentNotes(toolbox: Toolbox): Note[] {
  const { name, category, question, answer, facetsOf, snapshot, href } = toolbox;
  const { filters } = question.query;
  const notes: Note[] = silentNotes(answer).map(({ text, silent }) => ({
    text,
    href: silent === null ? null : href(silentList(question, silent)),
  }));
  const labelOf = (key: string) => snapshot.catalog.columns.get(key)?.label ?? key;
  const ordered = orderNotes(answer.comparisons, labelOf);
  notes.push(...ordered.map((text) => ({ text, href: null })));
  const shown = toolbox.page.groups.flatMap(({ rows }) => rows);
  const measured = measuredNotes(snapshot, shown, toolbox.shown);
  notes.push(...measured.map((text) => ({ text, href: null })));
  // A word for several values stands for those that there are: Europe.
  const single = filters.filter((filter) => wordOfValues(snapshot, filter) === null);
  const missing = single.length === 0 ? [] : missingValues(single, facetsOf());
  if (missing.length === 0) return notes;
  const lacks = `${category.label} ${snapshot.catalog.terms.on} ${name} have no ${missing.join(' and no ')}.`;
  const plain = [lacks, ...severalNotes(filters, snapshot)].map((text) => ({ text, href: null }));
  return [...plain, ...notes];
}
