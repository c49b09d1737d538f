/** /openapi.json of a network's toolbox: the discovery endpoints, with the categories and columns of its snapshot. */
import type { CategoryDefinition } from '../../../model/categories.ts';
import { defaultPageSize, exportFormats, maxPageSize, maxSearchLength } from '../../query/params.ts';
import { failure, json, operation, text } from './operations.ts';
import { array, integer, type JsonSchema, object, ref, result, string, toolboxSchemas } from './schemas.ts';

export interface ToolboxDocumentInput {
  readonly network: string;
  readonly networkName: string;
  readonly base: string;
  /** All that may be asked for. */
  readonly categories: readonly CategoryDefinition[];
  /** A category with rows here, for the examples; null on an empty network. */
  readonly exampleCategory: string | null;
  /** Name and slug of a provider of that category. */
  readonly exampleProvider: { readonly name: string; readonly slug: string } | null;
  /** Schemas of the rows by category. */
  readonly rowSchemas: ReadonlyMap<string, JsonSchema>;
}

const api = '/api/infrastructure-providers';

export function presentToolboxDocument(input: ToolboxDocumentInput) {
  const rows = Object.fromEntries([...input.rowSchemas].map(([key, schema]) => [rowName(key), schema]));
  return {
    openapi: '3.1.0',
    info: {
      title: `${input.networkName} infrastructure toolbox`,
      version: '1.0.0',
      description: `Providers and offers on ${input.networkName}. Public and read-only: no key, no account.`,
      license: { name: 'Data: CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/' },
    },
    servers: [{ url: input.base }],
    tags: [{ name: 'Providers', description: 'Categories, rows, facets, files and profiles.' }],
    security: [],
    paths: presentPaths(input),
    components: { schemas: { ...toolboxSchemas, ...rows }, responses: { Failure: failure } },
  };
}

function presentPaths(input: ToolboxDocumentInput) {
  const parameters = describeParameters(input);
  const { category, search, filters, sorting, page, pageSize, format, slug } = parameters;
  const row = { anyOf: [...input.rowSchemas.keys()].map((key) => ref(rowName(key))) };
  const rowsResult = result(
    { columnsMeta: array(ref('ColumnMeta')), rows: array(row), pagination: ref('Pagination'), hints: ref('Hints') },
    ['hints'],
  );
  const tag = 'Providers';
  return {
    [`${api}/categories`]: operation(
      'listCategories',
      { tag, summary: 'Active categories and the figures of the network.' },
      json(categoriesResult),
    ),
    [`${api}/rows`]: operation(
      'listRows',
      {
        tag,
        summary: 'Rows of a category, grouped by provider.',
        parameters: [category, search, filters, sorting, page, pageSize],
      },
      json(rowsResult),
    ),
    [`${api}/facets`]: operation(
      'listFacets',
      { tag, summary: 'Values of each filter, with counts.', parameters: [category, search, filters] },
      json(facetsResult),
    ),
    [`${api}/export`]: operation(
      'exportRows',
      {
        tag,
        summary: 'All matching rows as a file.',
        parameters: [category, search, filters, sorting, format],
      },
      files,
    ),
    [`${api}/providers`]: operation(
      'listProviders',
      { tag, summary: 'Providers on this network.' },
      json(providersResult),
    ),
    [`${api}/providers/{slug}`]: operation(
      'readProvider',
      { tag, summary: 'A profile with all offers here.', parameters: [slug] },
      json(profileResult(row)),
    ),
    '/toolbox/{category}': operation(
      'readToolboxPage',
      { tag, summary: 'Directory page of a category.', parameters: [{ ...category, in: 'path' }, search] },
      text('text/html'),
    ),
  };
}

const categoriesResult = result({ categories: array(ref('Category')), metrics: ref('NetworkMetrics') });
const facetsResult = result({
  category: string,
  totalProviders: integer,
  totalOffers: integer,
  facets: array(ref('Facet')),
});
const providersResult = result({ network: string, totalProviders: integer, providers: array(ref('ProviderEntry')) });

function profileResult(row: JsonSchema): JsonSchema {
  const offers = object({ key: string, label: string, count: integer, rows: array(row) });
  return result({ network: string, provider: ref('ProviderProfile'), count: integer, categories: array(offers) });
}

const files = {
  description: 'The file; its row count, length and digest stand in the headers.',
  headers: {
    'X-Total-Count': { description: 'Rows in the file.', schema: integer },
    'Repr-Digest': { description: 'sha-256 of the bytes (RFC 9530).', schema: string },
  },
  content: {
    'text/csv': { schema: string },
    'application/x-ndjson': { schema: string },
    'application/vnd.apache.parquet': { schema: { type: 'string', format: 'binary' } },
  },
};

function describeParameters({ categories, exampleCategory, exampleProvider }: ToolboxDocumentInput) {
  const filter = exampleProvider ? JSON.stringify([{ id: 'provider', value: [exampleProvider.name] }]) : undefined;
  const keys = categories.map(({ key }) => key);
  return {
    category: {
      ...query('category', { type: 'string', enum: keys }, 'Category key.', exampleCategory ?? keys[0]),
      required: true,
    },
    search: query(
      'search',
      { type: 'string', maxLength: maxSearchLength },
      'Terms that must all be found, without regard to case and accents; "quoted words" are one term.',
      exampleProvider?.name,
    ),
    filters: query(
      'filters',
      string,
      'JSON list of {"id": column, "value": [text, ...]}, all of which must hold; a range takes [min, max], "" for an open end.',
      filter,
    ),
    sorting: query(
      'sorting',
      string,
      'JSON list of at most 3 {"id": column, "desc": boolean}.',
      JSON.stringify([{ id: 'provider', desc: true }]),
    ),
    page: query('page', { type: 'integer', minimum: 1, default: 1 }, 'Counted from 1.', 1),
    pageSize: query(
      'pageSize',
      { type: 'integer', minimum: 1, maximum: maxPageSize, default: defaultPageSize },
      'Providers on a page.',
      defaultPageSize,
    ),
    format: query('format', { type: 'string', enum: exportFormats, default: 'csv' }, 'Kind of file.', 'csv'),
    slug: {
      ...query('slug', string, "The provider's slug.", exampleProvider?.slug),
      in: 'path',
      required: true,
    },
  };
}

function query(name: string, schema: JsonSchema, description: string, example: unknown) {
  return { name, in: 'query', description, schema, ...(example === undefined ? {} : { example }) };
}

function rowName(category: string): string {
  return `Row_${category}`;
}
