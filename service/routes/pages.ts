/** GET /about and /mcp-gateway: pages of text with the figures of the snapshot. */
import { type Handler, snapshotOf } from '../http/state.ts';
import { presentHome } from '../present/home-page.ts';
import type { RouteContext } from './context.ts';
import { sendPage } from './send-page.ts';

const mcpCategory = 'mcpservers';

interface TextPage {
  readonly template: string;
  readonly path: string;
  readonly title: string;
  readonly description: string;
}

const about: TextPage = {
  template: 'about',
  path: '/about',
  title: 'About this directory',
  description: 'What the Web3 infrastructure directory is, where its facts come from, and how to use them.',
};

const gateway: TextPage = {
  template: 'mcp-gateway',
  path: '/mcp-gateway',
  title: 'MCP gateway',
  description: 'How agents discover Web3 services here, and how to run the MCP servers that the directory lists.',
};

function textPage({ template, ...page }: TextPage, deps: RouteContext): Handler {
  const { urls } = deps;
  return (ctx) => {
    const { catalog, manifest } = snapshotOf(ctx);
    const { categories, networks } = catalog;
    const home = presentHome({ networks: networks.values(), categories, metrics: manifest.metrics, urls });
    const mcpservers = home.categories.find(({ key }) => key === mcpCategory) ?? null;
    const has = (network: string) =>
      manifest.metrics.networks[network]?.categories.some(({ key, count }) => key === mcpCategory && count > 0);
    const view = { ...home, mcpservers, mcpNetworks: home.networks.filter(({ key }) => has(key) && urls.serves(key)) };
    sendPage(ctx, { template, frame: { ...page, network: null, manifest }, view }, deps);
  };
}

export const aboutPage = (deps: RouteContext) => textPage(about, deps);
export const gatewayPage = (deps: RouteContext) => textPage(gateway, deps);
