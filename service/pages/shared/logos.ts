/** Logos of providers and networks, or monograms if the snapshot has no logo. */
import { scaledName, scaledSizes } from '../../../model/images.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { type Monogram, monogramOf } from '../../text/monogram.ts';
import type { Urls } from '../../urls.ts';
import { ownPicture } from './icons.ts';

export interface Logo extends Monogram {
  /** Address of the image in lists, null if there is none. */
  readonly logo: string | null;
  /** Address of the image in headings, null if there is none. */
  readonly headingLogo: string | null;
}

/** By provider name, or by network key. */
export type LogoOf = (name: string) => Logo;

/** Logos of providers for the pages of a network, or of the site. */
export function logosOf(snapshot: Snapshot, network: string | null, urls: Urls): LogoOf {
  const folder = urls.shared(network, '/logos');
  return (name) => {
    const provider = snapshot.catalog.providers.get(name);
    return { ...monogramOf(name), ...addressesOf(provider?.logoPath ?? null, snapshot, folder) };
  };
}

/** Logos of networks for the pages of a network, or of the site. An `icon` of our own origin has priority. */
export function networkLogosOf(snapshot: Snapshot, network: string | null, urls: Urls): LogoOf {
  const folder = urls.shared(network, '/logos');
  const { networks } = snapshot.catalog;
  const monograms = snapshot.catalog.monograms();
  return (key) => {
    const { icon = null, logoPath = null } = networks.get(key) ?? {};
    const own = ownPicture(icon);
    const addresses = own === null ? addressesOf(logoPath, snapshot, folder) : { logo: own, headingLogo: own };
    return { ...(monograms.get(key) ?? monogramOf(key)), ...addresses };
  };
}

/** Addresses of the scaled images. A drawing is not scaled: its address is the one of the original. */
function addressesOf(file: string | null, snapshot: Snapshot, folder: string) {
  const addressOf = (name: string) => {
    const version = snapshot.logoVersion(name);
    return version === null ? null : `${folder}/${name}?v=${version}`;
  };
  const original = file === null ? null : addressOf(file);
  if (file === null || original === null) return { logo: null, headingLogo: null };
  return {
    logo: addressOf(scaledName(file, scaledSizes.list)) ?? original,
    headingLogo: addressOf(scaledName(file, scaledSizes.heading)) ?? original,
  };
}
