/**
 * What breaks programs, asked of an EVM endpoint once a week: traces, depths of the archive, the
 * range and the largest result of `eth_getLogs`, batches, subscriptions. At most 16 calls, of which
 * eight are `eth_getLogs`. Limits that the sources state are asked for as they are stated.
 */
import { mostAsked } from '../../../model/measures.ts';
import { type Capabilities, deepBlocks } from '../../../model/probes.ts';
import { failureOf, type ProbeFailure } from '../http/failure.ts';
import type { EndpointTarget } from '../targets.ts';
import { maxLogBytes, type RpcMethod, type RpcSession } from './rpc.ts';

/** An address without code and logs: calls are cheap, and results are small. */
const nobody = `0x${'0'.repeat(39)}1`;
const emptyCall = { to: nobody, data: '0x' };

/** Blocks below the head for which a balance is asked, until one is refused. */
const depths = [100, 10_000, deepBlocks] as const;

/** For the range; those that are left ask for large results. */
const maxRangeCalls = 6;
const maxLogCalls = 8;
/** Ranges that providers state, of which four calls find one; with a stated one, 15. */
const usualRanges = [
  10, 50, 100, 500, 1000, 2000, 3000, 5000, 10_000, 20_000, 50_000, 100_000, 500_000, 1_000_000,
] as const;

const batchSizes = [10, 100] as const;

/** Logs that are asked for if the sources state no limit. */
const usualResult = 1000;
/** Blocks differ: a result of this part of a limit is within it. */
const share = 0.6;
/** Blocks below the head, which all nodes behind an address have. */
const settled = 10;

/** What was found until the endpoint limits the calls, or does not answer any more. */
export async function askCapabilities(
  session: RpcSession,
  { head, limits }: { readonly head: number; readonly limits: EndpointTarget['limits'] },
): Promise<Capabilities> {
  const asker = new Asker(session);
  const answers = async (method: RpcMethod, params: readonly unknown[]) => {
    const result = await asker.ask(method, params);
    return asker.failure === null ? isGiven(result) : null;
  };
  const trace = await answers('trace_call', [emptyCall, ['trace'], 'latest']);
  const debug = await answers('debug_traceCall', [emptyCall, 'latest', { tracer: 'callTracer' }]);
  const archiveDepth = await findDepth(asker, head);
  const logs = new LogAsker(asker, head);
  const logRange = await findRange(logs, limits.logRange);
  return {
    trace,
    debug,
    archiveDepth,
    logRange,
    logResults: logRange === null ? null : await findResult(logs, logRange, limits.logResults),
    batchSize: await findBatch(asker, limits.batchSize),
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

/** Counts the calls of `eth_getLogs`. */
class LogAsker {
  readonly #asker: Asker;
  readonly head: number;
  calls = 0;

  constructor(asker: Asker, head: number) {
    this.#asker = asker;
    this.head = head;
  }

  get isHttp(): boolean {
    return this.#asker.session.batch !== null;
  }

  get hasFailed(): boolean {
    return this.#asker.failure !== null;
  }

  /** Whether logs of an address that has none are answered for so many blocks. */
  async answersRange(range: number): Promise<boolean> {
    return (await this.#ask({ address: nobody, ...this.#blocks(this.head, range) })) !== null;
  }

  /** All logs of so many blocks; null if they are refused. */
  async readLogs(range: number): Promise<readonly unknown[] | null> {
    return this.#ask(this.#blocks(this.head - settled, range));
  }

  async #ask(filter: object): Promise<readonly unknown[] | null> {
    this.calls++;
    const logs = await this.#asker.ask('eth_getLogs', [filter]);
    return Array.isArray(logs) ? logs : null;
  }

  #blocks(last: number, range: number) {
    return { fromBlock: toHex(last - range + 1), toBlock: toHex(last) };
  }
}

/**
 * The largest range of blocks of `eth_getLogs` that is answered: first among usual ranges and the
 * stated one, then between two of them. 0 if none is.
 */
async function findRange(logs: LogAsker, stated: number | null): Promise<number | null> {
  const asked = stated === null ? null : Math.min(stated, mostAsked.logRange);
  const usual = sizesWith(usualRanges, asked).filter((range) => range < logs.head);
  /** Between a step that is answered, or -1, and one that is refused. */
  const bisect = async (from: number, to: number, rangeAt: (step: number) => number) => {
    let [answered, refused] = [from, to];
    while (refused - answered > 1 && logs.calls < maxRangeCalls && !logs.hasFailed) {
      const middle = Math.floor((answered + refused) / 2);
      if (await logs.answersRange(rangeAt(middle))) answered = middle;
      else refused = middle;
    }
    return { answered, refused };
  };
  const { answered, refused } = await bisect(-1, usual.length, (step) => usual[step] ?? 0);
  const [low = 0, high = 0] = [usual[answered], usual[refused]];
  // A usual limit is one that is stated: the next number is asked before those between.
  const isBetween = low > 0 && high > 0 && (await logs.answersRange(low + 1));
  const found = isBetween ? (await bisect(low + 1, high, (range) => range)).answered : low;
  return logs.hasFailed ? null : found;
}

/** Sizes that are asked for, with a stated one, in ascending order. */
function sizesWith(usual: readonly number[], stated: number | null): readonly number[] {
  const sizes = new Set(stated === null || stated < 1 ? usual : [...usual, Math.floor(stated)]);
  return [...sizes].toSorted((a, b) => a - b);
}

/**
 * Logs of the largest result of `eth_getLogs` that is answered, among that of one block, a tenth of
 * the limit, and the limit. Null if a filter without an address is refused, or the chain has too few
 * logs within the range.
 */
async function findResult(
  logs: LogAsker,
  range: number,
  stated: number | null,
): Promise<number | null> {
  // A message of a WebSocket cannot be cut off.
  const sample = range > 0 && logs.isHttp ? ((await logs.readLogs(1)) ?? []) : [];
  const [first] = sample;
  if (first === undefined) return null;
  const fitting = (share * maxLogBytes) / JSON.stringify(first).length;
  const limit = Math.min(stated ?? usualResult, mostAsked.logResults, fitting);
  const ranges = [limit, limit / 10].map((size) => Math.floor((share * size) / sample.length));
  for (const blocks of ranges.filter((each) => each > 1)) {
    const answered = await countLogs(logs, blocks, range);
    if (answered === null) return null;
    if (answered > 0) return Math.max(answered, sample.length);
  }
  return sample.length;
}

/** 0 if they are refused, null if they cannot be asked for. */
async function countLogs(logs: LogAsker, blocks: number, range: number): Promise<number | null> {
  if (blocks > range || logs.calls >= maxLogCalls) return null;
  const found = await logs.readLogs(blocks);
  return logs.hasFailed ? null : (found?.length ?? 0);
}

/** The largest batch of which each call is answered, among 10 and the stated size; 1 if none is. */
async function findBatch(asker: Asker, stated: number | null): Promise<number | null> {
  const { batch } = asker.session;
  if (batch === null) return null;
  const [small, large] = batchSizes;
  const sizes = sizesWith([small], Math.min(stated ?? large, mostAsked.batchSize));
  let largest = 1;
  for (const size of sizes) {
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
