/**
 * The MCP server on standard input and output, for clients that start programs. The log goes to
 * standard error.
 */
import { Readable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { describeBug, showLines } from '../../common/visible.ts';
import { ConfigError, parseConfig } from '../config.ts';
import { openLog } from '../log.ts';
import { SnapshotHolder } from '../snapshot/holder.ts';
import { Urls } from '../urls.ts';
import { createWatcher, startWatcher } from '../watcher.ts';
import { decodeInput } from './message-text.ts';
import { serverFactory } from './server.ts';

const standardError = 2;

async function main(): Promise<void> {
  const config = parseConfig(process.env);
  const { log } = openLog(config.logLevel, standardError);
  const holder = new SnapshotHolder();
  const watcher = createWatcher(config, {
    holder,
    log,
    querySeconds: { observe: () => undefined },
  });
  await startWatcher(watcher);
  const factory = serverFactory({
    holder,
    urls: new Urls(config),
    onFailure: (error) => log.error({ err: error }, 'call failed'),
  });
  const input = Readable.from(decodeInput(process.stdin));
  const connection = serveStdio(factory, {
    maxSubscriptions: 0,
    transport: new StdioServerTransport(input),
    onerror: (error) => log.warn({ err: error }, 'message not understood'),
  });
  const stop = () => {
    process.stdin.destroy();
    watcher.stop();
    void connection.close();
    holder.replace(null);
    log.flush();
  };
  input.once('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
    stop();
  });
  // The client ends the connection by closing standard input.
  process.stdin.once('close', stop);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
}

try {
  await main();
} catch (error) {
  process.stderr.write(
    `${showLines(error instanceof ConfigError ? error.message : describeBug(error))}\n`,
  );
  process.exitCode = 2;
}
