/**
 * Lints the OpenAPI documents with Redocly's strict rules, generates clients of each with
 * openapi-typescript and @hey-api/openapi-ts, compiles them with `tsc --strict`, and calls every
 * operation with its required and with all examples. viem, add-mcp and the gallery of VS Code read
 * what is meant for them: `npm run clients`.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { directoryFolder } from '../test/support/directory.ts';
import {
  type OpenApiDocument,
  type Operation,
  readDocument,
} from '../test/support/interface-documents.ts';
import { projectFolder } from '../test/support/paths.ts';
import { buildFolder, openCurrent, startService } from '../test/support/service-server.ts';
import { checkRegistry } from './registry.ts';

const bases = { site: '', network: '/networks/ethereum' } as const;
/** Below bench/, where Node finds the tools. */
const folder = path.join(projectFolder, 'bench/.tmp/clients');

/** Runs a program of bench/node_modules. */
async function run(program: string, words: readonly string[]): Promise<string> {
  const command = path.join(projectFolder, 'bench/node_modules/.bin', program);
  // Redocly asks for newer versions otherwise, and colours its report.
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    NO_COLOR: '1',
  };
  return promisify(execFile)(command, words, { cwd: folder, env }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => assert.fail(`${program} ${words.join(' ')}:\n${stdout}${stderr}`),
  );
}

const program = (baseUrl: string, calls: readonly string[]) => `
import createClient from 'openapi-fetch';
import type { paths } from './schema';
import { client } from './sdk/client.gen';
import * as sdk from './sdk/sdk.gen';
const baseUrl = ${JSON.stringify(baseUrl)};
const api = createClient<paths>({ baseUrl });
client.setConfig({ baseUrl });
let calls = 0;
/** JSON must have the type that the client states: an object with keys. */
function check(name: string, status: number | undefined, data: unknown, error: unknown): void {
  if (status !== 200 || data === undefined || data === null) throw new Error(name + ': ' + status + ' ' + JSON.stringify(error));
  calls++;
}
${calls.join('\n')}
console.log(calls);
`;

/** The same call of both clients. */
function callsWith(
  address: string,
  operation: Operation,
  parameters: Operation['parameters'],
): string[] {
  const places = ['path', 'query'].flatMap((place) => {
    const values = parameters.flatMap((each) =>
      each.in === place ? [[each.name, each.example] as const] : [],
    );
    return values.length > 0 ? [[place, Object.fromEntries(values)] as const] : [];
  });
  const given = Object.fromEntries(places);
  const [[type, { schema }] = ['', {}], ...others] = Object.entries(
    operation.responses['200']?.content ?? {},
  );
  const parseAs =
    type === 'application/json' ? 'json' : type.startsWith('text/') ? 'text' : 'arrayBuffer';
  // A key that the document requires of the answer. Ranges of files are texts, and answers of
  // several media types have no one type.
  const key = others.length > 0 || operation.responses['206'] ? undefined : schema?.required?.[0];
  const data = key === undefined ? 'data' : `data?.${key}`;
  const asked = [
    `api.GET(${JSON.stringify(address)}, ${JSON.stringify({ params: given, parseAs })} as const)`,
    `sdk.${operation.operationId}(${JSON.stringify({ ...given, parseAs })} as const)`,
  ];
  return asked.map(
    (call) =>
      `{ const { data, error, response } = await ${call}; check('${operation.operationId}', response?.status, ${data}, error); }`,
  );
}

/** Code that viem must accept: a client of the chain that the module describes. */
const viemProgram = `
import { createPublicClient } from 'viem';
import { chain, transport, transports } from './endpoints';
const client = createPublicClient({ chain, transport });
if (client.chain.id !== chain.id || transports.length !== client.transport.transports.length)
  throw new Error('viem has other endpoints');
console.log(transports.length, await client.getChainId().catch((error: Error) => error.name));
`;

/**
 * The configurations of RPC endpoints, with the program that reads each: viem is compiled with `tsc
 * --strict` and run, and erpc.yaml is parsed. Nothing is asked of an endpoint: viem answers the id of
 * the chain only when one does, and its error is one of HTTP here.
 */
