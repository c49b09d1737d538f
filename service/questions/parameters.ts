/**
 * The table of parameters. Each line says how a parameter is read and what it means: parsing,
 * OpenAPI, arguments of tools and the examples in errors follow from it.
 */
import * as z from 'zod';
import { foldText } from '../../common/fold.ts';
import { changeFacts, changeKinds } from '../../model/changes.ts';
import { endpointSchema } from '../../model/connect.ts';
import { probeKinds } from '../../model/probes.ts';
import { scopes } from '../../model/rows.ts';
import { maxFilters, maxSorts } from '../../model/sets.ts';
import { badParameter } from '../errors.ts';
import {
  type PresetName,
  presets,
  readWeights,
  usualPreset,
  usualRequests,
} from '../estimate/workloads.ts';
import { apiFilterSchema } from '../query/filters/index.ts';
import { pagingModes } from '../query/paging.ts';
import { snapshotParameter } from '../snapshot/requested-id.ts';
import {
  digits,
  type Examples,
  flag,
  jsonText,
  listed,
  maxSearchLength,
  moment,
  names,
  openWord,
  parameter,
  quoted,
  whole,
  word,
  words,
} from './parameter.ts';
import { splitWords } from './words/split.ts';

export const maxPageSize = 100;

export const defaultPageSize = 10;

const maxPage = 999_999_999;

/** Offers that can be compared side by side. */
export const maxPicked = 6;

/** `list` is the list that the words mean. */
export const suggestionKinds = ['list', 'network', 'category', 'provider', 'offer'] as const;

/** What pages and feeds leave out and tell if `fields` asks for it. */
export const extraFields = ['addresses'] as const;

export const presetNames = Object.keys(presets) as PresetName[];

export const providerSorts = ['name', 'networkCount', 'namedNetworkCount', 'offerCount'] as const;

/** Orders of RPC endpoints: as rows state them, by the last answer, or by a figure of the readings. */
export const endpointSorts = ['listed', 'answered', 'uptime', 'latency', 'blocksBehind'] as const;

/** Forms of a list of RPC endpoints. */
export const endpointFormatNames = [
  'json',
  'txt',
  'chains',
  'repository',
  'erpc',
  'viem',
  'wallet',
] as const;

/** Formats of an export, in the order in which pages and texts list them. */
export const exportNames = ['csv', 'csv-excel', 'ndjson', 'parquet'] as const;

/** Terms of a search, folded, each once. Throws 400 for a long search. */
export function parseSearch(search: string): string[] {
  if ([...search].length > maxSearchLength) {
    throw badParameter('search', `search is longer than ${maxSearchLength} characters`);
  }
  return termsOf(search);
}

/** The same of a search that was read before. */
export function termsOf(search: string): string[] {
  const folded = splitWords(search).map(({ text }) => foldText(text));
  return [...new Set(folded.filter((term) => term.trim() !== ''))];
}

export const sortSchema = z.strictObject({
  id: z.string().describe('Column key.'),
  desc: z.boolean().default(false).describe('Highest or last first.'),
});

const firstCategory = ({ category, categoryKeys }: Examples) => category ?? categoryKeys[0];

export const category = parameter(word, 'Category key.', {
  required: true,
  example: firstCategory,
  values: ({ categoryKeys }) => categoryKeys,
});

export const oneCategory = parameter(word, 'Category key: only items in this category.', {
  example: firstCategory,
});

export const anyCategory = parameter(
  word,
  'Category key; all categories by default. `filters` and `sorting` need one for prices and for columns that not every category has.',
  { example: firstCategory },
);

export const estimatedCategory = parameter(
  word,
  'Key of a category whose offers state what a plan includes. May be left out if there is only one, such as `apis`.',
);

const scope = parameter(
  z.enum(scopes).optional(),
  '`network`: only listings of single {{networks}}. `all-networks`: only those of all {{networks}}. Both by default.',
  { example: (from) => from.scope },
);

const search = parameter(
  z.string().default('').transform(parseSearch).meta({ maxLength: maxSearchLength }),
  'Search terms. Every term must match; case and accents are ignored; "quoted words" are one term.',
  { example: (from) => from.provider },
);

/** More than all providers answer together. */
const maxRequests = 1e12;

