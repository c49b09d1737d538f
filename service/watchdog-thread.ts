/**
 * The watchdog's thread. Nothing here may wait for the main thread: console, process.stdout and
 * process.exit would.
 */
import { write, writeFile } from 'node:fs';
import { promisify } from 'node:util';
import { workerData } from 'node:worker_threads';
import type { WatchdogData } from './watchdog.ts';
import { readNotes } from './watchdog-notes.ts';

const { notes, beats, limitMs, looks, isSilent, stateFile, restarts } = workerData as WatchdogData;
/** pino's. */
const fatal = 60;
/**
 * Time for the last steps: a log that nobody reads must not keep the process alive.
 */
const stepMs = 1000;

let [last, missed] = [-1, 0];
const timer = setInterval(() => {
  const beat = Atomics.load(beats, 0);
  missed = beat === last ? missed + 1 : 0;
  last = beat;
  if (missed >= looks) void endProcess();
}, limitMs / looks);

async function endProcess(): Promise<void> {
  clearInterval(timer);
  const time = new Date().toISOString();
  const msg = 'the event loop is blocked: the watchdog ends the process';
  const line = `${JSON.stringify({ level: fatal, time, blockedMs: limitMs, ...readNotes(notes), msg })}\n`;
  const work = [
    isSilent ? null : promisify(write)(1, line),
    stateFile === null
      ? null
      : promisify(writeFile)(stateFile, JSON.stringify({ restarts: restarts + 1 })),
  ];
  await inTime(Promise.allSettled(work), null);
  // No handler can run. The status is 137; start.sh takes care that this is not the first process
  // of a container, which ignores it.
  process.kill(process.pid, 'SIGKILL');
}

function inTime<T, Other>(work: Promise<T>, otherwise: Other): Promise<T | Other> {
  return Promise.race([
    work,
    new Promise<Other>((resolve) => setTimeout(() => resolve(otherwise), stepMs)),
  ]);
}
