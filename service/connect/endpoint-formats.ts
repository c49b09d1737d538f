/**
 * A list of RPC endpoints in the forms that other programs read: each is the same answer, which a
 * client reads again at its address.
 */
import { groupBy } from '../../common/group-by.ts';
import type { ChainDefinition } from '../../model/chains.ts';
import { measuredCells } from '../../model/measures.ts';
import { badParameter } from '../errors.ts';
import type { endpointFormatNames } from '../questions/parameters.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { ListedEndpoint } from './list-endpoints.ts';

/** What a form says of itself. */
export interface Written {
  readonly snapshot: Snapshot;
  readonly endpoints: readonly ListedEndpoint[];
  /** Absolute address of the answer, and of the feed that tells when its offers change. */
  readonly address: string;
  readonly feed: string;
}

interface Form {
  readonly type: string;
  readonly write: (written: Written) => string;
}

/** Forms besides the JSON of the API, in the order of the documents. */
export const endpointFormats = {
  txt: { type: 'text/plain', write: writeLines },
  chains: { type: 'application/json', write: writeChains },
  repository: { type: 'application/json', write: writeRepository },
  erpc: { type: 'application/yaml', write: writeErpc },
  viem: { type: 'text/plain', write: writeViem },
  wallet: { type: 'application/json', write: writeWallet },
} as const satisfies Readonly<Record<Exclude<(typeof endpointFormatNames)[number], 'json'>, Form>>;

/** An address on each line. */
function writeLines({ endpoints }: Written): string {
  return endpoints.map(({ url }) => `${url}\n`).join('');
}

/** Addresses by EIP-155 id. The provider `repository` of eRPC takes http(s) only. */
function writeRepository({ endpoints }: Written): string {
  const entries = Array.from(byChainId(httpOnly(endpoints)), ([chainId, endpointsOfChain]) => [
    String(chainId),
    { endpoints: endpointsOfChain.map(({ url }) => url) },
  ]);
  return JSON.stringify(Object.fromEntries(entries));
}

/** Chains as ethereum-lists/chains has them, of those whose native currency is known. */
function writeChains({ snapshot, endpoints }: Written): string {
  const chains = Array.from(byChainId(endpoints), ([chainId, endpointsOfChain]) => {
    const chain = definitionOf(snapshot, endpointsOfChain);
    const currency = chain === null ? null : currencyOf(chain);
    if (chain === null || currency === null) return [];
    const key = chain.network === chain.chain ? chain.chain : `${chain.network}-${chain.chain}`;
    return [
      {
        name: chain.name,
        chain: currency.symbol,
        rpc: endpointsOfChain.map(({ url }) => withVariables(url, (name) => `\${${name}}`)),
        faucets: [],
        nativeCurrency: currency,
        infoURL: snapshot.catalog.networks.get(chain.network)?.docs ?? '',
        shortName: key,
        chainId,
        networkId: chainId,
        ...(chain.explorer === null
          ? {}
          : {
              explorers: [
                { name: new URL(chain.explorer).host, url: chain.explorer, standard: 'EIP3091' },
              ],
            }),
      },
    ];
  });
  return JSON.stringify(chains.flat());
}

/** The parameter of `wallet_addEthereumChain` (EIP-3085): https only, and no keys. */
function writeWallet(written: Written): string {
  const { chainId, chain, currency } = oneChain(written);
  const rpcUrls = written.endpoints
    .filter(({ url, placeholders }) => url.startsWith('https:') && placeholders.length === 0)
    .map(({ url }) => url);
  return JSON.stringify({
    chainId: `0x${chainId.toString(16)}`,
    chainName: chain.name,
    nativeCurrency: currency,
    rpcUrls,
    blockExplorerUrls: chain.explorer === null ? [] : [chain.explorer],
  });
}

/** A TypeScript module with the chain and a `fallback` transport, in the order of the list. */
function writeViem(written: Written): string {
  const { chainId, chain, currency } = oneChain(written);
  const keyless = written.endpoints.filter(({ placeholders }) => placeholders.length === 0);
  const urlsOf = (transport: ListedEndpoint['transport']) =>
    keyless.filter((candidate) => candidate.transport === transport).map(({ url }) => url);
  const definition = {
    id: chainId,
    name: chain.name,
    nativeCurrency: currency,
    rpcUrls: { default: { http: urlsOf('http'), webSocket: urlsOf('websocket') } },
    ...(chain.explorer === null
      ? {}
      : {
          blockExplorers: {
            default: { name: new URL(chain.explorer).host, url: chain.explorer },
          },
        }),
    testnet: chain.testnet,
  };
  const transports = written.endpoints.map((endpoint) => {
    const by = endpoint.transport === 'http' ? 'http' : 'webSocket';
    return `  ${by}(${codeOf(endpoint)}), // ${factsOf(endpoint)}`;
  });
  return [
    ...headOf(written).map((line) => `// ${line}`),
    `import { defineChain, fallback, http, webSocket } from 'viem';`,
    '',
    `export const chain = defineChain(${JSON.stringify(definition, null, 2)});`,
    '',
    'export const transports = [',
    ...transports,
    '];',
    '',
    'export const transport = fallback(transports);',
    'export { http, webSocket };',
    '',
  ].join('\n');
}

/** The address as code: a text, or variables of the environment where a key belongs. */
function codeOf(endpoint: ListedEndpoint): string {
  const { url, placeholders } = endpoint;
  if (placeholders.length === 0) return JSON.stringify(url);
  const [whole] = placeholders;
  if (url === `<${whole}>`) return `process.env.${whole}`;
  return `\`${withVariables(url, (name) => `\${process.env.${variableOf(endpoint, name)}}`)}\``;
}

