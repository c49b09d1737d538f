/** /v0.1/servers: what clients of the MCP registry read. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import * as z from 'zod';
import { directory } from '../../support/directory.ts';
import {
  buildTree,
  buildTreeIn,
  openCurrent,
  startService,
  useService,
} from '../../support/service-server.ts';
import { afterAll } from '../../support/temporary-folder.ts';

interface Entry {
  readonly server: {
    readonly name: string;
    readonly title?: string;
    readonly description: string;
    readonly version: string;
    readonly remotes?: readonly { readonly type: string; readonly url: string }[];
    readonly packages?: readonly { readonly registryType: string; readonly identifier: string }[];
  };
  readonly _meta: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface List {
  readonly servers: readonly Entry[];
  readonly metadata: { readonly nextCursor?: string; readonly count: number };
}

/** What the schema of the registry requires, and its bounds. */
const inputSchema = z.object({
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  value: z.string().optional(),
});
const variablesSchema = z.record(z.string(), inputSchema).optional();
const namedSchema = inputSchema.extend({ name: z.string(), variables: variablesSchema });
const argumentSchema = z.strictObject({
  type: z.literal('positional'),
  value: z.string(),
  variables: variablesSchema,
});
const serverSchema = z.strictObject({
  $schema: z.url(),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  description: z.string().min(1).max(100),
  title: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  websiteUrl: z.url().optional(),
  icons: z
    .array(
      z.strictObject({
        src: z.url().max(255),
        mimeType: z.enum(['image/png', 'image/jpeg', 'image/jpg', 'image/svg+xml', 'image/webp']),
      }),
    )
    .optional(),
  remotes: z
    .array(
      z.strictObject({
        type: z.enum(['streamable-http', 'sse']),
        url: z.string().regex(/^https?:\/\/[^\s]+$/),
        headers: z.array(namedSchema).optional(),
        variables: variablesSchema,
      }),
    )
    .optional(),
  packages: z
    .array(
      z.strictObject({
        registryType: z.enum(['npm', 'pypi', 'oci']),
        identifier: z.string().min(1),
        version: z
          .string()
          .regex(/^\d+\.\d+\.\d+/)
          .optional(),
        runtimeHint: z.enum(['npx', 'uvx', 'docker']),
        transport: z.strictObject({ type: z.literal('stdio') }),
        runtimeArguments: z.array(argumentSchema).optional(),
        packageArguments: z.array(argumentSchema).optional(),
        environmentVariables: z.array(namedSchema).optional(),
      }),
    )
    .optional(),
});
const responseSchema = z.strictObject({
  server: serverSchema,
  _meta: z.looseObject({
    'io.modelcontextprotocol.registry/official': z.strictObject({
      status: z.enum(['active', 'deprecated', 'deleted']),
      updatedAt: z.iso.datetime(),
      isLatest: z.boolean(),
    }),
  }),
});

