/**
 * RPC endpoints of a network, of offers or of all, each address once, with what probes found of
 * them: the one answer that the API, the tools and pages write.
 */
import { dayMs } from '../../common/durations.ts';
import { type RpcProtocol, rpcCategory, type StatedEndpoint } from '../../model/connect.ts';
import type { Measure } from '../../model/measures.ts';
import { deepBlocks, recentDays } from '../../model/probes.ts';
import type { KnownCost } from '../answers/compare-estimates.ts';
import type { ChainName } from '../query/names.ts';
import { networkTest } from '../query/offers.ts';
import type { endpointSorts } from '../questions/parameters.ts';
import type { Probe } from '../snapshot/probes.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { namedRows } from './find-connection.ts';
import { type Endpoint, endpointsIn } from './find-endpoints.ts';

export type EndpointSort = (typeof endpointSorts)[number];

/** What is asked; null and an empty list stand for any. */
export interface EndpointQuestion {
  /** Keys. */
  readonly networks: readonly string[];
  /** Names of providers. */
  readonly providers: readonly string[];
  /** Slugs of offers or of listings. */
  readonly offers: readonly string[];
  readonly chain: ChainName | null;
  readonly protocol: RpcProtocol | null;
  readonly transport: StatedEndpoint['transport'] | null;
  /** `none`: the address works as it is. `needed`: it has a placeholder. */
  readonly key: 'none' | 'needed' | null;
  /** Only endpoints that a probe or the row says to answer for old blocks. */
  readonly archive: boolean;
  /** Only endpoints of which a probe had a good answer in the 30 days before the snapshot. */
  readonly confirmed: boolean;
  readonly sort: EndpointSort;
}

export interface ListedEndpoint extends Endpoint {
  readonly provider: string;
  /** Slug of the offer, with its provider if several providers have the slug. */
  readonly offer: string;
  /** What a probe found, or what the row states; null if neither says. */
  readonly archive: boolean | null;
  /** Time of the last good answer; null if there was none. */
  readonly lastConfirmed: string | null;
  /** Whether it was read and no longer answers. */
  readonly stopped: boolean;
  readonly measured: Measure | null;
  /** Of an offer whose address the provider gives to its users: its cost for the workload. */
  readonly monthlyCost: KnownCost | null;
}

export const anyEndpoint: EndpointQuestion = {
  networks: [],
  providers: [],
  offers: [],
  chain: null,
  protocol: null,
  transport: null,
  key: null,
  archive: false,
  confirmed: false,
  sort: 'listed',
};

/**
 * Those that need no key come first, and of them those of main chains; what stopped answering is
 * last. Throws 404 for an offer that is not there.
 */
export function listEndpoints(
  snapshot: Snapshot,
  question: EndpointQuestion,
): readonly ListedEndpoint[] {
  const providers = new Set(question.providers);
  const isWanted = endpointTest(snapshot, question);
  const endpoints = rowsOf(snapshot, question).flatMap((id) => {
    const provider = snapshot.providerOf(id);
    if (providers.size > 0 && !providers.has(provider)) return [];
    return describedEndpoints(snapshot, id, question.networks).filter(isWanted);
  });
  // A later row may state the address of an earlier one.
  const byUrl = new Map(endpoints.toReversed().map((endpoint) => [endpoint.url, endpoint]));
  const listed = [...byUrl.values()].toReversed();
  return listed.toSorted((a, b) => rankOf(a) - rankOf(b) || byFigures(question.sort, a, b));
}

function rowsOf(snapshot: Snapshot, { offers, networks }: EndpointQuestion): readonly number[] {
  if (offers.length === 0) {
    const isThere = networkTest(snapshot, networks);
    return snapshot.offers.rowsOfCategory(rpcCategory).filter(isThere);
  }
  return offers.flatMap((slug) =>
    namedRows(snapshot, { slug, networks, category: rpcCategory, what: 'an offer of APIs' }),
  );
}

