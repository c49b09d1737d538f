/** Provider logo, or a monogram if the snapshot has no logo. */
import { type Manifest, snapshotPaths } from '../../../model/manifest.ts';
import type { Snapshot } from '../../snapshot/open.ts';
import type { Urls } from '../../urls.ts';
import { type Monogram, monogramOf } from './monogram.ts';

export interface Logo extends Monogram {
  /** Address of the image, null if there is none. */
  readonly logo: string | null;
}

export type LogoOf = (provider: string) => Logo;

/** Logos for the pages of a network, or of the site. */
export function logosOf({ manifest, catalog }: Snapshot, network: string | null, urls: Urls): LogoOf {
  const folder = urls.shared(network, '/logos');
  const versions = logoVersions(manifest);
  return (name) => {
    const file = catalog.providers.get(name)?.logoPath ?? '';
    const version = versions.get(file);
    return { ...monogramOf(name), logo: version === undefined ? null : `${folder}/${file}?v=${version}` };
  };
}

const known = new WeakMap<Manifest, ReadonlyMap<string, string>>();

/** Versions of the logos by file name. A version changes with the bytes of the file. */
export function logoVersions(manifest: Manifest): ReadonlyMap<string, string> {
  const found = known.get(manifest);
  if (found) return found;
  const folder = snapshotPaths.image('');
  const images = manifest.files.filter((file) => file.path.startsWith(folder));
  const versions = new Map(images.map((file) => [file.path.slice(folder.length), file.sha256.slice(0, 8)]));
  known.set(manifest, versions);
  return versions;
}
