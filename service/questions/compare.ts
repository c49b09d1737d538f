/**
 * A comparison: the offers or the providers that are named, under the conditions of a list. The
 * address of a comparison has the parameters of that list.
 */
import type { Parameters } from '../urls.ts';
import { type ListQuestion, listParameters } from './list.ts';
import { usualWorkload } from './parameters.ts';
import type { QueryCatalog } from './parse.ts';
import { anywhere, type NetworkLimits } from './place.ts';
import { readList } from './read-list.ts';
import { isEstimated, withArchive } from './workload.ts';

export interface CompareQuestion {
  /** The conditions: networks, filters, workload. */
  readonly list: ListQuestion;
  /** Slugs. */
  readonly offers: readonly string[];
  /** Names or slugs; only if no offers are named. */
  readonly providers: readonly string[];
}

/** `category`: a key of the catalog. Throws 400 as `readList` does. */
export function readComparison(
  category: string,
  query: URLSearchParams,
  catalog: QueryCatalog,
  limits: NetworkLimits = anywhere,
): CompareQuestion {
  const list = readList(category, query, catalog, limits);
  return { list, ...readNamed(query) };
}

/** Offers and providers of an address, each once. */
export function readNamed(query: URLSearchParams): Pick<CompareQuestion, 'offers' | 'providers'> {
  const valuesOf = (name: string) => [
    ...new Set(query.getAll(name).filter((value) => value !== '')),
  ];
  const offers = valuesOf('offer');
  return { offers, providers: offers.length > 0 ? [] : valuesOf('provider') };
}

/** Parameters of the address: those of the list, and what is compared. */
export function comparisonParameters({ list, offers, providers }: CompareQuestion): Parameters {
  return { ...conditionsOf(list), offer: offers, provider: providers };
}

/** Category and conditions of a list, without its page, columns, order and picks. */
export function conditionsOf(list: ListQuestion): Parameters {
  const { category } = list.query;
  const query = { ...list.query, sorting: [], page: 1 };
  const { pageSize: _, ...conditions } = listParameters({
    ...list,
    query,
    columns: null,
    facet: null,
    picked: [],
    open: null,
    chart: null,
  });
  return { category, ...conditions };
}

/** What costs are compared for; null in a category without estimates. */
export function comparedWorkload(
  { workload, query }: ListQuestion,
  catalog: QueryCatalog,
): ListQuestion['workload'] {
  return isEstimated(catalog, query.category)
    ? withArchive(workload ?? usualWorkload, query.filters)
    : null;
}
