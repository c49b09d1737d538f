/** The logo of a provider is among the images, and each logo can be shown. */
import { NameFinder } from '../../../common/nearest-name.ts';
import { limits } from '../../limits.ts';
import { networkLogos, networkOfLogo, pathOfNetworkLogo } from '../../network-logos.ts';
import { type AddProblem, didYouMean, type NewProblem } from '../../problem.ts';
import { type Logo, maxLogoBytes, type Sources, sourcePaths } from '../../sources.ts';
import type { CheckContext } from '../rule.ts';

type LogoFault = Pick<NewProblem, 'rule' | 'message' | 'suggestion' | 'places'>;
type WrongLogo = Exclude<Logo, { fault: null }>;

export function checkLogos({ sources }: CheckContext, add: AddProblem): void {
  checkNamedLogos(sources, add);
  checkNetworkLogos(sources, add);
}

/** Of providers, and of the directory. */
function checkNamedLogos(
  { meta, images, logos, providers, unreadable }: Sources,
  add: AddProblem,
): void {
  const owners = [
    ...(['logo', 'picture'] as const).flatMap((column) => {
      const { site } = meta;
      return site === null
        ? []
        : [{ file: sourcePaths.site, line: site.line, column, value: site.value[column] }];
    }),
    ...providers.map(({ value, line }) => ({
      file: sourcePaths.providers,
      line,
      column: 'logoPath',
      value: value.logoPath,
    })),
  ];
  const used = new Set(owners.map(({ value }) => value));
  const unused = new NameFinder([...images].filter((image) => !used.has(image)));
  for (const { value: name, ...owner } of owners) {
    if (name === null || unreadable.hasFile(`${sourcePaths.images}${name}`)) continue;
    const place = { ...owner, value: name };
    const logo = logos.get(name);
    if (logo === undefined) {
      const suggestion = didYouMean(unused.find(name), 'add the image, or leave the cell blank');
      add({
        rule: 'logo-not-found',
        ...place,
        message: `no image "${name}" in ${sourcePaths.images}`,
        suggestion,
      });
    } else if (logo.fault !== null) add({ ...place, ...describeFault(name, logo) });
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
    if (unreadable.hasFile(file) || (key !== null && unreadable.mayHold(sourcePaths.networks, key)))
      continue;
    const fault = findFault(image, keys, shown, sources.logos);
    if (fault !== null) add({ ...fault, file, line: null, column: null });
  }
}

/** Null for a logo that is shown. */
function findFault(
  image: string,
  keys: NameFinder,
  shown: ReadonlyMap<string, string>,
  logos: Sources['logos'],
): LogoFault | null {
  const rule = 'logo-not-shown';
  const key = networkOfLogo(image);
  if (key === null) return describeFault(image, { fault: 'name' });
  if (!keys.has(key)) {
    const near = keys.find(key);
    const named = near === null ? null : `${near}${image.slice(key.length)}`;
    const suggestion = didYouMean(
      named,
      `name the file after the network's key in ${sourcePaths.networks}`,
    );
    return { rule, message: `no network has the key "${key}"`, suggestion };
  }
  const first = shown.get(key);
  if (first !== image) {
    const files = [image, first].map((name) => `${sourcePaths.networkImages}${name}`);
    const places = files.map((file) => ({ file, line: null, column: null }));
    return {
      rule,
      message: `the network "${key}" has two logos`,
      suggestion: 'remove one of the two files',
      places,
    };
  }
  const logo = logos.get(pathOfNetworkLogo(image));
  return logo && logo.fault !== null ? describeFault(image, logo) : null;
}

function describeFault(name: string, logo: WrongLogo): LogoFault {
  const [message, suggestion] = faultTexts(logo);
  return {
    rule: logo.fault === 'active' ? 'active-logo' : 'logo-not-shown',
    message: `"${name}" ${message}`,
    suggestion,
  };
}

const small = '256 x 256 pixels are enough';
const allowed = 'letters, digits, "-", "_" and ".", and a lowercase extension: png, svg, webp, jpg';

function faultTexts(logo: WrongLogo): readonly [message: string, fix: string] {
  switch (logo.fault) {
    case 'name':
      return ['is not a valid image name', `use only ${allowed}`];
    case 'size':
      return [`is larger than ${maxLogoBytes / 1024} KiB`, `reduce it: ${small}`];
    case 'pixels': {
      const limit = `the limit is ${limits.logoPixels / 1e6} million pixels`;
      return [`has ${logo.width} x ${logo.height} pixels; ${limit}`, `scale it down: ${small}`];
    }
    case 'active':
      return [
        `holds ${logo.held.join(', ')}, which browsers run or load`,
        'remove it, or save the image as PNG',
      ];
    case 'damaged':
      return [
        'is damaged: the image cannot be decoded',
        'save it again as a PNG, WebP or JPEG image',
      ];
    case 'foreign':
      return [`is ${logo.is}, not an image`, logo.fix];
    case 'kind': {
      const known =
        logo.is === null ? null : `it is ${logo.is}: correct the extension, or save it again`;
      const message = 'is not the kind of image that its extension says';
      return [message, known ?? 'save it as a PNG, SVG, WebP or JPEG image'];
    }
  }
}
