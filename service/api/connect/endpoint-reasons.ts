/** Why an answer has no RPC endpoint. */
import type { ChainDefinition } from '../../../model/chains.ts';
import { anyEndpoint, type EndpointQuestion, listEndpoints } from '../../connect/list-endpoints.ts';
import type { ChainName } from '../../query/names.ts';
import type { Place } from '../../questions/place.ts';
import { plural } from '../../text/counts.ts';

/** `missing`: what the one offer of the request says. */
export function reasonsOf(
  question: EndpointQuestion,
  missing: readonly string[],
  { snapshot }: Place,
): string[] {
  if (missing.length > 0) return [...missing];
  const { networks, offers, chain } = question;
  const deprecated = snapshot.catalog.chains.filter(
    (known) => known.status === 'deprecated' && chain !== null && isNamed(known, chain),
  );
  if (deprecated.length > 0)
    return deprecated.map(({ name }) => `The chain ${name} is deprecated.`);
  const all = listEndpoints(snapshot, { ...anyEndpoint, networks, offers });
  if (all.length === 0)
    return ['No listed offer states the address of an endpoint there: providers give it to users.'];
  const chains = [...new Set(all.map(({ chain }) => chain ?? 'none'))].join(', ');
  return [
    `None of ${plural(all.length, 'RPC endpoint')} matches the conditions. Their chains: ${chains}.`,
  ];
}

function isNamed({ network, chain, caip2 }: ChainDefinition, asked: ChainName): boolean {
  if (asked.caip2 !== null) return asked.caip2 === caip2;
  return asked.names.some((name) => name.network === network && name.chain === chain);
}
