/** Log on standard output, written by pino: JSON lines, or lines for people on a terminal. */
import { isatty } from 'node:tty';
import { type DestinationStream, type Logger, pino } from 'pino';
import { formatForTerminal } from './log-lines.ts';

/** Lines are written once they fill this many characters, or every second: one system call for about 120 requests. */
const minLength = 32 * 1024;
const flushMs = 1000;
/** Unwritten lines that are held for a slow reader. Lines beyond are dropped and counted. */
const maxBytes = 16 * 1024 * 1024;

export function createLog(level: string, destination: DestinationStream): Logger {
  return pino({ level, base: null, timestamp: createTimestamp() }, destination);
}

/** Writes the field `time`, and formats a millisecond once. */
function createTimestamp(): () => string {
  let lastMs = Number.NaN;
  let text = '';
  return () => {
    const nowMs = Date.now();
    if (nowMs !== lastMs) text = `,"time":"${new Date((lastMs = nowMs)).toISOString()}"`;
    return text;
  };
}

const standardOutput = 1;

export interface LogFile {
  readonly log: Logger;
  /** Drops unwritten lines. */
  destroy(): void;
}

interface TerminalOutput {
  write(text: string): unknown;
}

/** Has no colours with NO_COLOR (no-color.org). */
export function createTerminalLog(
  level: string,
  output: TerminalOutput,
  environment: Readonly<Record<string, string | undefined>>,
): Logger {
  const hasColours = !environment.NO_COLOR && environment.TERM !== 'dumb';
  return createLog(level, { write: (line) => void output.write(formatForTerminal(line, hasColours)) });
}

/** A log with an asynchronous buffer on a file descriptor: a reader that hangs cannot block the process. */
export function openLog(level: string, fd: number = standardOutput): LogFile {
  if (isatty(fd)) {
    const output = fd === standardOutput ? process.stdout : process.stderr;
    return { log: createTerminalLog(level, output, process.env), destroy: () => undefined };
  }
  const { lines, destination, destroy } = openLines(fd);
  const log = createLog(level, lines);
  let dropped = 0;
  destination.on('drop', (text: string) => (dropped += text.split('\n').length - 1));
  destination.on('drain', () => {
    if (dropped === 0) return;
    log.warn({ dropped }, 'log lines dropped: reader too slow');
    dropped = 0;
  });
  return { log, destroy };
}

/** Joins lines before they reach the destination, because it measures all waiting text again at each write. */
function openLines(fd: number) {
  let text = '';
  let isOpen = true;
  const pass = () => {
    if (text !== '' && isOpen) destination.write(text);
    text = '';
  };
  const lines = {
    write: (line: string) => {
      text += line;
      if (text.length >= minLength) pass();
    },
    flush: (done?: (error?: Error) => void) => {
      pass();
      destination.flush(done);
    },
    flushSync: () => {
      pass();
      if (isOpen) destination.flushSync();
    },
  };
  // Before those of the destination, which ends it.
  process.once('beforeExit', pass);
  process.once('exit', lines.flushSync);
  const destination = pino.destination({ dest: fd, sync: false, maxLength: maxBytes, maxWrite: 2 * minLength });
  const timer = setInterval(pass, flushMs).unref();
  const destroy = () => {
    isOpen = false;
    clearInterval(timer);
    destination.destroy();
  };
  return { lines, destination, destroy };
}
