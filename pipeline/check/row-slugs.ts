/** Within one network and category every row has a slug of its own, after resolving. */
import type { AddProblem } from '../problem.ts';
import { parseReference } from '../references.ts';
import type { Place, ResolvedNetwork } from '../sources.ts';
import type { CheckContext } from './context.ts';
import { reportBadSlug } from './slugs.ts';

export function checkRowSlugs({ sources, resolved }: CheckContext, add: AddProblem): void {
  for (const listing of sources.listings) {
    const { slug, offer } = listing.cells.values;
    if (slug !== undefined || parseReference(offer).kind === 'none') reportBadSlug(slug, listing.source, add);
  }
  const reported = new Set<string>();
  for (const network of resolved.networks) checkNetwork(network, reported, add);
}

function checkNetwork(network: ResolvedNetwork, reported: Set<string>, add: AddProblem): void {
  const first = new Map<string, Place>();
  for (const { content, source } of network.rows) {
    const { slug } = content.values;
    if (typeof slug !== 'string') continue;
    const key = `${content.category}\u0000${slug}`;
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, source);
      continue;
    }
    const place = `${source.file}:${source.line}`;
    if (reported.has(place)) continue;
    reported.add(place);
    const where = other.file === source.file ? `on line ${other.line}` : `at ${other.file}:${other.line}`;
    add({
      severity: 'error',
      rule: 'duplicate-slug',
      ...source,
      column: 'slug',
      value: slug,
      message: `the slug "${slug}" is already on the network "${network.key}", ${where}`,
      suggestion: 'rename one of the two, or remove the repetition',
    });
  }
}
