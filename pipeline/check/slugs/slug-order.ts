/** Lines are sorted by slug, so that a line is easy to find and merge conflicts are rare. */
import { groupBy } from '../../../common/group-by.ts';
import { kebabCase } from '../../../model/networks.ts';
import { findOutOfOrder } from '../../edit/slug-order.ts';
import { type AddProblem, compareText } from '../../problem.ts';
import { plural } from '../../report/counts.ts';
import { type Place, type Sources, sourcePaths } from '../../sources.ts';
import type { CheckContext } from '../context.ts';

interface Slug extends Place {
  readonly slug: string;
}

export function checkSlugOrder({ sources }: CheckContext, add: AddProblem): void {
  for (const [file, slugs] of groupBy(validSlugs(sources), (each) => each.file)) {
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

/** Skips blank and invalid slugs, which other rules report. */
function validSlugs({ providers, offers, listings }: Sources): Slug[] {
  const file = sourcePaths.providers;
  const ofProviders = providers.map(({ value, line }) => ({ file, line, slug: value.slug }));
  const others = [...offers, ...listings].map(({ source, cells }) => {
    return { file: source.file, line: source.line, slug: String(cells.values.slug ?? '') };
  });
  return [...ofProviders, ...others].filter(({ slug }) => kebabCase.test(slug));
}
