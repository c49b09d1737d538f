/** The sign of a provider: its logo where the snapshot holds one, else a drawn monogram. */
import { type Manifest, snapshotPaths } from '../../../model/manifest.ts';
import type { ProviderDefinition } from '../../../model/providers.ts';
import { type Monogram, monogramOf } from './monogram.ts';

export interface Sign extends Monogram {
  /** Address of the image, null where there is none. */
  readonly logo: string | null;
}

export type SignOf = (provider: string) => Sign;

export interface SignsInput {
  readonly manifest: Manifest;
  /** By name. */
  readonly providers: ReadonlyMap<string, ProviderDefinition>;
  /** Address of a folder that logos are under, without a slash at the end. */
  readonly folder: string;
}

export function presentSigns({ manifest, providers, folder }: SignsInput): SignOf {
  const versions = logoVersions(manifest);
  return (name) => {
    const file = providers.get(name)?.logoPath ?? '';
    const version = versions.get(file);
    return { ...monogramOf(name), logo: version === undefined ? null : `${folder}/${file}?v=${version}` };
  };
}

const known = new WeakMap<Manifest, ReadonlyMap<string, string>>();

/** File name -> what changes with its bytes. */
export function logoVersions(manifest: Manifest): ReadonlyMap<string, string> {
  const found = known.get(manifest);
  if (found) return found;
  const folder = snapshotPaths.image('');
  const images = manifest.files.filter((file) => file.path.startsWith(folder));
  const versions = new Map(images.map((file) => [file.path.slice(folder.length), file.sha256.slice(0, 8)]));
  known.set(manifest, versions);
  return versions;
}
