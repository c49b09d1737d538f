/** GET /mcp-gateway: how agents discover and run MCP servers. */
import type { SnapshotMetrics } from '../../model/metrics.ts';
import { type Coverage, coverageOf } from '../api/coverage.ts';
import { limitNetworks } from '../api/offers.ts';
import { networkApi } from '../api/resource.ts';
import { formatCount, plural } from '../counts.ts';
import { type Handler, snapshotOf } from '../http/context.ts';
import { configure } from '../query/client-config.ts';
import { connectionOf, mcpCategory } from '../query/connection.ts';
import { limitsTest } from '../query/offers.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Urls } from '../urls.ts';
import { type LogoOf, networkLogosOf } from './shared/logos.ts';
import { type PageDeps, sendPage } from './shared/page.ts';

export function gatewayPage(deps: PageDeps): Handler {
  return (ctx) => {
    const snapshot = snapshotOf(ctx);
    const { manifest } = snapshot;
    const coverage = coverageOf(snapshot, deps.urls);
    const networkLogoOf = networkLogosOf(snapshot, null, deps.urls);
    const examples = findExamples(snapshot, deps.urls);
    const view = presentGateway({ coverage, metrics: manifest.metrics, networkLogoOf, examples, urls: deps.urls });
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
  readonly examples: readonly Example[];
  readonly urls: Urls;
}

const category = mcpCategory;
const shownNetworks = 12;

/** The directory's own server, and one of each kind that a row describes: that which asks least of the user. */
function findExamples(snapshot: Snapshot, urls: Urls): Example[] {
  const isServed = limitsTest(snapshot, { networks: limitNetworks([], snapshot, urls), providers: [], slugs: [] });
  const servers = snapshot.offers
    .inCategory(mcpCategory)
    .flatMap(({ offer, contents }) => {
      const id = contents.find(isServed);
      return id === undefined ? [] : [{ offer, connection: connectionOf(snapshot.row(id)) }];
    })
    .toSorted((a, b) => a.connection.placeholders.length - b.connection.placeholders.length);
  const listed = (['hosted', 'self-hosted'] as const).flatMap((kind) => {
    const found = servers.find(({ connection }) => connection.ways[0]?.kind === kind);
    const [way] = found?.connection.ways ?? [];
    if (found === undefined || way === undefined) return [];
    const [{ text } = { text: '' }] = configure(way, found.connection);
    const label = `${kind === 'hosted' ? 'A hosted server' : 'A self-hosted server'} of ${found.offer.provider}`;
    return [{ label, text, config: urls.to(null, '/api/mcp-config', { offer: found.offer.slug }) }];
  });
  const own = { mcpServers: { 'web3-directory': { type: 'http', url: urls.to(null, '/mcp') } } };
  return [...listed, { label: 'This directory', text: JSON.stringify(own, null, 2), config: null }];
}

interface Example {
  readonly label: string;
  readonly text: string;
  /** Address of all configurations of a listed server. */
  readonly config: string | null;
}

function presentGateway({ coverage, metrics, networkLogoOf, examples, urls }: GatewayInput) {
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
    examples,
    configUrl: examples[0]?.config ?? null,
    mcpUrl: urls.to(null, '/mcp'),
  };
}
