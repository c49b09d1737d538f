/** Provider logo, or a monogram if the snapshot has no logo. */
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { Urls } from '../../urls.ts';
import { type Monogram, monogramOf } from './monogram.ts';

export interface Logo extends Monogram {
  /** Address of the image, null if there is none. */
  readonly logo: string | null;
}

export type LogoOf = (provider: string) => Logo;

/** Logos for the pages of a network, or of the site. */
export function logosOf(snapshot: Snapshot, network: string | null, urls: Urls): LogoOf {
  const folder = urls.shared(network, '/logos');
  return (name) => {
    const file = snapshot.catalog.providers.get(name)?.logoPath ?? '';
    const version = snapshot.logoVersion(file);
    return { ...monogramOf(name), logo: version === null ? null : `${folder}/${file}?v=${version}` };
  };
}
