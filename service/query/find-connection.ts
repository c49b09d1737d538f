/** The connection of an offer, by its slug. */
import { badParameter } from '../errors.ts';
import { nearestName } from '../nearest-name.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { type Connection, connectionOf, mcpCategory } from './connection.ts';
import { limitsTest } from './offers.ts';

export interface FoundConnection {
  /** As requested. */
  readonly slug: string;
  readonly provider: string;
  readonly connection: Connection;
}

/**
 * `slug`: of an offer or a listing, first of an MCP server; `networks`: keys, empty for all. An offer of another category has no
 * way to connect and says so. Throws 400 for a slug that is not there, with the nearest MCP server.
 */
export function findConnection(snapshot: Snapshot, slug: string, networks: readonly string[]): FoundConnection {
  const isThere = limitsTest(snapshot, { networks, providers: [], slugs: [] });
  const isServer = (id: number) => snapshot.categoryOf(id) === mcpCategory;
  const contents = [...snapshot.offers.named(slug)].flatMap((offer) => offer.contents.filter(isThere));
  const servers = contents.filter(isServer);
  const id = servers.find((each) => snapshot.row(each).slug === slug) ?? servers[0] ?? contents[0];
  if (id === undefined) throw unknownServer(snapshot, slug, isThere);
  const connection = isServer(id) ? connectionOf(snapshot.row(id)) : noServer(slug, snapshot.categoryOf(id));
  return { slug, provider: snapshot.providerOf(id), connection };
}

function noServer(name: string, category: string): Connection {
  const missing = [`The offer is in the category \`${category}\`: it is no MCP server.`];
  return { name, ways: [], placeholders: [], missing, notes: [] };
}

function unknownServer(snapshot: Snapshot, slug: string, isThere: (content: number) => boolean) {
  if (slug === '') return badParameter('offer', 'the parameter "offer" is missing: give the slug of an MCP server');
  const servers = snapshot.offers.contentsOfCategory(mcpCategory).filter(isThere);
  const known = new Set(servers.map((id) => snapshot.offers.of(id).slug));
  return badParameter('offer', `no offer "${slug.slice(0, 100)}" there`, nearestName(slug, [...known]));
}
