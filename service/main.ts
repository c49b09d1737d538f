/** Configuration -> service -> listen; a signal stops accepting, drains and closes. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { pino } from 'pino';
import { type Config, ConfigError, parseConfig } from './config.ts';
import { createService } from './create-service.ts';
import { drainable } from './http/drain.ts';
import { createHttpServer } from './http/server.ts';

/** What is in flight gets this long after a signal; service managers kill after 10 s, and cutting off takes time, too. */
const drainMs = 7000;
/** Log lines are gathered to this size, or for a second: a system call for each would cost more than an answer. */
const logBufferBytes = 8 * 1024;

/** The heap may grow by this before it is swept: left alone, V8 lets what requests threw away grow to three times the rest. */
const heapGrowingPercent = 40;

async function main(config: Config): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${heapGrowingPercent}`);
  const destination = pino.destination({ sync: false, minLength: logBufferBytes, periodicFlush: 1000 });
  const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  const { listener, holder, watcher } = await createService({ config, log, now: () => new Date() });
  await watcher.start();
  const server = createHttpServer(listener);
  const drain = drainable(server);
  server.on('error', (error) => {
    log.fatal({ err: error }, `cannot listen on ${config.host}:${config.port}`);
    destination.flushSync();
    process.exit(2);
  });
  const version = await readVersion();
  server.listen(config.port, config.host, () => {
    const { host, port, siteUrl: site, networkUrlTemplate: networks } = config;
    log.info({ version, host, port, site, networks, snapshot: holder.current?.manifest.id ?? null }, 'listening');
    log.flush();
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(signal));

  function stop(signal: string): void {
    log.info({ signal }, 'stopping');
    watcher.stop();
    drain(() => {
      holder.replace(null);
      log.info('stopped');
      destination.flushSync();
    });
    // The process does not end before its queries do, whatever QUERY_TIMEOUT_MS allows them.
    const cutOff = () => {
      server.closeAllConnections();
      holder.current?.pool.interrupt();
    };
    setTimeout(cutOff, drainMs).unref();
  }
}

async function readVersion(): Promise<string> {
  const text = await readFile(path.join(import.meta.dirname, '../package.json'), 'utf8');
  const { version }: { version: string } = JSON.parse(text);
  return version;
}

try {
  await main(parseConfig(process.env));
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 2;
}
