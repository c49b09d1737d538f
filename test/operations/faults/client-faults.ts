/** Clients that are slow, silent, too many or no HTTP at all, while others are answered. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { footprint, type ServiceProcess, startProcess, waitFor } from '../service-process.ts';
import { ask, assertAnswers, assertUnharmed, codeOf, exported, rows, sendRaw, talk } from './ask.ts';
import type { Fault, Scene, Stage } from './fault.ts';

const silentReaders = 20;

/** All at once on one service: most of them wait for its patience to end. */
export function clientScene(): Scene {
  let starting: Promise<ServiceProcess> | null = null;
  const start = (stage: Stage) => (starting ??= stage.newBuild().then((build) => startProcess(build)));
  const fault = (name: string, did: string, act: (service: ServiceProcess) => Promise<string>): Fault => ({
    name,
    did,
    run: async (stage) => {
      const service = await start(stage);
      const seen = await act(service);
      await assertAnswers(service);
      assertUnharmed(service);
      return seen;
    },
  });
  return {
    atOnce: true,
    faults: [
      fault('malformed HTTP', 'sent 9 kinds of bytes that are no request', malformed),
      fault('header too large', 'a header of 20 kB, and 300 kB of headers', headerTooLarge),
      fault('address too long', 'addresses of 8,001 and 30,000 characters', addressTooLong),
      fault('a client that sends one byte a second', 'in the headers', (service) =>
        oneByteASecond(service, 'GET / HTTP/1.1\r\nX: '),
      ),
      fault('a client whose body never ends', 'GET with Content-Length 1000000, a byte a second', (service) =>
        oneByteASecond(service, 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n'),
      ),
      fault(
        'a client that never reads',
        `${silentReaders} connections ask for 200 exports each and read nothing`,
        neverReads,
      ),
      fault('connections opened and left', '10,000 connections that send nothing', openedAndLeft),
      fault('clients that go away', '300 requests, each cut off at once', goAway),
    ],
    close: async () => {
      const service = await starting;
      if (service) assert.equal(await service.stop(), 0);
    },
  };
}

const noRequests: readonly string[] = [
  'nonsense\r\n\r\n',
  'GET\r\n\r\n',
  'GET / HTTP/9.9\r\nHost: a\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nno colon here\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nX: \u0000\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nzzz\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003 a TLS hello',
  'GET / HTTP/1.1\r\n\r\n',
];

async function malformed({ port }: ServiceProcess): Promise<string> {
  for (const bytes of noRequests) {
    const { status, text } = await sendRaw(port, bytes);
    assert.equal(status, 400, `${JSON.stringify(bytes)}: ${text}`);
    const body = text.slice(text.indexOf('\r\n\r\n') + 4);
    // A request without Host is one: node answers it itself, with an empty body.
    if (bytes.includes('Host') || !bytes.startsWith('GET / ')) assert.equal(codeOf(body), 'malformed-request');
    assert.doesNotMatch(text, /\n\s+at |node:|Parse Error/);
    assert.match(text, /connection: close/i);
  }
  return `400 and the end of the connection each time, no detail`;
}

async function headerTooLarge({ port }: ServiceProcess): Promise<string> {
  for (const size of [20_000, 300_000]) {
    const { status, text } = await sendRaw(port, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(size)}\r\n\r\n`);
    assert.equal(status, 431, text.slice(0, 200));
    assert.equal(codeOf(text.slice(text.indexOf('\r\n\r\n'))), 'headers-too-large');
  }
  return '431 headers-too-large';
}

async function addressTooLong(service: ServiceProcess): Promise<string> {
  const long = await ask(service, `/?q=${'a'.repeat(7998)}`);
  assert.equal(long.status, 414, long.text.slice(0, 200));
  const api = await ask(service, rows(`&search=${'a'.repeat(8000)}`));
  assert.equal(codeOf(api.text), 'uri-too-long');
  const longer = await ask(service, `/?q=${'a'.repeat(30_000)}`);
  assert.equal(longer.status, 431);
  return '414 uri-too-long; 431 where it is larger than all headers may be';
}

async function oneByteASecond({ port }: ServiceProcess, beginning: string): Promise<string> {
  const { socket, ended } = talk(port, 40_000);
  socket.write(beginning);
  const timer = setInterval(() => socket.write('x'), 1000);
  const { text, tookMs } = await ended;
  clearInterval(timer);
  const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
  assert.ok(status === '408' || status === '200', text.slice(0, 100));
  assert.ok(tookMs < 25_000, `it was cut off after ${Math.round(tookMs / 1000)} s`);
  return `${status}, cut off after ${Math.round(tookMs / 1000)} s`;
}

async function neverReads(service: ServiceProcess): Promise<string> {
  const pid = service.process.pid ?? 0;
  const before = await footprint(pid);
  const startedMs = performance.now();
  const sockets = Array.from({ length: silentReaders }, () => connect({ port: service.port, host: '127.0.0.1' }));
  for (const socket of sockets) {
    socket.on('error', () => undefined).pause();
    // Pipelined, far more than the system's buffers take.
    for (let turn = 0; turn < 200; turn++) {
      socket.write(
        `GET ${exported(`&format=ndjson&_=${turn}`)} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: identity\r\n\r\n`,
      );
    }
  }
  let most = before.residentMb;
  // The client learns of its end only by reading: what counts is what the service holds.
  await waitFor('the end of clients that do not read', 75_000, async () => {
    most = Math.max(most, (await footprint(pid)).residentMb);
    return (await connectionsOf(service, sockets)) === 0;
  });
  const tookS = Math.round((performance.now() - startedMs) / 1000);
  for (const socket of sockets) socket.destroy();
  assert.ok(most < before.residentMb + 400, `memory ${before.residentMb} -> ${most} MB`);
  return `all cut off within ${tookS} s; memory ${before.residentMb} -> ${most} MB at most, the other clients included`;
}

/** How many of the clients' connections the service still holds; the system's table has addresses in hexadecimal. */
async function connectionsOf({ port }: ServiceProcess, clients: readonly Socket[]): Promise<number> {
  const hex = (number: number) => number.toString(16).toUpperCase().padStart(4, '0');
  const ports = new Set(clients.map(({ localPort }) => hex(localPort ?? 0)));
  const established = '01';
  const table = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((line) => line.trim().split(/\s+/));
  return table.filter(([, local, remote, state]) => {
    const isOurs = local?.endsWith(`:${hex(port)}`) && ports.has(remote?.split(':')[1] ?? '');
    return isOurs && state === established;
  }).length;
}

async function openedAndLeft(service: ServiceProcess): Promise<string> {
  const wanted = 10_000;
  const pid = service.process.pid ?? 0;
  const room = Math.min(await fileLimit('self'), await fileLimit(String(pid))) - 1000;
  const count = Math.min(wanted, room);
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(500, count - sockets.length) }, () =>
      connect({ port: service.port, host: '127.0.0.1' })
        .on('error', () => undefined)
        .resume(),
    );
    sockets.push(...some);
    await Promise.all(some.map((socket) => once(socket, 'connect').catch(() => undefined)));
  }
  // What the service holds is what counts: a client may take for open what the system has not handed over.
  const { openFiles, residentMb } = await footprint(pid);
  const times: number[] = [];
  for (let turn = 0; turn < 50; turn++) {
    const { status, tookMs } = await ask(service, rows(`&search=x&pageSize=${turn + 1}`));
    assert.equal(status, 200);
    times.push(tookMs);
  }
  const isOver = async () => (await footprint(pid)).openFiles < 500;
  await waitFor('the end of silent connections', 40_000, isOver);
  for (const socket of sockets) socket.destroy();
  assert.ok(openFiles > count / 2, `${openFiles} files were open`);
  const note = count < wanted ? ` (the limit of open files allows ${count})` : '';
  const slowest = Math.round(Math.max(...times));
  return `${count} opened${note}, the service held ${openFiles} files and ${residentMb} MB; 50 others answered, the slowest in ${slowest} ms; all silent ones cut off`;
}

async function fileLimit(pid: string): Promise<number> {
  const limits = await readFile(`/proc/${pid}/limits`, 'utf8');
  return Number(/Max open files\s+(\d+)/.exec(limits)?.[1]);
}

async function goAway(service: ServiceProcess): Promise<string> {
  for (let turn = 0; turn < 300; turn++) {
    const socket = connect({ port: service.port, host: '127.0.0.1' }).on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(`GET ${exported(`&search=${turn}&format=csv`)} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await delay(turn % 5);
    if (turn % 2 === 0) socket.destroy();
    else socket.resetAndDestroy();
  }
  return 'no line in the log, others were answered';
}
