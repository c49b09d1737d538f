/**
 * Request of a list -> question, for the peers. Without checks, which are no part of the
 * comparison.
 */
import { foldText } from '../../common/fold.ts';

export interface AnyOf {
  readonly id: string;
  /** In lowercase. */
  readonly value: readonly string[];
}

export interface Question {
  readonly network: string;
  readonly category: string;
  /** Folded. */
  readonly terms: readonly string[];
  readonly filters: readonly AnyOf[];
  readonly sorting: readonly { readonly id: string; readonly desc: boolean }[];
  readonly page: number;
  readonly pageSize: number;
}

export function parseQuestion(url: string): Question {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const read = (name: string, otherwise: string) => searchParams.get(name) ?? otherwise;
  const filters: AnyOf[] = JSON.parse(read('filters', '[]'));
  return {
    network: pathname.split('/')[2] ?? '',
    category: read('category', ''),
    terms: foldText(read('search', '')).split(/\s+/).filter(Boolean),
    filters: filters.map(({ id, value }) => ({
      id,
      value: value.map((text) => text.toLowerCase()),
    })),
    sorting: JSON.parse(read('sorting', '[]')),
    page: Number(read('page', '1')),
    pageSize: Number(read('pageSize', '10')),
  };
}

export interface Counted {
  readonly id: string;
  readonly value: string;
  readonly count: number;
  readonly providersCount: number;
}

/** Facets in the order of the keys. */
export function groupFacets(keys: readonly string[], counted: readonly Counted[]) {
  return keys.map((key) => ({
    id: key,
    filter: 'searchableMultiSelect',
    values: counted
      .filter(({ id }) => id === key)
      .map(({ value, count, providersCount }) => ({ value, count, providersCount })),
  }));
}
