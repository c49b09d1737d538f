/**
 * What breaks programs, asked of an EVM endpoint once a week: traces, depths of the archive, the
 * range of `eth_getLogs`, batches, subscriptions. At most 16 calls, of which eight are for the range.
 */
import type { Capabilities } from '../../../model/probes.ts';
import { failureOf, type ProbeFailure } from '../http/failure.ts';
import type { RpcMethod, RpcSession } from './rpc.ts';

/** An address without code and logs: calls are cheap, and results are small. */
const nobody = `0x${'0'.repeat(39)}1`;
const emptyCall = { to: nobody, data: '0x' };

/** Blocks below the head for which a balance is asked, until one is refused. */
const depths = [100, 10_000, 1_000_000] as const;

const maxRangeCalls = 8;
/** Ranges that providers state; a limit between two of them is bisected. */
const usualRanges = [
  10, 50, 100, 500, 800, 1000, 2000, 3000, 5000, 10_000, 20_000, 50_000, 100_000, 500_000,
  1_000_000,
] as const;

const batchSizes = [10, 100] as const;

/** What was found until the endpoint limits the calls, or does not answer any more. */
export async function askCapabilities(session: RpcSession, head: number): Promise<Capabilities> {
  const asker = new Asker(session);
  const answers = async (method: RpcMethod, params: readonly unknown[]) => {
    const result = await asker.ask(method, params);
    return asker.failure === null ? isGiven(result) : null;
  };
  const trace = await answers('trace_call', [emptyCall, ['trace'], 'latest']);
  const debug = await answers('debug_traceCall', [emptyCall, 'latest', { tracer: 'callTracer' }]);
  return {
    trace,
    debug,
    archiveDepth: await findDepth(asker, head),
    logBlocks: await findRange(asker, head),
    batch: await findBatch(asker),
    subscribes: await findSubscription(asker),
  };
}

function isGiven(result: unknown): boolean {
  return result !== undefined && result !== null;
}

/** Asks nothing more after a failure of the connection or the first 429. */
class Asker {
  readonly session: RpcSession;
  failure: ProbeFailure | null = null;

  constructor(session: RpcSession) {
    this.session = session;
  }

  /** Undefined for an error of the endpoint; look at `failure` as well. Throws RunEnded. */
  async ask(method: RpcMethod, params: readonly unknown[]): Promise<unknown> {
    return this.work(async () => (await this.session.call(method, params)).result);
  }

  async work<T>(call: () => Promise<T>): Promise<T | undefined> {
    if (this.failure !== null) return undefined;
    try {
      return await call();
    } catch (error) {
      const failure = failureOf(error);
      // A status such as 400 or 413 is how some endpoints refuse one call.
      if (failure.result !== 'error') this.failure = failure;
      return undefined;
    }
  }
}

/** The deepest block below the head that has a state; 0 if only the newest ones have. */
async function findDepth(asker: Asker, head: number): Promise<number | null> {
  let deepest = 0;
  for (const depth of [...depths.filter((each) => each < head - 1), Math.max(0, head - 1)]) {
    const balance = await asker.ask('eth_getBalance', [nobody, toHex(head - depth)]);
    if (asker.failure !== null) return deepest === 0 ? null : deepest;
    if (typeof balance !== 'string') break;
    deepest = depth;
  }
  return deepest;
}

/**
 * The largest range of blocks of `eth_getLogs` that is answered: first among usual ranges, then by
 * bisection. 0 if none is.
 */
async function findRange(asker: Asker, head: number): Promise<number | null> {
  const usual = usualRanges.filter((range) => range < head);
  let calls = 0;
  /** Between a step that is answered, or -1, and one that is refused. */
  const bisect = async (from: number, to: number, rangeAt: (step: number) => number) => {
    let [answered, refused] = [from, to];
    while (refused - answered > 1 && calls < maxRangeCalls && asker.failure === null) {
      const middle = Math.floor((answered + refused) / 2);
      calls++;
      if (await answersRange(asker, rangeAt(middle), head)) answered = middle;
      else refused = middle;
    }
    return { answered, refused };
  };
  const { answered, refused } = await bisect(-1, usual.length, (step) => usual[step] ?? 0);
  const [low = 0, high = 0] = [usual[answered], usual[refused]];
  // A usual limit is one that is stated: the next number is asked before those between.
  const isBetween = low > 0 && high > 0 && (await answersRange(asker, low + 1, head));
  calls++;
  const found = isBetween ? (await bisect(low + 1, high, (range) => range)).answered : low;
  return asker.failure === null ? found : null;
}

async function answersRange(asker: Asker, range: number, head: number): Promise<boolean> {
  const [fromBlock, toBlock] = [toHex(head - range + 1), toHex(head)];
  return Array.isArray(await asker.ask('eth_getLogs', [{ address: nobody, fromBlock, toBlock }]));
}

/** The largest batch of which each call is answered, among 10 and 100; 1 if none is. */
async function findBatch(asker: Asker): Promise<number | null> {
  const { batch } = asker.session;
  if (batch === null) return null;
  let largest = 1;
  for (const size of batchSizes) {
    const answered = await asker.work(() => batch('eth_chainId', size));
    if (asker.failure !== null) return largest === 1 ? null : largest;
    if (answered !== size) break;
    largest = size;
  }
  return largest;
}

/** Null over HTTP. */
async function findSubscription(asker: Asker): Promise<boolean | null> {
  // A session with batches is one over HTTP.
  if (asker.session.batch !== null) return null;
  const id = await asker.ask('eth_subscribe', ['newHeads']);
  return asker.failure === null ? typeof id === 'string' : null;
}

function toHex(block: number): string {
  return `0x${Math.max(0, block).toString(16)}`;
}
