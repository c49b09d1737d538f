/** A list of RPC endpoints in the forms that other programs read. */
import { groupBy } from '../../common/group-by.ts';
import type { endpointFormatNames } from '../questions/parameters.ts';
import type { ListedEndpoint } from './list-endpoints.ts';

/** Forms besides the JSON of the API, in the order of the documents. */
export const endpointFormats = {
  txt: { type: 'text/plain', write: writeLines },
  erpc: { type: 'application/json', write: writeRepository },
} as const satisfies Readonly<
  Record<
    Exclude<(typeof endpointFormatNames)[number], 'json'>,
    { type: string; write: (endpoints: readonly ListedEndpoint[]) => string }
  >
>;

/** An address on each line. */
function writeLines(endpoints: readonly ListedEndpoint[]): string {
  return endpoints.map(({ url }) => `${url}\n`).join('');
}

/**
 * What the provider `repository` of eRPC reads again by itself: addresses by EIP-155 id. It takes
 * http(s) only.
 */
function writeRepository(endpoints: readonly ListedEndpoint[]): string {
  const known = endpoints.filter(
    ({ chainId, transport }) => chainId !== null && transport === 'http',
  );
  const byChain = groupBy(known, ({ chainId }) => chainId ?? 0);
  const entries = Array.from(byChain, ([chainId, each]) => [
    String(chainId),
    { endpoints: each.map(({ url }) => url) },
  ]);
  return JSON.stringify(Object.fromEntries(entries));
}
