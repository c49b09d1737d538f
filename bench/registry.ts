/**
 * The registry of MCP servers with clients that others wrote: add-mcp, the gallery of VS Code, and
 * with `REGISTRY_API=<folder>` the registry's own `openapi.yaml` and `server.schema.json`.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import { default as addFormats } from 'ajv-formats';
import { projectFolder } from '../test/support/paths.ts';
import type { startService } from '../test/support/service-server.ts';

type Service = Awaited<ReturnType<typeof startService>>;

interface Entry {
  readonly server: {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly version: string;
    readonly remotes?: readonly { readonly url: string }[];
    readonly packages?: readonly unknown[];
  };
}

export async function checkRegistry(service: Service, folder: string): Promise<void> {
  const target = path.join(folder, 'registry');
  await mkdir(target);
  const { servers } = (await service.get('/v0.1/servers?limit=100')).json() as {
    servers: readonly Entry[];
  };
  await checkAddMcp(service, servers, target);
  await checkGallery(service, servers, target);
  const { REGISTRY_API: api } = process.env;
  if (api !== undefined) await checkDocuments(service, servers, path.resolve(api), target);
}

/** Finds a server in the registry, and writes it into the configuration of an editor. */
async function checkAddMcp(
  service: Service,
  entries: readonly Entry[],
  target: string,
): Promise<void> {
  await mkdir(`${target}/add-mcp`);
  const findRegistries = [{ url: `${service.url}/v0.1/servers`, label: 'Directory' }];
  await writeFile(`${target}/add-mcp/config.json`, JSON.stringify({ version: 1, findRegistries }));
  const words = [
    path.join(projectFolder, 'bench/node_modules/add-mcp/dist/index.js'),
    ...['find', 'quicknode', '--yes', '--agent', 'cursor'],
  ];
  const env = { ...process.env, XDG_CONFIG_HOME: target, HOME: target };
  await promisify(execFile)(process.execPath, words, { cwd: target, env, timeout: 60_000 });
  const { mcpServers } = JSON.parse(await readFile(`${target}/.cursor/mcp.json`, 'utf8')) as {
    mcpServers: Readonly<Record<string, { readonly url?: string }>>;
  };
  const { server } = quickNodeOf(entries);
  assert.deepEqual(mcpServers, {
    [server.title.toLowerCase()]: { url: server.remotes?.[0]?.url },
  });
  process.stdout.write(`add-mcp: installed ${server.title}\n`);
}

function quickNodeOf(entries: readonly Entry[]): Entry {
  const entry = entries.find(({ server }) => server.name.includes('quicknode'));
  return entry ?? assert.fail('no server of QuickNode');
}

const vsCode = '@codingame/monaco-vscode-';
const platform = `${vsCode}mcp-service-override/vscode/vs/platform/mcp/common`;
const parts = `${vsCode}base-service-override/vscode/vs/base/parts`;
/** The services of VS Code that read the registry named by `chat.mcp.gallery.serviceUrl`. */
const galleryProgram = (url: string, name: string) => `
import { CancellationToken } from '${vsCode}api/vscode/vs/base/common/cancellation';
import { request } from '${parts}/request/common/requestImpl';
import { McpGalleryManifestService } from '${platform}/mcpGalleryManifestService';
import { McpGalleryService } from '${platform}/mcpGalleryService';
const requests = { request: (options, token = CancellationToken.None) => request(options, token) };
const log = { error: (error) => { throw error; }, info: (line) => { throw new Error(line); } };
const manifests = new McpGalleryManifestService({}, requests, log);
const manifest = await manifests.createMcpGalleryManifest(${JSON.stringify(url)});
const chosen = { getMcpGalleryManifest: async () => manifest };
const gallery = new McpGalleryService(requests, {}, log, chosen);
const listed = async (text) => {
  const { firstPage, getNextPage } = await gallery.query({ text });
  const items = [...firstPage.items];
  for (let page = firstPage; page.hasMore; items.push(...page.items))
    page = await getNextPage(CancellationToken.None);
  return items;
};
const all = await listed('');
const searched = await listed('quicknode');
const named = await gallery.getMcpServersFromGallery([{ name: ${JSON.stringify(name)} }]);
console.log(JSON.stringify({ version: manifest.version, all, searched, named }));
`;

interface Item {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly version: string;
  readonly status: string;
  readonly configuration: Pick<Entry['server'], 'remotes' | 'packages'>;
}

