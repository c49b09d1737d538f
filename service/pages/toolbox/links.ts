/** Links of a directory page: to ready sets, and to downloads of its result. */
import { getOrInsert } from '../../../common/get-or-insert.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import type { ReadySet } from '../../answers/sets.ts';
import { exportFormats } from '../../notations/export-formats.ts';
import { type Filter, filterKindOf, toApiFilters } from '../../query/filters/index.ts';
import type { SortedSelection } from '../../query/selection.ts';
import {
  apiParametersOf,
  type ListQuestion,
  listOf,
  listParameters,
  withQuery,
} from '../../questions/list.ts';
import { defaultPageSize, maxPageSize } from '../../questions/parameters.ts';
import { plural } from '../../text/counts.ts';
import type { Toolbox } from './read.ts';

/** The view with the offers of one provider. */
export function ofProvider(
  question: ListQuestion,
  column: ColumnDefinition,
  provider: string,
): ListQuestion {
  const kept = question.query.filters.filter((filter) => filter.column !== column);
  const providerFilters = filterKindOf(column)?.parse(column, [provider]) ?? [];
  return withQuery(question, { filters: kept.concat(providerFilters) });
}

/** The result as files and as JSON. */
export function presentDownloads(toolbox: Toolbox) {
  const { question, to, link, api, listApi } = toolbox;
  const parameters = apiParametersOf(question);
  const { page, pageSize } = question.query;
  const paging = {
    page: page === 1 ? null : page,
    pageSize: pageSize === defaultPageSize ? null : pageSize,
  };
  const json = to(listApi, { ...parameters, ...paging });
  return {
    json,
    paper: presentPaper(toolbox),
    curl: `curl '${json.replaceAll("'", '%27')}'`,
    files: Object.entries(exportFormats).map(([format, { label }]) => ({
      label,
      href: link(`${api}/export`, { ...parameters, format }),
    })),
  };
}

/** The list on the longest page, to print; null if this page has all of it, or is the longest. */
function presentPaper({ question, href, page: { pagination } }: Toolbox) {
  const { pageSize, totalProviders, totalPages } = pagination;
  if (totalPages <= 1 || question.query.pageSize === maxPageSize) return null;
  const target = withQuery(question, { pageSize: maxPageSize });
  // A sorted list has some providers several times.
  const pages = Math.ceil((totalPages * pageSize) / maxPageSize);
  const where = pages === 1 ? 'one page' : plural(pages, 'page');
  return {
    href: href(target),
    label: `To print: ${plural(totalProviders, 'provider')} on ${where}`,
  };
}

/**
 * A set adds its conditions to those of the list, in place of others of the same columns. A list
 * that is a set and nothing else leads to the other sets alone.
 */
export function presentSets({ sets, question, href, link }: Toolbox) {
  const selected = JSON.stringify(apiParametersOf(question));
  const conditions = isOneOf(sets, selected) ? noConditions(question) : question;
  return sets.map((set) => {
    const target = withSet(conditions, set.query);
    const { label, description, path } = set;
    return {
      label,
      description,
      href: isAlone(set, target) ? link(path) : href(target),
      current: selected === JSON.stringify(apiParametersOf(target)),
    };
  });
}

function isOneOf(sets: readonly ReadySet[], selected: string): boolean {
  return sets.some((set) => selected === addressesOf(set).selection);
}

function noConditions(question: ListQuestion): ListQuestion {
  return { ...withQuery(question, { terms: [], filters: [], sorting: [] }), search: '' };
}

/** The list itself, on its first page, if it has all conditions of the set. */
function withSet(question: ListQuestion, { filters, sorting }: SortedSelection): ListQuestion {
  const { query } = question;
  const has = new Set(textsOf(query.filters));
  const columns = new Set(filters.map(({ column }) => column));
  const others = query.filters.filter(({ column }) => !columns.has(column));
  return withQuery(question, {
    filters: textsOf(filters).every((text) => has.has(text))
      ? query.filters
      : [...others, ...filters],
    sorting: sorting.length === 0 ? query.sorting : sorting,
  });
}

function textsOf(filters: readonly Filter[]): readonly string[] {
  return toApiFilters(filters).map((filter) => JSON.stringify(filter));
}

/** Whether a view is a set and nothing else. */
export function isAlone(set: ReadySet, question: ListQuestion): boolean {
  return JSON.stringify(listParameters(question)) === addressesOf(set).list;
}

const addresses = new WeakMap<ReadySet, { readonly list: string; readonly selection: string }>();

/** What a set alone is in addresses. Each page compares its question with all sets. */
function addressesOf(set: ReadySet) {
  return getOrInsert(addresses, set, () => {
    const question = listOf('', set.query);
    return {
      list: JSON.stringify(listParameters(question)),
      selection: JSON.stringify(apiParametersOf(question)),
    };
  });
}
