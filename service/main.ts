/** Configuration -> service -> listen; a signal stops accepting, drains and closes. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { type Config, ConfigError, parseConfig } from './config.ts';
import { createService } from './create-service.ts';
import { drainable } from './http/drain.ts';
import { createHttpServer } from './http/server.ts';
import { createLog, LineBuffer } from './log.ts';

/** What is in flight gets this long after a signal; service managers kill after 10 s, and cutting off takes time, too. */
const drainMs = 7000;
const logDrainMs = 1000;
/** The heap may grow by this before it is swept: left alone, V8 lets what requests threw away grow to three times the rest. */
const heapGrowingPercent = 40;

async function main(config: Config): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${heapGrowingPercent}`);
  const lines = new LineBuffer(process.stdout);
  process.stdout.on('error', () => undefined); // whoever reads the log is gone; the service goes on
  process.once('exit', () => lines.flush());
  const log = createLog(config.logLevel, lines);
  const { logger } = log;
  const { listener, holder, watcher } = await createService({ config, log, now: () => new Date() });
  await watcher.start();
  const server = createHttpServer();
  const drain = drainable(server, listener);
  server.on('error', (error) => {
    logger.fatal({ err: error }, `cannot listen on ${config.host}:${config.port}`);
    process.exit(2);
  });
  const version = await readVersion();
  server.listen(config.port, config.host, () => {
    const { host, port, siteUrl: site, networkUrlTemplate: networks } = config;
    logger.info({ version, host, port, site, networks, snapshot: holder.current?.manifest.id ?? null }, 'listening');
    lines.flush();
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(signal));

  function stop(signal: string): void {
    logger.info({ signal }, 'stopping');
    watcher.stop();
    drain(() => {
      holder.replace(null);
      logger.info('stopped');
      lines.flush();
      // Nothing is left to do, unless nobody reads the log.
      setTimeout(() => process.exit(), logDrainMs).unref();
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
