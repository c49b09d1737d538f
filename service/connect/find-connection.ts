/** The connection of an offer, by its slug. */
import { type Connection, mcpCategory } from '../../model/connect.ts';
import { namedRows } from '../query/offers/named-rows.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

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
  const [id = 0] = namedRows(snapshot, { slug, networks, category: mcpCategory, what: 'an MCP server' });
  const connection = connectionOf(snapshot, id) ?? noServer(slug, snapshot.categoryOf(id));
  return { slug, provider: snapshot.providerOf(id), connection };
}

/** Null for a row that is no MCP server. */
export function connectionOf(snapshot: Snapshot, id: number): Connection | null {
  const connect = snapshot.connectOf(id);
  return connect !== null && 'server' in connect ? connect.server : null;
}

function noServer(name: string, category: string): Connection {
  const missing = [`The offer is in the category \`${category}\`: it is no MCP server.`];
  return { name, ways: [], placeholders: [], missing, notes: [] };
}
