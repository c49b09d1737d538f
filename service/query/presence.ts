/** Where providers have something: on which networks, and how much. */
import type { Contents } from '../snapshot/load.ts';
import type { Snapshot } from '../snapshot/open.ts';

export interface Presence {
  readonly network: string;
  readonly offers: number;
}

/** By provider, made once for each snapshot. */
const listed = new WeakMap<Contents, ReadonlyMap<string, readonly number[]>>();

function contentsByProvider(contents: Contents): ReadonlyMap<string, readonly number[]> {
  const known = listed.get(contents);
  if (known) return known;
  const byProvider = new Map<string, number[]>();
  for (const [id, name] of contents.provider.entries()) {
    const ids = byProvider.get(name);
    if (ids) ids.push(id);
    else byProvider.set(name, [id]);
  }
  listed.set(contents, byProvider);
  return byProvider;
}

/** By provider name; networks with most offers first. */
export async function findPresence(
  snapshot: Snapshot,
  providers: readonly string[],
): Promise<ReadonlyMap<string, readonly Presence[]>> {
  const { catalog, contents, pool } = snapshot;
  const byProvider = contentsByProvider(contents);
  const ids = providers.flatMap((name) => byProvider.get(name) ?? []);
  const span = contents.provider.length;
  const places = await pool.readNumbers({
    sql: `SELECT (scope::BIGINT * ${span} + content)::DOUBLE FROM memberships WHERE content IN (SELECT unnest($1)::INTEGER)`,
    values: [ids.map(String)],
  });
  const networks = [...catalog.networks.keys()];
  const found = new Map<string, Map<string, number>>(providers.map((name) => [name, new Map()]));
  for (const place of places) {
    const counts = found.get(contents.provider[place % span] ?? '');
    const network = networks[Math.floor(Math.floor(place / span) / catalog.categories.length)] ?? '';
    counts?.set(network, (counts.get(network) ?? 0) + 1);
  }
  return new Map([...found].map(([name, counts]) => [name, toPresence(counts)]));
}

function toPresence(counts: ReadonlyMap<string, number>): Presence[] {
  const presence = [...counts].map(([network, offers]) => ({ network, offers }));
  return presence.toSorted((a, b) => b.offers - a.offers || (a.network < b.network ? -1 : 1));
}