const maxPeak = 1e6;

const mixes = presetNames.map((name) => `\`${name}\`: ${presets[name].description}`).join(' ');

const maxMixLength = 1000;

const mixError = 'must be names of calls with their weights, such as eth_call:60,eth_getLogs:10';

/** Calls with their weights, in one spelling. */
const ownMix = z
  .string()
  .max(maxMixLength, mixError)
  .transform((text, context) => {
    const weights = readWeights(text);
    if (weights !== null)
      return Array.from(weights, ([call, weight]) => `${call}:${weight}`).join(',');
    context.addIssue({ code: 'custom', message: mixError });
    return z.NEVER;
  });

export const workload = {
  requests: parameter(digits(whole(maxRequests).default(usualRequests)), 'Requests a month.', {
    about: 'estimates',
    example: 5_000_000,
  }),
  workload: parameter(
    z.enum(presetNames).default(usualPreset),
    `Mix of the calls, for plans that count compute units or credits. ${mixes}`,
    { about: 'estimates', example: 'indexer' },
  ),
  mix: parameter(
    ownMix.optional(),
    'Own calls with their weights, in place of those of `workload`. Plans whose provider documents no weight of one of them have no estimate.',
    { about: 'estimates', example: 'eth_call:60,eth_getLogs:10,eth_getBalance:30' },
  ),
  peak: parameter(
    digits(whole(maxPeak).optional()),
    'Requests per second at the peak. Plans that allow less have no estimate.',
    { about: 'estimates', example: 20 },
  ),
  archive: parameter(
    z.enum(['0', '1']).default('0'),
    'With 1, the calls read past states: plans without them have no estimate.',
    { about: 'estimates', example: '1' },
  ),
};

/** Rows of a category. With `filters`, fields of a form (`f.<column>`) are read as well. */
export const selection = {
  search,
  scope,
  confirmed: parameter(
    flag(),
    'With 1, only listings of which a probe confirmed {{#endpoints}}an endpoint, the MCP server or {{/endpoints}}a quotation in the 30 days before the snapshot.',
    { example: '0' },
  ),
  filters: parameter(
    jsonText(z.array(apiFilterSchema).max(maxFilters)),
    'JSON list of {"id": column, "value": [text, ...]}. Every filter must match. ' +
      'A range filter expects [min, max]; "" leaves an end open. {{#estimates}}`estimate` is what `requests` cost a month, {{/estimates}}`networkCount` {{on}} how many {{networks}} the offer is.',
    {
      example: ({ provider }) =>
        provider && JSON.stringify([{ id: 'provider', value: [provider] }]),
    },
  ),
  ...workload,
};

export const sorting = parameter(
  jsonText(z.array(sortSchema).max(maxSorts)),
  'JSON list of at most 3 {"id": column, "desc": boolean}.',
  { example: JSON.stringify([{ id: 'provider', desc: true }]) },
);

export const providerSorting = parameter(
  word,
  `JSON list of {"id": ${quoted(providerSorts)}, "desc": boolean}. By name by default.`,
  { example: JSON.stringify([{ id: 'networkCount', desc: true }]) },
);

export const page = parameter(digits(whole(maxPage).default(1)), 'Page number, from 1.', {
  example: 1,
});

const pageSize = whole(maxPageSize);

const usualSize = digits(pageSize.default(defaultPageSize));

export const groupPaging = {
  page,
  pageSize: parameter(usualSize, 'Providers per page.', { example: defaultPageSize }),
};

export const paging = {
  page,
  pageSize: parameter(usualSize, 'Items per page.', { example: defaultPageSize }),
};

const maxGroups = 1000;

export const endpointsPaging = {
  page,
  pageSize: parameter(digits(whole(maxGroups).default(maxGroups)), 'Endpoints per page.', {
    example: maxPageSize,
  }),
};

export const groupsPaging = {
  page,
  pageSize: parameter(digits(whole(maxGroups).default(maxPageSize)), 'Groups per page.', {
    example: maxPageSize,
  }),
};

export const wholePaging = {
  page,
  pageSize: parameter(
    digits(pageSize.optional()),
    'Items per page. All items on one page by default.',
    {
      example: defaultPageSize,
    },
  ),
};

