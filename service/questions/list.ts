/**
 * State of a toolbox page as its address. Plain parameters, as a form without script sends them
 * (`f.planType=Free`, `f.accessPrice.max=100`, `sort=accessPrice`, `dir=desc`, `cols=...`), are
 * parsed and written back.
 */

import { parseJson } from '../../common/json.ts';
import { type ColumnDefinition, estimateFigure } from '../../model/columns.ts';
import type { Terms } from '../../model/terms.ts';
import { usualPreset } from '../estimate/workloads.ts';
import {
  estimatedFor,
  type Filter,
  hasEstimate,
  keysOf,
  kindOf,
  orId,
  parseFilters,
  readForm,
  singleFilters,
  toApiFilters,
  withFigures,
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
import { limitNetworks } from './offers.ts';
import {
  maxPageSize,
  maxPicked,
  page as pageNumber,
  type Shape,
  selection,
  usualWorkload,
  whichOffers,
  workload as workloadShape,
} from './parameters.ts';
import { fieldPrefix, parseSorting, parseValues, type QueryCatalog } from './parse.ts';
import { anywhere, type NetworkLimits, type Place } from './place.ts';
import { readCount } from './words/volume.ts';
import {
  isEstimated,
  readWorkload,
  type WorkloadParameters,
  wantsArchive,
  withArchive,
} from './workload.ts';

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
  /** Whether a plot of the prices is above the list. */
  readonly hasChart: boolean;
  /** What the address asks for in vain. */
  readonly notApplied: readonly NotApplied[];
}

/**
 * Limits of a list of the site, as its address names them; a network has its own list. Throws 400
 * for an unknown network, and for another match than `any` or `all`.
 */
export function readNetworkLimits(
  query: URLSearchParams,
  { snapshot, urls, network }: Pick<Place, 'snapshot' | 'urls' | 'network'>,
): NetworkLimits {
  if (network !== null) return anywhere;
  const names = query.getAll('network').filter((name) => name !== '');
  const networks = names.length === 0 ? [] : limitNetworks(names, { snapshot, urls });
  const shape = { networkMatch: whichOffers.networkMatch };
  const { networkMatch } = parseValues(textsOf(query, shape), shape);
  return { networks, onEach: networks.length > 1 && networkMatch === 'all' };
}

export function networkParameters({ networks, onEach }: RowsQuery): Parameters {
  return { network: networks ?? [], networkMatch: onEach === true ? 'all' : null };
}

/** Providers on a page, if the address does not say. The JSON has fewer. */
export const pageSizeOfPages = 25;

const { search: searchShape, scope: scopeShape, confirmed: confirmedShape } = selection;
const shape = {
  search: searchShape,
  scope: scopeShape,
  confirmed: confirmedShape,
  page: pageNumber,
};

/** A query without filters, of all kinds. */
export const noFilters = {
  ...anywhere,
  scope: undefined,
  confirmed: false,
  filters: [],
} as const;

/**
 * Ignores unknown names, unknown columns and empty fields, and uses the first value of a repeated
 * name. Throws 400 for a bad value of any parameter but the page size.
 */
export function readList(
  category: string,
  query: URLSearchParams,
  catalog: QueryCatalog,
  { networks, onEach }: NetworkLimits = anywhere,
): ListQuestion {
  const columns = catalog.columnsOf(category);
  const { pageSize, notApplied } = readPageSize(query.get('pageSize') ?? '');
  const parsed = parseFilters(filtersOf(columns, query), columns, catalog.terms);
  const costs = readWorkloadParameters(category, query, catalog);
  const order = readSorting(columns, query, {
    usual: costs === null ? 'provider' : estimateFigure.key,
    terms: catalog.terms,
  });
  const { workload, filters, sorting } = withEstimates({ filters: parsed, sorting: order }, costs);
  const values = parseValues(textsOf(query, shape), shape);
  return {
    search: query.get('search') ?? '',
    query: {
      category,
      networks,
      onEach,
      terms: values.search,
      scope: values.scope,
      confirmed: values.confirmed,
      filters,
      sorting,
      page: values.page,
      pageSize,
    },
    columns: readColumns(columns, query),
    facet:
      query.get('facet') === 'network'
        ? 'network'
        : (columns.find(({ key, filter }) => filter !== null && key === query.get('facet'))?.key ??
          null),
    workload,
    ...readMarks(query),
    hasChart: query.get('chart') === 'prices',
    notApplied: [...notApplied, ...ignoredOf(category, query, catalog)],
  };
}

/** The picked offers, and the row whose details are shown. */
export function readMarks(query: URLSearchParams): Pick<ListQuestion, 'picked' | 'open'> {
  const slugs = new Set(query.getAll('compare').filter((slug) => slug !== ''));
  return { picked: [...slugs].slice(0, maxPicked), open: query.get('open') || null };
}

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
    hasChart: false,
    notApplied: [],
  };
  return { search, query, workload: workloadParameters, ...unset };
}

