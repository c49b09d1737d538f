/** GET {network}/toolbox/{category}: the directory page of a category. */
import { HttpError } from '../http/errors.ts';
import { type Handler, networkOf } from '../http/state.ts';
import { activeCategories } from '../present/categories.ts';
import type { RowObject } from '../present/offer.ts';
import { presentFrame } from '../present/page.ts';
import { rowJson } from '../present/row-json.ts';
import { nameOf, presentToolbox } from '../present/toolbox-page.ts';
import { findRows } from '../query/find-rows.ts';
import { parsePageQuery } from '../query/params.ts';
import { metricsOf } from './categories.ts';
import type { RouteContext } from './context.ts';

export function toolboxPage({ urls, templates }: RouteContext): Handler {
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
      rowOf: (id) => JSON.parse(rowJson(key, contents.json[id] ?? '}')) as RowObject,
      total: metrics.categories.find((entry) => entry.key === category.key)?.count ?? 0,
      entries: metrics.providerCategoryEntries,
      urls,
    });
    const title = `${category.label} on ${nameOf(network)}`;
    const description = category.description ?? title;
    const frame = presentFrame({ title, description, network: key, path, urls, manifest });
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = templates.render('toolbox', { ...frame, ...toolbox });
  };
}
