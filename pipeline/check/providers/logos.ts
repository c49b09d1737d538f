/** The logo of a provider is among the images, and each logo can be shown. */
import { NameFinder } from '../../../common/nearest-name.ts';
import { limits } from '../../limits.ts';
import { networkLogos, networkOfLogo, pathOfNetworkLogo } from '../../network-logos.ts';
import { type AddProblem, didYouMean } from '../../problem.ts';
import { type Logo, maxLogoBytes, type Sources, sourcePaths } from '../../sources.ts';
import type { CheckContext } from '../context.ts';

export function checkLogos({ sources }: CheckContext, add: AddProblem): void {
  checkProviderLogos(sources, add);
  checkNetworkLogos(sources, add);
}

function checkProviderLogos(sources: Sources, add: AddProblem): void {
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
    else if (logo.fault !== null) add({ ...place, ...describeFault(logoPath, logo) });
  }
}

/** The file itself is the place of a problem, because no table names it. */
function checkNetworkLogos(sources: Sources, add: AddProblem): void {
  const { networkImages, networks, meta, unreadable } = sources;
  const keys = new NameFinder([...networks, ...meta.networks.map(({ key }) => key)]);
  const shown = networkLogos(networkImages);
  for (const image of networkImages) {
    const file = `${sourcePaths.networkImages}${image}`;
    const key = networkOfLogo(image);
    const isUncertain = unreadable.hasFile(file) || (key !== null && unreadable.mayHold(sourcePaths.networks, key));
    const described = isUncertain ? null : describeNetworkLogo(image, keys, shown, sources.logos);
    if (described !== null) add({ rule: 'logo-not-shown', ...described, file, line: null, column: null });
  }
}

/** Null for a logo that is shown. */
function describeNetworkLogo(
  image: string,
  keys: NameFinder,
  shown: ReadonlyMap<string, string>,
  logos: Sources['logos'],
) {
  const key = networkOfLogo(image);
  if (key === null) return describeFault(image, { fault: 'name' });
  if (!keys.has(key)) return describeUnknown(key, image, keys);
  const first = shown.get(key);
  if (first !== image) return describeSecond(key, image, first);
  const logo = logos.get(pathOfNetworkLogo(image));
  return logo && logo.fault !== null ? describeFault(image, logo) : null;
}

function describeUnknown(key: string, image: string, keys: NameFinder) {
  const near = keys.find(key);
  const named = near === null ? null : `${near}${image.slice(key.length)}`;
  const suggestion = didYouMean(named, `name the file after the network's key in ${sourcePaths.networks}`);
  return { message: `no network has the key "${key}"`, suggestion };
}

function describeSecond(key: string, image: string, first: string | undefined) {
  const message = `the network "${key}" has two logos`;
  const files = [image, first].map((name) => `${sourcePaths.networkImages}${name}`);
  const places = files.map((file) => ({ file, line: null, column: null }));
  return { message, suggestion: 'remove one of the two files', places };
}

function describeMissing(name: string, unused: NameFinder) {
  const near = unused.find(name);
  const suggestion = didYouMean(near, 'add the image, or leave the cell blank');
  return { message: `no image "${name}" in ${sourcePaths.images}`, suggestion };
}

function describeFault(name: string, logo: Exclude<Logo, { fault: null }>) {
  const [message, suggestion] = faultTexts(logo);
  const rule = logo.fault === 'active' ? ('active-logo' as const) : ('logo-not-shown' as const);
  return { rule, message: `"${name}" ${message}`, suggestion };
}

function faultTexts(logo: Exclude<Logo, { fault: null }>): readonly [message: string, suggestion: string] {
  const small = '256 x 256 pixels are enough';
  switch (logo.fault) {
    case 'name': {
      const allowed = 'letters, digits, "-", "_" and ".", and a lowercase extension: png, svg, webp, jpg';
      return ['is not a valid image name', `use only ${allowed}`];
    }
    case 'size':
      return [`is larger than ${maxLogoBytes / 1024} KiB`, `reduce it: ${small}`];
    case 'pixels': {
      const limit = `the limit is ${limits.logoPixels / 1e6} million pixels`;
      return [`has ${logo.width} x ${logo.height} pixels; ${limit}`, `scale it down: ${small}`];
    }
    case 'active':
      return [`holds ${logo.held.join(', ')}, which browsers run or load`, 'remove it, or save the image as PNG'];
    case 'damaged':
      return ['is damaged: the image cannot be decoded', 'save it again as a PNG, WebP or JPEG image'];
    case 'kind': {
      const message = 'is not the kind of image that its extension says';
      if (logo.is === null) return [message, 'save it as a PNG, SVG, WebP or JPEG image'];
      return [message, `it is ${logo.is}: correct the extension, or save it again`];
    }
  }
}
