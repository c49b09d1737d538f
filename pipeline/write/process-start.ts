/** Start time of a process, which distinguishes it from a later process with the same id. Null without /proc. */
import { readFile } from 'node:fs/promises';

/** Ticks of the kernel in a second, on every Linux that Node.js supports. */
const ticksPerSecond = 100;

/** The boot of the machine and the tick at which the process started. */
export async function startOfProcess(pid: number): Promise<string | null> {
  const ticks = await startTicks(pid);
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => null);
  return ticks === null || boot === null ? null : `${boot.trim()}:${ticks}`;
}

/** Milliseconds since 1970, with an error of some milliseconds. */
export async function startTimeOfProcess(pid: number): Promise<number | null> {
  const ticks = await startTicks(pid);
  const uptime = await readFile('/proc/uptime', 'utf8').catch(() => null);
  if (ticks === null || uptime === null) return null;
  return Date.now() - Number.parseFloat(uptime) * 1000 + (ticks / ticksPerSecond) * 1000;
}

/** Field 22 of proc(5). The name of the program, in parentheses, may hold spaces. */
async function startTicks(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  const ticks = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return ticks === undefined ? null : Number(ticks);
}
