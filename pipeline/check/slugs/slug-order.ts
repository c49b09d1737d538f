/** Lines are sorted by slug, so that a line is easy to find and merge conflicts are rare. */
import { kebabCase } from '../../../model/networks.ts';
import { type AddProblem, compareText } from '../../problem.ts';
import { plural } from '../../report/counts.ts';
import { findOutOfOrder } from '../../slug-order.ts';
import { type Sources, sourcePaths } from '../../sources.ts';
import type { CheckContext } from '../context.ts';

interface Slug {
  readonly slug: string;
  readonly line: number;
}

export function checkSlugOrder({ sources }: CheckContext, add: AddProblem): void {
  for (const [file, slugs] of unsortedSlugs(sources)) {
    const [first, ...others] = findOutOfOrder(slugs);
    if (first === undefined) continue;
    const rest = others.length === 0 ? '' : `; ${plural(others.length, 'more line')} of the file`;
    const before = slugs.find(({ slug }) => slug !== first.slug && compareText(slug, first.slug) > 0);
    add({
      rule: 'slug-order',
      file,
      line: first.line,
      column: 'slug',
      value: first.slug,
      message: `"${first.slug}" is not sorted by slug${rest}`,
      suggestion: `move the line ${before === undefined ? 'to the end' : `before "${before.slug}"`}, or run \`make fix\``,
    });
  }
}

/** Slugs of the files that are not sorted. Skips blank and invalid slugs, which other rules report. */
function unsortedSlugs(sources: Sources): Map<string, Slug[]> {
  const unsorted = new Map<string, Slug[]>();
  // The lines of a file follow each other.
  let [lastFile, lastSlug] = ['', ''];
  visitSlugs(sources, (file, slug) => {
    if (file === lastFile && compareText(lastSlug, slug) > 0) unsorted.set(file, []);
    [lastFile, lastSlug] = [file, slug];
  });
  if (unsorted.size > 0) visitSlugs(sources, (file, slug, line) => unsorted.get(file)?.push({ slug, line }));
  return unsorted;
}

type VisitSlug = (file: string, slug: string, line: number) => void;

function visitSlugs({ providers, offers, listings }: Sources, visit: VisitSlug): void {
  for (const { value, line } of providers)
    if (kebabCase.test(value.slug)) visit(sourcePaths.providers, value.slug, line);
  for (const entries of [offers, listings]) {
    for (const { source, cells } of entries) {
      const { slug } = cells.values;
      if (typeof slug === 'string' && kebabCase.test(slug)) visit(source.file, slug, source.line);
    }
  }
}
