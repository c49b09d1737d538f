/**
 * How agents find and learn the directory: documents for discovery, and the examples of
 * /mcp-gateway, which are executed.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { tools } from '../../../service/mcp/call-tool.ts';
import { call, connect } from '../../support/mcp-client.ts';
import { oddTree } from '../../support/odd-tree.ts';
import { registryEntry, serverCard } from '../../support/schemas.ts';
import type { Answer } from '../../support/service-get.ts';
import { useService } from '../../support/service-server.ts';
import { afterAll } from '../../support/temporary-folder.ts';

interface Card {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly websiteUrl: string;
  readonly remotes: readonly {
    readonly url: string;
    readonly supportedProtocolVersions?: readonly string[];
  }[];
}

interface Step {
  readonly key: string;
  readonly title: string;
  readonly text: readonly string[];
  readonly examples: readonly {
    readonly kind: string;
    readonly label: string;
    readonly text: string;
  }[];
}

/** Path of an address of the service under test. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

describe('discovery', () => {
  const cleanUp = afterAll();
  const used = useService(oddTree);
  let client: Client;

  before(async () => {
    client = await connect(used.service().url, cleanUp);
  });

  async function read(path: string, type: string): Promise<Answer> {
    const answer = await used.get(path, { headers: { accept: type } });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers['content-type']?.split(';')[0], type);
    assert.equal(answer.headers['access-control-allow-methods'], 'GET');
    return answer;
  }

  describe('documents for discovery', () => {
    let skillText = '';

    it('begin with an AI catalog whose entries answer with their types', async () => {
      const answer = await read('/.well-known/ai-catalog.json', 'application/ai-catalog+json');
      assert.equal(answer.headers['cache-control'], 'public, max-age=3600');
      const { specVersion, host, entries } = answer.json() as {
        specVersion: string;
        host: { displayName: string };
        entries: { identifier: string; type: string; url: string }[];
      };
      assert.deepEqual([specVersion, host.displayName], ['1.0', 'Web3 infrastructure directory']);
      assert.equal(new Set(entries.map(({ identifier }) => identifier)).size, entries.length);
      const found = new Map<string, string>();
      for (const { identifier, type, url } of entries) {
        assert.match(
          identifier,
          /^urn:air:localhost:(mcp|skill|api):web3-infrastructure-directory$/,
        );
        const entry = await used.get(pathOf(url));
        assert.equal(entry.status, 200, url);
        found.set(type, entry.headers['content-type']?.split(';')[0] ?? '');
      }
      assert.equal(
        found.get('application/mcp-server-card+json'),
        'application/mcp-server-card+json',
      );
      // The specification of skills asks for this type.
      assert.equal(found.get('application/agent-skills+md'), 'text/markdown');
      for (const path of ['/', '/networks/aria/toolbox/apis']) {
        const { link } = (await used.get(path)).headers;
        assert.match(
          String(link),
          /<http:\/\/localhost:\d+\/\.well-known\/ai-catalog\.json>; rel="ai-catalog"/,
        );
      }
    });

    it('have a server card that says what the server says of itself', async () => {
      const card = (
        await read('/mcp/server-card', 'application/mcp-server-card+json')
      ).json() as Card;
      serverCard.parse(card);
      const { name, title, version } = client.getServerVersion() ?? {};
      assert.deepEqual(
        [card.name, card.title, card.version],
        [`localhost/${name}`, title, version],
      );
      const [remote] = card.remotes;
      assert.equal(remote?.url, `${used.service().url.replace('127.0.0.1', 'localhost')}/mcp`);
      const offered = await Promise.all(
        (remote.supportedProtocolVersions ?? []).map(async (pin) => {
          const mode = pin > '2026' ? { pin } : ('legacy' as const);
          const other = new Client(
            { name: 'test', version: '1' },
            { versionNegotiation: { mode }, supportedProtocolVersions: [pin] },
          );
          await other.connect(
            new StreamableHTTPClientTransport(new URL(`${used.service().url}/mcp`)),
          );
          cleanUp.after(() => other.close());
          return other.getNegotiatedProtocolVersion();
        }),
      );
      assert.deepEqual(offered, remote.supportedProtocolVersions);
    });

    it('have an entry for the MCP registry with the same identity', async () => {
      const entry = (await read('/mcp/server.json', 'application/json')).json() as Card;
      registryEntry.parse(entry);
      const card = (await used.get('/mcp/server-card')).json() as Card;
      for (const key of ['name', 'title', 'version', 'description', 'websiteUrl'] as const)
        assert.equal(entry[key], card[key]);
      assert.deepEqual(entry.remotes, [{ type: 'streamable-http', url: card.remotes[0]?.url }]);
    });

    it('have a skill of a page under its digest', async () => {
      const index = (
        await read('/.well-known/agent-skills/index.json', 'application/json')
      ).json() as {
        $schema: string;
        skills: { name: string; type: string; description: string; url: string; digest: string }[];
      };
      assert.equal(index.$schema, 'https://schemas.agentskills.io/discovery/0.2.0/schema.json');
      const [skill] = index.skills;
      assert.ok(skill && index.skills.length === 1 && skill.type === 'skill-md');
      assert.match(skill.name, /^[a-z0-9]+(-[a-z0-9]+)*$/);
      assert.ok(skill.name.length <= 64 && skill.description.length <= 1024);
      assert.ok(
        skill.url.endsWith(`/${skill.name}/SKILL.md`),
        'the folder has the name of the skill',
      );
      const { text, bytes } = await read(pathOf(skill.url), 'text/markdown');
      assert.equal(skill.digest, `sha256:${createHash('sha256').update(bytes).digest('hex')}`);
      const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
      assert.ok(
        head.includes(`name: ${skill.name}\ndescription: ${JSON.stringify(skill.description)}\n`),
        head,
      );
      skillText = body;
      assert.ok(text.length < 6000, `${text.length} characters`);
    });

    it('teach in it tools, categories, addresses and calls that are there', async () => {
      const body = skillText;
      const categories = (await client.listResources()).resources.filter(({ uri }) =>
        uri.includes('categories/'),
      );
      const missing = [...tools, ...categories].filter(
        ({ name }) => !body.includes(`- \`${name}\`: `),
      );
      assert.deepEqual(missing, []);
      const addresses = body.match(/http:\/\/localhost:\d+\/[^\s`:)]*/g) ?? [];
      const readable = addresses.filter((url) => !url.endsWith('/mcp') && !url.includes('<slug>'));
      assert.ok(readable.length >= 4);
      for (const url of readable) assert.equal((await used.get(pathOf(url))).status, 200, url);
      // The example in the steps is a call that the tool takes.
      const [, given = ''] = /`(\{"category":.*?\})`/.exec(body) ?? [];
      const called = await call(client, 'find_offers', { ...JSON.parse(given), network: 'aria' });
      assert.equal(called.isError, false, called.text);
    });
  });

  describe('/mcp-gateway', () => {
    let steps: readonly Step[];

    before(async () => {
      const negotiated = await used.get('/mcp-gateway', {
        headers: { accept: 'application/json' },
      });
      assert.match(String(negotiated.headers.vary), /Accept\b(?!-)/);
      const answer = await used.get('/mcp-gateway.json');
      assert.equal(negotiated.text, answer.text);
      steps = (answer.json() as { result: { steps: Step[] } }).result.steps;
    });

    it('tells the same on the page, as Markdown and in llms-full.txt', async () => {
      const found = steps.map(({ key }) => key);
      assert.deepEqual(found, ['discover', 'choose', 'configure', 'run']);
      const markdown = await used.get('/mcp-gateway', { headers: { accept: 'text/markdown' } });
      assert.equal(markdown.text, (await used.get('/mcp-gateway.md')).text);
      const page = plainOf((await used.get('/mcp-gateway')).text);
      const full = (await used.get('/llms-full.txt')).text;
      for (const step of steps) assertTold(step, { page, markdown: markdown.text, full });
    });

    it('has examples that work', async () => {
      const examples = steps.flatMap((step) => step.examples);
      const kinds = examples.map(({ kind }) => kind);
      assert.deepEqual([...new Set(kinds)].toSorted(), ['configuration', 'http', 'tool']);
      for (const { kind, label, text } of examples)
        await execute[kind as keyof typeof execute](text, label);
    });

    const execute = {
      http: async (text: string, label: string) => {
        const answer = await fetch(...requestOf(text));
        assert.equal(answer.status, 200, label);
        const body = await answer.text();
        // Clients of 2025 get an event stream.
        const { result } = JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? body);
        if (/tools\/list/.test(text)) assert.equal(result.tools.length, tools.length);
      },
      tool: async (text: string, label: string) => {
        const { name, arguments: given } = JSON.parse(text);
        const answer = await call(client, name, given);
        assert.equal(answer.isError, false, label);
        assert.ok(answer.structured.total > 0, label);
      },
      configuration: async (text: string, label: string) => {
        if (/^claude mcp add /.test(text)) return assert.ok(text.length < 500, label);
        const servers = JSON.parse(text).mcpServers as Record<string, { url?: string }>;
        const own = servers['web3-directory']?.url;
        if (own === undefined) return assert.equal(Object.keys(servers).length, 1, label);
        const other = new Client({ name: 'test', version: '1' });
        cleanUp.after(() => other.close());
        await other.connect(new StreamableHTTPClientTransport(new URL(own)));
        assert.equal((await other.listTools()).tools.length, tools.length);
      },
    };
  });
});

