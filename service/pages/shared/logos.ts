/** Logos of providers and networks, or monograms if the snapshot has no logo. */
import { imageTypeOf, scaledName } from '../../../model/images.ts';
import type { Place } from '../../questions/place.ts';
import { siteOf } from '../../site.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { type Monogram, monogramOf } from '../../text/monogram.ts';
import type { Urls } from '../../urls.ts';

/** The address of an image, or a monogram if there is none. */
export type Logo = { readonly logo: string } | (Monogram & { readonly logo: null });

/** By provider name, or by network key. */
export type LogoOf = (name: string) => Logo;

type Page = Pick<Place, 'snapshot' | 'network' | 'urls'> & Partial<Pick<Place, 'from'>>;

/** Logos of providers for the pages of a network, or of the site. */
export function logosOf({ snapshot, network, urls, from = network }: Page): LogoOf {
  const folder = urls.shared(from, '/logos');
  return (name) => {
    const provider = snapshot.catalog.providers.get(name);
    const logo = addressOf(provider?.logoPath ?? null, snapshot, folder);
    return logo === null ? { logo, ...monogramOf(name) } : { logo };
  };
}

/** Logos of networks for the pages of a network, or of the site. */
export function networkLogosOf(page: Page): LogoOf {
  const addressOfNetwork = networkLogoAddresses(page);
  return (key) => {
    const logo = addressOfNetwork(key);
    const { name = key, color = null } = page.snapshot.catalog.networks.get(key) ?? {};
    return logo === null ? { logo, ...monogramOf(name, color, key) } : { logo };
  };
}

/**
 * Address of the logo of a network, null if it has none. An `icon` of our own origin has priority.
 */
export function networkLogoAddresses({ snapshot, network, urls, from = network }: Page) {
  const folder = urls.shared(from, '/logos');
  return (key: string): string | null => {
    const { icon = null, logoPath = null } = snapshot.catalog.networks.get(key) ?? {};
    return ownPicture(icon) ?? addressOf(logoPath, snapshot, folder);
  };
}

/** Images of the directory itself, with its monogram in place of a logo; null where it has none. */
export function siteImagesOf(
  snapshot: Snapshot | null,
  network: string | null,
  urls: Urls,
  monogram: string,
) {
  const drawn = { href: monogram, type: 'image/svg+xml' };
  if (snapshot === null) return { mark: monogram, icon: drawn, touchIcon: null, picture: null };
  const { logo, picture } = siteOf(snapshot);
  const folder = urls.shared(network, '/logos');
  const type = imageTypeOf(logo ?? '');
  const href = versionedAddress(logo, snapshot, folder);
  return {
    mark: addressOf(logo, snapshot, folder) ?? monogram,
    icon: href === null ? drawn : { href, type },
    touchIcon: type === 'image/png' ? href : null,
    picture: versionedAddress(picture, snapshot, urls.to(null, '/logos')),
  };
}

/** Address of an image of the snapshot with its version; null if the snapshot lacks it. */
function versionedAddress(file: string | null, snapshot: Snapshot, folder: string): string | null {
  const version = file === null ? null : snapshot.logoVersion(file);
  return version === null ? null : `${folder}/${file}?v=${version}`;
}

/** Address of the scaled image. A drawing is not scaled: its address is the one of the original. */
function addressOf(file: string | null, snapshot: Snapshot, folder: string): string | null {
  const scaled = file === null ? null : versionedAddress(scaledName(file), snapshot, folder);
  return scaled ?? versionedAddress(file, snapshot, folder);
}

/**
 * The path of an icon on our own origin. Null for other origins: a request to them would disclose
 * the reader.
 */
export function ownPicture(icon: string | null): string | null {
  return icon !== null && /^\/(?![/\\])/.test(icon) ? icon : null;
}
