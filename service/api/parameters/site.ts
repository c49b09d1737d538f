/** Parameters of resources over all networks: offers, providers, search and comparisons. */
import * as z from 'zod';
import { defaultPageSize, maxPageSize, maxSearchLength } from '../../query/params.ts';
import { suggestionKinds } from '../../query/search/suggest.ts';
import { maxPicked } from '../../query/view.ts';
import { fieldsOf, inPath, type ParameterInput, repeated, repeatedTexts } from './input.ts';

export function offersParameters({ categoryKeys, exampleCategory, exampleProvider, ...input }: ParameterInput) {
  return {
    anyCategory: {
      name: 'category',
      schema: z.string(),
      description:
        'Category key; all categories by default. `filters` and `sorting` need one, because they name its columns.',
      example: exampleCategory ?? categoryKeys[0],
    },
    network: {
      ...repeatedTexts,
      description: 'Network key. May be repeated: offers on any of the networks. All networks by default.',
      example: input.exampleNetwork ? [input.exampleNetwork] : undefined,
    },
    provider: {
      ...repeatedTexts,
      description: 'Provider name or slug. May be repeated: offers of any of the providers.',
      example: exampleProvider ? [exampleProvider.name] : undefined,
    },
    offerSlug: {
      name: 'slug',
      ...repeatedTexts,
      description: 'Slug of an offer or of one of its listings. May be repeated: any of the offers.',
      example: input.exampleOffer ? [input.exampleOffer] : undefined,
    },
    offerPageSize: {
      name: 'pageSize',
      schema: z.int().min(1).max(maxPageSize).default(defaultPageSize),
      description: 'Items per page.',
      example: defaultPageSize,
    },
    listPageSize: {
      name: 'pageSize',
      schema: z.int().min(1).max(maxPageSize),
      description: 'Items per page. All items on one page by default.',
      example: defaultPageSize,
    },
    offerFields: fieldsOf('offers', 'slug,provider,networks'),
  } as const;
}

const asText = {
  name: 'text',
  ...repeatedTexts,
  description: 'Words of `q` that are text and mean nothing else. May be repeated.',
  example: ['archive'],
} as const;

export function directoryParameters({ categoryKeys, exampleCategory, exampleProvider, exampleOffer }: ParameterInput) {
  return {
    q: {
      required: true,
      schema: z.string().max(maxSearchLength),
      description:
        'Ordinary words. Names of networks choose the networks; words such as `free` or `under $50` are filters if a category is named.',
      example: exampleProvider?.name ?? 'rpc',
    },
    asText,
    oneCategory: {
      name: 'category',
      schema: z.string(),
      description: 'Category key: only items in this category.',
      example: exampleCategory ?? categoryKeys[0],
    },
    suggestionKind: {
      name: 'kind',
      schema: z.enum(suggestionKinds),
      description: 'Only suggestions of this kind.',
      example: 'provider',
    },
    comparisonFormat: {
      name: 'format',
      ...inPath,
      schema: z.enum(['json', 'md', 'csv']),
      description: 'JSON, a Markdown table, or CSV with a record for each offer.',
      example: 'json',
    },
    comparedOffer: {
      name: 'offer',
      ...repeated,
      required: true,
      schema: z.array(z.string()),
      description: `Slug of a listing, on the site also of an offer. Up to ${maxPicked}, in this order.`,
      example: exampleOffer ? [exampleOffer] : undefined,
    },
    providerSorting: {
      name: 'sorting',
      schema: z.string(),
      description:
        'JSON list of {"id": "name", "networkCount", "namedNetworkCount" or "offerCount", "desc": boolean}. By name by default.',
      example: JSON.stringify([{ id: 'networkCount', desc: true }]),
    },
    providerFields: fieldsOf('providers', 'slug,name,networkCount'),
  } as const;
}

/** Ways to connect, and offers to connect to. */
export function connectParameters(input: ParameterInput) {
  return {
    gatewayFormat: {
      name: 'format',
      ...inPath,
      schema: z.enum(['json', 'md']),
      description: 'JSON or Markdown.',
      example: 'json',
    },
    mcpServer: {
      name: 'offer',
      required: true,
      schema: z.string(),
      description: 'Slug of an MCP server: of the offer, or of a listing.',
      example: input.exampleServer ?? input.exampleOffer ?? undefined,
    },
    rpcOffer: {
      name: 'offer',
      required: true,
      schema: z.string(),
      description: 'Slug of an offer of APIs, or of a listing.',
      example: input.exampleOffer ?? undefined,
    },
  } as const;
}