function describedEndpoints(
  snapshot: Snapshot,
  id: number,
  networks: readonly string[],
): ListedEndpoint[] {
  const endpoints = endpointsIn(snapshot, [id], networks);
  if (endpoints.length === 0) return [];
  const offer = snapshot.offers.of(id);
  const stated = statedArchive(snapshot, id);
  return endpoints.map((endpoint) => {
    const probe = snapshot.probes.ofEndpoint(endpoint.url, endpoint.caip2);
    return {
      ...endpoint,
      provider: offer.provider,
      offer: snapshot.offers.keyOf(offer),
      archive: probe?.archive ?? (isDeep(probe) ? true : stated),
      lastConfirmed: probe?.lastConfirmed ?? null,
      stopped: probe?.stopped ?? false,
      measured: probe?.measure ?? null,
      monthlyCost: null,
    };
  });
}

/** Offers without an archive are not asked for one, but their endpoints for depths of states. */
function isDeep(probe: Probe | null): boolean {
  return (probe?.capabilities?.archiveDepth ?? 0) >= deepBlocks;
}

/** Whether the offer says that it keeps all past states; null if it says nothing. */
export function statedArchive(snapshot: Snapshot, id: number): boolean | null {
  const history = snapshot.row(id)[snapshot.catalog.roles.history ?? ''];
  if (typeof history !== 'string' || history === '') return null;
  return /^archive/i.test(history);
}

export function endpointTest(
  { manifest }: Snapshot,
  { chain, protocol, transport, key, archive, confirmed }: EndpointQuestion,
): (endpoint: ListedEndpoint) => boolean {
  const since = Date.parse(manifest.generatedAt) - recentDays * dayMs;
  const isConfirmed = ({ lastConfirmed }: ListedEndpoint) =>
    lastConfirmed !== null && Date.parse(lastConfirmed) >= since;
  const tests: ((endpoint: ListedEndpoint) => boolean)[] = [
    ...(chain === null ? [] : [chainTest(chain)]),
    ...(protocol === null ? [] : [(candidate: ListedEndpoint) => candidate.protocol === protocol]),
    ...(transport === null
      ? []
      : [(candidate: ListedEndpoint) => candidate.transport === transport]),
    ...(key === null
      ? []
      : [(candidate: ListedEndpoint) => candidate.placeholders.length > 0 === (key === 'needed')]),
    ...(archive ? [(candidate: ListedEndpoint) => candidate.archive === true] : []),
    ...(confirmed ? [isConfirmed] : []),
  ];
  return (endpoint) => tests.every((test) => test(endpoint));
}

function chainTest(wanted: ChainName): (endpoint: Endpoint) => boolean {
  return ({ chain, caip2, network }) =>
    wanted.caip2 === null
      ? wanted.names.some((name) => name.chain === chain && (name.network ?? network) === network)
      : caip2 === wanted.caip2;
}

function rankOf(endpoint: ListedEndpoint): number {
  return (
    (endpoint.stopped ? 4 : 0) +
    (endpoint.placeholders.length > 0 ? 2 : 0) +
    (endpoint.isMain ? 0 : 1)
  );
}

/** Higher is better. */
const figures: Readonly<
  Record<Exclude<EndpointSort, 'listed' | 'answered'>, (measure: Measure) => number>
> = {
  uptime: ({ uptime }) => uptime ?? Number.NEGATIVE_INFINITY,
  latency: ({ latencyMs }) => -(latencyMs ?? Number.POSITIVE_INFINITY),
  blocksBehind: ({ blocksBehind }) => -(blocksBehind ?? Number.POSITIVE_INFINITY),
};

/** The figure asked for, then the others; endpoints with too few readings come after the rest. */
function byFigures(sort: EndpointSort, a: ListedEndpoint, b: ListedEndpoint): number {
  if (sort === 'listed') return 0;
  if (sort === 'answered') return compareAnswers(a, b);
  const enough = (endpoint: ListedEndpoint) =>
    endpoint.measured?.isEnough === true ? endpoint.measured : null;
  const [one, other] = [enough(a), enough(b)];
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const order = [figures[sort], ...Object.values(figures)];
  const [decided] = order.filter((of) => of(one) !== of(other));
  return decided === undefined ? 0 : decided(other) > decided(one) ? 1 : -1;
}

/** The last answer first, by its day: endpoints of one run differ by what was measured. */
function compareAnswers(a: ListedEndpoint, b: ListedEndpoint): number {
  const dayOf = ({ lastConfirmed }: ListedEndpoint) => lastConfirmed?.slice(0, 10) ?? '';
  const [one, other] = [dayOf(a), dayOf(b)];
  return one === other ? byFigures('uptime', a, b) : one > other ? -1 : 1;
}
