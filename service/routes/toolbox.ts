/** GET {network}/toolbox/{category}: the directory page of a category. */
import { HttpError } from '../http/errors.ts';
import { type Handler, networkOf } from '../http/state.ts';
import { activeCategories } from '../present/categories.ts';
import { parseRow } from '../present/row-json.ts';
import { nameOf, presentToolbox } from '../present/toolbox-page.ts';
import { findRows } from '../query/find-rows.ts';
import { parsePageQuery } from '../query/params.ts';
import { metricsOf } from './categories.ts';
import type { RouteContext } from './context.ts';
import { sendPage } from './send-page.ts';

export function toolboxPage(deps: RouteContext): Handler {
  const { urls } = deps;
  return async (ctx) => {
    const { key, snapshot } = networkOf(ctx);
    const { catalog, contents, manifest } = snapshot;
    const path = ctx.path;
    const category = catalog.categories.find((candidate) => path === `/toolbox/${candidate.key}`);
    const network = catalog.networks.get(key);
    if (!category || !network) throw new HttpError(404, 'unknown-category', 'no such category in this directory');
    const { search, query } = parsePageQuery(category.key, ctx.querystring, catalog);
    const metrics = metricsOf(snapshot, key);
    const toolbox = presentToolbox({
      network,
      category,
      categories: activeCategories(catalog.categories, metrics),
      columns: catalog.columnsOf(category.key).filter((column) => column.categories.includes(category.key)),
      search,
      page: await findRows(snapshot, key, query),
      rowOf: (id) => parseRow(contents.json[id]),
      total: metrics.categories.find((entry) => entry.key === category.key)?.count ?? 0,
      entries: metrics.providerCategoryEntries,
      urls,
    });
    const title = `${category.label} on ${nameOf(network)}`;
    const json = { path: '/api/infrastructure-providers/rows', parameters: { category: category.key, search } };
    const frame = { title, description: category.description ?? title, network: key, path, json, manifest };
    sendPage(ctx, { template: 'toolbox', frame, view: toolbox }, deps);
  };
}
