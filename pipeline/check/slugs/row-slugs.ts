/** Slugs of resolved rows are unique within a network and category. */
import { getOrInsert } from '../../../common/get-or-insert.ts';
import { kebabCase } from '../../../model/networks.ts';
import { type AddProblem, bothPlaces, missingColumn } from '../../problem.ts';
import type { ResolvedNetwork, Row } from '../../sources.ts';
import type { CheckContext } from '../context.ts';
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
  checkDuplicates(resolved.networks, add);
}

/** Reports a line once, although many networks may have its row. */
function checkDuplicates(networks: readonly ResolvedNetwork[], add: AddProblem): void {
  const reported = new Set<string>();
  for (const { key, rows } of networks) {
    const first = new Map<string, Row>();
    for (const row of rows) {
      const { source, content } = row;
      const slug = String(content.values.slug ?? '');
      const other = getOrInsert(first, `${content.category} ${slug}`, () => row);
      if (other === row || isListedEverywhere(other, row)) continue;
      const place = `${source.file}:${source.line}`;
      if (reported.has(place) || !kebabCase.test(slug)) continue;
      reported.add(place);
      add({
        rule: 'duplicate-slug',
        ...source,
        column: 'slug',
        value: slug,
        message: `the slug "${slug}" is on more than one line of the network "${key}"`,
        suggestion: 'rename or remove one of the two',
        places: bothPlaces(source, other.source, 'slug'),
      });
    }
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
