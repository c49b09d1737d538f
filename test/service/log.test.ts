import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { createLog, describeRequest, LineBuffer, type RequestFacts } from '../../service/log.ts';

/** What reaches the destination, piece by piece. */
function keep() {
  const pieces: string[] = [];
  return { pieces, write: (piece: string) => void pieces.push(piece), writableLength: 0 };
}

const described = describeRequest('GET', '/', '/');
const facts: RequestFacts = { requestId: 'a-1', described, route: '/', status: 200, tookMs: 0.1 };

describe('createLog', () => {
  it('writes for a request the line that pino would write', () => {
    const asked = fc.record({
      requestId: fc.constant('0f1e2d3c4b5a-2s'),
      method: fc.constantFrom('GET', 'HEAD', 'M-SEARCH'),
      url: fc.string({ unit: 'binary' }),
      route: fc.constantFrom('other', '{network}/toolbox/{category}'),
      status: fc.integer({ min: 100, max: 599 }),
      tookMs: fc.float({ min: 0, max: 10_000, noNaN: true }),
    });
    fc.assert(
      fc.property(asked, (request) => {
        const destination = keep();
        const { logger, request: logRequest } = createLog('info', destination);
        const { requestId, method, url, route, status, tookMs } = request;
        logRequest({ requestId, described: describeRequest(method, url, route), route, status, tookMs });
        logger.info({ ...request, tookMs: Math.round(tookMs * 1000) / 1000 }, 'request');
        const [ours = '', pinos = ''] = destination.pieces;
        const { time, ...line } = JSON.parse(ours);
        assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        assert.equal(ours.replace(time, ''), pinos.replace(JSON.parse(pinos).time, ''));
        assert.equal(line.url, request.url);
      }),
    );
  });

  it('stamps a line with the time at which it is written', async () => {
    const destination = keep();
    const { request } = createLog('info', destination);
    const before = Date.now();
    request(facts);
    await delay(30);
    request(facts);
    const [first = 0, second = 0] = destination.pieces.map((line) => Date.parse(JSON.parse(line).time));
    assert.ok(first >= before && second >= first + 25 && second <= Date.now());
  });

  it('writes no requests where the level is higher', () => {
    for (const level of ['warn', 'silent']) {
      const destination = keep();
      const { logger, request } = createLog(level, destination);
      request(facts);
      logger.info('nothing');
      assert.deepEqual(destination.pieces, []);
    }
  });
});

describe('LineBuffer', () => {
  it('gathers lines, loses none, and keeps their order', async () => {
    const destination = keep();
    const buffer = new LineBuffer(destination);
    const lines = Array.from({ length: 3000 }, (_, at) => `line ${at} ${'x'.repeat(at % 100)}\n`);
    for (const line of lines) buffer.write(line);
    assert.ok(destination.pieces.length > 1 && destination.pieces.length < 10);
    buffer.flush();
    assert.equal(destination.pieces.join(''), lines.join(''));
  });

  it('lets no line wait for more than a second', async () => {
    const destination = keep();
    const buffer = new LineBuffer(destination);
    buffer.write('one\n');
    assert.deepEqual(destination.pieces, []);
    await delay(1200);
    assert.deepEqual(destination.pieces, ['one\n']);
  });

  it('has nothing to write where nothing is left', () => {
    const destination = keep();
    const buffer = new LineBuffer(destination);
    buffer.write('last\n');
    buffer.flush();
    buffer.flush();
    assert.deepEqual(destination.pieces, ['last\n']);
  });

  it('holds no more than so much for a reader that hangs, and says how many lines were lost once it reads again', () => {
    const destination = keep();
    const buffer = new LineBuffer(destination);
    destination.writableLength = 1 << 30;
    for (let at = 0; at < 5000; at++) buffer.write(`${'x'.repeat(100)}\n`);
    buffer.flush();
    assert.deepEqual(destination.pieces, []);
    destination.writableLength = 0;
    buffer.write('again\n');
    buffer.flush();
    const [said = '', ...rest] = destination.pieces;
    const { level, lost, msg } = JSON.parse(said);
    assert.deepEqual(
      { level, lost, msg },
      { level: 40, lost: 5000, msg: 'lines of the log were lost: nobody read them' },
    );
    assert.deepEqual(rest, ['again\n']);
  });
});
