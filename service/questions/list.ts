/**
 * The question of a list, its variants, and its parameters in an address: plain ones, as a form
 * without script sends them (`f.<column>=<value>`, `sort=<column>`, `cols=...`). `read-list.ts`
 * reads them.
 */
import { estimateFigure } from '../../model/columns.ts';
import { usualPreset } from '../estimate/workloads.ts';
import {
  estimatedFor,
  type Filter,
  hasEstimate,
  keysOf,
  kindOf,
  singleFilters,
  toApiFilters,
} from '../query/filters/index.ts';
import { blank, presence } from '../query/filters/presence.ts';
import {
  isOfEstimates,
  type RowsQuery,
  type Sort,
  type SortedSelection,
  sortedFor,
} from '../query/selection.ts';
import type { Parameters } from '../urls.ts';
import { usualWorkload } from './parameters.ts';
import { anywhere } from './place.ts';
import { readWorkload, type WorkloadParameters, wantsArchive, withArchive } from './workload.ts';

/** A condition of an address that had no effect. */
export interface NotApplied {
  /** Name of the parameter, or the words of a search. */
  readonly id: string;
  /** A sentence. */
  readonly reason: string;
}

export interface ListQuestion {
  /** As the user typed it. */
  readonly search: string;
  readonly query: RowsQuery;
  /** Keys of the selected table columns; null for the default columns. */
  readonly columns: readonly string[] | null;
  /** Key of the filter that lists all its values. */
  readonly facet: string | null;
  /** Slugs of offers selected for comparison, on any page. */
  readonly picked: readonly string[];
  /** What a month is estimated for; null if nobody asked, and in categories without estimates. */
  readonly workload: WorkloadParameters | null;
  /** Slug of the row whose details are shown, null if none. Links to other views do not keep it. */
  readonly open: string | null;
  /** The plot of prices above the list, null for none. */
  readonly chart: string | null;
  /** What the address asks for in vain. */
  readonly notApplied: readonly NotApplied[];
}

export function networkParameters({ networks, onEach }: RowsQuery): Parameters {
  return { network: networks ?? [], networkMatch: onEach === true ? 'all' : null };
}

/** Providers on a page, if the address does not say. The JSON has fewer. */
export const pageSizeOfPages = 25;

/** The plot that is shown unless the address names another one: that of the first prices. */
export const firstChart = 'prices';

/** Name of the plot of a column in one currency and unit: `queryPrice.EUR/million requests`. */
export function chartOf(key: string, group: string): string {
  return `${key}.${group}`;
}

export function parseChart(chart: string): { readonly key: string; readonly group: string } {
  const [key = ''] = chart.split('.', 1);
  return { key, group: chart.slice(key.length + 1) };
}

/** A query without filters, of all kinds. */
export const noFilters = {
  ...anywhere,
  scope: undefined,
  confirmed: false,
  filters: [],
} as const;

/** The view of a selection: its first page, with the default columns. */
export function listOf(
  search: string,
  selection: SortedSelection,
  workload: WorkloadParameters | null = null,
): ListQuestion {
  const { workload: workloadParameters, ...estimated } = withEstimates(selection, workload);
  const query = { ...selection, ...estimated, page: 1, pageSize: pageSizeOfPages };
  const unset = {
    columns: null,
    facet: null,
    picked: [],
    open: null,
    chart: null,
    notApplied: [],
  };
  return { search, query, workload: workloadParameters, ...unset };
}

/**
 * Parameters of the page, defaults left out. Each page has a hundred such addresses, and spreading
 * objects into one takes V8 three times as long as adding to it.
 */
export function listParameters(question: ListQuestion): Parameters {
  const { search, query, columns, facet, picked, chart, workload } = question;
  const { network, networkMatch } = networkParameters(query);
  const confirmed = query.confirmed === true ? '1' : null;
  const parameters = Object.fromEntries<Parameters[string]>([
    ['network', network],
    ['networkMatch', networkMatch],
    ['search', search],
  ]);
  parameters.scope = query.scope;
  parameters.confirmed = confirmed;
  if (query.filters.length > 0) Object.assign(parameters, filterParameters(query.filters));
  if (query.sorting.length > 0) Object.assign(parameters, sortParameters(query.sorting));
  parameters.cols = columns;
  if (workload !== null) Object.assign(parameters, workloadParameters(question));
  parameters.chart = chart;
  parameters.pageSize = query.pageSize === pageSizeOfPages ? null : query.pageSize;
  parameters.page = query.page === 1 ? null : query.page;
  parameters.facet = facet;
  parameters.compare = picked;
  return parameters;
}

