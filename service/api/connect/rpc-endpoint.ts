/** RPC endpoints of all networks, of some, of one, or of offers, in the forms that programs read. */
import * as z from 'zod';
import { rpcCategory } from '../../../model/connect.ts';
import { measureSchema } from '../../../model/measures.ts';
import { callNames, writeCalls } from '../../connect/endpoint-calls.ts';
import { endpointFormats, type Written } from '../../connect/endpoint-formats.ts';
import { describeEndpoints, findEndpoints } from '../../connect/find-endpoints.ts';
import { keyedEndpoints } from '../../connect/keyed-endpoints.ts';
import {
  type EndpointQuestion,
  type ListedEndpoint,
  listEndpoints,
} from '../../connect/list-endpoints.ts';
import { readChain, readProviders } from '../../query/names.ts';
import { cutFlat } from '../../query/offers.ts';
import { limitNetworks } from '../../questions/offers.ts';
import {
  endpointFormat,
  endpointsPaging,
  whichEndpoints,
  workload,
} from '../../questions/parameters.ts';
import type { ParsedParameters } from '../../questions/parse.ts';
import type { Place } from '../../questions/place.ts';
import { readWorkload } from '../../questions/workload.ts';
import { countHeader, parametersOf, setTotalCount } from '../lists.ts';
import { costShape } from '../offers/estimate.ts';
import { networkResource, type Request, resource } from '../resource.ts';
import { openShape, resultShape, timestampShape } from '../shapes.ts';
import { reasonsOf } from './endpoint-reasons.ts';
import { endpointContent } from './endpoint-shapes.ts';

const endpointShape = z
  .object({
    url: z.string().describe('May have placeholders.'),
    transport: openShape(['http', 'websocket']),
    protocol: openShape(['evm', 'solana', 'filecoin'])
      .nullable()
      .describe('Null if the row does not say.'),
    network: z
      .string()
      .nullable()
      .describe('{{Network}} key; null if the row is {{on}} several {{networks}}.'),
    chain: z.string().nullable().describe('Chain of the row; null if it names none.'),
    chainId: z
      .int()
      .nullable()
      .describe('EIP-155 chain id; null if the directory does not know it of this chain.'),
    placeholders: z
      .array(z.string())
      .describe('Stand as `<NAME>` in the texts; the user fills them in.'),
    caip2: z.string().nullable().describe('CAIP-2 identifier of the chain; null if unknown.'),
    testnet: z
      .boolean()
      .nullable()
      .describe('Whether the chain is one for tests; null if unknown.'),
    provider: z.string(),
    offer: z.string().describe('Slug of the offer that states the endpoint.'),
    archive: z
      .boolean()
      .nullable()
      .describe('Whether it answers for old blocks: as a probe found, or as the row says.'),
    lastConfirmed: timestampShape
      .nullable()
      .describe('Last good answer to a probe; null if there was none.'),
    stopped: z.boolean().describe('Whether it stopped answering: three failures on two days.'),
    measured: measureSchema.nullable().describe('Figures of the readings; null without any.'),
    monthlyCost: costShape
      .nullable()
      .describe('With `keyed`: cost for the workload; otherwise null.'),
    calls: z
      .array(
        z.object({
          kind: openShape(callNames),
          label: z.string().describe('Name of the kind for people.'),
          text: z
            .string()
            .describe('An address, a command line of a POSIX shell, or a JavaScript module.'),
        }),
      )
      .optional()
      .describe('First calls to copy; of requests with `offer`.'),
  })
  .meta({ id: 'RpcEndpoint' });

const endpointsShape = resultShape({
  network: z.string().nullable().describe('{{Network}} key; null if the address names none.'),
  offer: z.string().nullable().describe('As requested; null for none or several.'),
  provider: z.string().nullable().describe('Of the offer; null for none or several.'),
  endpoints: z.array(endpointShape).describe('Each address once.'),
  pagination: z.object({
    page: z.int().describe('Number of this page; the first is 1.'),
    pageSize: z.int(),
    totalPages: z.int().describe('0 if there is no endpoint.'),
    total: z.int().describe('Endpoints on all pages.'),
  }),
  reasons: z.array(z.string()).describe('Why there is no endpoint.'),
  notes: z.array(z.string()).describe('What the user must know before the first call.'),
});

/** Offers that the address of a feed names. */
const maxFed = 20;

const onNetwork = {
  ...whichEndpoints,
  ...workload,
  // The limit of past states is one of the endpoints.
  archive: whichEndpoints.archive,
  ...endpointsPaging,
  format: endpointFormat,
};
const { network: _, ...ofNetwork } = onNetwork;

