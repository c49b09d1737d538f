/**
 * Offers whose address the provider gives to its users, as endpoints with a placeholder: those with
 * the lowest cost for a workload, one of each provider.
 */
import { upperName } from '../../common/credentials.ts';
import { rpcCategory } from '../../model/connect.ts';
import { isKnown } from '../answers/compare-estimates.ts';
import { estimateOffers } from '../answers/estimates.ts';
import type { Workload } from '../estimate/workloads.ts';
import { networkTest, presenceOf } from '../query/offers.ts';
import type { Row } from '../snapshot/catalog.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { endpointsOf, placeOn } from './find-endpoints.ts';
import {
  type EndpointQuestion,
  endpointTest,
  type ListedEndpoint,
  statedArchive,
} from './list-endpoints.ts';

/** At most `count`, the cheapest first. */
export function keyedEndpoints(
  snapshot: Snapshot,
  question: EndpointQuestion,
  { workload, count }: { readonly workload: Workload; readonly count: number },
): readonly ListedEndpoint[] {
  const isThere = networkTest(snapshot, question.networks);
  const isWanted = endpointTest(snapshot, { ...question, key: null, confirmed: false });
  const candidates = snapshot.offers.inCategory(rpcCategory).flatMap(({ offer, rows }) => {
    const keyedRows = rows.filter(
      (id) => isThere(id) && isRpc(snapshot.row(id)) && endpointsOf(snapshot, id).length === 0,
    );
    const keyedRowsWanted = keyedRows.filter((id) => isWanted(describe(snapshot, id, question)));
    return keyedRowsWanted.length === 0 ? [] : [{ offer, rows: keyedRowsWanted }];
  });
  const place = { within: question.networks, requestedNetworks: [] };
  return estimateOffers(snapshot, candidates, workload, place)
    .filter(({ isCheapest, estimate }) => isCheapest && isKnown(estimate))
    .slice(0, count)
    .map(({ rows: [id = 0], estimate }) => ({
      ...describe(snapshot, id, question),
      monthlyCost: isKnown(estimate) ? estimate : null,
    }));
}

/** A row with JSON-RPC of an EVM chain. */
function isRpc({ apiType, technology }: Row): boolean {
  return /\brpc\b/i.test(String(apiType ?? '')) && /\bevm\b/i.test(String(technology ?? ''));
}

function describe(snapshot: Snapshot, id: number, { networks }: EndpointQuestion): ListedEndpoint {
  const offer = snapshot.offers.of(id);
  const chain = snapshot.chainOf(id);
  const [key = '', another] = presenceOf(snapshot, [id], networks).networks;
  const network = another === undefined ? (snapshot.catalog.networks.get(key) ?? null) : null;
  const name = `${upperName(offer.provider)}_URL`;
  return {
    url: `<${name}>`,
    transport: 'http',
    protocol: 'evm',
    placeholders: [name],
    ...placeOn(network, chain, snapshot.catalog.chain(key, chain)),
    provider: offer.provider,
    offer: snapshot.offers.keyOf(offer),
    archive: statedArchive(snapshot, id),
    lastConfirmed: null,
    stopped: false,
    measured: null,
    monthlyCost: null,
  };
}
