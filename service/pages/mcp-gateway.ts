/** GET /mcp-gateway: how agents discover and run MCP servers. */
import type { SnapshotMetrics } from '../../model/metrics.ts';
import { type Coverage, coverageOf } from '../api/coverage.ts';
import { networkApi } from '../api/resource.ts';
import { formatCount, plural } from '../counts.ts';
import { type Handler, snapshotOf } from '../http/context.ts';
import type { Urls } from '../urls.ts';
import { type LogoOf, networkLogosOf } from './shared/logos.ts';
import { type PageDeps, sendPage } from './shared/page.ts';

export function gatewayPage(deps: PageDeps): Handler {
  return (ctx) => {
    const snapshot = snapshotOf(ctx);
    const { manifest } = snapshot;
    const coverage = coverageOf(snapshot, deps.urls);
    const networkLogoOf = networkLogosOf(snapshot, null, deps.urls);
    const view = presentGateway({ coverage, metrics: manifest.metrics, networkLogoOf, urls: deps.urls });
    const title = 'MCP gateway';
    const description = 'How agents discover Web3 services in this directory and run the MCP servers that it lists.';
    const frame = { title, description, network: null, path: '/mcp-gateway', manifest };
    sendPage(ctx, { template: 'mcp-gateway', frame, view }, deps);
  };
}

interface GatewayInput {
  readonly coverage: Coverage;
  readonly metrics: SnapshotMetrics;
  readonly networkLogoOf: LogoOf;
  readonly urls: Urls;
}

const category = 'mcpservers';
const shownNetworks = 12;

/** Client configuration. The names in angle brackets are columns of a row. */
const configuration = {
  mcpServers: {
    'a-hosted-server': { url: '<mcpEndpoint>' },
    'a-self-hosted-server': {
      command: '<selfHostedCommand>',
      args: ['<selfHostedArgs>'],
      env: { '<selfHostedRequiredEnvVars>': '<your key>' },
    },
  },
};

function presentGateway({ coverage, metrics, networkLogoOf, urls }: GatewayInput) {
  const listed = coverage.networks.flatMap((network) => {
    const count = metrics.networks[network.network]?.categories.find(({ key }) => key === category)?.count ?? 0;
    return count === 0 ? [] : [{ network, count }];
  });
  const sorted = listed.toSorted((a, b) => b.count - a.count);
  const [largest] = sorted;
  const served = coverage.categories.find(({ key, count }) => key === category && count > 0);
  const filters = JSON.stringify([{ id: 'onChainWrite', value: ['false'] }]);
  return {
    crumbs: [{ label: 'MCP gateway', href: null }],
    networksUrl: urls.to(null, '/api/networks'),
    serversUrl: largest ? urls.to(largest.network.network, `${networkApi}/rows`, { category, filters }) : null,
    mcpservers: served
      ? { count: plural(served.count, 'listing'), providersCount: plural(served.providersCount, 'provider') }
      : null,
    mcpNetworks: sorted.slice(0, shownNetworks).map(({ network, count }) => ({
      name: network.name,
      ...networkLogoOf(network.network),
      servers: plural(count, 'server'),
      toolbox: urls.href(null, network.network, `/toolbox/${category}`),
    })),
    moreNetworks:
      sorted.length > shownNetworks
        ? { href: urls.href(null, null, '/search', { category }), count: formatCount(sorted.length) }
        : null,
    configuration: JSON.stringify(configuration, null, 2),
  };
}
