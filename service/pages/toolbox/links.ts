/** Links of a directory page: to other views of itself, and to downloads of its result. */
import type { ColumnDefinition } from '../../../model/columns.ts';
import { exportFormats } from '../../api/rows/export-formats.ts';
import { filterKindOf } from '../../query/filters/index.ts';
import { defaultPageSize } from '../../query/parameters.ts';
import { networkApi } from '../../query/place.ts';
import type { ReadySet } from '../../query/sets.ts';
import { apiParameters, type View, viewOf, viewParameters, withQuery } from '../../query/view.ts';
import type { Urls } from '../../urls.ts';

export type ViewLink = (view: View) => string;

/** Links to views of the page at `path`. */
export function viewLinks(urls: Urls, network: string, path: string): ViewLink {
  return (view) => urls.href(network, network, path, viewParameters(view));
}

/** The view with the offers of one provider. */
export function ofProvider(view: View, column: ColumnDefinition, provider: string): View {
  const kept = view.query.filters.filter((filter) => filter.column !== column);
  const own = filterKindOf(column)?.parse(column, [provider]) ?? [];
  return withQuery(view, { filters: kept.concat(own) });
}

/** The result as files and as JSON. */
export function presentDownloads(network: string, view: View, urls: Urls) {
  const parameters = apiParameters(view);
  const { page, pageSize } = view.query;
  const json = urls.to(network, `${networkApi}/rows`, {
    ...parameters,
    page: page === 1 ? null : page,
    pageSize: pageSize === defaultPageSize ? null : pageSize,
  });
  return {
    json,
    curl: `curl '${json.replaceAll("'", '%27')}'`,
    files: Object.entries(exportFormats).map(([format, { label }]) => ({
      label,
      href: urls.href(network, network, `${networkApi}/export`, { ...parameters, format }),
    })),
  };
}

/** Columns and picked offers stay; the search and other filters do not. A set alone has a page of its own. */
export function presentSets(sets: readonly ReadySet[], view: View, href: ViewLink, home: (path: string) => string) {
  return sets.map((set) => {
    const { filters, sorting } = set.query;
    const target = { ...withQuery(view, { terms: [], filters, sorting }), search: '' };
    const { label, description, path } = set;
    return { label, description, href: isAlone(set, target) ? home(path) : href(target), current: isSet(set, view) };
  });
}

/** Whether a view selects what a set does. */
function isSet({ query }: ReadySet, view: View): boolean {
  return JSON.stringify(apiParameters(view)) === JSON.stringify(apiParameters(viewOf('', query)));
}

/** Whether a view is a set and nothing else. */
export function isAlone({ query }: ReadySet, view: View): boolean {
  return JSON.stringify(viewParameters(view)) === JSON.stringify(viewParameters(viewOf('', query)));
}
