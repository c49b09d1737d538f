/** GET {network}/toolbox/{category}: the directory page of a category. */
import { HttpError } from '../http/errors.ts';
import { type Context, type Handler, networkOf } from '../http/state.ts';
import { activeCategories } from '../present/categories.ts';
import { nameOf } from '../present/networks.ts';
import { tableColumns } from '../present/toolbox/columns.ts';
import { canonicalParameters, presentToolbox } from '../present/toolbox/page.ts';
import { chainsOf } from '../query/chains.ts';
import { countFacets } from '../query/facets.ts';
import { slugOf } from '../query/find-offers.ts';
import { findRows } from '../query/find-rows.ts';
import { findHints } from '../query/hints.ts';
import { apiParameters, parseView } from '../query/view.ts';
import { metricsOf } from './categories.ts';
import type { RouteContext } from './context.ts';
import { renderLines } from './offer-lines.ts';
import { sendPage } from './send-page.ts';

export function toolboxPage(deps: RouteContext): Handler {
  return async (ctx) => {
    const { key, snapshot, network, category } = findCategory(ctx);
    const { catalog, contents, manifest } = snapshot;
    const view = parseView(category.key, ctx.querystring, catalog);
    const [page, { facets }] = await Promise.all([
      findRows(snapshot, key, view.query),
      countFacets(snapshot, key, view.query),
    ]);
    const columns = catalog.columnsOf(category.key).filter((column) => column.categories.includes(category.key));
    const shown = tableColumns(columns, view.columns, facets);
    const metrics = metricsOf(snapshot, key);
    const categories = activeCategories(catalog.categories, metrics);
    const lines = { contents, columns, shown, chains: await chainsOf(snapshot, key), picked: view.picked };
    const toolbox = presentToolbox({
      network,
      category: categories.find((active) => active.key === category.key) ?? {
        ...category,
        count: 0,
        providersCount: 0,
      },
      categories,
      columns,
      shown,
      view,
      page,
      facets,
      hints: page.pagination.totalOffers === 0 ? await findHints(snapshot, key, view.query) : null,
      linesOf: (group) => renderLines({ ...lines, ids: group.contents }, deps),
      slugOf: (id) => slugOf(contents.json[id]),
      profileOf: (provider) => catalog.providers.get(provider)?.slug ?? null,
      entries: metrics.providerCategoryEntries,
      urls: deps.urls,
    });
    const title = `${category.label} on ${nameOf(network)}`;
    const description = `${toolbox.counts}. ${category.description ?? ''} Plans, prices, limits and chains of ${category.label} on ${nameOf(network)}, compared.`;
    const json = { path: '/api/infrastructure-providers/rows', parameters: apiParameters(view) };
    const parameters = canonicalParameters(view);
    const frame = {
      title,
      description,
      network: key,
      path: ctx.path,
      parameters,
      json,
      manifest,
      ownSearch: true,
      scripts: ['toolbox.js'],
    };
    sendPage(ctx, { template: 'toolbox', frame, view: toolbox }, deps);
  };
}

function findCategory(ctx: Context) {
  const { key, snapshot } = networkOf(ctx);
  const { catalog } = snapshot;
  const category = catalog.categories.find((candidate) => ctx.path === `/toolbox/${candidate.key}`);
  const network = catalog.networks.get(key);
  if (category && network) return { key, snapshot, category, network };
  throw new HttpError(404, 'unknown-category', 'no such category in this directory');
}
