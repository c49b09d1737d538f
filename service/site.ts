/**
 * Identity of the served directory: that of the snapshot, with the publisher that the configuration
 * names instead.
 */
import { type Site, shortNameOf, unnamedSite } from '../model/site.ts';
import { termsOf } from '../model/terms.ts';
import type { Publication } from './config.ts';
import type { Snapshot } from './snapshot/snapshot.ts';
import type { Urls } from './urls.ts';

/** Null before the first snapshot. */
type Served = { readonly manifest: Pick<Snapshot['manifest'], 'site'> } | null;

export function siteOf(snapshot: Served): Site {
  return snapshot?.manifest.site ?? unnamedSite;
}

export function publisherOf(snapshot: Served, publication: Publication): Publication['publisher'] {
  const { publisher, publisherUrl } = siteOf(snapshot);
  return (
    publication.publisher ?? (publisher === null ? null : { name: publisher, url: publisherUrl })
  );
}

/**
 * Where to write to the operator: without a contact in meta/site.csv, the page of the publisher, or
 * what the page about the directory says of reports.
 */
export function contactOf(snapshot: Served, urls: Urls): string {
  const { contact, publisherUrl } = siteOf(snapshot);
  return contact ?? publisherUrl ?? `${urls.to(null, '/about')}#report`;
}

/** What the directory has, for sections of templates. */
export function statesOf(snapshot: Pick<Snapshot, 'catalog'> | null): Record<string, true> {
  return Object.fromEntries(Array.from(snapshot?.catalog.has ?? [], (fact) => [fact, true]));
}

/** For templates; null where nothing is stated. */
export function presentSite(snapshot: Served, publication: Publication) {
  const site = siteOf(snapshot);
  const linked = (name: string | null, url: string | null) =>
    name === null ? null : { name, url };
  return {
    siteName: shortNameOf(site),
    terms: termsOf(site),
    directoryName: site.name,
    subject: site.subject,
    color: site.color,
    contact: site.contact,
    team: site.team,
    license: linked(site.license, site.licenseUrl),
    source: linked(site.source, site.sourceUrl),
    publisher: publisherOf(snapshot, publication),
  };
}
