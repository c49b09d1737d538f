/**
 * Conditions of a question, each with its label and its parts: chips, the sentences above a list,
 * the JSON and the results of tools name them.
 */
import { labelsOnly } from '../../common/markdown-links.ts';
import type { Terms } from '../../model/terms.ts';
import { type Filter, kindOf } from '../query/filters/index.ts';
import type { Selection } from '../query/selection.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { recently } from '../text/counts.ts';
import { type ListQuestion, withoutFilter, withoutWorkload, withQuery } from './list.ts';
import { volumeLabel } from './words/labels.ts';
import { wordOfValues } from './words/value-words.ts';
import { callsText, type WorkloadParameters } from './workload.ts';

export interface Condition {
  /** Name of a parameter, or key of the column of a filter. */
  readonly id: string;
  readonly label: string;
  /** Values that can be taken back one by one. */
  readonly parts: readonly ConditionPart[];
  /** Null for other conditions. */
  readonly filter: Filter | null;
}

interface ConditionPart {
  readonly text: string;
  /** Key of a network; what is left of a filter without the part. */
  readonly network?: string;
  readonly rest?: Filter | null;
}

export interface DescribedSelection
  extends Pick<Selection, 'networks' | 'onEach' | 'scope' | 'confirmed' | 'filters'> {
  /** Key, if the list is that of a network. */
  readonly network: string | null;
  /** As the user typed it. */
  readonly search: string;
  readonly workload?: WorkloadParameters | null;
  /** Names and slugs. */
  readonly providers?: readonly string[];
  readonly slugs?: readonly string[];
}

export function scopeTexts({ networks }: Terms) {
  return { network: `single ${networks}`, 'all-networks': `all ${networks}` } as const;
}

/** In the order in which pages show them. */
export function conditionsOf(snapshot: Snapshot, selection: DescribedSelection): Condition[] {
  const { catalog } = snapshot;
  const { networks = [], onEach = false, scope, confirmed = false, workload = null } = selection;
  const { network, providers = [], slugs = [] } = selection;
  const search = selection.search.trim();
  const { terms } = catalog;
  const isOwnScope = scope === 'network' && network !== null;
  const scopeText = isOwnScope ? `this ${terms.network}` : scopeTexts(terms)[scope ?? 'network'];
  const places = networks.map((key) => ({ text: catalog.networkName(key), network: key }));
  return [
    ...(places.length === 0
      ? []
      : [
          {
            id: 'network',
            label: onEach ? `${terms.On} each` : terms.On,
            parts: places,
            filter: null,
          },
        ]),
    ...one('provider', 'Provider', providers),
    ...one('slug', 'Slug', slugs),
    ...one('search', 'Search', search === '' ? [] : [search]),
    ...one('scope', 'Offered for', scope === undefined ? [] : [scopeText]),
    ...one('confirmed', 'Confirmed', confirmed ? [recently] : []),
    ...filterConditions(snapshot, selection.filters),
    ...one('requests', 'Cost for', workload === null ? [] : [workloadText(workload)]),
  ];
}

/** A condition of texts; none if there are none. */
export function one(id: string, label: string, texts: readonly string[]): Condition[] {
  return texts.length === 0
    ? []
    : [{ id, label, parts: texts.map((text) => ({ text })), filter: null }];
}

export interface ProvidersConditions extends DescribedSelection {
  /** Key. */
  readonly category: string | null;
  /** Filters for each of which a provider has an offer. */
  readonly every?: readonly Filter[];
}

/** Conditions of a list of providers: those of their offers, and the category. */
export function providersConditions(
  snapshot: Snapshot,
  { category, every = [], ...selection }: ProvidersConditions,
): Condition[] {
  const label = category === null ? [] : [snapshot.catalog.categoryLabel(category)];
  const having = filterConditions(snapshot, every).map(({ label, parts }) => {
    return `${label}: ${parts.map(({ text }) => text).join(', ')}`;
  });
  return [
    ...one('category', 'Category', label),
    ...conditionsOf(snapshot, selection),
    ...one('every', 'With an offer for each of', having),
  ];
}

function filterConditions(snapshot: Snapshot, filters: readonly Filter[]): Condition[] {
  return filters.map((filter) => ({
    id: filter.column.key,
    label: filter.column.label,
    parts: partsOf(snapshot, filter),
    filter,
  }));
}

/** Each value, or the one word for all of them: `not Europe`. */
function partsOf(snapshot: Snapshot, filter: Filter): ConditionPart[] {
  const parts = kindOf(filter).parts(filter);
  const word = parts.length > 1 ? wordOfValues(snapshot, filter) : null;
  if (word === null) return parts.map(({ text, rest }) => ({ text: labelsOnly(text), rest }));
  const isDenied = parts.every(({ text }) => text.startsWith('not '));
  return [{ text: isDenied ? `not ${word}` : word, rest: null }];
}

/** `5M requests a month, 20 requests per second, past states` */
function workloadText({ requests, peak, archive, ...calls }: WorkloadParameters): string {
  const volume = { unit: 'requests', bound: null } as const;
  return [
    volumeLabel({ ...volume, amount: requests, period: 'month' }),
    ...(peak === undefined ? [] : [volumeLabel({ ...volume, amount: peak, period: 'second' })]),
    ...(archive === '1' ? ['past states'] : []),
    ...(calls.mix === undefined ? [] : [callsText(calls)]),
  ].join(', ');
}

/** The list without a part of one of its conditions. */
export function withoutPart(
  question: ListQuestion,
  { id, filter }: Condition,
  part: ConditionPart,
): ListQuestion {
  if (filter !== null) return withoutFilter(question, filter, part.rest);
  if (id === 'search') return { ...withQuery(question, { terms: [] }), search: '' };
  if (id === 'requests') return withoutWorkload(question);
  if (id !== 'network') return withQuery(question, { [id]: undefined });
  const networks = (question.query.networks ?? []).filter((key) => key !== part.network);
  return withQuery(question, {
    networks,
    onEach: question.query.onEach === true && networks.length > 1,
  });
}
