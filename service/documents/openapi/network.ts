/**
 * GET {network}/openapi.json: the API of a network, with the categories and columns of its
 * snapshot.
 */
import { escapeMarkdown } from '../../../common/markdown.ts';
import { interfaceVersion } from '../../../common/version.ts';
import { networkTitleOf } from '../../../model/site.ts';
import { isOffered } from '../../api/address.ts';
import { findExamples } from '../../api/examples.ts';
import { type Handler, networkOf } from '../../http/context.ts';
import { sendJson } from '../../http/respond.ts';
import { assertNoParameters } from '../../questions/parse.ts';
import { siteOf } from '../../site.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { document } from '../document.ts';
import { describeOperations } from './operations.ts';
import {
  buildRowShape,
  filteredColumns,
  profileSchema,
  refTo,
  type Schemas,
  toSchemas,
} from './schemas.ts';
import { aboutData, type DocumentDeps, presentSiteDocument, writeDocument } from './site.ts';

const tag = 'Providers';

function sendNetworkDocument(deps: DocumentDeps): Handler {
  return (ctx) => {
    assertNoParameters(ctx.state.parameters);
    const { key, snapshot } = networkOf(ctx);
    const document = presentDocument(snapshot, key, deps);
    const isSite = deps.urls.onlyNetwork === key;
    sendJson(
      ctx,
      writeDocument(
        isSite ? merge(presentSiteDocument(snapshot, deps), document) : document,
        snapshot,
      ),
    );
  };
}

type Document = ReturnType<typeof presentDocument>;

/**
 * One document for a service of one network: the site's, with the network's title and operations.
 */
function merge(site: ReturnType<typeof presentSiteDocument>, networkDocument: Document) {
  return {
    ...site,
    info: { ...site.info, ...networkDocument.info },
    tags: [...site.tags, ...networkDocument.tags],
    paths: { ...site.paths, ...networkDocument.paths },
    components: {
      schemas: { ...site.components.schemas, ...networkDocument.components.schemas },
      responses: { ...site.components.responses, ...networkDocument.components.responses },
    },
  };
}

function presentDocument(
  snapshot: Snapshot,
  network: string,
  { operations, urls, publication }: DocumentDeps,
) {
  const { catalog } = snapshot;
  const rows = rowSchemas(snapshot);
  const { paths, schemas, responses } = describeOperations({
    operations: operations.network.filter((operation) => isOffered(operation, catalog)),
    tag,
    // With ONLY_NETWORK a snapshot without the network is refused.
    mayVanish: urls.onlyNetwork === null,
    named: rows,
    examples: findExamples(snapshot, network),
    filtered: filteredColumns(catalog),
  });
  const name = catalog.networkName(network);
  return {
    openapi: '3.1.0',
    info: {
      title: `${networkTitleOf(siteOf(snapshot), name)} toolbox`,
      version: interfaceVersion,
      description: `Providers and offers ${catalog.terms.on} ${escapeMarkdown(name)}. Public and read-only: no key, no account.`,
      ...aboutData(snapshot, { publication, urls }),
    },
    servers: [{ url: urls.network(network) }],
    tags: [{ name: tag, description: 'Categories, rows, facets, files and profiles.' }],
    security: [],
    paths,
    components: {
      schemas: { ...schemas, Row: { anyOf: Object.keys(rows.schemas).map(refTo) } },
      responses,
    },
  };
}

/** Schemas of the rows of each category: most of the document, and the same for all networks. */
function rowSchemas(snapshot: Snapshot): Schemas {
  const { catalog } = snapshot;
  return snapshot.derived.of('row schemas', () => {
    const shapeOf = (key: string) =>
      buildRowShape(key, catalog.columnsOf(key), snapshot.facetIndex(key));
    const { schemas } = toSchemas(
      Object.fromEntries(catalog.categoryKeys.map((key) => [`Row_${key}`, shapeOf(key)])),
    );
    return { schemas, components: profileSchema(catalog) };
  });
}

export const networkDocument = document<DocumentDeps>({
  path: '/openapi.json',
  on: 'network',
  kind: 'json',
  operations: { omitted: 'it is the description itself' },
  handler: sendNetworkDocument,
});
