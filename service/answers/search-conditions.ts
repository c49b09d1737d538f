/**
 * Conditions of a search in ordinary words, with what became of each: chips, titles, what is left
 * out, the JSON and the results of tools are made of the same list.
 */
import * as z from 'zod';
import { type Filter, toApiFilters } from '../query/filters/index.ts';
import type { SortedSelection } from '../query/selection.ts';
import type { Interpretation, ReadCondition } from '../questions/words/interpretation.ts';
import type { Applied } from './applied.ts';

export const searchConditionShape = z
  .object({
    words: z.string().describe('As understood, without typing errors.'),
    on: z
      .string()
      .nullable()
      .describe(
        'What the words bind to: the key of a column or figure, `network`, `category`, `order`, `workload`, `text`, or `price` in which nothing is priced; null if they bind to nothing.',
      ),
    op: z
      .enum(['is', 'all', 'any', 'at least', 'at most', 'between', 'states', 'mentions', 'has'])
      .describe('`all` and `any` of several {{networks}}; `states` any value; `has` a text.'),
    values: z.array(z.string()),
    negated: z.boolean(),
    state: z
      .enum(['applied', 'not understood', 'no data'])
      .describe('`no data`: no offer matches it together with the other conditions.'),
    silent: z.int().optional().describe('Offers that match the others and do not state it.'),
    notCompared: z
      .int()
      .optional()
      .describe('Offers that match the others and state it in another currency or unit.'),
    keptUnstated: z
      .int()
      .optional()
      .describe('Offers of the list that do not state what a condition denies.'),
    silentHref: z.url().optional().describe('Page with the list of these offers.'),
  })
  .meta({ id: 'SearchCondition', description: 'Words of a search, and what became of them.' });

export type SearchCondition = z.infer<typeof searchConditionShape>;

interface Outcome {
  readonly selection: SortedSelection;
  /** Key; null for all networks. */
  readonly network: string | null;
  /** Terms that nothing matches. */
  readonly missing: readonly string[];
  /** Words that descriptions of the providers have. */
  readonly described: readonly string[];
}

/** In the order of the words; a condition of several filters stands once for each. */
export function searchConditions(
  interpretation: Interpretation,
  outcome: Outcome,
): SearchCondition[] {
  const dropped = interpretation.filters.filter(
    (filter) => !outcome.selection.filters.includes(filter),
  );
  const isDropped = (filter: Filter) =>
    dropped.some((other) => other.column.key === filter.column.key && mayBe(other, filter));
  const isDescribed = (filter: Filter) =>
    filter.kind === 'mentions' && filter.values.some((value) => outcome.described.includes(value));
  return interpretation.conditions.flatMap((condition) => {
    const { filters } = condition;
    if (filters.length === 0) return [plainCondition(condition, interpretation, outcome)];
    const isApplied = filters.every((filter) => !isDropped(filter) || isDescribed(filter));
    const state = isApplied ? ('applied' as const) : ('no data' as const);
    return filters.map((filter) => ({ words: condition.words, ...describe(filter), state }));
  });
}

/** Values of a text column are brought together, so that one filter stands for several words. */
function mayBe(one: Filter, other: Filter): boolean {
  return (
    (one.kind === 'anyOf' && one.column.valueKind !== 'array') ||
    JSON.stringify(toApiFilters([one])) === JSON.stringify(toApiFilters([other]))
  );
}

function plainCondition(
  { kind, words, terms }: ReadCondition,
  { networks, onEach, network: placeNetwork }: Interpretation,
  { network, missing }: Outcome,
): SearchCondition {
  const common = { words, negated: false, values: [words] };
  if (kind === 'lost') return { ...common, on: null, op: 'is', state: 'not understood' };
  if (kind === 'absent') return { ...common, on: 'price', op: 'is', state: 'no data' };
  if (kind === 'text') {
    const isFound = terms.every((term) => !missing.includes(term));
    return { ...common, on: 'text', op: 'has', state: isFound ? 'applied' : 'no data' };
  }
  const on = kind === 'sorting' ? 'order' : kind;
  if (kind !== 'network') return { ...common, on, op: 'is', state: 'applied' };
  const op = networks.length < 2 ? 'is' : onEach ? 'all' : 'any';
  return {
    ...common,
    on,
    op,
    state: placeNetwork !== null && network === null ? 'no data' : 'applied',
  };
}

function describe(filter: Filter): Pick<SearchCondition, 'on' | 'op' | 'values' | 'negated'> {
  const on = filter.column.key;
  const values = toApiFilters([filter]).flatMap(({ value }) => value);
  switch (filter.kind) {
    case 'range': {
      const { min, max } = filter;
      const op =
        min === null ? 'at most' : max === null ? ('at least' as const) : ('between' as const);
      return { on, op, values: values.filter((value) => value !== ''), negated: false };
    }
    case 'presence':
      return { on, op: 'states', values: [], negated: filter.isBlank };
    default: {
      const negated = values.every((value) => value.startsWith('!'));
      const op = filter.kind === 'mentions' ? 'mentions' : 'is';
      return { on, op, values: values.map((value) => (negated ? value.slice(1) : value)), negated };
    }
  }
}

/** The conditions with the numbers of offers that do not state what they ask, or not so. */
export function withSilent(
  conditions: readonly SearchCondition[],
  applied: readonly Applied[],
): SearchCondition[] {
  return conditions.map((condition) => {
    const {
      notStated = 0,
      notCompared = 0,
      keptUnstated = 0,
    } = applied.find(({ id }) => id === condition.on) ?? {};
    if (condition.state !== 'applied') return condition;
    return {
      ...condition,
      ...(notStated > 0 ? { silent: notStated } : {}),
      ...(notCompared > 0 ? { notCompared } : {}),
      ...(keptUnstated > 0 ? { keptUnstated } : {}),
    };
  });
}

/** The conditions of a list of what states too little for one of them. */
export function withUnstated(
  conditions: readonly SearchCondition[],
  { filters }: SortedSelection,
  offers: number,
): SearchCondition[] {
  const isUnstated = ({ on, state }: SearchCondition) =>
    state === 'no data' &&
    filters.some(({ kind, column }) => kind === 'presence' && column.key === on);
  return conditions.map((condition) =>
    isUnstated(condition) ? { ...condition, silent: offers } : condition,
  );
}
