/** Format, order and uniqueness of slugs. */
import { getOrInsert } from '../../../common/get-or-insert.ts';
import { groupBy } from '../../../common/group-by.ts';
import { toKebabCase } from '../../../common/kebab-case.ts';
import { findOutOfOrder } from '../../../common/out-of-order.ts';
import { kebabCase } from '../../../model/networks.ts';
import { type AddProblem, bothPlaces, compareText, missingColumn } from '../../problem.ts';
import { plural } from '../../report/counts.ts';
import { type Line, type ListingEntry, linesOf, type OfferEntry, type Row } from '../../sources.ts';
import { type CheckContext, type LineFault, lacksColumn } from '../rule.ts';

export function isSlug(slug: unknown): slug is string {
  return typeof slug === 'string' && kebabCase.test(slug);
}

export const blankSlug = () => faultOfBlank;
export const slugFormat = () => faultOfFormat;

function faultOfBlank({ cells }: Line): LineFault | null {
  if (typeof cells.values.slug === 'string') return null;
  return {
    message: 'the slug is blank',
    suggestion: 'add a slug of lowercase letters, digits and hyphens',
  };
}

function faultOfFormat({ cells: { values } }: Line): LineFault | null {
  const { slug } = values;
  if (typeof slug !== 'string' || isSlug(slug)) return null;
  const fixed = toKebabCase(slug);
  const message = `"${slug}" is not a valid slug: use lowercase letters and digits, joined by single hyphens`;
  return {
    message,
    suggestion: fixed === '' ? 'use lowercase letters, digits and hyphens' : `write "${fixed}"`,
  };
}

/** A listing may have the slug of its offer. A missing column is told once for the file. */
export function blankListingSlug({
  sources,
}: CheckContext): (listing: ListingEntry) => LineFault | null {
  const reported = new Set<string>();
  return (listing) => {
    const { source, cells } = listing;
    if (cells.values.slug === undefined && cells.reference.kind !== 'none') return null;
    const fault = faultOfBlank(listing);
    if (fault === null || !lacksColumn(sources, source.file, 'slug')) return fault;
    if (reported.has(source.file)) return null;
    reported.add(source.file);
    return missingColumn(source.file, 'slug', 'listings without an offer') as LineFault;
  };
}

/** `taken`: slugs beside which the new one stands. */
function renameOne(slug: string, taken: Pick<ReadonlySet<string>, 'has'>): string {
  let number = 2;
  while (taken.has(`${slug}-${number}`)) number++;
  return `remove one of the two, or rename it, such as to "${slug}-${number}"`;
}

/** Slugs of offers are unique within their file. */
export function repeatedOfferSlug({
  resolved,
}: CheckContext): (offer: OfferEntry) => LineFault | null {
  return (offer) => {
    const { slug } = offer.cells.values;
    const book = resolved.offers.get(offer.category);
    const first = isSlug(slug) ? book?.get(slug) : undefined;
    if (!isSlug(slug) || book === undefined || first === undefined) return null;
    if (first.source === offer.source) return null;
    return {
      message: `the slug "${slug}" is on more than one line`,
      suggestion: renameOne(slug, book),
      other: first,
    };
  };
}

/**
 * Slugs of rows are unique within a network and category. Reports a line once, although many
 * networks may have its row.
 */
export function checkRowSlugs({ resolved }: CheckContext, add: AddProblem): void {
  const reported = new Set<string>();
  for (const { key, rows } of resolved.networks) {
    const byCategory = new Map<string, Map<string, Row>>();
    let taken: ReadonlySet<string> | null = null;
    for (const row of rows) {
      const { source, content } = row;
      const slug = String(content.values.slug ?? '');
      const first = getOrInsert(byCategory, content.category, () => new Map<string, Row>());
      const other = getOrInsert(first, slug, () => row);
      if (other === row || isListedEverywhere(other, row)) continue;
      const place = `${source.file}:${source.line}`;
      if (reported.has(place) || !isSlug(slug)) continue;
      reported.add(place);
      taken ??= new Set(rows.map((each) => String(each.content.values.slug)));
      const message = `the slug "${slug}" is on more than one line of the network "${key}"`;
      const places = bothPlaces(source, other.source, 'slug');
      add({
        rule: 'duplicate-slug',
        ...source,
        column: 'slug',
        value: slug,
        message,
        suggestion: renameOne(slug, taken),
        places,
      });
    }
  }
}

/** Another rule reports an offer that is listed for all networks and for this one. */
function isListedEverywhere(
  { content: a, source }: Row,
  { content: b, source: other }: Row,
): boolean {
  return (
    a.offer !== null &&
    a.offer === b.offer &&
    a.values.chain === b.values.chain &&
    source.file !== other.file
  );
}

/**
 * Lines are sorted by slug, so that a line is easy to find and merge conflicts are rare. One
 * problem for each file.
 */
export function checkSlugOrder({ sources }: CheckContext, add: AddProblem): void {
  const slugOf = ({ cells }: Line) => String(cells.values.slug ?? '');
  for (const lines of groupBy(linesOf(sources), ({ source }) => source.file).values()) {
    const own = lines.filter((line) => kebabCase.test(slugOf(line)));
    const [first, ...others] = findOutOfOrder(own, (a, b) => compareText(slugOf(a), slugOf(b)));
    if (first === undefined) continue;
    const slug = slugOf(first);
    const rest = others.length === 0 ? '' : `; ${plural(others.length, 'more line')} of the file`;
    const before = own.map(slugOf).find((each) => compareText(each, slug) > 0);
    const message = `"${slug}" is not sorted by slug${rest}`;
    const suggestion = `move the line ${before === undefined ? 'to the end' : `before "${before}"`}, or run \`make fix\``;
    add({ rule: 'slug-order', ...first.source, column: 'slug', value: slug, message, suggestion });
  }
}
