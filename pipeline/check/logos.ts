/** The logo that a provider names is among the images. */
import { nearest } from '../nearest.ts';
import type { AddProblem } from '../problem.ts';
import { sourcePaths } from '../sources.ts';
import type { CheckContext } from './context.ts';

export function checkLogos({ sources }: CheckContext, add: AddProblem): void {
  const { images } = sources;
  const used = new Set(sources.providers.map(({ value }) => value.logoPath));
  const unused = [...images].filter((image) => !used.has(image));
  for (const { value, line } of sources.providers) {
    const { logoPath } = value;
    if (logoPath === null || images.has(logoPath)) continue;
    const near = nearest(logoPath, unused);
    add({
      severity: 'warning',
      rule: 'logo-not-found',
      file: sourcePaths.providers,
      line,
      column: 'logoPath',
      value: logoPath,
      message: `no image "${logoPath}" in ${sourcePaths.images}`,
      suggestion: near === null ? 'add the image, or leave the cell blank' : `did you mean "${near}"?`,
    });
  }
}
