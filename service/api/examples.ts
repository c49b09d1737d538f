/**
 * Examples of parameters, made of the snapshot, so that they find something; and errors that show
 * one.
 */
import type * as z from 'zod';
import { countBy } from '../../common/group-by.ts';
import { isMoney } from '../../model/columns.ts';
import { mcpCategory } from '../../model/connect.ts';
import { HttpError } from '../errors.ts';
import type { Context } from '../http/context.ts';
import { formField } from '../query/filters/kind.ts';
import { type Described, type Examples, exampleOf, type Shape } from '../questions/parameter.ts';
import { anyCategory } from '../questions/parameters.ts';
import { fieldPrefix } from '../questions/parse.ts';
import type { Catalog } from '../snapshot/catalog.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/**
 * Of `apis` or the largest category of a network, or of the site, and of the provider with the most
 * rows in it.
 */
export function findExamples(snapshot: Snapshot, network: string | null): Examples {
  return snapshot.derived.of(`examples ${network ?? ''}`, () => {
    const { catalog, manifest } = snapshot;
    const metrics = network === null ? manifest.metrics.site : manifest.metrics.networks[network];
    const active = (metrics?.categories ?? [])
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count);
    const category = (active.find(({ key }) => key === 'apis') ?? active[0])?.key;
    const examples = { snapshot: manifest.id, categoryKeys: catalog.categoryKeys, category };
    if (category === undefined) return examples;
    const rows = snapshot.rowsOfListing(network, category);
    const [provider] = [...countBy(rows, (id) => snapshot.providerOf(id))]
      .toSorted(([, many], [, few]) => few - many)
      .flatMap(([name]) => catalog.providers.get(name) ?? []);
    const row = rows.find((id) => snapshot.providerOf(id) === provider?.name);
    if (row === undefined) return examples;
    const [listing = 0] = snapshot.listingIdsOf(row);
    const [server] = snapshot.rowsOfListing(network, mcpCategory);
    return {
      ...examples,
      provider: provider?.name,
      providerSlug: provider?.slug,
      network: network ?? catalog.networkKey(catalog.networkOfListing(listing)),
      scope: snapshot.scopeOf(row),
      offer: snapshot.offers.of(row).slug,
      column: exampleColumn(catalog, category),
      chain: snapshot.chainOf(row) ?? undefined,
      server: server === undefined ? undefined : snapshot.offers.of(server).slug,
    };
  });
}

/** Key of a price, or of the first column that is no slug. */
function exampleColumn(catalog: Catalog, category: string): string | undefined {
  const columns = catalog.usedColumnsOf(category);
  return (columns.find(isMoney) ?? columns.find(({ key }) => key !== 'slug'))?.key;
}

/** Whether a query with the parameter `name` alone is refused without this one. */
function isNeeded(schema: z.ZodType | undefined, name: string): boolean {
  const namesColumns = name === 'filters' || name === 'sorting' || name.startsWith(fieldPrefix);
  return (
    (schema?.meta() as Described | undefined)?.required === true ||
    (namesColumns && schema === anyCategory)
  );
}

/**
 * The error with a query that works, with its parameter or the one that was probably meant:
 * `category=apis&page=1`. Without a snapshot there are no values.
 */
export function withExample(
  { state: { snapshot, network } }: Context,
  shape: Shape,
  error: HttpError,
): HttpError {
  if (snapshot === null) return error;
  const { status, code, message, detail, headers } = error;
  const from = findExamples(snapshot, network);
  const known = Object.entries(shape).flatMap(([name, schema]) =>
    [exampleOf(schema, from) ?? []]
      .flat()
      .slice(0, 1)
      .map((value) => [name, value] as const),
  );
  if ('filters' in shape && from.provider !== undefined)
    known.push([formField('provider'), from.provider]);
  const wanted = [detail.parameter, detail.suggestion].map((name) =>
    name?.startsWith(fieldPrefix) ? formField('provider') : name,
  );
  const [example] = [
    ...wanted.flatMap((name) => known.filter(([candidate]) => candidate === name)),
    ...known,
  ];
  if (example === undefined) return error;
  const needed = known.filter((pair) => pair !== example && isNeeded(shape[pair[0]], example[0]));
  return new HttpError(status, code, message, {
    detail: { ...detail, example: [...needed, example].map((pair) => pair.join('=')).join('&') },
    headers,
    cause: error,
  });
}
