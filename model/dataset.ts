/** Facts about the data as a whole: name, licence, origin, and its schema.org description. */
import type { StoredManifest } from './manifest.ts';

export const datasetName = 'Web3 infrastructure directory';

export const dataLicense = {
  /** SPDX and Open Definition identifier. */
  name: 'CC-BY-SA-4.0',
  title: 'Creative Commons Attribution-ShareAlike 4.0 International',
  label: 'CC BY-SA 4.0',
  url: 'https://creativecommons.org/licenses/by-sa/4.0/',
} as const;

/** The database from which part of the data is adapted; its licence asks to name it. */
export const upstream = { title: 'Chain.Love database', url: 'https://github.com/Chain-Love/chain-love' } as const;

export type DatasetFacts = Pick<StoredManifest, 'id' | 'generatedAt' | 'counts' | 'files'>;

export function describeContent({ counts: { rows, providers, networks } }: Pick<StoredManifest, 'counts'>): string {
  const figures = `${rows} listings of ${providers} providers on ${networks} networks`;
  return `Providers of Web3 infrastructure and their offers, by network, category and price: ${figures}.`;
}

/** Files that the service reads itself. */
export function isInternal({ path }: { readonly path: string }): boolean {
  return path.startsWith('serving/');
}

/** Tables that analysts read. */
export function isPublicTable(file: { readonly path: string }): boolean {
  return file.path.endsWith('.parquet') && !isInternal(file);
}

/** A schema.org Dataset. `addressOf` gives the address of a file, absolute or relative to the description. */
export function describeDataset(facts: DatasetFacts, addressOf: (path: string) => string) {
  return {
    '@type': 'Dataset',
    name: datasetName,
    description: describeContent(facts),
    dateModified: facts.generatedAt,
    version: facts.id,
    license: dataLicense.url,
    isAccessibleForFree: true,
    isBasedOn: upstream.url,
    distribution: facts.files.filter(isPublicTable).map(({ path, bytes }) => ({
      '@type': 'DataDownload',
      name: path,
      contentUrl: addressOf(path),
      encodingFormat: 'application/vnd.apache.parquet',
      contentSize: `${bytes} B`,
    })),
  };
}
