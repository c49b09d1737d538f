/** The API resources of the site, in the order of its OpenAPI document. */
import { categoriesOfSite, coverageTable } from './categories.ts';
import { changes } from './changes.ts';
import { mcpConfig, rpcEndpoint } from './connect/connect-resources.ts';
import { gateway } from './connect/gateway.ts';
import { counts } from './counts.ts';
import { networks, oneNetwork } from './networks.ts';
import { comparison } from './offers/compare.ts';
import { estimate } from './offers/estimate.ts';
import { offers, oneOffer } from './offers/offers.ts';
import { probes } from './probes.ts';
import { allProviders, oneProvider } from './providers/on-all-networks.ts';
import type { Resource } from './resource.ts';
import { exportOffers } from './rows/export.ts';
import { offerFacets } from './rows/facets.ts';
import { search } from './search/search.ts';
import { suggestions } from './search/suggest.ts';
import { snapshots } from './snapshots.ts';

export const siteResources: readonly Resource[] = [
  networks,
  oneNetwork,
  categoriesOfSite,
  coverageTable,
  counts,
  offers,
  oneOffer,
  offerFacets,
  estimate,
  exportOffers,
  allProviders,
  oneProvider,
  search,
  suggestions,
  comparison,
  gateway,
  mcpConfig,
  rpcEndpoint,
  probes,
  snapshots,
  changes,
];
