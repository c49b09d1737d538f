/** The logo that a provider names is among the images, and one that a browser can be sent. */
import { NameFinder } from '../../common/nearest-name.ts';
import { limits } from '../limits.ts';
import type { AddProblem } from '../problem.ts';
import { type Logo, maxLogoBytes, sourcePaths } from '../sources.ts';
import type { CheckContext } from './context.ts';

export function checkLogos({ sources }: CheckContext, add: AddProblem): void {
  const { images, logos } = sources;
  const used = new Set(sources.providers.map(({ value }) => value.logoPath));
  const unused = new NameFinder([...images].filter((image) => !used.has(image)));
  for (const { value, line } of sources.providers) {
    const { logoPath } = value;
    if (logoPath === null) continue;
    const place = { file: sourcePaths.providers, line, column: 'logoPath', value: logoPath } as const;
    const logo = logos.get(logoPath);
    if (sources.unreadable.hasFile(`${sourcePaths.images}${logoPath}`)) continue;
    if (!logo) add({ rule: 'logo-not-found', ...place, ...describeMissing(logoPath, unused) });
    else if (logo.fault !== null) add({ rule: 'logo-not-shown', ...place, ...describeFault(logoPath, logo) });
  }
}

function describeMissing(name: string, unused: NameFinder) {
  const near = unused.find(name);
  const suggestion = near === null ? 'add the image, or leave the cell blank' : `did you mean "${near}"?`;
  return { message: `no image "${name}" in ${sourcePaths.images}`, suggestion };
}

function describeFault(name: string, logo: Exclude<Logo, { fault: null }>) {
  switch (logo.fault) {
    case 'name':
      return {
        message: `"${name}" is not a valid image name`,
        suggestion: 'use only letters, digits, "-", "_" and ".", and a lowercase extension: png, svg, webp, jpg',
      };
    case 'size':
      return {
        message: `"${name}" is larger than ${maxLogoBytes / 1024} KiB`,
        suggestion: 'reduce it: 256 x 256 pixels are enough',
      };
    case 'pixels':
      return {
        message: `"${name}" has ${logo.width} x ${logo.height} pixels; the limit is ${limits.logoPixels / 1e6} million pixels`,
        suggestion: 'scale it down: 256 x 256 pixels are enough',
      };
    case 'damaged':
      return {
        message: `"${name}" is damaged: the image cannot be decoded`,
        suggestion: 'save it again as a PNG, WebP or JPEG image',
      };
    case 'kind':
      return {
        message: `"${name}" is not the kind of image that its extension says`,
        suggestion:
          logo.is === null
            ? 'save it as a PNG, SVG, WebP or JPEG image'
            : `it is ${logo.is}: correct the extension, or save it again`,
      };
  }
}
