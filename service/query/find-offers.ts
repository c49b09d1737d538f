/** Offers of a network by their slugs. */
import type { Snapshot } from '../snapshot/open.ts';
import { contentsTable, quoteName } from './build-sql.ts';

/** Contents in the order of the slugs; a slug that the category does not have there is left out. */
export async function findOffers(
  snapshot: Snapshot,
  { network, category, slugs }: { network: string; category: string; slugs: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const { catalog, contents, pool } = snapshot;
  const found = await pool.readNumbers({
    sql:
      `SELECT m.content FROM memberships m JOIN ${quoteName(contentsTable(category))} c ON c._content = m.content ` +
      'WHERE m.scope = $1::INTEGER AND list_contains($2, c.slug)',
    values: [catalog.scopeOf(network, category), slugs],
  });
  const bySlug = new Map(found.map((id) => [slugOf(contents.json[id]), id]));
  return new Map(slugs.flatMap((slug) => (bySlug.has(slug) ? [[slug, bySlug.get(slug) ?? 0] as const] : [])));
}

/** The slug is the first key of a content's JSON. */
export function slugOf(contentJson: string | undefined): string {
  const text = /^"slug":("(?:[^"\\]|\\.)*")/.exec(contentJson ?? '')?.[1];
  return text === undefined ? '' : String(JSON.parse(text));
}
