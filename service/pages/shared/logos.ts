/** The sign of a provider: its logo where the snapshot holds one, else a drawn monogram. */
import type { ProviderDefinition } from '../../../model/providers.ts';
import { type Monogram, monogramOf } from './monogram.ts';

export interface Sign extends Monogram {
  /** Address of the image, null where there is none. */
  readonly logo: string | null;
}

export type SignOf = (provider: string) => Sign;

export interface SignsInput {
  /** Version of a logo file, null if there is none. */
  readonly versionOf: (file: string) => string | null;
  /** By name. */
  readonly providers: ReadonlyMap<string, ProviderDefinition>;
  /** Address of a folder that logos are under, without a slash at the end. */
  readonly folder: string;
}

export function presentSigns({ versionOf, providers, folder }: SignsInput): SignOf {
  return (name) => {
    const file = providers.get(name)?.logoPath ?? '';
    const version = versionOf(file);
    return { ...monogramOf(name), logo: version === null ? null : `${folder}/${file}?v=${version}` };
  };
}
