/** Starts the service: configuration, first snapshot, server; shuts it down at a signal. */
import type { Server } from 'node:http';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import { version } from '../common/version.ts';
import { describeBug, showLines } from '../common/visible.ts';
import { createService } from './app.ts';
import { type Config, ConfigError, describeUnknownSettings, parseConfig } from './config.ts';
import { prepareShutdown } from './http/connections.ts';
import { createHttpServer } from './http/server.ts';
import { openLog } from './log.ts';
import { readRestarts, startWatchdog } from './watchdog.ts';
import { Activity } from './watchdog-notes.ts';
import { startWatcher } from './watcher.ts';

/** Time for requests in flight after a signal. Service managers kill after 10 s. */
const drainMs = 7000;
/**
 * Time in which idle connections may send another request: proxies use them until they are closed.
 */
const idleMs = 1500;
/** Time for the last log lines. */
const logDrainMs = 1000;
/** Text of pictures is drawn with the fonts of the program alone. */
const fontSettings = path.join(import.meta.dirname, '../templates/card/fonts.conf');
/** Collects garbage after 40 % heap growth instead of V8's default, which lets the heap triple. */
const heapGrowingPercent = 40;

async function main(config: Config): Promise<void> {
  process.env.FONTCONFIG_FILE = fontSettings;
  setFlagsFromString(`--heap-growing-percent=${heapGrowingPercent}`);
  const { log, destroy: dropLog } = openLog(config.logLevel);
  for (const message of describeUnknownSettings(Object.keys(process.env))) log.warn(message);
  const activity = new Activity();
  const restarts = await readRestarts(config, log);
  await startWatchdog(activity, { config, log, restarts });
  const service = await createService({ config, log, now: () => new Date(), activity, restarts });
  const { listener, adminListener, holder, watcher } = service;
  await startWatcher(watcher);
  const server = createHttpServer();
  const shutDown = prepareShutdown(server, listener);
  exitOnError(server, log, `cannot listen on ${config.host}:${config.port}`);
  const admin = config.adminPort === null ? null : createHttpServer(adminListener);
  if (admin !== null) {
    exitOnError(admin, log, `cannot listen on ADMIN_PORT ${config.adminHost}:${config.adminPort}`);
    admin.listen(config.adminPort ?? 0, config.adminHost);
  }
  server.listen(config.port, config.host, () => {
    const { host, port, siteUrl: site, networkUrlTemplate: networks } = config;
    log.info(
      { version, host, port, site, networks, snapshot: holder.current?.manifest.id ?? null },
      'listening',
    );
    log.flush();
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(signal));

  function stop(signal: string): void {
    log.info({ signal }, 'stopping');
    watcher.stop();
    // Nobody waits for a service that is stopped from a terminal. The last requests are logged at
    // the end of this turn of the event loop.
    shutDown(() => setImmediate(end), signal === 'SIGINT' ? 0 : idleMs);
    // Running queries keep the process alive for up to QUERY_TIMEOUT_MS.
    setTimeout(() => {
      server.closeAllConnections();
      holder.interrupt();
    }, drainMs).unref();
  }

  function end(): void {
    admin?.close();
    admin?.closeAllConnections();
    holder.replace(null);
    log.info('stopped');
    log.flush();
    // The process ends by itself here, unless the log has a reader that hangs.
    setTimeout(exitWithoutLog, logDrainMs).unref();
  }

  function exitWithoutLog(): void {
    dropLog();
    process.exit();
  }
}

const listenFaults = new Map([
  ['EADDRINUSE', 'another program uses the port'],
  ['EADDRNOTAVAIL', 'this machine has no such address'],
  ['EACCES', 'the port is for privileged users'],
  ['ENOTFOUND', 'the name has no address'],
]);

function exitOnError(server: Server, log: Logger, message: string): void {
  server.on('error', ({ code = '', message: cause }: NodeJS.ErrnoException) => {
    log.fatal({ code }, `${message}: ${listenFaults.get(code) ?? cause}`);
    log.flush();
    process.exit(2);
  });
}

try {
  await main(parseConfig(process.env));
} catch (error) {
  process.stderr.write(
    `${showLines(error instanceof ConfigError ? error.message : describeBug(error))}\n`,
  );
  process.exitCode = 2;
}
