/** GET /about and /mcp-gateway: pages of text with the figures of the snapshot. */
import { type Handler, snapshotOf } from '../http/state.ts';
import { presentHome } from './home-view.ts';
import { presentGateway } from './mcp-gateway.ts';
import type { RouteContext } from './shared/context.ts';
import { sendPage } from './shared/send-page.ts';

export function aboutPage(deps: RouteContext): Handler {
  return (ctx) => {
    const { catalog, manifest } = snapshotOf(ctx);
    const { categories, networks } = catalog;
    const home = presentHome({ networks: networks.values(), categories, metrics: manifest.metrics, urls: deps.urls });
    const view = { crumbs: [{ label: 'About', href: null }], whole: home.whole };
    const title = 'About this directory';
    const description = 'What the Web3 infrastructure directory is, where its facts come from, and how to use them.';
    sendPage(
      ctx,
      { template: 'about', frame: { title, description, network: null, path: '/about', manifest }, view },
      deps,
    );
  };
}

export function gatewayPage(deps: RouteContext): Handler {
  return (ctx) => {
    const { catalog, manifest } = snapshotOf(ctx);
    const view = presentGateway({ networks: catalog.networks.values(), metrics: manifest.metrics, urls: deps.urls });
    const title = 'MCP gateway';
    const description =
      'How agents discover Web3 services here, and how to run the MCP servers that the directory lists.';
    const frame = { title, description, network: null, path: '/mcp-gateway', manifest };
    sendPage(ctx, { template: 'mcp-gateway', frame, view }, deps);
  };
}
