/** GET {network}/openapi.json: the API of a network, with the categories and columns of its snapshot. */
import { metricsOf } from '../../api/categories.ts';
import { type Resource, sendJson } from '../../api/resource.ts';
import { type Handler, networkOf } from '../../http/context.ts';
import { readParameters } from '../../query/params.ts';
import { findProviders } from '../../query/providers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { describeResources, failures, license, textResponse, toOperation } from './operations.ts';
import { buildRowShape, refTo } from './schemas.ts';
import { contactOf, type DocumentDeps, presentSiteDocument } from './site.ts';

const tag = 'Providers';

export function networkDocument(deps: DocumentDeps, resources: readonly Resource[]): Handler {
  return async (ctx) => {
    readParameters(ctx.querystring, []);
    const { key, snapshot } = networkOf(ctx);
    const document = await presentDocument(snapshot, key, { ...deps, resources });
    const isSite = deps.urls.onlyNetwork === key;
    sendJson(ctx, JSON.stringify(isSite ? merge(presentSiteDocument(snapshot, deps), document) : document));
  };
}

type Document = Awaited<ReturnType<typeof presentDocument>>;

/** One document for a service of one network: the site's, with the network's title and operations. */
function merge(site: ReturnType<typeof presentSiteDocument>, own: Document) {
  return {
    ...site,
    info: { ...site.info, ...own.info },
    tags: [...site.tags, ...own.tags],
    paths: { ...site.paths, ...own.paths },
    components: { ...own.components, schemas: { ...site.components.schemas, ...own.components.schemas } },
  };
}

async function presentDocument(
  snapshot: Snapshot,
  network: string,
  { resources, urls, publication }: DocumentDeps & { readonly resources: readonly Resource[] },
) {
  const { catalog } = snapshot;
  const rows = catalog.categoryKeys.map(
    (key) => [`Row_${key}`, buildRowShape(key, catalog.columnsOf(key), snapshot.facetIndex(key))] as const,
  );
  const { paths, components, parameterOf } = describeResources({
    resources,
    tag,
    shapes: Object.fromEntries(rows),
    categoryKeys: catalog.categoryKeys,
    ...(await findExamples(snapshot, network)),
  });
  const name = catalog.networks.get(network)?.name ?? network;
  return {
    openapi: '3.1.0',
    info: {
      title: `${name} infrastructure toolbox`,
      version: '1.0.0',
      description: `Providers and offers on ${name}. Public and read-only: no key, no account.`,
      ...contactOf(publication),
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
      responses: failures,
    },
  };
}

/** `apis` or the largest category of the network, and the provider with the most rows in it. */
async function findExamples(snapshot: Snapshot, network: string) {
  const active = metricsOf(snapshot, network).categories.filter(({ count }) => count > 0);
  const largest = active.toSorted((a, b) => b.count - a.count);
  const category = largest.find(({ key }) => key === 'apis') ?? largest[0];
  if (category === undefined) return { exampleCategory: null, exampleProvider: null };
  const { byProvider } = findProviders(snapshot, network);
  const countOf = (name: string) => byProvider.get(name)?.get(category.key)?.length ?? 0;
  const known = [...byProvider.keys()].flatMap((name) => snapshot.catalog.providers.get(name) ?? []);
  const [exampleProvider = null] = known
    .filter(({ name }) => countOf(name) > 0)
    .toSorted((a, b) => countOf(b.name) - countOf(a.name));
  return { exampleCategory: category.key, exampleProvider };
}
