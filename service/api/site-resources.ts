/** The API resources of the site, in the order of its OpenAPI document. */
import { allProviders, oneProvider } from './directory.ts';
import { networks } from './networks.ts';
import { offerFacets } from './offer-facets.ts';
import { offers } from './offers.ts';
import type { Resource } from './resource.ts';
import { search } from './search.ts';
import { snapshots } from './snapshots.ts';

export const siteResources: readonly Resource[] = [
  networks,
  offers,
  offerFacets,
  allProviders,
  oneProvider,
  search,
  snapshots,
];
