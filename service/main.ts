/** Configuration -> first snapshot -> app -> listen; a signal stops accepting, drains and closes. */
import { createServer } from 'node:http';
import path from 'node:path';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { type Config, ConfigError, parseConfig } from './config.ts';
import { AnswerCache } from './http/answers.ts';
import { readAssets } from './routes/assets.ts';
import { SnapshotHolder } from './snapshot/holder.ts';
import { SnapshotWatcher } from './snapshot/watch.ts';
import { Templates } from './templates.ts';
import { Urls } from './urls.ts';

/** What is in flight gets this long after a signal. */
const drainMs = 8000;

async function main(config: Config): Promise<void> {
  const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  const holder = new SnapshotHolder();
  const options = { connections: config.queryConnections, queryTimeoutMs: config.queryTimeoutMs };
  const watcher = new SnapshotWatcher({ buildDir: config.buildDir, options, holder, log });
  const folder = path.join(import.meta.dirname, '../templates');
  const templates = await Templates.read(folder);
  const assets = await readAssets(path.join(folder, 'assets'));
  await watcher.start();
  const urls = new Urls(config);
  const server = createServer(
    createApp({ urls, templates, assets, holder, log, cache: new AnswerCache(), now: () => new Date() }).callback(),
  );
  server.on('error', (error) => {
    log.fatal({ err: error }, `cannot listen on ${config.host}:${config.port}`);
    process.exit(2);
  });
  server.listen(config.port, config.host, () => {
    log.info(
      { host: config.host, port: config.port, site: config.siteUrl, networks: config.networkUrlTemplate },
      'listening',
    );
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(signal));

  function stop(signal: string): void {
    log.info({ signal }, 'stopping');
    watcher.stop();
    server.close(() => {
      holder.replace(null);
      log.info('stopped');
    });
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), drainMs).unref();
  }
}

try {
  await main(parseConfig(process.env));
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 2;
}
