/**
 * Which offers a request is about: its networks, providers, slugs, filters and order. Throws 400
 * for what the snapshot does not have.
 */
import { parseJson } from '../../common/json.ts';
import { type ColumnDefinition, isMoney } from '../../model/columns.ts';
import { badParameter, type HttpError } from '../errors.ts';
import { assertList, type Filter, orId, parseFilters } from '../query/filters/index.ts';
import { readNetworks, readProviders } from '../query/names.ts';
import { type Limits, networkTest, type OffersQuery } from '../query/offers.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { type anyCategory, maxEvery, type whichOffers } from './parameters.ts';
import { type ParsedParameters, resolveSorted } from './parse.ts';
import type { Served } from './place.ts';

/** Keys of the networks that count, from names in the request; empty for all. Throws 400. */
export function limitNetworks(
  names: readonly string[],
  { snapshot, urls }: Served,
): readonly string[] {
  const { networks } = snapshot.catalog;
  const served = [...networks.keys()].filter((key) => urls.serves(key));
  const named = readNetworks(names, served, snapshot);
  return named.length > 0 || served.length === networks.size ? named : served;
}

/** Whether a network that this deployment serves has a listing of the row. */
export function servedTest(served: Served): (id: number) => boolean {
  return networkTest(served.snapshot, limitNetworks([], served));
}

/** Filters of a parameter beside `filters`, of the same columns. Throws 400. */
export function resolveEvery(
  text: string | undefined,
  category: string | undefined,
  { catalog }: Pick<Snapshot, 'catalog'>,
): readonly Filter[] {
  const shared = sharedColumns(catalog);
  if (category === undefined) assertShared({ every: text }, shared);
  const list = assertList(parseJson(text ?? '[]'), 'every', maxEvery);
  return parseFilters(
    list,
    category === undefined ? shared : catalog.columnsOf(category),
    catalog.terms,
  );
}

type OffersParameters = Omit<
  ParsedParameters<typeof whichOffers & { category: typeof anyCategory }>,
  'networkMatch'
> & {
  readonly networkMatch?: 'any' | 'all';
  readonly sorting?: string | undefined;
};

/** Offers that parameters select. Throws 400. */
export function resolveOffers(parameters: OffersParameters, served: Served): OffersQuery {
  const { catalog } = served.snapshot;
  const limited = resolveLimits(parameters, served);
  const shared = sharedColumns(catalog);
  if (parameters.category === undefined) assertShared(parameters, shared);
  const categories =
    parameters.category === undefined ? catalog.categoryKeys : [parameters.category];
  const columnsOf = (key: string) =>
    parameters.category === undefined ? shared : catalog.columnsOf(key);
  const selected = resolveSorted(
    { ...parameters, category: categories[0] },
    { categoryKeys: catalog.categoryKeys, columnsOf },
  );
  return { ...selected, ...limited, onEach: parameters.networkMatch === 'all', categories };
}

/** Throws 400 for a name that the snapshot does not have. */
export function resolveLimits(
  names: Readonly<Record<'network' | 'provider' | 'slug', readonly string[]>>,
  served: Served,
): Limits {
  const joined = names.slug.find((slug) => slug.includes(','));
  if (joined !== undefined) throw badParameter('slug', `no slug has a comma: "${joined}"`);
  return {
    networks: limitNetworks(names.network, served),
    providers: readProviders(names.provider, served.snapshot),
    slugs: [...new Set(names.slug)],
  };
}

/** Columns of every category. Prices are compared within one. */
function sharedColumns({ columns }: Snapshot['catalog']): readonly ColumnDefinition[] {
  return [...columns.values()].filter((column) => column.core && !isMoney(column));
}

/** Throws 400 if a filter or a sort key names a column that not every category has. */
function assertShared(
  {
    form,
    ...lists
  }: Pick<OffersParameters, 'filters' | 'sorting' | 'form'> & {
    readonly every?: string | undefined;
  },
  shared: readonly ColumnDefinition[],
): void {
  const isShared = (id: unknown) => id === orId || shared.some(({ key }) => key === id);
  const field = [...(form?.keys() ?? [])].find((name) => !isShared(name.split('.')[1]));
  if (field !== undefined) throw needsCategory(field, `${field} names a column of a category`);
  for (const name of ['filters', 'sorting', 'every'] as const) {
    const ids = [parseJson(lists[name] ?? '[]') ?? []].flat().map((item) => Object(item).id);
    if (!ids.every((id) => typeof id !== 'string' || isShared(id)))
      throw needsCategory(name, `${name} names columns of a category`);
  }
}

function needsCategory(name: string, message: string): HttpError {
  return badParameter(name, `${message}: add the parameter "category"`);
}