export const numbers = parameter(
  flag(),
  'With 1, each row also has the numbers of its texts: `<column>Min` and `<column>Max`, and of prices `<column>Currency`, ' +
    '`<column>Unit` and `<column>Bound`.',
  { example: '1' },
);

export const probes = parameter(
  flag(),
  'With 1, each row also has `probes`: what its endpoints, its MCP server and the pages of its quotations answered, and `measured`: the figures of its endpoints, null without readings; and `benchmarks`: what others measured of them or of its provider, with source and licence.',
  { example: '1' },
);

export const mode = parameter(
  z.enum(pagingModes).default('group'),
  'A page has `pageSize` whole providers with `group`, `pageSize` rows with `offer`.',
  { example: 'offer' },
);

export const meta = parameter(
  z.enum(['columns', 'none']).default('columns'),
  '`none` leaves `columnsMeta` out.',
  {
    example: 'none',
  },
);

export const fieldsOf = (items: string, example: string) =>
  parameter(
    word,
    `Keys of the ${items} to return, separated by commas, in this order. All keys by default.`,
    {
      example,
    },
  );

export const exportFormat = parameter(z.enum(exportNames).default('csv'), 'File format.', {
  example: 'csv',
});

export const endpointFormat = parameter(
  z.enum(endpointFormatNames).default('json'),
  '`txt`: an address on each line. `chains`: chains as ethereum-lists/chains has them. `repository`: addresses by chain id, as the provider `repository` of eRPC reads them. `erpc`: `erpc.yaml`. `viem`: a module with a `fallback` transport. `wallet`: the parameter of `wallet_addEthereumChain`. These forms leave out what stopped answering, and have no pages.',
  { example: 'json' },
);

const [csv, csvForExcel] = exportNames;

export const comparisonCsv = parameter(
  z.enum([csv, csvForExcel]).default(csv),
  'Form of `compare.csv`: with `csv-excel` it has a byte order mark, so that Excel reads it as UTF-8.',
  { example: csv },
);

export const facetColumn = parameter(
  word,
  'Key of the only column whose values are returned. All columns with a filter by default.',
  { example: 'provider' },
);

export const countedBy = parameter(
  z.string().default('category'),
  'Up to three keys, separated by commas: `category`, `network`, `provider`, `scope`,{{#chains}} `chain`,{{/chains}} or columns whose filter has values.',
  { example: 'category,network' },
);

/** Each is a question of its own. */
export const maxEvery = 5;

export const everyOf = parameter(
  jsonText(z.array(apiFilterSchema).max(maxEvery)),
  `JSON list of at most ${maxEvery} filters, as in \`filters\`: only providers that have, for each of them, an offer that matches it and \`filters\`.`,
  {
    example: ({ provider }) => provider && JSON.stringify([{ id: 'provider', value: [provider] }]),
  },
);

/** Limits of a list. All of them may be repeated. */
export const limits = {
  network: parameter(
    names,
    '{{Network}} key. May be repeated: offers {{on}} any of the {{networks}}. All {{networks}} by default.',
    {
      example: ({ network }) => listed(network),
    },
  ),
  provider: parameter(
    names,
    'Provider name or slug. May be repeated: offers of any of the providers.',
    {
      example: ({ provider }) => listed(provider),
    },
  ),
  slug: parameter(
    names,
    'Slug of an offer or of one of its listings, with the slug of a provider and a colon before it those of the provider. May be repeated: any of the offers.',
    {
      example: ({ offer }) => listed(offer),
    },
  ),
};

/** What selects offers over all networks. */
export const whichOffers = {
  ...limits,
  networkMatch: parameter(
    z.enum(['any', 'all']).default('any'),
    'With several {{networks}}: offers {{on}} any of them, or only offers that match {{on}} all of them.',
    { example: 'all' },
  ),
  ...selection,
};

export const q = parameter(
  words.trim().min(1, 'must not be empty'),
  'Ordinary words. Names of {{networks}} choose the {{networks}}; words such as `free` or `under $50` are filters if a category is named.',
  { required: true, example: ({ provider }) => provider ?? 'rpc' },
);

export const typed = parameter(
  words.default(''),
  'The text that was typed: names, or ordinary words.',
  {
    example: ({ provider }) => provider ?? 'rpc',
  },
);

