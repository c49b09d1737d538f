/** Blocks to copy on a comparison: client configurations of MCP servers, calls of RPC endpoints. */
import { type Connection, mcpCategory, rpcCategory } from '../../../model/connect.ts';
import type { ComparedOffer } from '../../answers/compare.ts';
import { configure, installLinks } from '../../connect/client-config.ts';
import { writeCalls } from '../../connect/endpoint-calls.ts';
import { connectionOf } from '../../connect/find-connection.ts';
import {
  describeEndpoints,
  type Endpoint,
  endpointsIn,
  endpointsOf,
} from '../../connect/find-endpoints.ts';
import { labelOf } from '../../notations/offer-title.ts';
import { limitsOf } from '../../questions/place.ts';
import type { Catalog } from '../../snapshot/catalog.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { planOf } from '../../text/offer-names.ts';
import { renderMarkdown } from './markdown.ts';

/** Whether a row has something to connect to. */
export function isConnectable(snapshot: Snapshot, id: number): boolean {
  return endpointsOf(snapshot, id).length > 0 || (connectionOf(snapshot, id)?.ways.length ?? 0) > 0;
}

/**
 * Says that the rows of an offer have nothing to connect to, where a reader looks for it: an MCP
 * server, or an RPC API of a public plan. Null for others.
 */
export function describeUnconnected(snapshot: Snapshot, ids: readonly number[]): string | null {
  const [first] = ids;
  if (first === undefined || ids.some((id) => isConnectable(snapshot, id))) return null;
  const category = snapshot.categoryOf(first);
  if (category === mcpCategory) return 'states no endpoint and no start command';
  const plan = planOf(snapshot.row(first), snapshot.catalog.roles);
  const isPublic = category === rpcCategory && plan.toLowerCase() === 'public';
  return isPublic ? 'states no endpoint' : null;
}

/** `network`: key, null for all. Null if there is nothing to copy. */
export function presentConnect(
  snapshot: Snapshot,
  network: string | null,
  { category, offers }: { readonly category: string; readonly offers: readonly ComparedOffer[] },
) {
  const views = offers.flatMap((offer): readonly object[] => {
    const server = category === mcpCategory ? connectionOf(snapshot, offer.id) : null;
    if (server !== null) return [presentServer(offer, server, snapshot)];
    return category === rpcCategory ? presentEndpoints(snapshot, network, offer) : [];
  });
  return views.length === 0 ? null : { offers: views };
}

/** `Etherscan MCP Server`, with the provider once. */
export function offerName({ provider, row }: ComparedOffer, { roles }: Catalog): string {
  const label = labelOf(row, null, roles);
  return label.includes(provider) ? label : `${provider} ${label}`.trim();
}

function nameOf(offer: ComparedOffer, catalog: Catalog): string {
  const { chain } = offer.row;
  const name = offerName(offer, catalog);
  return typeof chain === 'string' ? `${name} on ${chain}` : name;
}

function toHtml(notes: readonly string[]): string[] {
  return notes.map((note) => renderMarkdown(note, { app: () => null }));
}

/** Client configurations of an MCP server, or what is missing. */
function presentServer(offer: ComparedOffer, connection: Connection, { catalog }: Snapshot) {
  const toFill =
    connection.placeholders.length === 0
      ? []
      : ['Replace each `<NAME>`; VS Code asks for the values.'];
  // The command is the shortest way.
  const groups = connection.ways.map((way, at) => ({
    /** Unfolds the blocks; null if the offer has one group. */
    summary:
      connection.ways.length === 1 ? null : way.kind === 'hosted' ? 'Hosted' : 'On your machine',
    open: at === 0,
    install: installLinks(way, connection),
    blocks: configure(way, connection).toReversed(),
  }));
  return {
    name: nameOf(offer, catalog),
    notes: toHtml([...connection.missing, ...toFill, ...connection.notes]),
    groups,
  };
}

/** Calls of each endpoint; nothing for an offer without one, because most have none. */
function presentEndpoints(snapshot: Snapshot, network: string | null, offer: ComparedOffer) {
  const endpoints = endpointsIn(snapshot, offer.listings, limitsOf(network));
  if (endpoints.length === 0) return [];
  const isSeveral = endpoints.length > 1;
  const groups = endpoints.map((endpoint, at) => ({
    summary: isSeveral ? placeOf(endpoint, snapshot) : null,
    open: at === 0,
    install: [],
    blocks: writeCalls(endpoint),
  }));
  return [
    { name: nameOf(offer, snapshot.catalog), notes: toHtml(describeEndpoints(endpoints)), groups },
  ];
}

/** `Arbitrum, nova: nova.arbitrum.io` */
function placeOf({ network, chain, url }: Endpoint, { catalog }: Snapshot): string {
  const place = [network === null ? null : catalog.networkName(network), chain].filter(
    (part) => part !== null,
  );
  const [, host = url] = /^\w+:\/\/([^/?]+)/.exec(url) ?? [];
  return place.length === 0 ? host : `${place.join(', ')}: ${host}`;
}
