/** RPC endpoints that a row of the category `apis` states. */
import { hideCredentials, upperName } from '../../common/credentials.ts';
import { replaceLinks } from '../../common/markdown-links.ts';
import type { NetworkEntry, Row } from '../snapshot/catalog.ts';
import { isPublicAddress } from './public-address.ts';

export const rpcCategory = 'apis';

/** The JSON-RPC methods that an endpoint answers; null if the row does not say. */
export type RpcProtocol = 'evm' | 'solana' | 'filecoin';

export interface Endpoint {
  /** Credentials are placeholders such as `<API_KEY>`. */
  readonly url: string;
  readonly transport: 'http' | 'websocket';
  readonly protocol: RpcProtocol | null;
  /** Network key; null if the row is on several networks. */
  readonly network: string | null;
  readonly chain: string | null;
  /** EIP-155 chain id; null if the definition of the network does not say it of this chain. */
  readonly chainId: number | null;
  /** Names of the placeholders, without brackets. */
  readonly placeholders: readonly string[];
}

const schemes = ['https', 'http', 'wss', 'ws'];
/** Label of the link that `actionButtons` uses for an endpoint; other links lead to pages. */
const endpointLabel = /^send requests?$/i;
const mayBeEndpoint = /^\[send requests?\]\((?:https?|wss?):/i;
const absolute = /^(?:https?|wss?):\/\//i;

/** A quick test for lists of rows: whether cells look like an endpoint. */
export function mayHaveEndpoint(row: Row): boolean {
  return listOf(row.actionButtons).some((text) => mayBeEndpoint.test(text)) || absolute.test(textOf(row.address));
}

/** `network`: the network of the row, null if it is on several. In the order of the cells, each address once. */
export function endpointsOf(row: Row, network: NetworkEntry | null): Endpoint[] {
  if (!/\brpc\b/i.test(textOf(row.apiType))) return [];
  const { endpoints, pages } = addressesIn(row);
  const own = textOf(row.address);
  // `address` may be the page on which the provider lists its endpoints.
  const isPage = URL.canParse(own) && pages.has(new URL(own).host);
  const given = absolute.test(own) && !isPage ? [...endpoints, own] : endpoints;
  const chain = textOf(row.chain) || null;
  const facts = {
    protocol: protocolOf(textOf(row.technology)),
    network: network?.network ?? null,
    chain,
    chainId: network === null ? null : chainIdOf(network, chain),
  };
  const byUrl = new Map<string, Endpoint>();
  for (const address of given) {
    const { text: url, names } = nameCredentials(address);
    if (!isPublicAddress(url.replace(placeholder, 'X'), schemes)) continue;
    const transport = /^ws/i.test(url) ? 'websocket' : 'http';
    byUrl.set(url, { url, transport, placeholders: [...new Set(names)], ...facts });
  }
  return [...byUrl.values()];
}

function textOf(cell: Row[string] | undefined): string {
  return typeof cell === 'string' ? cell.trim() : '';
}

function listOf(cell: Row[string] | undefined): readonly string[] {
  return Array.isArray(cell) ? cell : [];
}

/** Endpoints among the links of a row, and the hosts of its other links. */
function addressesIn(row: Row): { readonly endpoints: readonly string[]; readonly pages: ReadonlySet<string> } {
  const endpoints: string[] = [];
  const pages = new Set<string>();
  for (const text of listOf(row.actionButtons)) {
    replaceLinks(text, (label, address) => {
      if (endpointLabel.test(label.trim())) endpoints.push(address.trim());
      else if (URL.canParse(address)) pages.add(new URL(address).host);
      return '';
    });
  }
  return { endpoints, pages };
}

const protocols: readonly (readonly [RegExp, RpcProtocol])[] = [
  [/\bevm\b/i, 'evm'],
  [/\bsolana\b/i, 'solana'],
  [/\b(filecoin|lotus)\b/i, 'filecoin'],
];

function protocolOf(technology: string): RpcProtocol | null {
  return protocols.find(([pattern]) => pattern.test(technology))?.[1] ?? null;
}

/** The definition of a network has the id of its main chain, and does not say which of other chains than `mainnet` that is. */
function chainIdOf({ caip2 }: NetworkEntry, chain: string | null): number | null {
  const [, id] = /^eip155:(\d{1,15})$/.exec(caip2 ?? '') ?? [];
  return id !== undefined && chain === 'mainnet' ? Number(id) : null;
}

const placeholder = /<[A-Z][A-Z0-9_]*>/g;
/** What a provider writes where the user's key belongs: `your-api-key`, `{API_KEY}`, `YOUR_PROJECT_ID`. */
const toFill =
  /^[<{[$]*(?:your[-_ ]?)?((?:[a-z0-9]+[-_ ]?)*?(?:api[-_ ]?key|key|token|secret|project[-_ ]?id))[>}\]]*$/i;
const isMarked = /^(?:[<{[$]|your)/i;

/** Named placeholders in place of credentials, and of the texts that stand for them. */
function nameCredentials(address: string) {
  const names: string[] = [];
  const marked = address.replace(/[^/=:?&]+/g, (part) => {
    const [, name] = isMarked.test(part) ? (toFill.exec(part) ?? []) : [];
    if (name === undefined) return part;
    names.push(upperName(name));
    return `<${upperName(name)}>`;
  });
  const hidden = hideCredentials(marked, 'API_KEY');
  return { text: hidden.text, names: [...names, ...hidden.names] };
}
