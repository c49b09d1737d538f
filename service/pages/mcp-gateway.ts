/** GET /mcp-gateway: how agents discover and run MCP servers. As JSON or Markdown if the client prefers it. */
import { formatCount } from '../../common/format-count.ts';
import { mcpCategory } from '../../model/connect.ts';
import { assertGateway, gatewayFormats, sendGateway } from '../api/connect/gateway.ts';
import { describeGateway, type GatewayStep } from '../api/connect/gateway-steps.ts';
import { servedTest } from '../api/offers/selection.ts';
import { type Handler, snapshotOf } from '../http/context.ts';
import type { Offer } from '../snapshot/offers.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { plural } from '../text/counts.ts';
import type { Urls } from '../urls.ts';
import { networkLogosOf } from './shared/logos.ts';
import { renderMarkdown } from './shared/markdown.ts';
import { titleOf } from './shared/offer-table/title.ts';
import { labelOfForm, type PageDeps, preferredForm, sendPage } from './shared/page.ts';

const path = '/mcp-gateway';

export function gatewayPage(deps: PageDeps): Handler {
  return (ctx) => {
    const snapshot = snapshotOf(ctx);
    assertGateway(snapshot);
    const format = preferredForm(ctx, gatewayFormats);
    if (format !== null) return sendGateway(ctx, format, deps.urls);
    const { view, summary } = presentGateway(snapshot, deps.urls);
    const json = { path: `${path}.json` };
    const frame = { title: 'MCP gateway', description: summary, network: null, path, json, markdown: {} };
    sendPage(ctx, { template: 'mcp-gateway', frame, view }, deps);
  };
}

const shownNetworks = 12;
const shownServers = 12;

/** The servers on most networks, each with the way to its client configurations. */
function presentServers(snapshot: Snapshot, urls: Urls) {
  const listings = ({ rows }: Offer) => rows.reduce((sum, id) => sum + snapshot.listingIdsOf(id).length, 0);
  const isServed = servedTest({ snapshot, urls });
  const offers = snapshot.offers
    .inCategory(mcpCategory)
    .flatMap(({ offer, rows }) => (rows.some(isServed) ? [offer] : []));
  const first = offers.toSorted((a, b) => listings(b) - listings(a)).slice(0, shownServers);
  return first.map(({ slug, provider, rows: [id = 0] }) => ({
    provider,
    title: titleOf(snapshot.row(id)),
    href: `${urls.href(null, null, '/compare', { category: mcpCategory, offer: slug })}#connect`,
  }));
}

function presentGateway(snapshot: Snapshot, urls: Urls) {
  const { summary, steps, networks } = describeGateway(snapshot, urls);
  const networkLogoOf = networkLogosOf(snapshot, null, urls);
  const tiles = networks.slice(0, shownNetworks).map(({ network, name, servers }) => ({
    name,
    ...networkLogoOf(network),
    servers: plural(servers, 'server'),
    toolbox: urls.href(null, network, `/toolbox/${mcpCategory}`),
  }));
  const more =
    networks.length > shownNetworks
      ? { href: urls.href(null, null, '/search', { category: mcpCategory }), count: formatCount(networks.length) }
      : null;
  const view = {
    crumbs: [{ label: 'MCP gateway', href: null }],
    lead: summary,
    servers: presentServers(snapshot, urls),
    all: urls.href(null, null, '/search', { category: mcpCategory }),
    forms: Object.keys(gatewayFormats).map((format) => ({
      label: labelOfForm(format),
      href: urls.href(null, null, `${path}.${format}`),
    })),
    steps: steps.map((step) => presentStep(step, step.key === 'choose' ? tiles : [], more)),
  };
  return { view, summary };
}

function presentStep(
  { key, title, text, links, examples }: GatewayStep,
  tiles: readonly object[],
  more: object | null,
) {
  return {
    key,
    title,
    text: text.map((paragraph) => renderMarkdown(paragraph, { app: () => null })),
    links,
    examples,
    tiles,
    more: tiles.length === 0 ? null : more,
  };
}