export const asText = parameter(
  z.array(z.string()),
  'Words of `q` that are text and mean nothing else. May be repeated.',
  { example: ['archive'] },
);

export const suggestionKind = parameter(
  z.enum(suggestionKinds).optional(),
  'Only suggestions of this kind.',
  {
    example: 'provider',
  },
);

export const probeKind = parameter(z.enum(probeKinds).optional(), 'Only probes of this kind.', {
  example: 'endpoint',
});

export const comparedOffers = parameter(
  names,
  `Slug of a listing, on the site also of an offer; \`provider:slug\` of one provider. Up to ${maxPicked}, in this order.`,
  { required: true, example: ({ offer }) => listed(offer) },
);

const oneOffer = z.string().default('');

export const mcpServer = parameter(
  oneOffer,
  'Slug of an MCP server: of the offer, or of a listing.',
  {
    required: true,
    example: ({ server, offer }) => server ?? offer,
  },
);

const maxKeyed = 10;

const rpcOffers = parameter(
  names,
  'Slug of an offer of APIs, or of a listing. May be repeated. All offers by default.',
  { example: ({ offer }) => listed(offer) },
);

/** What selects RPC endpoints. On a network, without `network`. */
export const whichEndpoints = {
  offer: rpcOffers,
  network: limits.network,
  provider: limits.provider,
  chain: parameter(
    word,
    'Name of a chain (`sepolia`, `fuji`), its EIP-155 id (`8453`) or its CAIP-2 identifier (`eip155:8453`).',
    { example: ({ chain }) => chain },
  ),
  protocol: parameter(
    openWord(endpointSchema.shape.protocol.unwrap().options),
    'Only endpoints that answer these JSON-RPC methods.',
    { example: 'evm' },
  ),
  transport: parameter(
    openWord(endpointSchema.shape.transport.options),
    'Only endpoints of this kind.',
    {
      example: 'http',
    },
  ),
  key: parameter(
    z.enum(['none', 'needed']).optional(),
    '`none`: addresses that work as they are. `needed`: addresses with a placeholder. Both by default in JSON, `none` in the other formats.',
    { example: 'none' },
  ),
  archive: parameter(
    flag(),
    'With 1, only endpoints that answer for old blocks: a probe had such an answer, or the row says so.',
    { example: '0' },
  ),
  confirmed: parameter(
    flag(),
    'With 1, only endpoints of which a probe had a good answer in the 30 days before the snapshot.',
    { example: '0' },
  ),
  limit: parameter(
    digits(whole(maxGroups).optional()),
    'Endpoints at most, without the keyed ones.',
    {
      example: 2,
    },
  ),
  keyed: parameter(
    digits(whole(maxKeyed, 0).default(0)),
    'Also this many offers whose address the provider gives to its users, as placeholders: those with the lowest cost for the workload, one of each provider.',
    { example: 3 },
  ),
  sort: parameter(
    z.enum(endpointSorts).default('listed'),
    'Order: as the rows have them, by the last answer to a probe, or by a figure of the readings, best first; endpoints with too few readings come after the others. What stopped answering is last in each order.',
    { example: 'uptime' },
  ),
};

export const usualWorkload = z.object(workload).parse({});

/** What selects changes on a network. */
const networkChanges = {
  since: parameter(
    moment(false),
    'Changes after a snapshot, by its id, or from a time on: ISO 8601 with a time zone, or a day. The snapshot need not be kept any more.',
    { example: '2026-01-01' },
  ),
  until: parameter(
    moment(true),
    'Changes up to a snapshot or a time, which counts; a day counts as a whole.',
    {
      example: ({ snapshot }) => snapshot,
    },
  ),
  category: oneCategory,
  provider: limits.provider,
  slug: limits.slug,
  kind: parameter(z.enum(changeKinds).optional(), 'Only changes of this kind.', {
    example: 'changed',
  }),
  scope,
  fact: parameter(
    z.array(z.enum(changeFacts)),
    'Only changes of these facts{{#chains}}; `chains` are listings of an offer that has others{{/chains}}. May be repeated.',
    { example: ['price'] },
  ),
  column: parameter(word, 'Key of the column that changed.', {
    example: ({ column }) => column,
  }),
};

