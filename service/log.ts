/** JSON log on standard output, written by pino. */
import { type DestinationStream, type Logger, pino } from 'pino';

/** Lines are written once they fill this many bytes, or every second: one system call for about 40 requests. */
const minBytes = 8 * 1024;
const flushMs = 1000;
/** Unwritten lines that are held for a slow reader. Lines beyond are dropped and counted. */
const maxBytes = 16 * 1024 * 1024;

export function createLog(level: string, destination: DestinationStream): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

export interface LogFile {
  readonly log: Logger;
  /** Drops unwritten lines. */
  destroy(): void;
}

/** A log with an asynchronous buffer on a file descriptor: a reader that hangs cannot block the process. */
export function openLog(level: string, fd = 1): LogFile {
  const options = { dest: fd, sync: false, minLength: minBytes, maxLength: maxBytes, periodicFlush: flushMs };
  const destination = pino.destination(options);
  const log = createLog(level, destination);
  let dropped = 0;
  destination.on('drop', () => dropped++);
  destination.on('drain', () => {
    if (dropped === 0) return;
    log.warn({ dropped }, 'log lines dropped: reader too slow');
    dropped = 0;
  });
  return { log, destroy: () => destination.destroy() };
}
