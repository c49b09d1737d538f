/** Slugs of resolved rows are unique within a network and category. */
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
  const duplicates = new DuplicateSlugs(add);
  for (const network of resolved.networks) duplicates.check(network);
}

/** The first row of a network that has a slug. */
interface FirstRow {
  network: ResolvedNetwork;
  row: Row;
}

class DuplicateSlugs {
  /** By category and slug. Networks share most slugs: their entries are replaced, which takes less time than a map for each network. */
  readonly #first = new Map<string, Map<string, FirstRow>>();
  readonly #reported = new Set<string>();
  readonly #add: AddProblem;

  constructor(add: AddProblem) {
    this.#add = add;
  }

  check(network: ResolvedNetwork): void {
    for (const row of network.rows) {
      const { slug } = row.content.values;
      const other = typeof slug === 'string' ? this.#replaceFirst(slug, row, network) : null;
      if (other !== null) this.#report(String(slug), { row, other, network });
    }
  }

  /** The row of the network that had the slug before; null for the first one. */
  #replaceFirst(slug: string, row: Row, network: ResolvedNetwork): Row | null {
    let rows = this.#first.get(row.content.category);
    if (!rows) this.#first.set(row.content.category, (rows = new Map()));
    const first = rows.get(slug);
    if (first?.network === network) return first.row;
    if (first === undefined) rows.set(slug, { network, row });
    else {
      first.network = network;
      first.row = row;
    }
    return null;
  }

  #report(slug: string, { row, other, network }: { row: Row; other: Row; network: ResolvedNetwork }): void {
    const { source } = row;
    const place = `${source.file}:${source.line}`;
    if (this.#reported.has(place) || !kebabCase.test(slug) || isListedEverywhere(other, row)) return;
    this.#reported.add(place);
    this.#add({
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