async function checkEndpoints(): Promise<void> {
  const target = path.join(folder, 'endpoints');
  await mkdir(target);
  const choice = 'network=ethereum&chain=1&limit=2&keyed=3&requests=5000000';
  const read = async (format: string) => {
    const { text } = await service.get(`/api/rpc-endpoint?${choice}&format=${format}`);
    return text;
  };
  // An address where nothing listens: the check asks no endpoint of a stranger.
  const module = (await read('viem')).replaceAll(/https:\/\/[^"\s]+"/g, 'http://127.0.0.1:9"');
  await writeFile(`${target}/endpoints.ts`, module);
  await writeFile(`${target}/program.ts`, viemProgram);
  const compilerOptions = {
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [path.join(projectFolder, 'node_modules/@types')],
  };
  await writeFile(`${target}/tsconfig.json`, JSON.stringify({ compilerOptions, include: ['.'] }));
  await run('tsc', ['-p', 'endpoints']);
  const words = ['--import', 'tsx', `${target}/program.ts`];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: projectFolder });
  assert.match(stdout, /^5 /);
  const config = parse(await read('erpc')) as { projects: [{ upstreams: unknown[] }] };
  assert.equal(config.projects[0].upstreams.length, 5);
  process.stdout.write(`viem: ${stdout.trim()}; erpc.yaml: 5 upstreams\n`);
  const { ERPC_CONFIG: types } = process.env;
  if (types !== undefined) await checkErpc(config, path.resolve(types));
}

/** With eRPC's own types, the folder `typescript/config` of its repository: no registry has them. */
async function checkErpc(config: unknown, types: string): Promise<void> {
  const code = [
    `import type { Config } from ${JSON.stringify(`${types}/src/index.ts`)};`,
    `export const config: Config = ${JSON.stringify(config)};`,
  ];
  await writeFile(`${folder}/endpoints/erpc.ts`, code.join('\n'));
  const modules = ['--module', 'ESNext', '--moduleResolution', 'bundler', '--target', 'ES2022'];
  const options = ['--strict', '--noEmit', '--skipLibCheck', '--allowImportingTsExtensions'];
  await run('tsc', [...options, ...modules, 'endpoints/erpc.ts']);
  process.stdout.write('erpc.yaml: accepted by the types of eRPC\n');
}

/** For each operation and client a call with the required examples, and one with all. */
function callsOf({ paths }: OpenApiDocument): string[] {
  return Object.entries(paths).flatMap(([address, { get: operation }]) => {
    const required = operation.parameters.filter((given) => given.required === true);
    const all = operation.parameters.filter(({ example }) => example !== undefined);
    return [required, all].flatMap((parameters) => callsWith(address, operation, parameters));
  });
}

await rm(folder, { recursive: true, force: true });
await buildFolder(directoryFolder, path.join(folder, 'build'));
const snapshot = await openCurrent(path.join(folder, 'build'));
// The linter takes an address on localhost for a mistake.
const service = await startService({
  snapshot,
  environment: { SITE_URL: 'https://directory.web3' },
});
for (const [name, base] of Object.entries(bases)) {
  const target = path.join(folder, name);
  await mkdir(target);
  const document = await readDocument(service.get, base);
  await writeFile(`${target}/openapi.json`, JSON.stringify(document));
  await run('redocly', [
    'lint',
    '--extends=recommended-strict',
    '--format=stylish',
    `${name}/openapi.json`,
  ]);
  await run('openapi-typescript', [`${name}/openapi.json`, '-o', `${name}/schema.ts`]);
  await run('openapi-ts', ['--silent', '-i', `./${name}/openapi.json`, '-o', `${name}/sdk`]);
  const calls = callsOf(document);
  await writeFile(`${target}/program.ts`, program(`${service.url}${base}`, calls));
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    types: [],
  };
  const strict = { ...compilerOptions, moduleResolution: 'bundler', strict: true, noEmit: true };
  await writeFile(
    `${target}/tsconfig.json`,
    JSON.stringify({ compilerOptions: strict, include: ['.'] }),
  );
  await run('tsc', ['-p', name]);
  const words = ['--import', 'tsx', `${target}/program.ts`];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: projectFolder });
  assert.equal(Number(stdout), calls.length);
  process.stdout.write(
    `${base}/openapi.json: no complaints, ${calls.length} calls of two generated clients\n`,
  );
}
await checkEndpoints();
await checkRegistry(service, folder);
await service.close();
await rm(folder, { recursive: true });