const definition = {
  path: '/rpc-endpoint',
  category: rpcCategory,
  namesOne: true,
  content: endpointContent(endpointsShape),
  headers: countHeader,
  answer: (parameters: EndpointParameters, place: Place, { ctx }: Request) => {
    const question = readEndpoints(parameters, place);
    const { format } = parameters;
    const isListed = ({ stopped }: ListedEndpoint) => format === 'json' || !stopped;
    const listed = listEndpoints(place.snapshot, question).filter(isListed);
    const listedEndpoints = [
      ...listed.slice(0, parameters.limit),
      ...keyedOf(parameters, question, place),
    ];
    setTotalCount(ctx, listedEndpoints.length);
    if (format === 'json')
      return presentEndpoints(listedEndpoints, question, { parameters, place });
    const { type, write } = endpointFormats[format];
    ctx.type = `${type}; charset=utf-8`;
    ctx.body = Buffer.from(write(writtenOf(listedEndpoints, ctx, place)));
    return undefined;
  },
};

function keyedOf(parameters: EndpointParameters, question: EndpointQuestion, { snapshot }: Place) {
  if (parameters.keyed === 0) return [];
  const read = readWorkload({ ...parameters, archive: parameters.archive ? '1' : '0' });
  return keyedEndpoints(snapshot, question, { workload: read, count: parameters.keyed });
}

/** What a form says of itself. The feed is that of the offers of the list. */
function writtenOf(
  endpoints: readonly ListedEndpoint[],
  ctx: Request['ctx'],
  { snapshot, network, urls }: Place,
): Written {
  const slugs = [...new Set(endpoints.map(({ offer }) => offer))].slice(0, maxFed);
  return {
    snapshot,
    endpoints,
    address: urls.to(network, ctx.path, parametersOf(ctx.state.parameters)),
    feed: urls.to(null, '/changes.atom', { category: rpcCategory, slug: slugs }),
  };
}

export const rpcEndpoint = resource({
  ...definition,
  parameters: onNetwork,
  path: '/api/rpc-endpoint',
  operationId: 'readRpcEndpoint',
  summary:
    'RPC endpoints of {{networks}} or of offers, each address once, with what probes found of them.',
});

export const networkRpcEndpoint = networkResource({
  ...definition,
  parameters: ofNetwork,
  operationId: 'readRpcEndpointOnNetwork',
  summary:
    'RPC endpoints of the {{network}} or of offers {{on}} it, with what probes found of them.',
});

type EndpointParameters = ParsedParameters<typeof ofNetwork> & {
  readonly network?: readonly string[];
};

/** Throws 400 for what the snapshot does not have. */
function readEndpoints(parameters: EndpointParameters, place: Place): EndpointQuestion {
  const { offer, chain, protocol, transport, key, archive, confirmed, sort, format } = parameters;
  const networks = limitNetworks(parameters.network ?? place.networks, place);
  return {
    networks,
    providers: readProviders(parameters.provider, place.snapshot),
    offers: [...new Set(offer)],
    chain: chain === undefined ? null : readChain(chain, networks, place.snapshot),
    protocol: protocol ?? null,
    transport: transport ?? null,
    key: key ?? (format === 'json' ? null : 'none'),
    archive,
    confirmed,
    sort,
  };
}

interface EndpointRequest {
  readonly parameters: EndpointParameters;
  readonly place: Place;
}

function presentEndpoints(
  endpoints: readonly ListedEndpoint[],
  question: EndpointQuestion,
  { parameters, place }: EndpointRequest,
) {
  const { items, pagination } = cutFlat(endpoints, parameters, ({ provider }) => provider);
  const [only = null, another] = question.offers;
  const one = another === undefined ? only : null;
  const { page, pageSize, totalPages } = pagination;
  const ofOne = one === null ? null : findEndpoints(place.snapshot, one, question.networks);
  return {
    network: place.network,
    offer: one,
    provider: ofOne?.provider ?? null,
    endpoints: items.map((endpoint) => presentEndpoint(endpoint, only !== null)),
    pagination: { page, pageSize, totalPages, total: endpoints.length },
    reasons: endpoints.length > 0 ? [] : reasonsOf(question, ofOne?.missing ?? [], place),
    notes: describeEndpoints(items),
  };
}

function presentEndpoint(endpoint: ListedEndpoint, hasCalls: boolean) {
  const { url, transport, protocol, network, chain, chainId, placeholders, ...rest } = endpoint;
  const { isMain: _, monthlyCost, ...others } = rest;
  const cost = monthlyCost === null ? null : pickCost(monthlyCost);
  const stated = { url, transport, protocol, network, chain, chainId, placeholders };
  return {
    ...stated,
    ...(hasCalls ? { calls: writeCalls(endpoint) } : {}),
    ...others,
    monthlyCost: cost,
  };
}

function pickCost({ min, max, currency, bound }: NonNullable<ListedEndpoint['monthlyCost']>) {
  return { min, max, currency, bound };
}
