/** Lock of a build folder. It names its holder; a lock of a terminated process is ignored. */
import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { makeFolder } from '../../../common/make-folder.ts';
import { readJson } from '../../../common/read-bounded.ts';
import { PipelineError } from '../../errors.ts';
import { temporaryPrefix } from './replace-file.ts';

const lockName = '.lock';
const pollMs = 100;
const maxHolderBytes = 10_000;

const holderSchema = z.object({
  pid: z.int(),
  host: z.string(),
  /** When the lock was taken. */
  startedAt: z.string(),
  /** Tells the process from a later one with its number; null without /proc. */
  processStart: z.string().nullable().default(null),
  token: z.string(),
});
type Holder = z.infer<typeof holderSchema>;

/**
 * Runs `work` with the lock. Waits up to `waitMs` for another build, then throws and names the
 * holder.
 */
export async function withLock<T>(
  buildFolder: string,
  waitMs: number,
  work: () => Promise<T>,
): Promise<T> {
  await makeFolder(buildFolder);
  const lock = path.join(buildFolder, lockName);
  const token = await acquire(lock, waitMs);
  try {
    await removeDeadLocks(buildFolder);
    return await work();
  } finally {
    if ((await readHolder(lock))?.token === token) await rm(lock, { force: true });
  }
}

/**
 * Removes dead locks that a process renamed in takeAway and then did not remove because it was
 * killed.
 */
async function removeDeadLocks(buildFolder: string): Promise<void> {
  const names = (await readdir(buildFolder)).filter((name) => name.startsWith(`${lockName}.`));
  for (const file of names.map((name) => path.join(buildFolder, name))) {
    const holder = await readHolder(file);
    if (holder !== null && (await isGone(holder))) await rm(file, { force: true });
  }
}

async function acquire(lock: string, waitMs: number): Promise<string> {
  const startedAt = new Date().toISOString();
  const processStart = await startOfProcess(process.pid);
  const holder: Holder = {
    pid: process.pid,
    host: hostname(),
    startedAt,
    processStart,
    token: randomUUID(),
  };
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    if (await create(lock, holder)) return holder.token;
    const other = await readHolder(lock);
    if (other !== null && (await isGone(other))) await takeAway(lock, other);
    else if (waitedMs < waitMs) await delay(pollMs);
    else throw lockedBy(lock, other);
  }
}

function lockedBy(lock: string, other: Holder | null): PipelineError {
  const who =
    other === null
      ? 'an unknown process'
      : `process ${other.pid} on ${other.host} since ${other.startedAt}`;
  return new PipelineError('locked', `another build is running: ${lock} is held by ${who}`);
}

/**
 * Links a complete file to the lock's name, so that a killed process never leaves a lock without a
 * holder.
 */
async function create(lock: string, holder: Holder): Promise<boolean> {
  const whole = path.join(path.dirname(lock), `${temporaryPrefix}lock-${holder.token}`);
  // Flushes before the link, so that a power failure leaves no lock without a holder either.
  await writeFile(whole, JSON.stringify(holder), { flush: true });
  try {
    await link(whole, lock);
    return true;
  } catch (error) {
    // ENOENT: the running build removed this file as a leftover.
    if (['EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  } finally {
    await rm(whole, { force: true });
  }
}

/** Null if it was removed since. */
async function readHolder(lock: string): Promise<Holder | null> {
  return holderSchema.safeParse(await readJson(lock, maxHolderBytes)).data ?? null;
}

/**
 * Only processes of this machine can be checked. Its number may be that of another process by now.
 */
async function isGone(holder: Holder): Promise<boolean> {
  if (holder.host !== hostname()) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true;
  }
  const start = await startOfProcess(holder.pid);
  return start !== null && holder.processStart !== null && start !== holder.processStart;
}

/**
 * The boot of the machine and the tick at which a process started, field 22 of proc(5). Null
 * without /proc.
 */
async function startOfProcess(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => null);
  // The name of the program, in parentheses, may hold spaces.
  const ticks = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return ticks === undefined || boot === null ? null : `${boot.trim()}:${ticks}`;
}

/**
 * Renames the dead lock. A rename succeeds once, so that only one of two waiting processes removes
 * it.
 */
async function takeAway(lock: string, dead: Holder): Promise<void> {
  const aside = `${lock}.${dead.token}`;
  await rename(lock, aside).catch(() => undefined);
  const taken = await readHolder(aside);
  // Restores a new lock of another process that replaced the dead one.
  if (taken !== null && taken.token !== dead.token) await rename(aside, lock);
  else await rm(aside, { force: true });
}
