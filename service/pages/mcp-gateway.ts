/**
 * GET /mcp-gateway: how agents discover and run MCP servers. As JSON or Markdown if the client
 * prefers it.
 */
import { formatCount } from '../../common/format-count.ts';
import { mcpCategory } from '../../model/connect.ts';
import { handshakeOf, hasHandshakes } from '../answers/handshake.ts';
import { readSets } from '../answers/sets.ts';
import { gatewayFormats, sendGateway } from '../api/connect/gateway.ts';
import { describeGateway, directoryServer } from '../api/connect/gateway-steps.ts';
import { installLinks } from '../connect/client-config.ts';
import { type Handler, snapshotOf } from '../http/context.ts';
import { titleOf } from '../notations/offer-title.ts';
import { servedTest } from '../questions/offers.ts';
import { type Place, placeOf } from '../questions/place.ts';
import type { Offer } from '../snapshot/offers.ts';
import { plural } from '../text/counts.ts';
import { page } from './shared/definition.ts';
import { logosOf, networkLogosOf } from './shared/logos.ts';
import { renderMarkdown } from './shared/markdown.ts';
import { type PageDeps, preferredForm, presentForms, sendPage } from './shared/page.ts';

const path = '/mcp-gateway';

function gatewayPage(deps: PageDeps): Handler {
  return async (ctx) => {
    const snapshot = snapshotOf(ctx);
    const format = preferredForm(ctx, gatewayFormats);
    if (format !== null) return sendGateway(ctx, format, deps.urls);
    const view = await presentGateway(placeOf(snapshot, null, deps.urls));
    const json = { path: `${path}.json` };
    const frame = {
      title: 'MCP gateway',
      description: view.lead,
      network: null,
      path,
      json,
      markdown: {},
      ownSearch: true,
    };
    sendPage(ctx, { template: 'mcp-gateway', frame, view }, deps);
  };
}

const shownNetworks = 12;

/** Servers before the fold. */
const firstServers = 24;

/** All servers, those on most networks first, each with the way to its client configurations. */
function presentServers(place: Place) {
  const { snapshot, urls, href } = place;
  const logoOf = logosOf(place);
  const isServed = servedTest({ snapshot, urls });
  const isProbed = hasHandshakes(snapshot, mcpCategory);
  const listings = ({ rows }: Offer) =>
    rows.reduce((sum, id) => sum + snapshot.listingIdsOf(id).length, 0);
  const offers = snapshot.offers.inCategory(mcpCategory);
  const ordered = offers.toSorted((a, b) => listings(b.offer) - listings(a.offer));
  return ordered.flatMap(({ offer: { slug, provider }, rows }) => {
    const id = rows.find(isServed);
    if (id === undefined) return [];
    const row = snapshot.row(id);
    return [
      {
        ...logoOf(provider),
        provider,
        title: titleOf(row, snapshot.catalog.roles),
        does: row.description ?? null,
        handshake: isProbed ? handshakeOf(snapshot, rows) : null,
        href: `${href('/compare', { category: mcpCategory, offer: slug })}#connect`,
      },
    ];
  });
}

async function presentGateway(place: Place) {
  const { snapshot, urls, href } = place;
  const { summary, steps, networks } = describeGateway(snapshot, urls);
  const networkLogoOf = networkLogosOf(place);
  const tiles = networks.slice(0, shownNetworks).map(({ network, name, servers }) => ({
    name,
    ...networkLogoOf(network),
    servers: plural(servers, 'server'),
    toolbox: urls.href(null, network, `/toolbox/${mcpCategory}`),
  }));
  const all = href(`/toolbox/${mcpCategory}`);
  const more =
    networks.length > shownNetworks ? { href: all, count: formatCount(networks.length) } : null;
  const servers = presentServers(place);
  const directory = directoryServer(snapshot, urls);
  const sets = await readSets(snapshot, urls.onlyNetwork, mcpCategory);
  return {
    crumbs: [{ label: 'MCP gateway', href: null }],
    lead: summary,
    directory: {
      url: directory.way.url,
      install: installLinks(directory.way, directory.connection),
    },
    servers: servers.slice(0, firstServers),
    otherServers: servers.slice(firstServers),
    otherCount: plural(Math.max(0, servers.length - firstServers), 'more server'),
    all,
    sets: sets.map(({ label, path: set }) => ({ label, href: href(set) })),
    forms: presentForms(gatewayFormats, (format) => href(`${path}.${format}`)),
    steps: steps.map((step) => ({
      ...step,
      text: step.text.map((paragraph) => renderMarkdown(paragraph, { app: () => null })),
      ...(step.key === 'choose' ? { tiles, more } : { tiles: [], more: null }),
    })),
  };
}

export const mcpGateway = page({
  name: 'mcp-gateway',
  path,
  on: 'site',
  category: mcpCategory,
  parameters: [],
  handler: gatewayPage,
  byAccept: true,
  sitemap: 'build',
  navigation: { label: 'MCP gateway', isInFooter: true },
  operation: {
    operationId: 'readMcpGatewayPage',
    summary: 'How agents discover and run MCP servers.',
    isPublished: true,
  },
  example: path,
});
