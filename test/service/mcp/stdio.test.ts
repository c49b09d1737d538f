/** The MCP server as a command, started by the official client. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { compiled } from '../../support/compiled.ts';
import { call, rowsOf } from '../../support/mcp-client.ts';
import { projectFolder } from '../../support/paths.ts';
import { buildTree } from '../../support/service-server.ts';
import { tinyTree } from '../../support/service-tiny-sources.ts';
import { afterAll } from '../../support/temporary-folder.ts';

describe('npm run --silent mcp', () => {
  const cleanUp = afterAll();

  it('answers on standard output and ends with its input', async () => {
    const { build } = await buildTree(cleanUp, tinyTree);
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [compiled('mcp')],
      cwd: projectFolder,
      env: { PATH: process.env.PATH ?? '', BUILD_DIR: build, LOG_LEVEL: 'warn' },
      stderr: 'inherit',
    });
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await client.connect(transport);
    assert.ok((await client.listTools()).tools.length >= 5);
    const [row] = rowsOf(await call(client, 'find_offers', { category: 'apis', network: 'aria', limit: 1 }));
    assert.ok(row?.slug);
    const { pid } = transport;
    await client.close();
    assert.throws(() => process.kill(pid ?? 0, 0), 'the process has ended');
  });
});