/** Selection and order as parameters of the API. */
export function apiParametersOf(question: ListQuestion): Parameters {
  const { search, query, workload } = question;
  const { category, scope, confirmed, filters } = query;
  const usual = workload === null ? [] : [{ column: estimateFigure, desc: false }];
  const sorting = query.sorting.length === 0 ? usual : query.sorting;
  return {
    category,
    ...networkParameters(query),
    search,
    scope,
    confirmed: confirmed === true ? '1' : null,
    filters: filters.length === 0 ? null : JSON.stringify(toApiFilters(filters)),
    sorting:
      sorting.length === 0
        ? null
        : JSON.stringify(sorting.map(({ column, desc }) => ({ id: column.key, desc }))),
    ...workloadParameters(question),
  };
}

/** ListQuestion with a changed query, on its first page. */
export function withQuery(question: ListQuestion, changes: Partial<RowsQuery>): ListQuestion {
  return { ...question, facet: null, query: { ...question.query, page: 1, ...changes } };
}

/** ListQuestion without a filter, or with the rest of it. */
export function withoutFilter(
  question: ListQuestion,
  filter: Filter,
  rest: Filter | null = null,
): ListQuestion {
  const filters = question.query.filters.flatMap((candidate) =>
    candidate === filter ? (rest ?? []) : candidate,
  );
  return withQuery(question, { filters });
}

/** The list of what does not state a column, in place of the filters on it. */
export function silentList(question: ListQuestion, key: string): ListQuestion {
  const { filters } = question.query;
  const column = filters.find((filter) => filter.column.key === key)?.column;
  const others = filters.filter((filter) => filter.column.key !== key);
  const silent = column === undefined ? [] : [presence.parse(column, [blank])];
  return withQuery(question, { filters: [...others, ...silent] });
}

/** ListQuestion without costs, and without limits of them. */
export function withoutWorkload(question: ListQuestion): ListQuestion {
  const filters = question.query.filters.filter((filter) => !hasEstimate([filter]));
  return { ...withQuery(question, { filters }), workload: null };
}

/**
 * What a list estimates, for its filters and its order: past states if the filters want them, a
 * usual month if only they or the order ask. The cheapest first is the order of every such list.
 */
export function withEstimates(
  { filters, sorting }: Pick<SortedSelection, 'filters' | 'sorting'>,
  stated: WorkloadParameters | null,
): Pick<SortedSelection, 'filters' | 'sorting'> & Pick<ListQuestion, 'workload'> {
  const isWanted = hasEstimate(filters) || sorting.some(isOfEstimates);
  const estimated = stated ?? (isWanted ? usualWorkload : null);
  if (estimated === null) return { filters, sorting, workload: null };
  const workload = withArchive(estimated, filters);
  const read = readWorkload(workload);
  const [first] = sorting;
  const isUsual = first !== undefined && isOfEstimates(first) && !first.desc;
  return {
    filters: estimatedFor(filters, read),
    sorting: isUsual ? [] : sortedFor(sorting, read),
    workload,
  };
}

/** Past states that the filters want are not repeated. */
export function workloadParameters({
  workload: described,
  query: { filters },
}: Pick<ListQuestion, 'workload'> & {
  readonly query: Pick<RowsQuery, 'filters'>;
}): Parameters {
  if (described === null) return {};
  const { requests, workload, mix, peak, archive } = described;
  return {
    requests,
    workload: workload === usualPreset ? null : workload,
    mix,
    peak,
    archive: archive === '1' && !wantsArchive(filters) ? '1' : null,
  };
}

/** A form has one filter per column: two filters of a column stay in the API's form. */
function filterParameters(filters: readonly Filter[]): Parameters {
  if (keysOf(filters).length < singleFilters(filters).length)
    return { filters: JSON.stringify(toApiFilters(filters)) };
  return Object.assign({}, ...filters.map((filter) => kindOf(filter).toForm(filter)));
}

function sortParameters(sorting: readonly Sort[]): Parameters {
  const [first, ...more] = sorting;
  if (!first) return {};
  if (more.length > 0)
    return {
      sorting: JSON.stringify(sorting.map(({ column, desc }) => ({ id: column.key, desc }))),
    };
  return { sort: first.column.key, dir: first.desc ? 'desc' : null };
}
