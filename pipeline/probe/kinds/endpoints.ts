/** Probes the RPC endpoints of one chain together, so that their heads can be compared. */
import { minPeers, type Reading } from '../../../model/probes.ts';
import { failureOf, ProbeFailure } from '../http/failure.ts';
import { found, type ProbeContext, type ProbeResult } from '../reading.ts';
import type { EndpointTarget } from '../targets.ts';
import { askCapabilities } from './capabilities.ts';
import { openHttp, openSocket, type RpcMethod, type RpcSession } from './rpc.ts';

/** Calls by protocol: identity of the chain, and its head. */
interface Protocol {
  readonly chain: RpcMethod | null;
  readonly toChainId: (result: unknown) => string | null;
  readonly head: RpcMethod;
  readonly toHead: (result: unknown) => number | null;
  /** Called first, if the protocol has a call for it. */
  readonly health: RpcMethod | null;
}

const protocols: Readonly<Record<NonNullable<EndpointTarget['protocol']>, Protocol>> = {
  evm: {
    chain: 'eth_chainId',
    toChainId: evmChainId,
    head: 'eth_blockNumber',
    toHead: hexNumber,
    health: null,
  },
  solana: {
    chain: 'getGenesisHash',
    // Not its text: a list of lists of lists has none, and the error would end the run.
    toChainId: (result) =>
      typeof result === 'string' && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(result)
        ? `solana:${result.slice(0, 32)}`
        : null,
    head: 'getSlot',
    toHead: safeNumber,
    health: 'getHealth',
  },
  filecoin: {
    chain: null,
    toChainId: () => null,
    head: 'Filecoin.ChainHead',
    toHead: (result) => safeNumber((result as { Height?: unknown } | null)?.Height),
    health: null,
  },
};

interface Opened {
  readonly target: EndpointTarget;
  readonly session: RpcSession;
  readonly protocol: Protocol;
  readonly latencies: number[];
  /** Of the round; null until it was stated. */
  head: { readonly block: number; readonly atMs: number } | null;
  /** A failure, or what the first calls found. */
  state: ProbeFailure | { readonly chainId: string | null };
}

/**
 * Heads that came later than this after the first one of their round are not compared: the chain
 * may have grown.
 */
const roundMs = 5000;

/**
 * A head so far above all others is no head: a single endpoint would put all others behind. 1,000
 * blocks are 3 hours of Ethereum and 7 minutes of Solana.
 */
const maxLead = 1000;

export async function probeEndpoints(
  targets: readonly EndpointTarget[],
  context: ProbeContext,
): Promise<Reading[]> {
  const opened = await Promise.all(targets.map((target) => open(target, context)));
  const sessions = opened.filter((each): each is Opened => !('result' in each));
  try {
    await Promise.all(sessions.map((each) => step(each, identify)));
    // Twice, for the latency. The heads of the second time, asked at once, are compared.
    for (let round = 0; round < 2; round++)
      await Promise.all(sessions.map((each) => step(each, readHead)));
    const readings = await Promise.all(
      sessions.map(async (each) => judge(each, sessions, context)),
    );
    const all = [...opened.filter((each): each is Reading => 'result' in each), ...readings];
    const keyed = new Set(targets.flatMap((each) => (each.secretAddress ? each.address : [])));
    return all.map((each) => (keyed.has(each.address) ? { ...each, withKey: true } : each));
  } finally {
    for (const { session } of sessions) session.close();
  }
}

async function open(target: EndpointTarget, context: ProbeContext): Promise<Opened | Reading> {
  try {
    const url = new URL(target.secretAddress ?? target.address);
    const session = /^wss?:$/.test(url.protocol)
      ? await openSocket(url, context)
      : openHttp(context.client, url);
    const protocol = protocols[target.protocol];
    return { target, session, protocol, latencies: [], head: null, state: { chainId: null } };
  } catch (error) {
    return found(target, failureOf(error), context);
  }
}

async function step(endpoint: Opened, work: (endpoint: Opened) => Promise<void>): Promise<void> {
  if (endpoint.state instanceof ProbeFailure) return;
  try {
    await work(endpoint);
  } catch (error) {
    endpoint.state = failureOf(error);
  }
}

