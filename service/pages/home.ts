/** GET / of the site and of a network. */

import { metricsOf } from '../api/categories.ts';
import { nameOf } from '../api/networks-view.ts';
import { HttpError } from '../http/errors.ts';
import { type Context, type Handler, networkOf, snapshotOf } from '../http/state.ts';
import type { NetworkEntry } from '../snapshot/catalog.ts';
import { presentHome, presentNetworkHome } from './home-view.ts';
import type { RouteContext } from './shared/context.ts';
import { sendPage } from './shared/send-page.ts';

export function homePage(deps: RouteContext): Handler {
  return (ctx) => {
    const { catalog, manifest } = snapshotOf(ctx);
    const home = presentHome({
      networks: catalog.networks.values(),
      categories: catalog.categories,
      metrics: manifest.metrics,
      urls: deps.urls,
    });
    const title = 'Web3 infrastructure directory';
    const description = `Compare ${home.whole}.`;
    const json = { path: '/api/networks' };
    const frame = { title, description, network: null, path: '/', json, manifest, ownSearch: true };
    sendPage(ctx, { template: 'home', frame, view: home }, deps);
  };
}

export function networkHomePage(deps: RouteContext): Handler {
  return (ctx) => {
    const { key, snapshot } = networkOf(ctx);
    const { catalog, manifest } = snapshot;
    const network = networkEntry(ctx);
    const home = presentNetworkHome(network, catalog.categories, metricsOf(snapshot, key), deps.urls);
    const title = `${nameOf(network)} infrastructure`;
    const description = `Compare ${home.whole} on ${nameOf(network)}.`;
    const json = { path: '/api/infrastructure-providers/categories' };
    const frame = { title, description, network: key, path: '/', json, manifest, ownSearch: true };
    sendPage(ctx, { template: 'network', frame, view: home }, deps);
  };
}

/** The network whose toolbox is asked; throws 404 where the snapshot has none of that name. */
export function networkEntry(ctx: Context): NetworkEntry {
  const { key, snapshot } = networkOf(ctx);
  const network = snapshot.catalog.networks.get(key);
  if (network) return network;
  throw new HttpError(404, 'unknown-network', `no network "${key}" in this directory`);
}
