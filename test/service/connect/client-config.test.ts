/** Configurations of clients, made of cells that contributors write. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod';
import { connectionOf } from '../../../pipeline/connect/server.ts';
import { configure } from '../../../service/connect/client-config.ts';
import { runs } from '../../support/lane.ts';
import { hosted, own, textsOf, variable } from '../../support/mcp-rows.ts';
import { assertVsCodeConfig } from '../../support/schemas.ts';

const texts = z.record(z.string(), z.string());
/**
 * `.mcp.json` of Claude Code has no published schema: these are the types of its documentation
 * (code.claude.com/docs/en/mcp), and
 * `npm run conformance` gives the command lines to the program itself.
 */
const serversFile = z.strictObject({
  mcpServers: z.record(
    z.string().regex(/^[a-zA-Z0-9_-]+$/),
    z.union([
      z.strictObject({
        type: z.literal('stdio').optional(),
        command: z.string(),
        args: z.array(z.string()).optional(),
        env: texts.optional(),
      }),
      z.strictObject({ type: z.enum(['http', 'sse']), url: z.string(), headers: texts.optional() }),
    ]),
  ),
});

describe('configure', () => {
  it('writes the forms that clients document', () => {
    const url = 'https://mcp.acme.com/mcp';
    const keyed = textsOf({
      ...hosted,
      mcpEndpoint: url,
      authType: 'API Key',
      credentialKey: 'acme',
    });
    assert.deepEqual(JSON.parse(keyed.mcpServers ?? ''), {
      mcpServers: {
        'acme-mcp': { type: 'http', url, headers: { Authorization: 'Bearer <ACME_API_KEY>' } },
      },
    });
    assert.deepEqual(JSON.parse(keyed.vscode ?? ''), {
      inputs: [
        {
          type: 'promptString',
          id: 'acme-api-key',
          description: 'Credential of the provider',
          password: true,
        },
      ],
      servers: {
        'acme-mcp': {
          type: 'http',
          url,
          headers: { Authorization: `Bearer ${variable('input:acme-api-key')}` },
        },
      },
    });
    assert.equal(
      keyed['claude-code'],
      `claude mcp add --transport http acme-mcp ${url} --header 'Authorization: Bearer <ACME_API_KEY>'`,
    );
    const started = textsOf({
      ...own,
      selfHostedCommand: 'npx',
      selfHostedArgs: ['-y', '@acme/mcp'],
      selfHostedRequiredEnvVars: ['ACME_KEY'],
    });
    assert.equal(
      started['claude-code'],
      "claude mcp add --env 'ACME_KEY=<ACME_KEY>' --transport stdio acme-mcp -- npx -y @acme/mcp",
    );
    assert.equal(JSON.parse(started.vscode ?? '').servers['acme-mcp'].type, 'stdio');
  });

  it('conforms to the schema of VS Code, and to the types of servers that Claude Code reads', () => {
    const rows = [
      { ...hosted, mcpEndpoint: 'https://mcp.acme.com/sse', transportType: 'sse' },
      {
        ...hosted,
        mcpEndpoint: 'https://mcp.acme.com/mcp?apiKey=abc',
        authType: 'API Key',
        credentialKey: 'acme',
      },
      {
        ...hosted,
        mcpEndpoint: 'https://mcp.acme.com/mcp',
        authType: 'API Key',
        credentialKey: 'acme',
      },
      {
        ...own,
        selfHostedCommand: 'npx',
        selfHostedArgs: ['-y', '@acme/mcp'],
        selfHostedRequiredEnvVars: ['ACME_KEY'],
      },
      { ...own, selfHostedCommand: 'node', selfHostedArgs: ['path/to/index.js'] },
    ];
    for (const row of rows) {
      const { vscode = '', mcpServers = '' } = textsOf(row);
      assertVsCodeConfig(JSON.parse(vscode));
      serversFile.parse(JSON.parse(mcpServers));
    }
    // The check can fail.
    assert.throws(() =>
      assertVsCodeConfig({ servers: { acme: { type: 'http', command: 'npx' } } }),
    );
    assert.throws(() =>
      serversFile.parse({ mcpServers: { acme: { url: 'https://mcp.acme.com' } } }),
    );
  });

  it('gives a shell exactly the words of the configuration, whatever the cells are', () => {
    // A shell splits the command line as a user's would; `claude` is a function that prints its
    // words.
    const split = (line: string) =>
      execFileSync('sh', ['-c', `claude() { printf '%s\\0' "$@"; }\n${line}`], { encoding: 'utf8' })
        .split('\0')
        .slice(0, -1);
    const hostile = fc.string({
      unit: fc.constantFrom(...'aZ0-=\'"\\$`;|&<>(){}!*?#~% \n\té'),
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(hostile, fc.array(hostile, { maxLength: 4 }), (slug, args) => {
        const env = { KEY: `<${args.join('')}>` };
        const way = { kind: 'self-hosted', command: 'npx', args, env, packages: [] } as const;
        const connection = { ...connectionOf({ ...own, slug }), ways: [way] };
        const line =
          configure(way, connection).find(({ client }) => client === 'claude-code')?.text ?? '';
        const { name } = connection;
        assert.match(name, /^[a-z0-9][a-z0-9-]*$/);
        const expected = [
          'mcp',
          'add',
          '--env',
          `KEY=<${args.join('')}>`,
          '--transport',
          'stdio',
          name,
          '--',
          'npx',
        ];
        assert.deepEqual(split(line), [...expected, ...args]);
      }),
      { numRuns: runs(50, 15) },
    );
  });

  it('makes no text of cells that are not plain, for any cells', () => {
    const cell = fc.oneof(
      fc.string({ maxLength: 30 }),
      fc.constantFrom(
        'npx',
        'node',
        '-y',
        '-e',
        'https://a.io/x',
        '$(id)',
        variable('env:HOME'),
        'a;b',
        '-p',
      ),
    );
    fc.assert(
      fc.property(
        cell,
        cell,
        fc.array(cell, { maxLength: 5 }),
        (mcpEndpoint, selfHostedCommand, selfHostedArgs) => {
          const connection = connectionOf({
            ...own,
            mcpEndpoint,
            selfHostedCommand,
            selfHostedArgs,
          });
          assert.ok(connection.ways.length + connection.missing.length > 0);
          for (const { text } of connection.ways.flatMap((way) => configure(way, connection))) {
            assert.doesNotMatch(text.replaceAll(/\$\{input:[a-z0-9-]+\}/g, ''), /[$`;\\&|]/);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
