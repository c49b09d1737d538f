/** Log on standard output, written by pino: JSON lines, or lines for people on a terminal. */
import { isatty } from 'node:tty';
import { styleText } from 'node:util';
import { type DestinationStream, type Logger, pino } from 'pino';
import { makeVisible, showLines } from '../common/visible.ts';

/**
 * Lines are written once they fill this many bytes, or every second: one system call for about 100
 * requests.
 */
const minBytes = 32 * 1024;
const flushMs = 1000;
/** Unwritten lines that are held for a slow reader. Lines beyond are dropped and counted. */
const maxBytes = 16 * 1024 * 1024;

export function createLog(level: string, destination: DestinationStream): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
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
  return createLog(level, {
    write: (line) => void output.write(formatForTerminal(line, hasColours)),
  });
}

/**
 * A log with an asynchronous buffer on a file descriptor: a reader that hangs cannot block the
 * process.
 */
export function openLog(level: string, fd: number = standardOutput): LogFile {
  if (isatty(fd)) {
    const output = fd === standardOutput ? process.stdout : process.stderr;
    return { log: createTerminalLog(level, output, process.env), destroy: () => undefined };
  }
  const options = {
    dest: fd,
    sync: false,
    minLength: minBytes,
    maxWrite: 2 * minBytes,
    maxLength: maxBytes,
  };
  const destination = pino.destination({
    ...options,
    periodicFlush: flushMs,
    contentMode: 'buffer',
  } as object);
  // Of text, SonicBoom measures all that waits again for each line; it knows the length of bytes.
  const write = (line: string) => void destination.write(Buffer.from(line) as unknown as string);
  const flush = (done?: (error?: Error) => void) => destination.flush(done);
  const log = createLog(level, {
    ...{ write, flush },
    flushSync: () => destination.flushSync(),
  } as DestinationStream);
  let dropped = 0;
  destination.on('drop', () => dropped++);
  destination.on('drain', () => {
    if (dropped === 0) return;
    log.warn({ dropped }, 'log lines dropped: reader too slow');
    dropped = 0;
  });
  return { log, destroy: () => destination.destroy() };
}

interface LogLine {
  readonly level: number;
  readonly time: string;
  readonly msg?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
  readonly [key: string]: unknown;
}

type Paint = (format: 'bold' | 'dim' | 'red' | 'yellow' | 'green', text: string) => string;

const plain: Paint = (_, text) => text;
/** The caller knows whether the terminal has colours. */
const coloured: Paint = (format, text) => styleText(format, text, { validateStream: false });

/**
 * Formats a JSON line of the log, with its newline: an address to open, a request, or a message
 * with its facts.
 */
function formatForTerminal(json: string, hasColours: boolean): string {
  const line = JSON.parse(json) as LogLine;
  const paint = hasColours ? coloured : plain;
  if (line.msg === 'listening') return `${formatListening(line, paint)}\n`;
  const time = paint('dim', new Date(line.time).toTimeString().slice(0, 8));
  const text = line.msg === 'request' ? formatRequest(line, paint) : formatMessage(line, paint);
  return `${time} ${text}\n`;
}

function formatListening({ site, snapshot }: LogLine, paint: Paint): string {
  const what = snapshot === null ? 'waiting for the first snapshot' : `snapshot ${snapshot}`;
  return `Open ${paint('bold', makeVisible(`${site}/`))} (${makeVisible(what)}; press Ctrl+C to stop)`;
}

function formatRequest({ method, status, code, tookMs, url }: LogLine, paint: Paint): string {
  const colour = Number(status) >= 500 ? 'red' : Number(status) >= 400 ? 'yellow' : 'green';
  const took = `${Math.round(Number(tookMs))} ms`.padStart(7);
  return `${makeVisible(String(method)).padEnd(4)} ${paint(colour, String(status))} ${took}  ${makeVisible(String(url))}${code === undefined ? '' : paint('dim', ` ${code}`)}`;
}

/** The lowest level of pino of each word. */
const levels = [
  [50, 'error', 'red'],
  [40, 'warning', 'yellow'],
  [0, '', 'dim'],
] as const;

function formatMessage({ level, time: _, msg = '', err, ...facts }: LogLine, paint: Paint): string {
  const [, word, colour] = levels.find(([lowest]) => level >= lowest) ?? levels[2];
  const lines = Object.entries(facts).map(
    ([key, value]) => `${key}=${makeVisible(JSON.stringify(value))}`,
  );
  const error = err === undefined ? '' : `\n${showLines(err.stack ?? err.message ?? '')}`;
  const head = word === '' ? makeVisible(msg) : `${paint(colour, `${word}:`)} ${makeVisible(msg)}`;
  return `${[head, ...lines.map((fact) => paint('dim', fact))].join('  ')}${error}`;
}
