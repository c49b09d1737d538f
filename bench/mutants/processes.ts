/** Ends runs of tests that go on for ever: by CPU time, because others may use the machine. */
import { readdirSync, readFileSync } from 'node:fs';

/** Ends the run with all processes that its tests started. */
export function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

const everyMs = 5_000;
const idleMs = 90_000;

/** Ends the run when none of its processes used any CPU time for a while: it waits for ever. */
export function endWhenIdle(pid: number | undefined): NodeJS.Timeout {
  let [used, since] = [0, Date.now()];
  return setInterval(() => {
    const now = usedTicks(pid);
    if (Math.abs(now - used) > 2) [used, since] = [now, Date.now()];
    else if (Date.now() - since > idleMs) endGroup(pid);
  }, everyMs);
}

function usedTicks(group: number | undefined): number {
  let ticks = 0;
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    // After the name in brackets: state, parent, group, …, user and system time.
    const fields = readStat(name)
      .replace(/^.*\) /s, '')
      .split(' ');
    if (Number(fields[2]) === group) ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks;
}

function readStat(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}
