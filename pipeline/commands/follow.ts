/** `make follow` keeps a build folder equal to an origin. Exit status: 1 the origin cannot be trusted, 2 it cannot be reached. */
import { setTimeout as delay } from 'node:timers/promises';
import { PipelineError } from '../errors.ts';
import { megabytes, type Progress } from '../follow/fetch-snapshot.ts';
import { FollowError } from '../follow/follow-error.ts';
import { Follower } from '../follow/follower.ts';
import { backoffMs, Origin } from '../follow/origin.ts';
import { recordStatus } from '../write/build-folder/build-status.ts';
import { currentId } from '../write/build-folder/publish.ts';
import { type Flags, lockWaitMs, print, untilStopped, warn } from './flags.ts';

/** After a failure. */
const backoff = { firstMs: 1000, mostMs: 60_000 };
/** Time between two lines about a long download. */
const progressMs = 10_000;

export async function follow({ origin: address, build, once, interval }: Flags): Promise<number> {
  if (address === null || address === '')
    throw new PipelineError('usage', 'name the origin: make follow ORIGIN=https://data.example.org BUILD=build');
  const signal = untilStopped();
  const origin = new Origin(address, { signal });
  const follower = new Follower({ origin, build, lockWaitMs, tell: print, onProgress: createProgressLines() });
  try {
    if (once) return await followOnce(follower, build);
    print(`following ${origin.address} in ${build}; press Ctrl+C to stop`);
    await followOn({ follower, build, signal, intervalMs: interval * 1000 });
    return 0;
  } catch (error) {
    if (!signal.aborted) throw error;
    return once ? 2 : 0;
  }
}

async function followOnce(follower: Follower, build: string): Promise<number> {
  try {
    while (!(await follower.follow()));
    await recordStatus(build, 'follow', true);
    print(`${build} is equal to the origin; current is ${await currentId(build)}`);
    return 0;
  } catch (error) {
    if (!(error instanceof FollowError)) throw error;
    await recordStatus(build, 'follow', false);
    warn(await describeFailure(error, build));
    return error.code === 'untrusted' ? 1 : 2;
  }
}

interface Loop {
  readonly follower: Follower;
  readonly build: string;
  readonly signal: AbortSignal;
  readonly intervalMs: number;
}

/** Ends with an error of the signal. */
async function followOn({ follower, build, signal, intervalMs }: Loop): Promise<never> {
  let failures = 0;
  let told = '';
  for (;;) {
    let waitMs = intervalMs;
    try {
      if (!(await follower.follow())) waitMs = 0;
      await recordStatus(build, 'follow', true);
      if (failures > 0) print('the origin is followed again');
      [failures, told] = [0, ''];
    } catch (error) {
      signal.throwIfAborted();
      await recordStatus(build, 'follow', false);
      waitMs = backoffMs(failures++, backoff);
      const text = await describeFailure(error, build);
      if (text !== told) warn(`${text}; trying again`);
      told = text;
    }
    await delay(waitMs, undefined, { signal });
  }
}

/** Throws the error if it is a bug. */
async function describeFailure(error: unknown, build: string): Promise<string> {
  const isExpected = error instanceof PipelineError || (error instanceof Error && 'syscall' in error);
  if (!isExpected) throw error;
  const current = await currentId(build);
  const kept =
    current === null
      ? `${build} has no snapshot yet, so a service has nothing to serve from it`
      : `${build} keeps ${current}`;
  return `${(error as Error).message}; ${kept}`;
}

/** One line about a download every ten seconds. */
function createProgressLines(): (id: string, progress: Progress) => void {
  let lastMs = performance.now();
  return (id, { files, doneFiles, bytes, doneBytes }) => {
    if (doneFiles === 0) lastMs = performance.now();
    if (performance.now() - lastMs < progressMs) return;
    lastMs = performance.now();
    print(`fetching ${id}: ${doneFiles} of ${files} files, ${megabytes(doneBytes)} of ${megabytes(bytes)} MB`);
  };
}
