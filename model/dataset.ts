/** Facts about the data as a whole, and its schema.org description. */
import type { StoredManifest } from './manifest.ts';
import { ofSubject, unnamedSite } from './site.ts';
import { termsOf } from './terms.ts';

export type DatasetFacts = Pick<StoredManifest, 'id' | 'generatedAt' | 'counts' | 'files' | 'site'>;

export function describeContent({ counts, site }: Pick<StoredManifest, 'counts' | 'site'>): string {
  const { rows, providers } = counts;
  const { network, networks, on } = termsOf(site ?? unnamedSite);
  const places = `${counts.networks} ${counts.networks === 1 ? network : networks}`;
  const figures = `${counted(rows, 'listing')} of ${counted(providers, 'provider')} ${on} ${places}`;
  const subject = ofSubject(site ?? unnamedSite);
  return `Providers${subject} and their offers, by ${network}, category and price: ${figures}.`;
}

/** Files that the service reads itself. */
export function isInternal({ path }: { readonly path: string }): boolean {
  return path.startsWith('serving/');
}

/** Tables that analysts read. */
export function isPublicTable(file: { readonly path: string }): boolean {
  return file.path.endsWith('.parquet') && !isInternal(file);
}

/**
 * A schema.org Dataset. `addressOf` gives the address of a file, absolute or relative to the
 * description.
 */
export function describeDataset(facts: DatasetFacts, addressOf: (path: string) => string) {
  const { name, licenseUrl, sourceUrl } = facts.site ?? unnamedSite;
  return {
    '@type': 'Dataset',
    name,
    description: describeContent(facts),
    dateModified: facts.generatedAt,
    version: facts.id,
    ...(licenseUrl === null ? {} : { license: licenseUrl }),
    isAccessibleForFree: true,
    ...(sourceUrl === null ? {} : { isBasedOn: sourceUrl }),
    distribution: facts.files.filter(isPublicTable).map(({ path, bytes }) => ({
      '@type': 'DataDownload',
      name: path,
      contentUrl: addressOf(path),
      encodingFormat: 'application/vnd.apache.parquet',
      contentSize: `${bytes} B`,
    })),
  };
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
