/** GET {network}/toolbox/{category}: the directory page of a category. */

import { metricsOf } from '../../api/categories.ts';
import { activeCategories } from '../../api/categories-view.ts';
import { nameOf } from '../../api/networks-view.ts';
import { signsOf } from '../../files/logos.ts';
import { HttpError } from '../../http/errors.ts';
import { type Context, type Handler, networkOf } from '../../http/state.ts';
import { chainsOf } from '../../query/chains.ts';
import { slugOf } from '../../query/find-offers.ts';
import { findAllRows } from '../../query/find-rows.ts';
import { findHints } from '../../query/hints.ts';
import { cutPage } from '../../query/page.ts';
import { apiParameters, parseView, type View } from '../../query/view.ts';
import type { Snapshot } from '../../snapshot/open.ts';
import type { RouteContext } from '../shared/context.ts';
import { renderLines } from '../shared/offer-table/offer-lines.ts';
import { sendPage } from '../shared/send-page.ts';
import { renderPanel } from './render-panel.ts';
import { canonicalParameters, presentToolbox } from './view.ts';

export function toolboxPage(deps: RouteContext): Handler {
  return async (ctx) => {
    const place = findCategory(ctx);
    const { key, snapshot, network, category } = place;
    const view = parseView(category.key, ctx.querystring, snapshot.catalog);
    const toolbox = await present(place, view, deps);
    const title = `${category.label} on ${nameOf(network)}`;
    const frame = {
      title,
      description: `${toolbox.counts}: plans, prices, limits and chains of ${title}, compared. ${category.description ?? ''}`,
      network: key,
      path: ctx.path,
      parameters: canonicalParameters(view),
      json: { path: '/api/infrastructure-providers/rows', parameters: apiParameters(view) },
      manifest: snapshot.manifest,
      ownSearch: true,
      scripts: ['toolbox.js'],
    };
    sendPage(ctx, { template: 'toolbox', frame, view: toolbox }, deps);
  };
}

type Place = ReturnType<typeof findCategory>;

function findCategory(ctx: Context) {
  const { key, snapshot } = networkOf(ctx);
  const { catalog } = snapshot;
  const category = catalog.categories.find((candidate) => ctx.path === `/toolbox/${candidate.key}`);
  const network = catalog.networks.get(key);
  if (category && network) return { key, snapshot, category, network };
  throw new HttpError(404, 'unknown-category', 'no such category in this directory');
}

async function present({ key, snapshot, network, category }: Place, view: View, deps: RouteContext) {
  const { catalog, contents, manifest } = snapshot;
  const columns = catalog.columnsOf(category.key).filter((column) => column.categories.includes(category.key));
  const rows = await findAllRows(snapshot, key, view.query);
  const { urls } = deps;
  const sprite = urls.shared(key, '/assets/icons.svg', { v: deps.assets.version('icons.svg', manifest.id) });
  const {
    html: panel,
    shown,
    widths,
  } = await renderPanel({ snapshot, network: key, view, columns, rows, sprite }, deps);
  const metrics = metricsOf(snapshot, key);
  const categories = activeCategories(catalog.categories, metrics);
  const nothingOf = { ...category, count: 0, providersCount: 0 };
  const lines = { contents, columns, shown, chains: await chainsOf(snapshot, key), picked: view.picked };
  return presentToolbox({
    network,
    category: categories.find((active) => active.key === category.key) ?? nothingOf,
    categories,
    columns,
    shown,
    widths,
    view,
    page: cutPage(rows, contents.provider, view.query),
    panel,
    hints: rows.length === 0 ? await findHints(snapshot, key, view.query) : null,
    foundWithoutSearch: await countWithoutSearch(snapshot, key, { view, found: rows.length }),
    linesOf: (group) => renderLines({ ...lines, ids: group.contents }, deps),
    slugOf: (id) => slugOf(contents.json[id]),
    profileOf: (provider) => catalog.providers.get(provider)?.slug ?? null,
    signOf: signsOf(snapshot, key, urls),
    entries: metrics.providerCategoryEntries,
    urls,
  });
}

/** Filters that leave nothing together with the search may leave something without it. */
async function countWithoutSearch(snapshot: Snapshot, network: string, { view, found }: { view: View; found: number }) {
  const { terms, filters } = view.query;
  if (found > 0 || terms.length === 0 || filters.length === 0) return 0;
  return (await findAllRows(snapshot, network, { ...view.query, terms: [] })).length;
}
