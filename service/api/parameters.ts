/** The parameters of API resources, as the OpenAPI documents describe them. query/params.ts parses them. */
import { z } from 'zod';
import { columnsMetaModes, pagingModes } from '../query/list-params.ts';
import { defaultPageSize, maxPageSize, maxSearchLength } from '../query/params.ts';
import { suggestionKinds } from '../query/suggest.ts';
import { maxPicked } from '../query/view.ts';
import { snapshotParameter } from '../snapshot/parameter.ts';
import { defaultFormat, exportFormats } from './export-formats.ts';

export type ParameterName = keyof ReturnType<typeof describeParameters>;

export interface ParameterInput {
  readonly categoryKeys: readonly string[];
  /** Id of the snapshot. */
  readonly exampleSnapshot: string;
  /** A category with rows, null on a network without rows. */
  readonly exampleCategory: string | null;
  /** A provider in that category. */
  readonly exampleProvider: { readonly name: string; readonly slug: string } | null;
  /** Key of a network with rows in that category, null without rows. */
  readonly exampleNetwork?: string | null;
  /** Slug of an offer in that category. */
  readonly exampleOffer?: string | null;
}

/** A repeated parameter. */
const repeated = { style: 'form', explode: true } as const;

export function describeParameters(input: ParameterInput) {
  return {
    ...selectionParameters(input),
    ...answerParameters(input),
    ...offersParameters(input),
    ...directoryParameters(input),
    ...fileParameters(input),
  };
}

function selectionParameters({ categoryKeys, exampleCategory, exampleProvider }: ParameterInput) {
  const category = {
    required: true,
    schema: z.string().meta({ examples: [...categoryKeys] }),
    description: 'Category key.',
    example: exampleCategory ?? categoryKeys[0],
  } as const;
  const filters = exampleProvider ? JSON.stringify([{ id: 'provider', value: [exampleProvider.name] }]) : undefined;
  return {
    category: { in: 'query', ...category },
    pathCategory: { name: 'category', in: 'path', ...category },
    search: {
      in: 'query',
      schema: z.string().max(maxSearchLength),
      description: 'Search terms. Every term must match; case and accents are ignored; "quoted words" are one term.',
      example: exampleProvider?.name,
    },
    filters: {
      in: 'query',
      schema: z.string(),
      description:
        'JSON list of {"id": column, "value": [text, ...]}. Every filter must match. ' +
        'A range filter expects [min, max]; "" leaves an end open.',
      example: filters,
    },
    sorting: {
      in: 'query',
      schema: z.string(),
      description: 'JSON list of at most 3 {"id": column, "desc": boolean}.',
      example: JSON.stringify([{ id: 'provider', desc: true }]),
    },
    page: { in: 'query', schema: z.int().min(1).default(1), description: 'Page number, from 1.', example: 1 },
    pageSize: {
      in: 'query',
      schema: z.int().min(1).max(maxPageSize).default(defaultPageSize),
      description: 'Providers per page.',
      example: defaultPageSize,
    },
  } as const;
}

function answerParameters({ exampleProvider, exampleSnapshot }: ParameterInput) {
  return {
    [snapshotParameter]: {
      in: 'query',
      schema: z.string(),
      description:
        'Id of the snapshot to answer from, such as that of the first page: the current one, or the one before it for ' +
        '10 minutes (`PIN_MINUTES`) after it was replaced. The current one by default.',
      example: exampleSnapshot,
    },
    mode: {
      in: 'query',
      schema: z.enum(pagingModes).default('group'),
      description: 'A page has `pageSize` whole providers with `group`, `pageSize` rows with `offer`.',
      example: 'offer',
    },
    fields: {
      in: 'query',
      schema: z.string(),
      description: 'Keys of the rows to return, separated by commas, in this order. All keys by default.',
      example: 'slug,provider,planName',
    },
    meta: {
      in: 'query',
      schema: z.enum(columnsMetaModes).default('columns'),
      description: '`none` leaves `columnsMeta` out.',
      example: 'none',
    },
    numbers: {
      in: 'query',
      schema: z.enum(['0', '1']).default('0'),
      description:
        'With 1, each row also has the numbers of its texts: `<column>Min` and `<column>Max`, and of prices `<column>Currency`, ' +
        '`<column>Unit` and `<column>Bound`.',
      example: '1',
    },
    format: {
      in: 'query',
      schema: z.enum(Object.keys(exportFormats)).default(defaultFormat),
      description: 'File format.',
      example: defaultFormat,
    },
    slug: {
      in: 'path',
      required: true,
      schema: z.string(),
      description: 'Provider slug.',
      example: exampleProvider?.slug,
    },
  } as const;
}

