/** The rows of the offer that a request names, and its connection. */
import { type Connection, mcpCategory } from '../../model/connect.ts';
import { badParameter, unknownOffer } from '../errors.ts';
import { networkTest } from '../query/offers.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/**
 * `slug`: of an offer or a listing, first of an MCP server; `networks`: keys, empty for all. An
 * offer of another category has no way to connect and says so. Throws 404 for a slug that is not
 * there, with the nearest MCP server.
 */
export function findConnection(snapshot: Snapshot, slug: string, networks: readonly string[]) {
  const [id = 0] = namedRows(snapshot, {
    slug,
    networks,
    category: mcpCategory,
    what: 'an MCP server',
  });
  const connection = connectionOf(snapshot, id) ?? noServer(slug, snapshot.categoryOf(id));
  return { slug, provider: snapshot.providerOf(id), connection };
}

/** Null for a row that is no MCP server. */
export function connectionOf(snapshot: Snapshot, id: number): Connection | null {
  const connect = snapshot.connectOf(id);
  return connect !== null && 'server' in connect ? connect.server : null;
}

function noServer(name: string, category: string): Connection {
  const missing = [`The offer is in the category "${category}": it is no MCP server.`];
  return { name, ways: [], placeholders: [], missing, notes: [] };
}

interface NamedIn {
  /** Slug of an offer or a listing. */
  readonly slug: string;
  /** Keys, empty for all. */
  readonly networks: readonly string[];
  /** Its offers come first, and a suggestion names one of them. */
  readonly category: string;
  /** What the slug should name: `an MCP server`. */
  readonly what: string;
}

/**
 * Rows of the category; only the listing if the slug names one. If the offer has none in the
 * category, its rows of others. Throws 404 for a slug that is not there, with the nearest offer of
 * the category.
 */
export function namedRows(
  snapshot: Snapshot,
  { slug, networks, category, what }: NamedIn,
): readonly number[] {
  const isThere = networkTest(snapshot, networks);
  const named = [...snapshot.offers.named(slug)].filter((offer) => offer.rows.some(isThere));
  const [first] = named.toSorted(
    (a, b) => Number(b.category === category) - Number(a.category === category),
  );
  // The slug of several providers stands for the first; `provider:slug` names each.
  const rows = named.flatMap((offer) =>
    offer.provider === first?.provider ? offer.rows.filter(isThere) : [],
  );
  if (rows.length === 0) {
    if (slug === '')
      throw badParameter('offer', `the parameter "offer" is missing: give the slug of ${what}`);
    const known = new Set(
      snapshot.offers
        .rowsOfCategory(category)
        .filter(isThere)
        .map((id) => snapshot.offers.keyOf(snapshot.offers.of(id))),
    );
    throw unknownOffer(slug, known);
  }
  const rowsOfCategory = rows.filter((id) => snapshot.categoryOf(id) === category);
  const [name] = slug.split(':').toReversed();
  const listings = rowsOfCategory.filter((id) => snapshot.row(id).slug === name);
  return [listings, rowsOfCategory, rows].find((candidate) => candidate.length > 0) ?? [];
}