describe('the registry of MCP servers', () => {
  const { get } = useService(directory);
  const list = async (query = '') => {
    const answer = await get(`/v0.1/servers?${query}`);
    assert.equal(answer.status, 200, answer.text);
    return JSON.parse(answer.text) as List;
  };
  const namesOf = ({ servers }: List) => servers.map(({ server }) => server.name);

  it('has each MCP server of the directory, page after page', async () => {
    const { result } = JSON.parse(
      (await get('/api/offers?category=mcpservers&pageSize=100&fields=slug,provider')).text,
    ) as { result: { offers: { slug: string }[]; pagination: { totalOffers: number } } };
    const whole = await list('limit=100');
    assert.equal(whole.servers.length, result.pagination.totalOffers);
    assert.ok(whole.servers.length > 3);
    const slugs = namesOf(whole).map((name) => name.split('/')[1]);
    assert.deepEqual(slugs.toSorted(), result.offers.map(({ slug }) => slug).toSorted());
    const paged: string[] = [];
    let cursor: string | undefined = '';
    while (cursor !== undefined) {
      // VS Code sends the cursor as it is.
      const page: List = await list(`limit=2&version=latest${cursor && `&cursor=${cursor}`}`);
      assert.equal(page.metadata.count, page.servers.length);
      paged.push(...namesOf(page));
      cursor = page.metadata.nextCursor;
    }
    assert.deepEqual(paged, namesOf(whole));
  });

  it('describes each server as the published schema asks (2025-12-11)', async () => {
    const { servers } = await list('limit=100');
    const icons = servers.flatMap((each) => responseSchema.parse(each).server.icons ?? []);
    assert.ok(icons.length > 0 && icons.length < servers.length);
    for (const { src, mimeType } of icons)
      assert.equal((await get(new URL(src).pathname)).headers['content-type'], mimeType);
  });

  it('finds by name, version and time', async () => {
    const { servers } = await list('limit=100');
    const names = servers.map(({ server }) => server.name);
    const found = namesOf(await list('search=ETHERSCAN&version=latest&include_deleted=false'));
    assert.deepEqual(
      found,
      names.filter((name) => name.includes('etherscan')),
    );
    assert.ok(found.length > 0);
    assert.deepEqual(namesOf(await list('version=99.0.0')), []);
    assert.deepEqual(namesOf(await list('updated_since=2999-01-01T00:00:00Z')), []);
    assert.deepEqual(namesOf(await list('limit=100&updated_since=2000-01-01T00:00:00Z')), names);
    const both = 'search=etherscan&updated_since=2000-01-01T00:00:00Z&version=latest&limit=100';
    assert.deepEqual(namesOf(await list(both)), found);
    assert.deepEqual(await list('search=nobody'), { servers: [], metadata: { count: 0 } });
  });

  it('goes on with a search that only the first page was asked for, as VS Code pages', async () => {
    const matching = namesOf(await list('limit=100&search=docs'));
    assert.ok(matching.length > 4 && matching.length < namesOf(await list('limit=100')).length);
    const paged: string[] = [];
    for (let query = 'search=Docs'; query !== ''; ) {
      const { servers, metadata } = await list(`limit=2&version=latest&${query}`);
      paged.push(...servers.map(({ server }) => server.name));
      query = metadata.nextCursor === undefined ? '' : `cursor=${metadata.nextCursor}`;
    }
    assert.deepEqual(paged, matching);
  });

  it('refuses what the tests of the official registry call invalid', async () => {
    const queries = ['limit=150', 'limit=abc', 'limit=0', 'limit=-5', 'cursor=invalid-uuid'];
    for (const query of [...queries, 'updated_since=invalid-timestamp', 'updated_since=2026-02-03'])
      assert.equal((await get(`/v0.1/servers?${query}`)).status, 400, query);
  });

  it('ignores parameters of its clients that the interface lacks', async () => {
    assert.deepEqual(
      await list('search=etherscan&version=latest&source=cli'),
      await list('search=etherscan&version=latest'),
    );
  });

  it('titles each server with its provider, as clients list titles', async () => {
    const { servers } = await list('limit=100');
    const titles = servers.map(({ server }) => server.title);
    assert.ok(titles.includes('Etherscan MCP'), titles.join(', '));
    assert.equal(new Set(titles).size, titles.length);
  });

  it('has each server at its name and version', async () => {
    const [first] = (await list()).servers;
    assert.ok(first !== undefined);
    const { name, version } = first.server;
    const base = `/v0.1/servers/${encodeURIComponent(name)}/versions`;
    for (const each of ['latest', version])
      assert.deepEqual(JSON.parse((await get(`${base}/${each}`)).text), first, each);
    assert.deepEqual(JSON.parse((await get(base)).text).servers, [first]);
    assert.equal((await get(`${base}/99.0.0`)).status, 404);
    assert.equal((await get('/v0.1/servers/com.example%2Fnobody/versions/latest')).status, 404);
  });

  it('says where a server is, what it needs, and what the directory found', async () => {
    const entry = JSON.parse(
      (await get('/v0.1/servers/etherscan-mcp/versions/latest')).text,
    ) as Entry;
    const config = JSON.parse((await get('/api/mcp-config?offer=etherscan-mcp')).text).result;
    const [way] = config.ways as { url?: string }[];
    assert.deepEqual(
      entry.server.remotes?.map(({ url }) => url),
      [way?.url],
    );
    const own = Object.entries(entry._meta).find(([key]) => key.endsWith('/directory'))?.[1];
    assert.equal(own?.provider, 'Etherscan');
    assert.equal(own.handshake, 'not probed');
    assert.deepEqual(
      own.needs,
      config.placeholders.map(({ name, description }: Record<string, string>) => ({
        name,
        description,
      })),
    );
    const local = (await list('limit=100')).servers.flatMap(({ server }) => server.packages ?? []);
    assert.ok(local.some(({ registryType, identifier }) => registryType === 'npm' && identifier));
    assert.ok(local.every(({ identifier }) => !/@[\d.]+$|@latest$/.test(identifier)));
  });

  it('has the card of the own server at the addresses where clients look', async () => {
    const { text } = await get('/mcp/server-card');
    for (const path of ['/.well-known/mcp/server-card.json', '/.well-known/mcp.json'])
      assert.equal((await get(path)).text, text, path);
  });
});

describe('a registry that lost a server', () => {
  const cleanUp = afterAll();
  const everywhere = 'listings/all-networks/mcpservers.csv';
  /** Two listings that are everywhere, and one of them later. */
  const [head = '', ...lines] = String(directory[everywhere]).split('\n');
  const with2 = { ...directory, [everywhere]: [head, ...lines.slice(0, 2), ''].join('\n') };
  const with1 = { ...directory, [everywhere]: [head, ...lines.slice(0, 1), ''].join('\n') };

  it('tells copies of it which one, and no other client', async () => {
    const { build } = await buildTree(cleanUp, with2);
    await buildTreeIn(path.join(build, '..'), with1, new Date('2026-02-03T04:05:06Z'));
    const service = await startService({ snapshot: await openCurrent(build) });
    cleanUp.after(service.close);
    const read = async (address: string) => (await service.get(address)).json() as List;
    const gone = ({ servers }: List) =>
      servers.flatMap(
        ({ server, _meta: { 'io.modelcontextprotocol.registry/official': state } }) =>
          state?.status === 'deleted' ? [{ ...server, ...state }] : [],
      );
    assert.deepEqual(gone(await read('/v0.1/servers?limit=100')), []);
    const removed = {
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      name: 'localhost/github-mcp',
      description: 'MCP server of GitHub, removed on 2026-02-03',
      version: '2026.2.3',
      status: 'deleted',
      statusMessage: 'The directory has no such offer since 2026-02-03.',
      statusChangedAt: '2026-02-03T04:05:06.000Z',
      updatedAt: '2026-02-03T04:05:06.000Z',
      isLatest: true,
    };
    for (const query of ['include_deleted=true', 'updated_since=2026-02-01T00:00:00Z'])
      assert.deepEqual(gone(await read(`/v0.1/servers?limit=100&${query}`)), [removed], query);
    assert.deepEqual(gone(await read('/v0.1/servers?updated_since=2026-03-01T00:00:00Z')), []);
    const one = '/v0.1/servers/github-mcp/versions/latest';
    assert.equal((await service.get(one)).status, 404);
    assert.equal((await service.get(`${one}?include_deleted=true`)).status, 200);
  });
});
