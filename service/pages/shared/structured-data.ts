/** Structured data of pages for search engines: schema.org objects as JSON-LD. */
import type { ProviderDefinition } from '../../../model/providers.ts';
import { profileLinks } from '../../api/providers.ts';

/** A schema.org object. */
export type StructuredData = { readonly '@type': string } & Readonly<Record<string, unknown>>;

/** A directory page may weigh 25 kB: more items would not fit. */
const maxItems = 5;
const maxText = 500;

/**
 * Text of a `<script type="application/ld+json">`. `<` is escaped, so that no value ends the element or begins a comment;
 * JSON reads it the same. Browsers do not execute the element, so the content security policy does not block it.
 */
export function writeStructuredData(data: StructuredData): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
}

interface Item {
  readonly name: string;
  /** Absolute. */
  readonly url: string;
}

/** The first items of a page of a list. `position` is that of the first one, from 1. */
export function describeList(name: string, items: readonly Item[], position: number): StructuredData {
  return {
    '@type': 'ItemList',
    name,
    itemListElement: items
      .slice(0, maxItems)
      .map((item, index) => ({ '@type': 'ListItem', position: position + index, ...item })),
  };
}

export interface OrganizationInput {
  readonly provider: ProviderDefinition;
  /** Absolute address of the logo, null without one. */
  readonly logo: string | null;
  /** Categories with offers. */
  readonly categories: readonly { readonly label: string; readonly offers: number }[];
}

/** A provider, with a catalog of its offers by category. */
export function describeOrganization({ provider, logo, categories }: OrganizationInput): StructuredData {
  const { website, docs: _, ...profiles } = profileLinks(provider);
  const sameAs = Object.values(profiles).filter((url) => url.startsWith('https://'));
  return {
    '@type': 'Organization',
    name: provider.name,
    ...(website === undefined ? {} : { url: website }),
    ...(provider.description === null ? {} : { description: provider.description.slice(0, maxText) }),
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

/** A publisher of data. */
export function describePublisher({
  name,
  url,
}: {
  readonly name: string;
  readonly url: string | null;
}): StructuredData {
  return { '@type': 'Organization', name, ...(url === null ? {} : { url }) };
}
