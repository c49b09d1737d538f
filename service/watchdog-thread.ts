/** The watchdog's thread. Nothing here may wait for the main thread: console, process.stdout and process.exit would. */
import { writeFile, write as writeTo } from 'node:fs';
import { Session } from 'node:inspector';
import { isatty } from 'node:tty';
import { promisify } from 'node:util';
import { workerData } from 'node:worker_threads';
import { ActivityReader } from './activity.ts';
import { formatForTerminal } from './log-lines.ts';
import type { WatchdogData } from './watchdog.ts';

const { memory, limitMs, looks, isSilent, stateFile, restarts } = workerData as WatchdogData;
const standardOutput = 1;
/** pino's. */
const fatal = 60;
/** Time for each of the last steps: a stack that cannot be had, or a log that nobody reads, must not keep the process alive. */
const stepMs = 1000;
const maxFrames = 15;

const reader = new ActivityReader(memory);
let [beats, missed] = [-1, 0];
const timer = setInterval(() => {
  missed = reader.beats === beats ? missed + 1 : 0;
  beats = reader.beats;
  if (missed >= looks) void endProcess();
}, limitMs / looks);

async function endProcess(): Promise<void> {
  clearInterval(timer);
  const { arrived, opening, inProgress } = reader.read();
  const stack = await inTime(readStack(), []);
  const line = JSON.stringify({
    level: fatal,
    time: new Date().toISOString(),
    blockedMs: limitMs,
    inProgress: inProgress.map(describe),
    ...(arrived === null ? {} : { arrivedLast: describe(arrived) }),
    ...(opening === null ? {} : { opening }),
    stack,
    msg: 'the event loop is blocked: the watchdog ends the process',
  });
  await inTime(Promise.allSettled([log(`${line}\n`), keepCount()]), null);
  // No handler can run. The status is 137; start.sh takes care that this is not the first process of a container, which ignores it.
  process.kill(process.pid, 'SIGKILL');
}

/** A request without the values of its parameters, which may be private. */
function describe(request: string): object {
  const [requestId, method, url = ''] = request.split(' ');
  const [path, query = ''] = url.split('?', 2);
  const parameters = [...new Set(query.split('&').map((pair) => pair.split('=', 1)[0] ?? ''))].filter(Boolean);
  return { requestId, method, path, ...(parameters.length > 0 ? { parameters } : {}) };
}

/** The functions that the main thread is in. V8 interrupts loops and regular expressions for it, but not native code. */
function readStack(): Promise<string[]> {
  const session = new Session();
  session.connectToMainThread();
  const files = new Map<string, string | undefined>();
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => files.set(scriptId, url.split('/').at(-1)));
  return new Promise((resolve) => {
    session.on('Debugger.paused', ({ params: { callFrames } }) => {
      const frames = callFrames.slice(0, maxFrames).map(({ functionName, location: { scriptId, lineNumber } }) => {
        return `${functionName || '(anonymous)'} ${files.get(scriptId)}:${lineNumber + 1}`;
      });
      resolve(frames);
    });
    session.post('Debugger.enable');
    session.post('Debugger.pause');
  });
}

async function log(line: string): Promise<void> {
  if (isSilent) return;
  const text = isatty(standardOutput) ? formatForTerminal(line, !process.env.NO_COLOR) : line;
  await promisify(writeTo)(standardOutput, text);
}

async function keepCount(): Promise<void> {
  if (stateFile !== null) await promisify(writeFile)(stateFile, JSON.stringify({ restarts: restarts + 1 }));
}

function inTime<T, Other>(work: Promise<T>, otherwise: Other): Promise<T | Other> {
  return Promise.race([work, new Promise<Other>((resolve) => setTimeout(() => resolve(otherwise), stepMs))]);
}