const { since, until, ...changed } = networkChanges;

/** What selects changes: on a network, which its address names, and on the site. */
export const changes = {
  network: networkChanges,
  site: { since, until, network: limits.network, ...changed },
};

export const changeExtras = parameter(
  z.enum(extraFields).optional(),
  'Also changes of addresses, which feeds leave out unless `fact` or `column` asks for them.',
  { example: 'addresses' },
);

/** Parameters of the API of the MCP registry, as its clients send them. */
export const registry = {
  search: parameter(words.optional(), 'Part of the name or title of a server.', {
    example: 'mcp',
  }),
  updated_since: parameter(
    z.iso.datetime({ offset: true, error: 'is no time such as 2026-03-01T12:00:00Z' }).optional(),
    'Only entries that changed at or after a time (RFC 3339).',
    { example: '2020-01-01T00:00:00Z' },
  ),
  version: parameter(
    z
      .string()
      .regex(/^[\w.+-]{1,100}$/, 'must be `latest` or a version')
      .optional(),
    '`latest`, or an exact version.',
    { example: 'latest' },
  ),
  limit: parameter(digits(pageSize.default(30)), 'Servers per page.', { example: 30 }),
  cursor: parameter(
    z
      .string()
      .regex(
        /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+(?:~[\w-]+)?$/,
        'must be the `nextCursor` of the page before',
      )
      .optional(),
    '`nextCursor` of the page before.',
  ),
  include_deleted: parameter(
    z.enum(['true', 'false']).default('false'),
    'Also removed servers, with the status `deleted`; always with `updated_since`.',
    { example: 'false' },
  ),
};

/** Parts of a path. */
export const inPath = {
  serverName: parameter(
    z.string(),
    'Name of a server, with its slash as `%2F`; or the part after the slash.',
    {
      example: ({ server }) => server,
    },
  ),
  serverVersion: parameter(z.string(), '`latest`, or the version of the entry.', {
    example: 'latest',
  }),
  category,
  network: parameter(z.string(), '{{Network}} key, or another name of the {{network}}.', {
    example: ({ network }) => network,
  }),
  offerSlug: parameter(
    z.string(),
    'Slug of an offer or of one of its listings; `provider:slug` of one provider.',
    {
      example: ({ offer }) => offer,
    },
  ),
  slug: parameter(z.string(), 'Provider slug.', { example: ({ providerSlug }) => providerSlug }),
  snapshotId: parameter(z.string(), 'Id of a snapshot that `/api/snapshots` lists.', {
    example: ({ snapshot }) => snapshot,
  }),
  table: parameter(
    z.string().meta({
      examples:
        'networks chains providers categories columns sets words application units changes'.split(
          ' ',
        ),
    }),
    'Name of a table: the path of its file in `manifest.json` without `.parquet`.',
    { example: 'networks' },
  ),
  feedFormat: parameter(z.enum(['atom', 'json']), 'Atom (RFC 4287) or JSON Feed 1.1.', {
    example: 'atom',
  }),
  comparisonFormat: parameter(
    z.enum(['json', 'md', 'csv']),
    'JSON, a Markdown table, or CSV with a record for each offer.',
    { example: 'json' },
  ),
  gatewayFormat: parameter(z.enum(['json', 'md']), 'JSON or Markdown.', { example: 'json' }),
};

/** Of every route of the API: the snapshot is chosen before the route runs. */
export const ofEveryResource = {
  [snapshotParameter]: parameter(
    z.string(),
    'Id of the snapshot to answer from, such as that of the first page: the current one, or the one before it for ' +
      '10 minutes (`PIN_MINUTES`) after it was replaced. The current one by default.',
    { example: ({ snapshot }) => snapshot },
  ),
};

/** Headers of requests. */
export const conditions = {
  'If-None-Match': parameter(
    z.string(),
    'ETag of a stored response: the response is 304 if it is still the same.',
  ),
};

export const ranges = {
  Range: parameter(
    z.string(),
    'One range of bytes (RFC 9110, section 14.2): the response is 206.',
    {
      example: 'bytes=0-99',
    },
  ),
  'If-Match': parameter(
    z.string(),
    'ETag that the file must have: a range of another file is refused with 412.',
  ),
};
