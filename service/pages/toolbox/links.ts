/** Links of a directory page: to ready sets, and to downloads of its result. */
import type { ColumnDefinition } from '../../../model/columns.ts';
import type { ReadySet } from '../../answers/sets.ts';
import { exportFormats } from '../../api/rows/export-formats.ts';
import { filterKindOf } from '../../query/filters/index.ts';
import {
  apiParameters,
  type View,
  viewOf,
  viewParameters,
  withQuery,
} from '../../questions/list.ts';
import { defaultPageSize } from '../../questions/parameters.ts';
import type { Toolbox } from './read.ts';

/** The view with the offers of one provider. */
export function ofProvider(view: View, column: ColumnDefinition, provider: string): View {
  const kept = view.query.filters.filter((filter) => filter.column !== column);
  const own = filterKindOf(column)?.parse(column, [provider]) ?? [];
  return withQuery(view, { filters: kept.concat(own) });
}

/** The result as files and as JSON. */
export function presentDownloads({ view, to, link, api }: Toolbox) {
  const parameters = apiParameters(view);
  const { page, pageSize } = view.query;
  const paging = {
    page: page === 1 ? null : page,
    pageSize: pageSize === defaultPageSize ? null : pageSize,
  };
  const json = to(`${api}/rows`, { ...parameters, ...paging });
  return {
    json,
    curl: `curl '${json.replaceAll("'", '%27')}'`,
    files: Object.entries(exportFormats).map(([format, { label }]) => ({
      label,
      href: link(`${api}/export`, { ...parameters, format }),
    })),
  };
}

/**
 * Columns and picked offers stay; the search and other filters do not. A set alone has a page of
 * its own.
 */
export function presentSets({ sets, view, href, link }: Toolbox) {
  return sets.map((set) => {
    const { filters, sorting } = set.query;
    const target = { ...withQuery(view, { terms: [], filters, sorting }), search: '' };
    const { label, description, path } = set;
    const isSet =
      JSON.stringify(apiParameters(view)) === JSON.stringify(apiParameters(viewOf('', set.query)));
    return {
      label,
      description,
      href: isAlone(set, target) ? link(path) : href(target),
      current: isSet,
    };
  });
}

/** Whether a view is a set and nothing else. */
export function isAlone({ query }: ReadySet, view: View): boolean {
  return JSON.stringify(viewParameters(view)) === JSON.stringify(viewParameters(viewOf('', query)));
}
