/** JSON schemas of the answers that are the same for every snapshot, and the words to write schemas with. */
import { cellTypes, filterKinds, sortingKinds, valueKinds } from '../../../model/columns.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

export const string: JsonSchema = { type: 'string' };
export const integer: JsonSchema = { type: 'integer' };
const flag: JsonSchema = { type: 'integer', enum: [0, 1] };
const uri: JsonSchema = { type: 'string', format: 'uri' };
const timestamp: JsonSchema = { type: 'string', format: 'date-time', description: 'ISO 8601, UTC, with milliseconds.' };

/** All properties are required but those named optional. */
export function object(properties: Record<string, JsonSchema>, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((key) => !optional.includes(key));
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

export function array(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

export function nullable(schema: JsonSchema): JsonSchema {
  const { type, enum: values, ...rest } = schema;
  return { ...rest, type: [type, 'null'], ...(Array.isArray(values) ? { enum: [...values, null] } : {}) };
}

export function oneOf(values: readonly string[]): JsonSchema {
  return { type: 'string', enum: values };
}

export function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** The envelope of everything that stands on a snapshot. */
export function result(properties: Record<string, JsonSchema>, optional: readonly string[] = []): JsonSchema {
  const version = { type: 'integer', const: 2 };
  return object({ result: object({ version, generatedAt: timestamp, ...properties }, optional) });
}

/** A map whose keys the snapshot decides. */
function mapOf(schema: JsonSchema): JsonSchema {
  return { type: 'object', additionalProperties: schema };
}

const shown: JsonSchema = object({
  value: { type: 'integer', description: 'Exact.' },
  display: { type: 'string', description: 'As shown to people: from 100 up rounded down to the ten below, `1,490+`.' },
});

const error: JsonSchema = object({
  error: object(
    {
      code: { type: 'string', description: 'Stable, for programs: `bad-parameter`, `not-found`.' },
      message: { type: 'string', description: 'What is wrong, for people.' },
      parameter: { type: 'string', description: 'The query parameter at fault.' },
      allowed: array(string),
      suggestion: { type: 'string', description: 'The nearest of the allowed values.' },
    },
    ['parameter', 'allowed', 'suggestion'],
  ),
});

const columnMeta: JsonSchema = object({
  key: { type: 'string', description: 'Equals a key of every row.' },
  label: string,
  icon: nullable({ type: 'string', description: 'May hold two alternatives joined by `||`.' }),
  description: nullable(string),
  filter: nullable(oneOf(filterKinds)),
  sorting: nullable(oneOf(sortingKinds)),
  pinning: nullable(oneOf(['left'])),
  cellType: nullable(oneOf(cellTypes)),
  valueKind: oneOf(valueKinds),
  itemKind: nullable(oneOf(['string'])),
  nullable: { type: 'boolean' },
});

const pagination: JsonSchema = object({
  mode: { type: 'string', enum: ['group'], description: 'A page is a group of whole providers.' },
  page: integer,
  pageSize: { type: 'integer', description: 'Providers on a page.' },
  totalPages: { type: 'integer', description: 'ceil(totalProviders / pageSize); 0 when nothing matches.' },
  totalProviders: integer,
  totalOffers: { type: 'integer', description: 'Rows matching across all pages.' },
});

const networkMetrics: JsonSchema = object({
  asOf: timestamp,
  entries: shown,
  providers: shown,
  activeCategories: shown,
  providerCategoryEntries: shown,
  providersByCategory: mapOf(shown),
  apiEntriesByProvider: mapOf(shown),
});

const category: JsonSchema = object({
  key: string,
  label: string,
  description: nullable(string),
  icon: nullable(string),
  count: { type: 'integer', description: 'Rows.' },
  providersCount: { type: 'integer', description: 'Distinct providers among them.' },
});

const facet: JsonSchema = object(
  {
    id: { type: 'string', description: 'Key of a filterable column.' },
    label: string,
    filter: oneOf(filterKinds),
    values: array(object({ value: string, count: integer, providersCount: integer })),
    min: nullable({ type: 'number' }),
    max: nullable({ type: 'number' }),
    count: { type: 'integer', description: 'Rows that state a number.' },
  },
  ['values', 'min', 'max', 'count'],
);

const hints: JsonSchema = {
  ...object(
    {
      providers: { ...array(string), description: 'Provider names nearest to the search.' },
      dropFilters: {
        ...array(object({ id: string, totalOffers: integer })),
        description: 'Filters without which something is found, and how much.',
      },
    },
    ['providers', 'dropFilters'],
  ),
  description: 'Only where nothing was found: what would find something.',
};

const providerEntry: JsonSchema = object({
  slug: string,
  name: string,
  description: nullable(string),
  website: nullable(uri),
  docs: nullable(uri),
  starred: flag,
  url: uri,
  count: integer,
  categories: array(object({ key: string, label: string, count: integer })),
});

const profile: JsonSchema = object({
  slug: string,
  name: string,
  logoPath: nullable(string),
  description: nullable(string),
  website: nullable(uri),
  docs: nullable(uri),
  x: nullable(string),
  github: nullable(string),
  discord: nullable(string),
  telegram: nullable(string),
  linkedin: nullable(string),
  supportEmail: nullable(string),
  starred: flag,
  tag: nullable(array(string)),
  links: { ...mapOf(uri), description: 'Absolute addresses of its pages and profiles.' },
});

export const siteSchemas: Readonly<Record<string, JsonSchema>> = {
  Error: error,
  Network: object({
    name: { type: 'string', description: 'Human-readable network name.' },
    url: { ...uri, description: 'Marketplace address for this network.' },
    icon: { type: 'string', description: 'Icon path or URL; a drawn monogram where there is no logo.' },
    docs: { ...uri, description: "The network's official documentation." },
  }),
};

export const toolboxSchemas: Readonly<Record<string, JsonSchema>> = {
  Error: error,
  ColumnMeta: columnMeta,
  Pagination: pagination,
  Category: category,
  NetworkMetrics: networkMetrics,
  Facet: facet,
  Hints: hints,
  ProviderEntry: providerEntry,
  ProviderProfile: profile,
};
