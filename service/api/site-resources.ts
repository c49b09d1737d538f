/** The API resources of the site, in the order of its OpenAPI document. */
import { changes } from './changes.ts';
import { comparison } from './compare.ts';
import { allProviders, oneProvider } from './directory.ts';
import { exportOffers } from './export.ts';
import { gateway } from './gateway.ts';
import { mcpConfig } from './mcp-config.ts';
import { networks } from './networks.ts';
import { offerFacets } from './offer-facets.ts';
import { offers } from './offers.ts';
import type { Resource } from './resource.ts';
import { rpcEndpoint } from './rpc-endpoint.ts';
import { search } from './search.ts';
import { snapshots } from './snapshots.ts';
import { suggestions } from './suggest.ts';

export const siteResources: readonly Resource[] = [
  networks,
  offers,
  offerFacets,
  exportOffers,
  allProviders,
  oneProvider,
  search,
  suggestions,
  comparison,
  gateway,
  mcpConfig,
  rpcEndpoint,
  snapshots,
  changes,
];
