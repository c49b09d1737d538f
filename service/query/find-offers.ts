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
      `SELECT _content FROM ${quoteName(contentsTable(category))} ` +
      `WHERE list_contains(_networks, ${catalog.scopeOf(network, category).network}) AND list_contains($1, _slug)`,
    values: [slugs],
  });
  const bySlug = new Map(found.map((id) => [slugOf(contents.json[id]), id]));
  return new Map(slugs.flatMap((slug) => (bySlug.has(slug) ? [[slug, bySlug.get(slug) ?? 0] as const] : [])));
}

/** The slug is the first key of a content's JSON. */
export function slugOf(contentJson: string | undefined): string {
  const text = /^"slug":("(?:[^"\\]|\\.)*")/.exec(contentJson ?? '')?.[1];
  return text === undefined ? '' : String(JSON.parse(text));
}
