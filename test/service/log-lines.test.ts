import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTerminalLog } from '../../service/log.ts';

function logOf(environment: Readonly<Record<string, string>>) {
  const lines: string[] = [];
  return { lines, log: createTerminalLog('info', { write: (text) => lines.push(text) }, environment) };
}

describe('createTerminalLog', () => {
  const { lines, log } = logOf({ NO_COLOR: '1' });
  const told = (write: () => void) => {
    lines.length = 0;
    write();
    return lines.join('').replace(/^\d\d:\d\d:\d\d /, '');
  };

  it('names the address to open in one line', () => {
    const facts = { version: '1', host: '127.0.0.1', port: 8080, site: 'http://localhost:8080', snapshot: 'a' };
    const found = told(() => log.info(facts, 'listening'));
    assert.equal(found, 'Open http://localhost:8080/ (snapshot a; press Ctrl+C to stop)\n');
    const seen = told(() => log.info({ ...facts, snapshot: null }, 'listening'));
    assert.match(seen, /waiting for the first snapshot/);
  });

  it('writes a request as status, time and address', () => {
    const facts = { requestId: 'x', method: 'GET', url: '/a?b=\u001b[2J\u202e', route: '/', status: 200, tookMs: 3.26 };
    const shown = told(() => log.info(facts, 'request'));
    assert.equal(shown, 'GET  200    3 ms  /a?b=\\u{1b}[2J\\u{202e}\n');
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
    for (const environment of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) assert.ok(!write(environment).includes('\u001b'));
  });
});