/** Finds the version of the API, lists all pages, searches, and reads a server at its name. */
async function checkGallery(
  service: Service,
  entries: readonly Entry[],
  target: string,
): Promise<void> {
  const { name } = quickNodeOf(entries).server;
  await writeFile(`${target}/gallery.mjs`, galleryProgram(service.url, name));
  const words = [`${target}/gallery.mjs`];
  const { stdout } = await promisify(execFile)(process.execPath, words, { timeout: 60_000 });
  const { version, all, searched, named } = JSON.parse(stdout) as Readonly<
    Record<'all' | 'searched' | 'named', readonly Item[]>
  > & { readonly version: string };
  assert.equal(version, 'v0.1');
  const expected = entries.map(({ server }) => ({
    name: server.name,
    displayName: server.title,
    description: server.description,
    version: server.version,
    status: 'active',
    configuration: pickPlaces(server),
  }));
  assert.deepEqual(all.map(pickItem), expected);
  const quickNode = expected.filter((server) => server.name === name);
  assert.deepEqual(searched.map(pickItem), quickNode);
  assert.deepEqual(named.map(pickItem), quickNode);
  process.stdout.write(`VS Code: listed ${all.length} servers, found and read ${name}\n`);
}

function pickPlaces({ packages, remotes }: Pick<Entry['server'], 'packages' | 'remotes'>) {
  return { ...(packages && { packages }), ...(remotes && { remotes }) };
}

function pickItem({ name, displayName, description, version, status, configuration }: Item): Item {
  return {
    ...{ name, displayName, description, version, status },
    configuration: pickPlaces(configuration),
  };
}

/** Code that a client generated from the registry's own description must accept. */
const apiProgram = (baseUrl: string, name: string) => `
import createClient from 'openapi-fetch';
import type { paths } from './schema';
const api = createClient<paths>({ baseUrl: ${JSON.stringify(baseUrl)} });
const names: string[] = [];
let cursor: string | undefined;
do {
  const { data } = await api.GET('/v0.1/servers', {
    params: { query: { limit: 5, version: 'latest', ...(cursor !== undefined && { cursor }) } },
  });
  if (data === undefined) throw new Error('no list');
  names.push(...data.servers.map(({ server }) => server.name));
  cursor = data.metadata?.nextCursor;
} while (cursor !== undefined);
const at = { serverName: ${JSON.stringify(name)} };
const { data: versions } = await api.GET('/v0.1/servers/{serverName}/versions', {
  params: { path: at },
});
const version = versions?.servers[0]?.server.version ?? '';
const { data: entry } = await api.GET('/v0.1/servers/{serverName}/versions/{version}', {
  params: { path: { ...at, version } },
});
console.log(JSON.stringify({ names, entry }));
`;

/** A client generated from the OpenAPI document of the registry, and its schema of a server. */
async function checkDocuments(
  service: Service,
  entries: readonly Entry[],
  api: string,
  target: string,
): Promise<void> {
  const bin = path.join(projectFolder, 'bench/node_modules/.bin');
  const run = promisify(execFile);
  await run(`${bin}/openapi-typescript`, [`${api}/openapi.yaml`, '-o', `${target}/schema.ts`]);
  const quickNode = quickNodeOf(entries);
  await writeFile(`${target}/program.ts`, apiProgram(service.url, quickNode.server.name));
  const types = ['--types', 'node', '--typeRoots', `${projectFolder}/node_modules/@types`];
  const options = ['--strict', '--noEmit', '--skipLibCheck', ...types];
  const modules = ['--target', 'ES2022', '--module', 'ESNext', '--moduleResolution', 'bundler'];
  await run(`${bin}/tsc`, [...options, ...modules, `${target}/program.ts`]);
  const words = ['--import', 'tsx', `${target}/program.ts`];
  const { stdout } = await run(process.execPath, words, { cwd: projectFolder });
  const { names, entry } = JSON.parse(stdout) as { names: string[]; entry: Entry };
  assert.deepEqual(
    names,
    entries.map(({ server }) => server.name),
  );
  assert.deepEqual(entry, quickNode);
  const schema = JSON.parse(await readFile(`${api}/server.schema.json`, 'utf8'));
  const validate = addFormats.default(new Ajv({ allErrors: true, strict: false })).compile(schema);
  for (const { server } of entries)
    assert.ok(validate(server), `${server.name}: ${JSON.stringify(validate.errors)}`);
  const { $id } = schema as { $id: string };
  process.stdout.write(`openapi.yaml: ${names.length} servers; each as ${$id} asks\n`);
}
