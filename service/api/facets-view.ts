/** Facets as the endpoint answers them. */
import type { Facet, Facets } from '../query/facets.ts';
import { rowsVersion } from './rows-view.ts';

export function presentFacets(category: string, generatedAt: string, { totalOffers, totalProviders, facets }: Facets) {
  const counted = facets.map(presentFacet);
  return { result: { version: rowsVersion, generatedAt, category, totalProviders, totalOffers, facets: counted } };
}

function presentFacet(facet: Facet) {
  const { key: id, label, filter } = facet.column;
  if (facet.kind === 'values') return { id, label, filter, values: facet.values };
  return { id, label, filter, min: facet.min, max: facet.max, count: facet.count };
}
