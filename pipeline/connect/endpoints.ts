/** RPC endpoints that a row of the category `apis` states. */
import { hideCredentials, upperName } from '../../common/credentials.ts';
import { replaceLinks } from '../../common/markdown-links.ts';
import { replacePlaceholders } from '../../common/placeholder.ts';
import type { RpcProtocol, StatedEndpoint } from '../../model/connect.ts';
import { listOf, textOf, type Values } from '../../model/rows.ts';
import { isPublicAddress } from './public-address.ts';

const schemes = ['https', 'http', 'wss', 'ws'];
/** Label of the link that `actionButtons` uses for an endpoint; other links lead to pages. */
const endpointLabel = /^send requests?$/i;
const absolute = /^(?:https?|wss?):\/\//i;

/** In the order of the cells, each address once. */
export function endpointsOf(row: Values): StatedEndpoint[] {
  if (!/\brpc\b/i.test(textOf(row.apiType))) return [];
  const { endpoints, pages } = addressesIn(row);
  const own = textOf(row.address);
  // `address` may be the page on which the provider lists its endpoints.
  const isPage = URL.canParse(own) && pages.has(new URL(own).host);
  const given = absolute.test(own) && !isPage ? [...endpoints, own] : endpoints;
  const protocol = protocolOf(textOf(row.technology));
  const byUrl = new Map<string, StatedEndpoint>();
  for (const address of given) {
    const { text: url, names } = nameCredentials(address);
    if (!isPublicAddress(replacePlaceholders(url, 'X'), schemes)) continue;
    const transport = /^ws/i.test(url) ? 'websocket' : 'http';
    byUrl.set(url, { url, transport, protocol, placeholders: [...new Set(names)] });
  }
  return [...byUrl.values()];
}

/** Endpoints among the links of a row, and the hosts of its other links. */
function addressesIn(row: Values): {
  readonly endpoints: readonly string[];
  readonly pages: ReadonlySet<string>;
} {
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

/**
 * What a provider writes where the user's key belongs: `your-api-key`, `{API_KEY}`,
 * `YOUR_PROJECT_ID`.
 */
const toFill = /^[<{[$]*(?:your[-_ ]?)?([a-z0-9]+(?:[-_ ][a-z0-9]+)*)[>}\]]*$/i;
const namesCredential = /(?:key|token|secret|project[-_ ]?id)$/i;
const isMarked = /^(?:[<{[$]|your)/i;

/** Named placeholders in place of credentials, and of the texts that stand for them. */
function nameCredentials(address: string) {
  const names: string[] = [];
  const marked = address.replace(/[^/=:?&]+/g, (part) => {
    const [, name = ''] = isMarked.test(part) ? (toFill.exec(part) ?? []) : [];
    if (!namesCredential.test(name)) return part;
    names.push(upperName(name));
    return `<${upperName(name)}>`;
  });
  const hidden = hideCredentials(marked, 'API_KEY');
  return { text: hidden.text, names: [...names, ...hidden.names] };
}
