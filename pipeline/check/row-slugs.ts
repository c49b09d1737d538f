/** Slugs of resolved rows are unique within a network and category. */
import { kebabCase } from '../../model/networks.ts';
import { type AddProblem, bothPlaces, missingColumn } from '../problem.ts';
import type { ResolvedNetwork, Row } from '../sources.ts';
import type { CheckContext } from './context.ts';
import { lacksColumn, reportBadSlug } from './slugs.ts';

export function checkRowSlugs({ sources, resolved }: CheckContext, add: AddProblem): void {
  const withoutSlugs = new Set<string>();
  for (const listing of sources.listings) {
    const { slug } = listing.cells.values;
    if (typeof slug === 'string' && kebabCase.test(slug)) continue;
    if (slug === undefined && listing.cells.reference.kind !== 'none') continue;
    if (lacksColumn(sources, listing.source.file, 'slug')) withoutSlugs.add(listing.source.file);
    else reportBadSlug(slug, listing.source, add);
  }
  for (const file of withoutSlugs) add(missingColumn(file, 'slug', 'listings without an offer'));
  const reported = new Set<string>();
  for (const network of resolved.networks) checkNetwork(network, reported, add);
}

function checkNetwork(network: ResolvedNetwork, reported: Set<string>, add: AddProblem): void {
  const first = new Map<string, Map<string, Row>>();
  for (const row of network.rows) {
    const { content, source } = row;
    const { slug } = content.values;
    if (typeof slug !== 'string') continue;
    let rows = first.get(content.category);
    if (!rows) first.set(content.category, (rows = new Map()));
    const other = rows.get(slug);
    if (other === undefined) {
      rows.set(slug, row);
      continue;
    }
    const place = `${source.file}:${source.line}`;
    if (reported.has(place) || !kebabCase.test(slug) || isListedEverywhere(other, row)) continue;
    reported.add(place);
    add({
      rule: 'duplicate-slug',
      ...source,
      column: 'slug',
      value: slug,
      message: `the slug "${slug}" is on more than one line of the network "${network.key}"`,
      suggestion: 'rename or remove one of the two',
      places: bothPlaces(source, other.source, 'slug'),
    });
  }
}

/** Another rule reports an offer that is listed for all networks and for this one. */
function isListedEverywhere(one: Row, other: Row): boolean {
  const { content: a } = one;
  const { content: b } = other;
  return (
    a.offer !== null &&
    a.offer === b.offer &&
    a.values.chain === b.values.chain &&
    one.source.file !== other.source.file
  );
}
