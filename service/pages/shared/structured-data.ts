/** Structured data of pages for search engines: schema.org objects as JSON-LD. */
import type { ProviderDefinition } from '../../../model/providers.ts';
import type { Publication } from '../../config.ts';
import { publisherOf, siteOf } from '../../site.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { profileLinks } from '../../text/profile-links.ts';
import type { Urls } from '../../urls.ts';

/** A schema.org object. */
export type StructuredData = (
  | { readonly '@type': string }
  | { readonly '@graph': readonly object[] }
) &
  Readonly<Record<string, unknown>>;

const maxText = 500;

/**
 * Text of a `<script type="application/ld+json">`. `<` is escaped, so that no value ends the
 * element or begins a comment; JSON reads it the same. Browsers do not execute the element, so the
 * content security policy does not block it.
 */
export function writeStructuredData(data: StructuredData): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
}

interface Item {
  readonly name: string;
  /** Absolute. */
  readonly url: string;
}

/** All items of a page of a list. `position` is that of the first one, from 1. */
export function describeList(
  name: string,
  items: readonly Item[],
  position: number,
): StructuredData {
  return {
    '@type': 'ItemList',
    name,
    numberOfItems: items.length,
    itemListElement: items.map((item, index) => ({
      '@type': 'ListItem',
      position: position + index,
      ...item,
    })),
  };
}

interface OrganizationInput {
  readonly provider: ProviderDefinition;
  /** Absolute address of the logo, null without one. */
  readonly logo: string | null;
  /** Categories with offers. */
  readonly categories: readonly { readonly label: string; readonly offers: number }[];
}

/** A provider, with a catalog of its offers by category. */
export function describeOrganization({
  provider,
  logo,
  categories,
}: OrganizationInput): StructuredData {
  const { website, docs: _, ...profiles } = profileLinks(provider);
  const sameAs = Object.values(profiles).filter((url) => url.startsWith('https://'));
  return {
    '@type': 'Organization',
    name: provider.name,
    ...(website === undefined ? {} : { url: website }),
    ...(provider.description === null
      ? {}
      : { description: provider.description.slice(0, maxText) }),
    ...(logo === null ? {} : { logo }),
    ...(sameAs.length === 0 ? {} : { sameAs }),
    hasOfferCatalog: {
      '@type': 'OfferCatalog',
      name: `Offers of ${provider.name}`,
      numberOfItems: categories.reduce((sum, { offers }) => sum + offers, 0),
      itemListElement: categories.map(({ label, offers }) => {
        return { '@type': 'OfferCatalog', name: label, numberOfItems: offers };
      }),
    },
  };
}

interface DirectoryInput {
  readonly urls: Urls;
  readonly publication: Publication;
  readonly snapshot: Pick<Snapshot, 'manifest'>;
}

/** The site with its search, and the data behind it; /data describes the files. */
export function describeDirectory(
  description: string,
  { urls, publication, snapshot }: DirectoryInput,
): StructuredData {
  const home = urls.to(null, '/');
  const contentUrl = urls.to(null, '/data/manifest.json');
  const { name, licenseUrl } = siteOf(snapshot);
  const named = publisherOf(snapshot, publication);
  const publisher = named === null ? {} : { publisher: describePublisher(named) };
  const site = {
    '@type': 'WebSite',
    '@id': `${home}#site`,
    name,
    url: home,
    ...publisher,
    potentialAction: {
      '@type': 'SearchAction',
      target: {
        '@type': 'EntryPoint',
        urlTemplate: `${urls.to(null, '/search')}?q={search_term_string}`,
      },
      'query-input': 'required name=search_term_string',
    },
  };
  const dataset = {
    '@type': 'Dataset',
    '@id': `${home}#data`,
    name,
    description,
    url: urls.to(null, '/data'),
    dateModified: snapshot.manifest.generatedAt,
    ...(licenseUrl === null ? {} : { license: licenseUrl }),
    isAccessibleForFree: true,
    distribution: [{ '@type': 'DataDownload', encodingFormat: 'application/json', contentUrl }],
    ...publisher,
  };
  return { '@graph': [site, dataset] };
}

/** A publisher of data. */
export function describePublisher({
  name,
  url,
}: NonNullable<Publication['publisher']>): StructuredData {
  return { '@type': 'Organization', name, ...(url === null ? {} : { url }) };
}
