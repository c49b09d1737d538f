/** Many links on many hosts, in bounded memory and with the limits kept, as the servers see it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { link, probeWorld, serve } from '../../support/probe-world.ts';

const hosts = 100;
const linksOfHost = 20;
const connections = 32;

describe('a run over 2,000 links on 100 hosts', () => {
  it('reads each link once, in bounded memory, with one request at a time to a host', async (t) => {
    const busy = new Map<string, number>();
    const seen = new Set<string>();
    const most = { all: 0, host: 0 };
    let [all, asked, heapBytes] = [0, 0, 0];
    const port = await serve(
      (request, response) => {
        const host = request.headers.host ?? '';
        asked++;
        seen.add(`${host}${request.url}`);
        busy.set(host, (busy.get(host) ?? 0) + 1);
        most.host = Math.max(most.host, busy.get(host) ?? 0);
        most.all = Math.max(most.all, ++all);
        if (asked % 100 === 0) heapBytes = Math.max(heapBytes, process.memoryUsage().heapUsed);
        setTimeout(() => {
          all--;
          busy.set(host, (busy.get(host) ?? 0) - 1);
          response.writeHead(request.url === '/robots.txt' ? 404 : 200).end('x'.repeat(100_000));
        });
      },
      { after: (work) => t.after(work) },
    );
    const targets = Array.from({ length: hosts * linksOfHost }, (_, at) =>
      link(`http://host${at % hosts}.world.dev:${port}/${at}`),
    );
    const beforeBytes = process.memoryUsage().heapUsed;
    const { readings, summary } = await probeWorld(targets, {
      turns: { connections, hostPauseMs: 5 },
      timeoutMs: 20_000,
    });
    assert.equal(readings.filter(({ result }) => result === 'answered').length, hosts * linksOfHost);
    assert.equal(new Set(readings.map(({ address }) => address)).size, hosts * linksOfHost);
    assert.deepEqual([asked, seen.size, summary.requests], Array(3).fill(hosts * (linksOfHost + 1)));
    assert.equal(most.host, 1);
    assert.ok(most.all <= connections, `${most.all} connections`);
    const grownMegabytes = (heapBytes - beforeBytes) / 1e6;
    t.diagnostic(`${Math.round(summary.elapsedMs)} ms, ${grownMegabytes.toFixed(0)} MB more, ${most.all} connections`);
    assert.ok(grownMegabytes < 150, `${grownMegabytes} MB`);
  });
});
