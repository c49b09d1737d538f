/** The log: JSON lines. pino makes them, but for the line of each request: it would cost more than answering out of the cache. */
import { type Logger, pino } from 'pino';

export interface RequestFacts {
  readonly requestId: string;
  /** As `describeRequest` gives it. */
  readonly described: string;
  /** As the table of routes writes it; `other` where no route was found. */
  readonly route: string;
  readonly status: number;
  readonly tookMs: number;
}

export interface Log {
  readonly logger: Logger;
  /** At level info. */
  request(facts: RequestFacts): void;
}

export interface LineDestination {
  write(line: string): void;
}

export function createLog(level: string, destination: LineDestination): Log {
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  if (!logger.isLevelEnabled('info')) return { logger, request: () => undefined };
  return { logger, request: (facts) => destination.write(requestLine(facts)) };
}

/** The part of a request's line that is the same whenever it is asked. Methods and routes are words that need no escape. */
export function describeRequest(method: string, url: string, route: string): string {
  return `"method":"${method}","url":${JSON.stringify(url)},"route":"${route}"`;
}

/** What pino would write. */
function requestLine({ requestId, described, status, tookMs }: RequestFacts): string {
  const took = Math.round(tookMs * 1000) / 1000;
  return `${lineStart()}${requestId}",${described},"status":${status},"tookMs":${took},"msg":"request"}\n`;
}

let startMs = 0;
let start = '';

/** Up to the request's id. Many requests share a millisecond. */
function lineStart(): string {
  const nowMs = Date.now();
  if (nowMs !== startMs)
    [startMs, start] = [nowMs, `{"level":30,"time":"${new Date(nowMs).toISOString()}","requestId":"`];
  return start;
}

/** Lines are gathered to this size, or for this long: a system call for each would cost more than an answer. */
const gatheredLength = 64 * 1024;
const gatheredMs = 1000;
/** What may wait for a reader that hangs; lines beyond are lost, and counted. */
const waitingBytes = 16 * 1024 * 1024;

/** As node's own stdout: a file takes what it is given at once, what a pipe does not take waits in memory. */
export interface LineSink {
  readonly writableLength: number;
  write(lines: string): unknown;
}

/** Gathers lines for what writes them. No thread of the pool is woken for that: it would take a processor from a request. */
export class LineBuffer implements LineDestination {
  readonly #sink: LineSink;
  #lines = '';
  #count = 0;
  #lost = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(sink: LineSink) {
    this.#sink = sink;
  }

  write(line: string): void {
    this.#lines += line;
    this.#count++;
    if (this.#lines.length >= gatheredLength) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), gatheredMs).unref();
  }

  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#sink.writableLength > waitingBytes) this.#lost += this.#count;
    else this.#send();
    [this.#lines, this.#count] = ['', 0];
  }

  #send(): void {
    if (this.#lost > 0) {
      const lost = {
        level: 40,
        time: new Date().toISOString(),
        lost: this.#lost,
        msg: 'lines of the log were lost: nobody read them',
      };
      this.#sink.write(`${JSON.stringify(lost)}\n`);
      this.#lost = 0;
    }
    if (this.#lines !== '') this.#sink.write(this.#lines);
  }
}
