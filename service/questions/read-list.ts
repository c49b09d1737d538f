/** Reads the question of a list from the parameters of an address or a form. */
import { parseJson } from '../../common/json.ts';
import { type ColumnDefinition, estimateFigure, isMoney } from '../../model/columns.ts';
import type { Terms } from '../../model/terms.ts';
import { orId, parseFilters, readForm, withFigures } from '../query/filters/index.ts';
import type { Sort } from '../query/selection.ts';
import { parseGroup } from '../snapshot/texts/price-groups.ts';
import {
  firstChart,
  type ListQuestion,
  type NotApplied,
  pageSizeOfPages,
  parseChart,
  withEstimates,
} from './list.ts';
import { limitNetworks } from './offers.ts';
import type { Shape } from './parameter.ts';
import {
  maxPageSize,
  maxPicked,
  page as pageNumber,
  selection,
  whichOffers,
  workload as workloadShape,
} from './parameters.ts';
import { fieldPrefix, parseSorting, parseValues, type QueryCatalog } from './parse.ts';
import { anywhere, type NetworkLimits, type Place } from './place.ts';
import { readCount } from './words/volume.ts';
import { isEstimated, type WorkloadParameters } from './workload.ts';

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

const { search: searchShape, scope: scopeShape, confirmed: confirmedShape } = selection;
const shape = {
  search: searchShape,
  scope: scopeShape,
  confirmed: confirmedShape,
  page: pageNumber,
};

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
    chart: readChart(columns, query.get('chart')),
    notApplied: [...notApplied, ...ignoredOf(category, query, catalog)],
  };
}

/** Null for what names no plot of prices. */
function readChart(columns: readonly ColumnDefinition[], chart: string | null): string | null {
  if (chart === null || chart === firstChart) return chart;
  const { key, group } = parseChart(chart);
  const isPlotted = columns.some((column) => column.key === key && isMoney(column));
  return isPlotted && parseGroup(group) !== null ? chart : null;
}

/** The picked offers, and the row whose details are shown. */
export function readMarks(query: URLSearchParams): Pick<ListQuestion, 'picked' | 'open'> {
  const slugs = new Set(query.getAll('compare').filter((slug) => slug !== ''));
  return { picked: [...slugs].slice(0, maxPicked), open: query.get('open') || null };
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

type Columns = readonly ColumnDefinition[];

/** Filters, columns and orders of an address that the category does not have. */
function ignoredOf(
  category: string,
  query: URLSearchParams,
  catalog: QueryCatalog,
): readonly NotApplied[] {
  const columns = catalog.columnsOf(category);
  const has = (key: string, all: Columns) => all.some((column) => column.key === key);
  const names = [...new Set(query.keys())].filter((name) => name.startsWith(fieldPrefix));
  const filterable = names.length > 0 || query.has('sort') ? withFigures(columns) : columns;
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
  columns: Columns,
  query: URLSearchParams,
  { usual, terms }: { readonly usual: string; readonly terms: Terms | undefined },
): Sort[] {
  const desc = query.get('dir') === 'desc';
  const text = query.get('sorting');
  const sortKey = query.get('sort') || (desc && text === null ? usual : null);
  const filterable = sortKey === null ? [] : withFigures(columns, terms);
  const column = filterable.find(({ key, sorting }) => sorting !== null && key === sortKey);
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