/** The latency of the first call is not counted: it opens the connection. */
async function identify(endpoint: Opened): Promise<void> {
  const { session, protocol } = endpoint;
  if (protocol.health !== null && (await session.call(protocol.health)).result !== 'ok')
    throw new ProbeFailure('error', 'not healthy');
  if (protocol.chain === null) return;
  const chainId = protocol.toChainId((await session.call(protocol.chain)).result);
  if (chainId === null) throw new ProbeFailure('error', 'no chain id');
  endpoint.state = { chainId };
}

async function readHead(endpoint: Opened): Promise<void> {
  const { session, protocol, latencies } = endpoint;
  const { result, latencyMs } = await session.call(protocol.head);
  const block = protocol.toHead(result);
  if (block === null) throw new ProbeFailure('error', 'no head');
  endpoint.head = { block, atMs: performance.now() };
  latencies.push(latencyMs);
}

async function judge(
  endpoint: Opened,
  all: readonly Opened[],
  context: ProbeContext,
): Promise<Reading> {
  const { target, state, latencies } = endpoint;
  if (state instanceof ProbeFailure) return found(target, state, context);
  const head = endpoint.head?.block ?? 0;
  const archive = await readArchive(endpoint, head);
  const isWrong =
    target.expected !== null && state.chainId !== null && state.chainId !== target.expected;
  const result = isWrong ? 'wrong-chain' : archive === false ? 'no-archive' : 'answered';
  const capabilities =
    target.asksCapabilities === true && target.protocol === 'evm' && !isWrong
      ? await askCapabilities(endpoint.session, { head, limits: target.limits })
      : null;
  const latencyMs = Math.min(...latencies);
  const reading: ProbeResult = {
    result,
    detail: null,
    chainId: state.chainId,
    head,
    ...compareHead(endpoint, all),
    archive,
    latencyMs,
    capabilities,
  };
  return found(target, reading, context);
}

/** Compares the head with those that endpoints of the same chain stated in the round. */
function compareHead(
  endpoint: Opened,
  all: readonly Opened[],
): Pick<Reading, 'blocksBehind' | 'peers'> {
  const heads = all.flatMap((each) =>
    each.state instanceof ProbeFailure || each.head === null
      ? []
      : [{ endpoint: each, chainId: each.state.chainId, ...each.head }],
  );
  const firstMs = Math.min(...heads.map(({ atMs }) => atMs));
  const chainId = heads.find((head) => head.endpoint === endpoint)?.chainId;
  const compared = heads
    .filter((head) => head.chainId === chainId && head.atMs - firstMs <= roundMs)
    .toSorted((a, b) => b.block - a.block);
  const leadOfFirst = () => (compared[0]?.block ?? 0) - (compared[1]?.block ?? 0);
  while (compared.length > 1 && leadOfFirst() > maxLead) compared.shift();
  const own = compared.find((head) => head.endpoint === endpoint);
  if (own === undefined) return { blocksBehind: null, peers: null };
  const peers = compared.length;
  const highest = compared[0]?.block ?? 0;
  return { blocksBehind: peers >= minPeers ? highest - own.block : null, peers };
}

/**
 * Whether an endpoint that claims an archive answers for the block in the middle of the chain. Null
 * if it does not say.
 */
async function readArchive(
  { target, session, protocol }: Opened,
  head: number,
): Promise<boolean | null> {
  if (!target.isArchive || protocol.head !== 'eth_blockNumber') return null;
  const block = `0x${Math.floor(head / 2).toString(16)}`;
  const address = `0x${'0'.repeat(40)}`;
  try {
    const { result } = await session.call('eth_getBalance', [address, block]);
    return typeof result === 'string' && /^0x[0-9a-f]+$/i.test(result);
  } catch (error) {
    failureOf(error);
    return null;
  }
}

function hexNumber(result: unknown): number | null {
  return typeof result === 'string' && /^0x[0-9a-f]{1,13}$/i.test(result)
    ? safeNumber(Number(result))
    : null;
}

function safeNumber(result: unknown): number | null {
  return typeof result === 'number' && Number.isSafeInteger(result) && result >= 0 ? result : null;
}

function evmChainId(result: unknown): string | null {
  const id = hexNumber(result);
  return id === null ? null : `eip155:${id}`;
}
