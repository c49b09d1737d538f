/** get_connection: RPC endpoints, and the configuration of an MCP client for an MCP server. */
import * as z from 'zod';
import { mcpCategory, rpcCategory } from '../../../model/connect.ts';
import { type Measure, type MeasuredColumn, measuredCells } from '../../../model/measures.ts';
import { clientNames, configure } from '../../connect/client-config.ts';
import { findConnection } from '../../connect/find-connection.ts';
import { describeEndpoints, findEndpoints } from '../../connect/find-endpoints.ts';
import { anyEndpoint, type ListedEndpoint, listEndpoints } from '../../connect/list-endpoints.ts';
import { badParameter } from '../../errors.ts';
import type { Answer } from '../../notations/tool-result.ts';
import type { Cell } from '../../notations/tool-text.ts';
import { limitNetworks } from '../../questions/offers.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { plural } from '../../text/counts.ts';
import { describeSource } from '../../text/measured.ts';
import { readSlug } from '../offers.ts';
import { namesSchema, offsetSchema, type ToolContext, tool } from '../tool.ts';

const input = z.strictObject({
  offer: z.string().optional().describe('Slug'),
  network: namesSchema.optional().describe('Alone: its RPC endpoints'),
  chain: z.string().optional(),
  client: z.enum(clientNames).default('mcpServers'),
  offset: offsetSchema,
});

export const getConnectionTool = tool({
  name: 'get_connection',
  description:
    'RPC endpoint URLs of a {{network}} or offer, or client configuration of an MCP server.',
  needs: ['apis', mcpCategory],
  input,
  run: ({ offer: name, ...input }, context) => {
    const { snapshot } = context;
    const networks = limitNetworks(input.network ?? [], context);
    if (name === undefined) {
      if (input.network === undefined) throw badParameter('offer', 'give `offer` or `network`');
      const title = networks.map((key) => snapshot.catalog.networkName(key)).join(', ');
      const allEndpoints = listEndpoints(snapshot, { ...anyEndpoint, networks });
      return writeEndpoints(
        title,
        allEndpoints,
        input,
        allEndpoints.length > 0 ? [] : withoutEndpoint(networks, context),
      );
    }
    const offer = readSlug(name, snapshot);
    const isRpc = [...snapshot.offers.named(offer)].some(
      ({ category }) => category === rpcCategory,
    );
    if (!isRpc) return configuration(offer, input, { snapshot, networks });
    const { provider, missing } = findEndpoints(snapshot, offer, networks);
    const listed = listEndpoints(snapshot, { ...anyEndpoint, networks, offers: [offer] });
    return writeEndpoints(`${provider}: ${offer}`, listed, input, missing);
  },
});

type ConnectionInput = z.infer<typeof input>;

/** That no offer states an address on these networks, and which networks have one. */
function withoutEndpoint(networks: readonly string[], { snapshot, urls }: ToolContext): string[] {
  const { catalog } = snapshot;
  const chains = networks.flatMap((key) => catalog.networks.get(key)?.chains ?? []);
  const others = catalog.networkKeys.filter(
    (key) =>
      urls.serves(key) && listEndpoints(snapshot, { ...anyEndpoint, networks: [key] }).length > 0,
  );
  const { plan } = catalog.roles;
  const elsewhere =
    others.length === 0
      ? `No ${catalog.terms.network} has one`
      : `${catalog.terms.Networks} with one: ${others.join(', ')}`;
  return [
    `No listed offer states the address of an endpoint there (chains: ${[...new Set(chains)].join(', ') || 'none'}): providers give it to their users.`,
    `${elsewhere}. find_offers${plan === null ? '' : ` with ${plan} Public or Free`} lists offers to ask.`,
  ];
}