/**
 * Parameters of the page, defaults left out. Each page has a hundred such addresses, and spreading
 * objects into one takes V8 three times as long as adding to it.
 */
export function listParameters(question: ListQuestion): Parameters {
  const { search, query, columns, facet, picked, hasChart, workload } = question;
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
  parameters.chart = hasChart ? 'prices' : null;
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
function withEstimates(
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

/** Null if no parameter of a workload is given, and in a category without estimates. */
function readWorkloadParameters(
  category: string,
  query: URLSearchParams,
  catalog: QueryCatalog,
): WorkloadParameters | null {
  const texts = textsOf(query, workloadShape);
  const isGiven = Object.values(texts).some((text) => text !== undefined);
  if (!isGiven || !isEstimated(catalog, category)) return null;
  const requests = texts.requests === undefined ? {} : { requests: readCount(texts.requests) };
  return parseValues({ ...texts, ...requests }, workloadShape);
}

/** The first values of the parameters; a blank field counts as missing. */
function textsOf(
  query: URLSearchParams,
  names: Shape,
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.keys(names).map((name) => [name, query.get(name) || undefined]));
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

/** The nearest allowed page size, and a reason if another one was requested. */
function readPageSize(text: string): Pick<ListQuestion, 'notApplied'> & { pageSize: number } {
  if (text === '') return { pageSize: pageSizeOfPages, notApplied: [] };
  const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  const pageSize = Number.isNaN(number)
    ? pageSizeOfPages
    : Math.min(maxPageSize, Math.max(1, number));
  if (pageSize === number) return { pageSize, notApplied: [] };
  const size = `A page has 1 to ${maxPageSize} providers, not ${shorten(text)}.`;
  const reason = `${size} It shows up to ${pageSize}.`;
  return { pageSize, notApplied: [{ id: 'pageSize', reason }] };
}

/** Names of an address are as long as its author makes them. */
function shorten(text: string): string {
  return text.length > 20 ? `${text.slice(0, 20)}…` : text;
}

/** A name of an address that stands for nothing. */
export function unknownName(id: string, text: string): NotApplied {
  return { id, reason: `There is no ${id} “${shorten(text)}”: ${id} is not applied.` };
}

/** More are counted by nobody. */
const maxIgnored = 3;

/** Filters, columns and orders of an address that the category does not have. */
function ignoredOf(
  category: string,
  query: URLSearchParams,
  catalog: QueryCatalog,
): readonly NotApplied[] {
  const columns = catalog.columnsOf(category);
  const has = (key: string, all = columns) => all.some((column) => column.key === key);
  const filterable = withFigures(columns);
  const names = [...new Set(query.keys())].filter((name) => name.startsWith(fieldPrefix));
  const filters = names.flatMap((name) => {
    const [, key = ''] = name.split('.');
    return key === orId || has(key, filterable) ? [] : [[name, key] as const];
  });
  const ofLists = ['cols', 'sort'].flatMap((name) =>
    query.getAll(name).flatMap((key) => {
      const isKnown = key === '' || has(key, name === 'sort' ? filterable : columns);
      return isKnown ? [] : [[name, key] as const];
    }),
  );
  const isWorkload = Object.values(textsOf(query, workloadShape)).some((text) => text);
  const isCost = isWorkload && !isEstimated(catalog, category);
  const cost = 'No costs are estimated: these offers state no limits of plans.';
  return [
    ...[...filters, ...ofLists].slice(0, maxIgnored).map(([id, key]) => ({
      id,
      reason: `This category has no column “${shorten(key)}”: ${shorten(id)} is not applied.`,
    })),
    ...(isCost ? [{ id: 'requests', reason: cost }] : []),
  ];
}

/** Filters of the API's parameter, then those of a form. Undefined if the parameter is no JSON. */
function filtersOf(
  columns: readonly ColumnDefinition[],
  query: URLSearchParams,
): readonly unknown[] | undefined {
  const filterLists = parseJson(query.get('filters') || '[]');
  return filterLists === undefined
    ? undefined
    : [...[filterLists].flat(), ...readForm(columns, query)];
}

/** `usual`: key of the column of the default order, which a form that reverses it does not name. */
function readSorting(
  columns: readonly ColumnDefinition[],
  query: URLSearchParams,
  { usual, terms }: { readonly usual: string; readonly terms: Terms | undefined },
): Sort[] {
  const desc = query.get('dir') === 'desc';
  const text = query.get('sorting');
  const sortKey = query.get('sort') || (desc && text === null ? usual : null);
  const column = withFigures(columns, terms).find(
    ({ key, sorting }) => sorting !== null && key === sortKey,
  );
  if (column) return [{ column, desc }];
  return text === null ? [] : parseSorting(text, columns, terms);
}

function readColumns(
  columns: readonly ColumnDefinition[],
  query: URLSearchParams,
): string[] | null {
  const wanted = new Set(query.getAll('cols'));
  const known = columns.map(({ key }) => key).filter((key) => wanted.has(key));
  return known.length === 0 ? null : known;
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
