/** Bodies of POST /mcp that are read or wait for their turn have a budget. */
import assert from 'node:assert/strict';
import { type ClientRequest, request } from 'node:http';
import { before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { post } from '../../support/mcp-client.ts';
import { useService } from '../../support/service-server.ts';
import { tinyTree } from '../../support/service-tiny-sources.ts';
import { afterAll } from '../../support/temporary-folder.ts';

const listTools = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
const header = 'x-real-ip';

describe('bodies of POST /mcp', () => {
  const cleanUp = afterAll();
  const used = useService(tinyTree, { CLIENT_HEADER: header });
  let port: number;
  before(() => {
    ({ port } = used.service());
  });

  /** Sends a body without its last byte. */
  function openBody(client: string, bytes = 64 * 1024): ClientRequest {
    const headers = { [header]: client, 'content-type': 'application/json', 'content-length': bytes };
    const sent = request({ host: '127.0.0.1', port, path: '/mcp', method: 'POST', headers, agent: false });
    sent.on('error', () => undefined);
    sent.write(' '.repeat(bytes - 1));
    cleanUp.after(async () => {
      sent.destroy();
    });
    return sent;
  }

  /** Repeats a call until it has the status, because bodies arrive some time after they are sent. */
  async function settled(client: string, status: number) {
    for (let turn = 0; turn < 200; turn++) {
      const answer = await post(port, listTools, { [header]: client });
      if (answer.status === status) return answer;
      await delay(50);
    }
    return assert.fail(`${client} never got ${status}`);
  }

  it('of one client have 4 MiB; others are answered', async () => {
    const open = [...Array.from({ length: 64 }, () => openBody('192.0.2.66')), openBody('192.0.2.66', 50)];
    const refused = await settled('192.0.2.66', 503);
    assert.match(refused.text, /too many request bodies/);
    assert.equal(refused.headers['retry-after'], '1');
    assert.equal((await post(port, listTools, { [header]: '192.0.2.1' })).status, 200);
    for (const sent of open) sent.destroy();
    await settled('192.0.2.66', 200);
  });

  it('of all clients have 16 MiB', async () => {
    const clients = ['1', '2', '3', '4'].map((last) => `198.51.100.${last}`);
    const open = clients.flatMap((client) => Array.from({ length: 64 }, () => openBody(client)));
    open.push(openBody('203.0.113.2', 240));
    await settled('203.0.113.1', 503);
    for (const sent of open) sent.destroy();
    await settled('203.0.113.1', 200);
  });
});