/** A key that is not the parameter's name is the key of another description of a parameter with that name. */
function offersParameters({ categoryKeys, exampleCategory, exampleProvider, ...input }: ParameterInput) {
  return {
    anyCategory: {
      name: 'category',
      in: 'query',
      schema: z.string(),
      description:
        'Category key; all categories by default. `filters` and `sorting` need one, because they name its columns.',
      example: exampleCategory ?? categoryKeys[0],
    },
    network: {
      in: 'query',
      ...repeated,
      schema: z.array(z.string()),
      description: 'Network key. May be repeated: offers on any of the networks. All networks by default.',
      example: input.exampleNetwork ? [input.exampleNetwork] : undefined,
    },
    provider: {
      in: 'query',
      ...repeated,
      schema: z.array(z.string()),
      description: 'Provider name or slug. May be repeated: offers of any of the providers.',
      example: exampleProvider ? [exampleProvider.name] : undefined,
    },
    offerSlug: {
      name: 'slug',
      in: 'query',
      ...repeated,
      schema: z.array(z.string()),
      description: 'Slug of an offer or of one of its listings. May be repeated: any of the offers.',
      example: input.exampleOffer ? [input.exampleOffer] : undefined,
    },
    offerPageSize: {
      name: 'pageSize',
      in: 'query',
      schema: z.int().min(1).max(maxPageSize).default(defaultPageSize),
      description: 'Items per page.',
      example: defaultPageSize,
    },
    offerFields: {
      name: 'fields',
      in: 'query',
      schema: z.string(),
      description: 'Keys of the offers to return, separated by commas, in this order. All keys by default.',
      example: 'slug,provider,networks',
    },
  } as const;
}

function directoryParameters({ categoryKeys, exampleCategory, exampleProvider, exampleOffer }: ParameterInput) {
  return {
    q: {
      in: 'query',
      required: true,
      schema: z.string().max(maxSearchLength),
      description: 'Search terms. Every term must match; names of networks choose the networks.',
      example: exampleProvider?.name ?? 'rpc',
    },
    oneCategory: {
      name: 'category',
      in: 'query',
      schema: z.string(),
      description: 'Category key: only items in this category.',
      example: exampleCategory ?? categoryKeys[0],
    },
    suggestionKind: {
      name: 'kind',
      in: 'query',
      schema: z.enum(suggestionKinds),
      description: 'Only suggestions of this kind.',
      example: 'provider',
    },
    comparisonFormat: {
      name: 'format',
      in: 'path',
      required: true,
      schema: z.enum(['json', 'md', 'csv']),
      description: 'JSON, a Markdown table, or CSV with a record for each offer.',
      example: 'json',
    },
    comparedOffer: {
      name: 'offer',
      in: 'query',
      ...repeated,
      required: true,
      schema: z.array(z.string()),
      description: `Slug of a listing, on the site also of an offer. Up to ${maxPicked}, in this order.`,
      example: exampleOffer ? [exampleOffer] : undefined,
    },
    providerSorting: {
      name: 'sorting',
      in: 'query',
      schema: z.string(),
      description: 'JSON list of {"id": "name", "networks" or "offers", "desc": boolean}. By name by default.',
      example: JSON.stringify([{ id: 'networks', desc: true }]),
    },
    providerFields: {
      name: 'fields',
      in: 'query',
      schema: z.string(),
      description: 'Keys of the providers to return, separated by commas, in this order. All keys by default.',
      example: 'slug,name,networks',
    },
  } as const;
}

function fileParameters({ exampleSnapshot }: ParameterInput) {
  return {
    snapshotId: {
      name: 'id',
      in: 'path',
      required: true,
      schema: z.string(),
      description: 'Id of a snapshot that `/api/snapshots` lists.',
      example: exampleSnapshot,
    },
    table: {
      in: 'path',
      required: true,
      schema: z
        .string()
        .meta({ examples: ['offers', 'networks', 'providers', 'categories', 'columns', 'sets', 'changes'] }),
      description: 'Name of a table: the path of its file in `manifest.json` without `.parquet`.',
      example: 'networks',
    },
    range: {
      name: 'Range',
      in: 'header',
      schema: z.string(),
      description: 'One range of bytes (RFC 9110, section 14.2): the response is 206.',
      example: 'bytes=0-99',
    },
    ifMatch: {
      name: 'If-Match',
      in: 'header',
      schema: z.string(),
      description: 'ETag that the file must have: a range of another file is refused with 412.',
    },
    ifNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      schema: z.string(),
      description: 'ETag of a stored response: the response is 304 if it is still the same.',
    },
  } as const;
}
