/** GET / of the site and of a network. */
import { HttpError } from '../http/errors.ts';
import { type Handler, networkOf, snapshotOf } from '../http/state.ts';
import { presentHome, presentNetworkHome } from '../present/home-page.ts';
import { presentFrame } from '../present/page.ts';
import { nameOf } from '../present/toolbox-page.ts';
import { metricsOf } from './categories.ts';
import type { RouteContext } from './context.ts';

export function homePage({ urls, templates }: RouteContext): Handler {
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
    ctx.type = 'text/html; charset=utf-8';
    const frame = presentFrame({ title, description, network: null, path: '/', urls, manifest });
    ctx.body = templates.render('home', { ...frame, ...home });
  };
}

export function networkHomePage({ urls, templates }: RouteContext): Handler {
  return (ctx) => {
    const { key, snapshot } = networkOf(ctx);
    const { catalog, manifest } = snapshot;
    const network = catalog.networks.get(key);
    if (!network) throw new HttpError(404, 'unknown-network', `no network "${key}" in this directory`);
    const home = presentNetworkHome(network, catalog.categories, metricsOf(snapshot, key), urls);
    const title = `${nameOf(network)} infrastructure`;
    const description = `Compare ${home.entries} offers of ${home.providers} providers on ${nameOf(network)}.`;
    ctx.type = 'text/html; charset=utf-8';
    const frame = presentFrame({ title, description, network: key, path: '/', urls, manifest });
    ctx.body = templates.render('network', { ...frame, ...home });
  };
}
