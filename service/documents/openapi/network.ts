/** GET {network}/openapi.json: the API of a network, with the categories and columns of its snapshot. */
import { metricsOf } from '../../api/categories.ts';
import { type Resource, sendJson } from '../../api/resource.ts';
import { type Handler, networkOf } from '../../http/context.ts';
import { findProviders } from '../../query/providers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { Urls } from '../../urls.ts';
import { describeResources, failure, license, textResponse, toOperation } from './operations.ts';
import { buildRowShape, refTo } from './schemas.ts';

const tag = 'Providers';

export function networkDocument({ urls }: { readonly urls: Urls }, resources: readonly Resource[]): Handler {
  return async (ctx) => {
    const { key, snapshot } = networkOf(ctx);
    sendJson(ctx, JSON.stringify(await presentDocument(snapshot, key, { resources, urls })));
  };
}

async function presentDocument(
  snapshot: Snapshot,
  network: string,
  { resources, urls }: { readonly resources: readonly Resource[]; readonly urls: Urls },
) {
  const { catalog } = snapshot;
  const rows = catalog.categoryKeys.map(
    (key) => [`Row_${key}`, buildRowShape(catalog.columnsOf(key), snapshot.facetIndex(key))] as const,
  );
  const { paths, components, parameterOf } = describeResources({
    resources,
    tag,
    shapes: Object.fromEntries(rows),
    categoryKeys: catalog.categoryKeys,
    ...(await findExamples(snapshot, network)),
  });
  const entry = catalog.networks.get(network);
  const name = entry ? entry.name : network;
  return {
    openapi: '3.1.0',
    info: {
      title: `${name} infrastructure toolbox`,
      version: '1.0.0',
      description: `Providers and offers on ${name}. Public and read-only: no key, no account.`,
      license,
    },
    servers: [{ url: urls.network(network) }],
    tags: [{ name: tag, description: 'Categories, rows, facets, files and profiles.' }],
    security: [],
    paths: {
      ...paths,
      '/toolbox/{category}': toOperation({
        operationId: 'readToolboxPage',
        tag,
        summary: 'Directory page of a category.',
        parameters: [{ ...parameterOf('category'), in: 'path' }, parameterOf('search')],
        response: textResponse('text/html'),
      }),
    },
    components: {
      schemas: { ...components, Row: { anyOf: rows.map(([key]) => refTo(key)) } },
      responses: { Failure: failure },
    },
  };
}

/** `apis` or the largest category of the network, and the provider with the most rows in it. */
async function findExamples(snapshot: Snapshot, network: string) {
  const active = metricsOf(snapshot, network).categories.filter(({ count }) => count > 0);
  const largest = active.toSorted((a, b) => b.count - a.count);
  const category = largest.find(({ key }) => key === 'apis') ?? largest[0];
  if (category === undefined) return { exampleCategory: null, exampleProvider: null };
  const { byProvider } = await findProviders(snapshot, network);
  const countOf = (name: string) => byProvider.get(name)?.get(category.key)?.length ?? 0;
  const known = [...byProvider.keys()].flatMap((name) => snapshot.catalog.providers.get(name) ?? []);
  const [exampleProvider = null] = known
    .filter(({ name }) => countOf(name) > 0)
    .toSorted((a, b) => countOf(b.name) - countOf(a.name));
  return { exampleCategory: category.key, exampleProvider };
}
