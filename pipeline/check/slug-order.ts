/** Lines are sorted by slug, so that a line is easy to find and merge conflicts are rare. */
import { kebabCase } from '../../model/networks.ts';
import { type AddProblem, compareText } from '../problem.ts';
import { findOutOfOrder } from '../slug-order.ts';
import { type Sources, sourcePaths } from '../sources.ts';
import type { CheckContext } from './context.ts';

interface Slug {
  readonly slug: string;
  readonly line: number;
}

export function checkSlugOrder({ sources }: CheckContext, add: AddProblem): void {
  for (const [file, slugs] of slugsByFile(sources)) {
    const [first, ...others] = findOutOfOrder(slugs);
    if (first === undefined) continue;
    const rest = others.length === 0 ? '' : `; ${others.length} more lines of the file`;
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

/** Skips blank and invalid slugs, which other rules report. */
function slugsByFile({ providers, offers, listings }: Sources): Map<string, Slug[]> {
  const files = new Map<string, Slug[]>();
  for (const { value, line } of providers) push(sourcePaths.providers, value.slug, line);
  for (const { source, cells } of [...offers, ...listings]) push(source.file, cells.values.slug, source.line);
  return files;

  function push(file: string, slug: unknown, line: number): void {
    if (typeof slug !== 'string' || !kebabCase.test(slug)) return;
    const slugs = files.get(file);
    if (slugs) slugs.push({ slug, line });
    else files.set(file, [{ slug, line }]);
  }
}
