import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createLog, createTerminalLog, openLog } from '../../service/log.ts';
import { everyNth, nightly } from '../support/lane.ts';
import { projectFolder } from '../support/paths.ts';
import { afterAll, makeTemporaryFolder } from '../support/temporary-folder.ts';

describe('createLog', () => {
  it('writes JSON lines with an ISO time and no process id', () => {
    const lines: string[] = [];
    createLog('info', { write: (line) => void lines.push(line) }).info(
      { url: '/"\u0000' },
      'request',
    );
    const { time, ...line } = JSON.parse(lines[0] ?? '');
    assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(line, { level: 30, url: '/"\u0000', msg: 'request' });
  });
});

describe('openLog', () => {
  const cleanUp = afterAll();

  it('writes every line in order, the last without more lines after it', {
    timeout: 180_000,
  }, async () => {
    const file = path.join(await makeTemporaryFolder(cleanUp), 'log');
    const fd = openSync(file, 'w');
    const { log, destroy } = openLog('info', fd);
    for (let at = 0; at < 3000; at++) log.info({ at }, 'x'.repeat(at % 100));
    const readLines = () => readFileSync(file, 'utf8').trim().split('\n');
    while (readLines().length < 3000) await delay(20);
    log.info({ at: 3000 });
    while (readLines().length < 3001) await delay(20);
    destroy();
    const lines = readLines();
    const found = lines.map((line) => JSON.parse(line).at);
    assert.deepEqual(
      found,
      Array.from({ length: 3001 }, (_, at) => at),
    );
  });

  for (const [end, status] of everyNth(2, [
    ["log.fatal('last'); process.exit(3)", 3],
    ["throw new Error('end')", 1],
  ] as const)) {
    it(`writes every line before the process ends: ${end || 'nothing left to do'}`, async () => {
      const program = `
        import { openLog } from './service/log.ts';
        const { log } = openLog('info');
        for (let at = 0; at < 5000; at++) log.info({ at }, 'line');
        ${end}
      `;
      const args = ['--import', 'tsx', '--input-type=module', '-e', program];
      const child = spawn(process.execPath, args, {
        cwd: projectFolder,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
      const lines = output.trim().split('\n');
      const seen = lines.slice(0, 5000).map((line) => JSON.parse(line).at);
      assert.deepEqual(
        seen,
        Array.from({ length: 5000 }, (_, at) => at),
      );
      assert.equal(code, status);
    });
  }

  nightly(
    'drops lines beyond 16 MB while the reader hangs, and logs their number once it reads again',
    async () => {
      const program = `
      import { openLog } from './service/log.ts';
      const { log } = openLog('info');
      for (let at = 0; at < 5000; at++) log.info({ at, text: 'x'.repeat(8000) });
      setInterval(() => log.info('alive'), 50);
      process.stderr.write('written');
    `;
      const args = ['--import', 'tsx', '--input-type=module', '-e', program];
      const child = spawn(process.execPath, args, {
        cwd: projectFolder,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      await once(child.stderr, 'data');
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
      while (!/log lines dropped.*\n/.test(output)) await delay(20);
      child.kill('SIGKILL');
      await text(child.stderr);
      const lines = output.slice(0, output.lastIndexOf('\n')).split('\n');
      const parsed = lines.map(
        (line) =>
          JSON.parse(line) as { level: number; at?: number; dropped?: number; msg?: string },
      );
      const warning = parsed.find(({ msg }) => msg === 'log lines dropped: reader too slow');
      const written = parsed.filter(({ at }) => at !== undefined).length;
      assert.equal(warning?.level, 40);
      assert.equal(warning.dropped, 5000 - written);
      assert.ok(
        written * 8000 <= 17 * 1024 * 1024 && written * 8000 > 15 * 1024 * 1024,
        `${written} lines`,
      );
    },
  );
});

function logOf(environment: Readonly<Record<string, string>>) {
  const lines: string[] = [];
  return {
    lines,
    log: createTerminalLog('info', { write: (text) => lines.push(text) }, environment),
  };
}

describe('createTerminalLog', () => {
  const { lines, log } = logOf({ NO_COLOR: '1' });
  const told = (write: () => void) => {
    lines.length = 0;
    write();
    return lines.join('').replace(/^\d\d:\d\d:\d\d /, '');
  };

  it('names the address to open in one line', () => {
    const facts = {
      version: '1',
      host: '127.0.0.1',
      port: 8080,
      site: 'http://localhost:8080',
      snapshot: 'a',
    };
    const found = told(() => log.info(facts, 'listening'));
    assert.equal(found, 'Open http://localhost:8080/ (snapshot a; press Ctrl+C to stop)\n');
    const seen = told(() => log.info({ ...facts, snapshot: null }, 'listening'));
    assert.match(seen, /waiting for the first snapshot/);
  });

  it('writes a request as status, time and address', () => {
    const facts = {
      requestId: 'x',
      method: 'GET',
      url: '/a?b=\u001b[2J\u202e',
      route: '/',
      status: 200,
      tookMs: 3.26,
    };
    const shown = told(() => log.info(facts, 'request'));
    assert.equal(shown, 'GET  200    3 ms  /a?b=\\u{1b}[2J\\u{202e}\n');
    const refused = told(() =>
      log.warn({ ...facts, status: 503, url: '/', code: 'overloaded' }, 'request'),
    );
    assert.equal(refused, 'GET  503    3 ms  / overloaded\n');
  });

  it('writes other lines with their level, facts and error', () => {
    const listed = told(() => log.info({ signal: 'SIGINT' }, 'stopping'));
    assert.equal(listed, 'stopping  signal="SIGINT"\n');
    const error = told(() => log.error({ err: new Error('bad\u0007') }, 'snapshot refused'));
    assert.match(error, /^error: snapshot refused\nError: bad\\u\{7\}\n {4}at .*\n/);
    const named = told(() => log.warn('slow'));
    assert.match(named, /^warning: slow\n$/);
  });

  it('has colours unless NO_COLOR or a dumb terminal forbids them', () => {
    const facts = { method: 'GET', url: '/', status: 404, tookMs: 1 };
    const write = (environment: Readonly<Record<string, string>>) => {
      const { lines: written, log: other } = logOf(environment);
      other.info(facts, 'request');
      return written.join('');
    };
    assert.ok(write({}).includes('\u001b[33m404'));
    const colours = [200, 399, 400, 499, 500].map((status) => {
      const { lines: written, log: other } = logOf({});
      other.info({ ...facts, status }, 'request');
      return /\u001b\[(3\dm)/.exec(written.join(''))?.[1];
    });
    assert.deepEqual(colours, ['32m', '32m', '33m', '33m', '31m']);
    for (const environment of [{ NO_COLOR: '1' }, { TERM: 'dumb' }])
      assert.ok(!write(environment).includes('\u001b'));
  });
});