/** Those that need no key first, of main chains before others; what stopped answering is last. */
function writeEndpoints(
  title: string,
  endpoints: readonly ListedEndpoint[],
  { chain, offset }: Pick<ConnectionInput, 'chain' | 'offset'>,
  missing: readonly string[] = [],
): Answer {
  const matchingEndpoints = endpoints.filter(
    (endpoint) => chain === undefined || endpoint.chain?.toLowerCase() === chain.toLowerCase(),
  );
  const weightOf = (endpoint: ListedEndpoint) =>
    (endpoint.stopped ? 4 : 0) +
    (endpoint.placeholders.length > 0 ? 2 : 0) +
    (endpoint.chain === 'mainnet' ? 0 : 1);
  const ordered = matchingEndpoints.toSorted((a, b) => weightOf(a) - weightOf(b));
  const chains = [...new Set(endpoints.map((endpoint) => endpoint.chain ?? 'none'))];
  const none =
    matchingEndpoints.length > 0 || missing.length > 0
      ? []
      : [`No RPC endpoint is listed on this chain. Chains with one: ${chains.join(', ')}.`];
  const measures = ordered.flatMap(({ measured }) => (measured?.isEnough ? [measured] : []));
  const isProbed = ordered.some(({ stopped, lastConfirmed }) => stopped || lastConfirmed !== null);
  const columns = [...statedColumns, ...(isProbed ? probedColumns : [])];
  return {
    title: `${title}: ${plural(matchingEndpoints.length, 'RPC endpoint')}.`,
    whole: ['url'],
    columns: columns.map(([key]) => key),
    rows: ordered.slice(offset).map((endpoint) => columns.map(([, cellOf]) => cellOf(endpoint))),
    total: matchingEndpoints.length,
    offset,
    notes: [
      ...missing,
      ...none,
      ...(measures.length === 0 ? [] : [describeSource(measures)]),
      ...describeEndpoints(ordered),
    ],
  };
}

type Column = readonly [key: string, cellOf: (endpoint: ListedEndpoint) => Cell];

const statedColumns: readonly Column[] = [
  ['url', ({ url }) => url],
  ['provider', ({ provider }) => provider],
  ['slug', ({ offer }) => offer],
  ['network', ({ network }) => network],
  ['chain', ({ chain }) => chain],
  ['chainId', ({ chainId }) => (chainId === null ? null : String(chainId))],
  ['transport', ({ transport }) => transport],
  ['key', ({ placeholders }) => (placeholders.length > 0 ? 'Yes' : 'No')],
];

/** Of endpoints that were read. */
const probedColumns: readonly Column[] = [
  ['confirmed', ({ stopped, lastConfirmed }) => (stopped ? 'stopped' : dayOf(lastConfirmed))],
  ['verifiedUptime', ({ measured }) => figureOf(measured, 'verifiedUptime')],
  ['verifiedLatency', ({ measured }) => figureOf(measured, 'verifiedLatency')],
];

const dayOf = (time: string | null) => time?.slice(0, 10) ?? null;

function figureOf(measured: Measure | null, column: MeasuredColumn): string | null {
  return measured?.isEnough === true ? (measuredCells(measured)[column]?.text ?? null) : null;
}

function configuration(
  offer: string,
  { client: wanted }: ConnectionInput,
  { snapshot, networks }: { readonly snapshot: Snapshot; readonly networks: readonly string[] },
): Answer {
  const { provider, connection } = findConnection(snapshot, offer, networks);
  const { ways, placeholders, missing, notes } = connection;
  const rows = ways.flatMap((way) =>
    configure(way, connection).flatMap(({ client, text }) =>
      client === wanted ? [[client, text]] : [],
    ),
  );
  const names = placeholders.map(({ name, description }) => `${name} (${description})`);
  const toFill = names.length === 0 ? [] : [`Fill in: ${names.join(', ')}.`];
  return {
    title: `${provider}: ${offer}.${rows.length === 0 ? ' No configuration.' : ''}`,
    columns: ['client', 'configuration'],
    rows,
    total: rows.length,
    isCode: true,
    notes: [...missing, ...toFill, ...notes],
  };
}