/**
 * Every text of a step is on the page, in the Markdown and in llms-full.txt, which has no examples.
 */
function assertTold(
  { title, text, examples }: Step,
  told: Record<'page' | 'markdown' | 'full', string>,
): void {
  assert.ok(told.page.includes(title) && told.markdown.includes(`## ${title}\n`));
  for (const paragraph of text) {
    assert.ok(told.page.includes(paragraph.replaceAll('`', '')), paragraph);
    for (const form of [told.markdown, told.full]) assert.ok(form.includes(paragraph), paragraph);
  }
  for (const example of examples)
    for (const form of [told.page, told.markdown])
      assert.ok(form.includes(example.text), example.label);
}

/** Request of a curl command, as a shell splits it. */
function requestOf(text: string): [url: string, init: RequestInit] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${text}`;
  const [url = '', ...words] = execFileSync('sh', ['-c', script], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
  const valuesOf = (option: string) => words.filter((_, at) => words[at - 1] === option);
  const [body] = valuesOf('-d');
  const headers = valuesOf('-H').map((header) => header.split(': ') as [string, string]);
  return [url, body === undefined ? { headers } : { method: 'POST', headers, body }];
}

/** Text of a page without tags and escapes. */
function plainOf(html: string): string {
  const escapes: Readonly<Record<string, string>> = {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    '#39': "'",
  };
  const text = html.replace(/<\/?(code|p|a|pre|h\d)\b[^>]*>/g, '');
  return text.replace(/&(amp|lt|gt|quot|#39|#x2F|#x3D|#x60);/g, (_, name) =>
    name === '#x2F' ? '/' : name === '#x3D' ? '=' : name === '#x60' ? '`' : (escapes[name] ?? ''),
  );
}
