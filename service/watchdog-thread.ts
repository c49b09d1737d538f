/**
 * The watchdog's thread. Nothing here may wait for the main thread: console, process.stdout and
 * process.exit would.
 */
import { write, writeFile } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { promisify } from 'node:util';
import { workerData } from 'node:worker_threads';
import type { WatchdogData } from './watchdog.ts';

const { activityName, beats, limitMs, looks, isSilent, stateFile, restarts } =
  workerData as WatchdogData;
/** pino's. */
const fatal = 60;
/**
 * Time for each of the last steps: notes that cannot be had, or a log that nobody reads, must not
 * keep the process alive.
 */
const stepMs = 1000;
const maxFrames = 15;

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
  const notes = await inTime(readNotes(), { inProgress: [], stack: [] });
  const msg = 'the event loop is blocked: the watchdog ends the process';
  const line = `${JSON.stringify({ level: fatal, time, blockedMs: limitMs, ...notes, msg })}\n`;
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

/**
 * What the main thread works on, and the functions that it is in. V8 stops in loops and regular
 * expressions, but not in native code.
 */
async function readNotes(): Promise<object> {
  const session = new Session();
  session.connectToMainThread();
  const files = new Map<string, string | undefined>();
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) =>
    files.set(scriptId, url.split('/').at(-1)),
  );
  const paused = new Promise<readonly Frame[]>((resolve) => {
    session.on('Debugger.paused', ({ params: { callFrames } }) => resolve(callFrames));
  });
  void session.post('Debugger.enable');
  void session.post('Debugger.pause');
  const frames = await paused;
  const stack = frames
    .slice(0, maxFrames)
    .map(({ functionName, location: { scriptId, lineNumber } }) => {
      return `${functionName || '(anonymous)'} ${files.get(scriptId)}:${lineNumber + 1}`;
    });
  const { result } = await session.post('Debugger.evaluateOnCallFrame', {
    callFrameId: frames[0]?.callFrameId ?? '',
    expression: `JSON.stringify(globalThis.${activityName})`,
  });
  return { ...JSON.parse(String(result.value)), stack };
}

interface Frame {
  readonly callFrameId: string;
  readonly functionName: string;
  readonly location: { readonly scriptId: string; readonly lineNumber: number };
}

function inTime<T, Other>(work: Promise<T>, otherwise: Other): Promise<T | Other> {
  return Promise.race([
    work,
    new Promise<Other>((resolve) => setTimeout(() => resolve(otherwise), stepMs)),
  ]);
}
