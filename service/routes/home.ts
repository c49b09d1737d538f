/** GET / of the site and of a network. */
import { HttpError } from '../http/errors.ts';
import { type Handler, networkOf, snapshotOf } from '../http/state.ts';
import { presentHome, presentNetworkHome } from '../present/home-page.ts';
import { nameOf } from '../present/toolbox-page.ts';
import { metricsOf } from './categories.ts';
import type { RouteContext } from './context.ts';
import { sendPage } from './send-page.ts';

export function homePage(deps: RouteContext): Handler {
  const { urls } = deps;
  return (ctx) => {
    const { catalog, manifest } = snapshotOf(ctx);
    const home = presentHome({
      networks: catalog.networks.values(),
      categories: catalog.categories,
      metrics: manifest.metrics,
      urls,
    });
    const title = 'Web3 infrastructure directory';
    const description = `Compare ${home.entries} offers of ${home.providers} providers on ${home.networkCount} networks.`;
    const frame = { title, description, network: null, path: '/', json: { path: '/api/networks' }, manifest };
    sendPage(ctx, { template: 'home', frame, view: home }, deps);
  };
}

export function networkHomePage(deps: RouteContext): Handler {
  const { urls } = deps;
  return (ctx) => {
    const { key, snapshot } = networkOf(ctx);
    const { catalog, manifest } = snapshot;
    const network = catalog.networks.get(key);
    if (!network) throw new HttpError(404, 'unknown-network', `no network "${key}" in this directory`);
    const home = presentNetworkHome(network, catalog.categories, metricsOf(snapshot, key), urls);
    const title = `${nameOf(network)} infrastructure`;
    const description = `Compare ${home.entries} offers of ${home.providers} providers on ${nameOf(network)}.`;
    const json = { path: '/api/infrastructure-providers/categories' };
    const frame = { title, description, network: key, path: '/', json, manifest };
    sendPage(ctx, { template: 'network', frame, view: home }, deps);
  };
}