function withVariables(url: string, write: (name: string) => string): string {
  return url.replace(/<([A-Z][A-Z0-9_]*)>/g, (_, name: string) => write(name));
}

/** `ACME_API_KEY`, so that the keys of two providers have two names. */
function variableOf({ provider, url }: ListedEndpoint, name: string): string {
  if (url === `<${name}>`) return name;
  return `${provider.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}_${name}`;
}

/** eRPC: an upstream for each endpoint; what was measured and what it costs decide its weight. */
function writeErpc(written: Written): string {
  const known = httpOnly(written.endpoints).filter(
    ({ protocol, chainId }) => chainId !== null && (protocol === 'evm' || protocol === null),
  );
  const lowest = lowestCosts(known);
  const upstreams = known.flatMap((endpoint, at) => {
    const endpointText = withVariables(endpoint.url, (name) => `\${${variableOf(endpoint, name)}}`);
    const weight = weightOf(endpoint, lowest);
    return [
      `      # ${factsOf(endpoint)}`,
      `      - id: ${JSON.stringify(`${at + 1}-${endpoint.offer}-${endpoint.chainId}`)}`,
      `        endpoint: ${JSON.stringify(endpointText)}`,
      '        type: evm',
      '        evm:',
      `          chainId: ${endpoint.chainId}`,
      ...(weight === null
        ? []
        : ['        routing:', '          scoreMultipliers:', `            - overall: ${weight}`]),
    ];
  });
  return [
    ...headOf(written).map((line) => `# ${line}`),
    'logLevel: warn',
    'projects:',
    '  - id: main',
    `    upstreams:${upstreams.length === 0 ? ' []' : ''}`,
    ...upstreams,
    '',
  ].join('\n');
}

/** Lowest cost that is not 0 of each currency. */
function lowestCosts(endpoints: readonly ListedEndpoint[]): ReadonlyMap<string | null, number> {
  const lowest = new Map<string | null, number>();
  for (const { monthlyCost } of endpoints) {
    if (monthlyCost === null || monthlyCost.max === 0) continue;
    const { currency, max } = monthlyCost;
    lowest.set(currency, Math.min(max, lowest.get(currency) ?? max));
  }
  return lowest;
}

/**
 * Share of good answers, times the share that the lowest cost is of that of the endpoint: eRPC
 * prefers higher ones. Null if neither is known.
 */
function weightOf(
  { measured, monthlyCost }: ListedEndpoint,
  lowest: ReadonlyMap<string | null, number>,
): number | null {
  const uptime = measured?.isEnough === true ? measured.uptime : null;
  if (uptime === null && monthlyCost === null) return null;
  const { currency = null, max = 0 } = monthlyCost ?? {};
  const share = max === 0 ? 1 : (lowest.get(currency) ?? max) / max;
  return Number((((uptime ?? 100) / 100) * share).toFixed(4));
}

/** What a comment says of an endpoint, in one line. */
function factsOf({ provider, offer, measured, monthlyCost }: ListedEndpoint): string {
  const cells = measured?.isEnough === true ? measuredCells(measured) : null;
  const cost =
    monthlyCost === null
      ? []
      : [`${monthlyCost.max} ${monthlyCost.currency ?? ''} a month at most`.replace('  ', ' ')];
  const figures = cells === null ? [] : [cells.verifiedUptime?.text, cells.verifiedLatency?.text];
  const facts = [`${provider}: ${offer}`, ...cost, ...figures.flatMap((text) => text ?? [])];
  return facts.join(', ').replace(/[\r\n\u2028\u2029]+/g, ' ');
}

function headOf({ snapshot: { manifest }, address, feed }: Written): string[] {
  return [
    `Snapshot ${manifest.id} of ${manifest.generatedAt.slice(0, 10)}.`,
    `Read this again: ${address}`,
    `What changed since: ${feed}`,
  ];
}

function httpOnly(endpoints: readonly ListedEndpoint[]): readonly ListedEndpoint[] {
  return endpoints.filter(({ transport }) => transport === 'http');
}

function byChainId(endpoints: readonly ListedEndpoint[]) {
  const known = endpoints.filter(({ chainId }) => chainId !== null);
  return groupBy(known, ({ chainId }) => chainId ?? 0);
}

function definitionOf(
  { catalog }: Snapshot,
  [first]: readonly ListedEndpoint[],
): ChainDefinition | null {
  return first?.network == null ? null : catalog.chain(first.network, first.chain);
}

function currencyOf({ currency, symbol, decimals }: ChainDefinition) {
  if (currency === null || symbol === null || decimals === null) return null;
  return { name: currency, symbol, decimals };
}

/** The EVM chain of all endpoints. Throws 400 if there are several, or if too little is known. */
function oneChain({ snapshot, endpoints }: Written) {
  const chains = byChainId(endpoints);
  const allowed = [...chains.keys()].map(String);
  const [entry, another] = chains;
  if (entry === undefined)
    throw badParameter('chain', 'no endpoint of an EVM chain with a known id matches');
  if (another !== undefined || chains.get(entry[0])?.length !== endpoints.length)
    throw badParameter('chain', 'this format describes one chain: name it', { allowed });
  const chain = definitionOf(snapshot, entry[1]);
  const currency = chain === null ? null : currencyOf(chain);
  if (chain === null || currency === null)
    throw badParameter('chain', `the native currency of chain ${entry[0]} is not known here`);
  return { chainId: entry[0], chain, currency };
}
