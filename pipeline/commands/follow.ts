/**
 * `make follow` keeps a build folder equal to an origin. Exit status: 1 the origin cannot be
 * trusted, 2 it cannot be reached.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { PipelineError } from '../errors.ts';
import { createRclone } from '../rclone.ts';
import { recordStatus } from '../snapshot/build-folder/build-status.ts';
import { currentId } from '../snapshot/build-folder/publish.ts';
import { lockWaitMs, print, untilStopped, warn } from './flags.ts';
import { followOrigin } from './follow/follow.ts';
import { Origin } from './follow/origin.ts';
import type { Flags } from './options.ts';

export async function follow({ origin: address, build, once, interval }: Flags): Promise<number> {
  if (address === null || address === '')
    throw new PipelineError(
      'usage',
      'name the origin: make follow ORIGIN=https://data.example.org BUILD=build',
    );
  const signal = untilStopped();
  const origin = new Origin(address, createRclone({ signal, isBounded: true }));
  const look = () =>
    attempt(() => followOrigin({ origin, build, lockWaitMs, tell: print }), { build, signal });
  try {
    if (!once) {
      print(`following ${origin.address} in ${build}; press Ctrl+C to stop`);
      return await followOn(look, { intervalMs: interval * 1000, signal });
    }
    const failure = await look();
    if (failure === null)
      print(`${build} is equal to the origin; current is ${await currentId(build)}`);
    else warn(failure.message);
    return failure?.status ?? 0;
  } catch (error) {
    if (!signal.aborted) throw error;
    return once ? 2 : 0;
  }
}

interface Failure {
  readonly status: 1 | 2;
  readonly message: string;
}

/** Returns the failure, unless it is a bug, and records it for the service. */
async function attempt(
  work: () => Promise<void>,
  { build, signal }: { readonly build: string; readonly signal: AbortSignal },
): Promise<Failure | null> {
  try {
    await work();
    await recordStatus(build, 'follow', true);
    return null;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof PipelineError || (error instanceof Error && 'syscall' in error)))
      throw error;
    await recordStatus(build, 'follow', false);
    const current = await currentId(build);
    const none = `${build} has no snapshot yet, so a service has nothing to serve from it`;
    const kept = current === null ? none : `${build} keeps ${current}`;
    const status = (error as NodeJS.ErrnoException).code === 'untrusted' ? 1 : 2;
    return { status, message: `${error.message}; ${kept}` };
  }
}

/** Tells each failure once. Ends with an error of the signal. */
async function followOn(
  look: () => Promise<Failure | null>,
  { intervalMs, signal }: { readonly intervalMs: number; readonly signal: AbortSignal },
): Promise<never> {
  for (let told = ''; ; await delay(intervalMs, undefined, { signal })) {
    const message = (await look())?.message ?? '';
    if (message !== '' && message !== told) warn(`${message}; trying again`);
    if (message === '' && told !== '') print('the origin is followed again');
    told = message;
  }
}
