/**
 * Runs the conformance scenarios of MCP that apply to the server: `npm run conformance`. They need
 * Node 22 or newer.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { directoryFolder } from '../test/support/directory.ts';
import { projectFolder } from '../test/support/paths.ts';
import { buildFolder, openCurrent, startService } from '../test/support/service-server.ts';
import { makeTemporaryFolder } from '../test/support/temporary-folder.ts';

/**
 * Checks that pass. The other scenarios need tools made for them, prompts, sessions or
 * subscriptions, which this server does not have.
 */
const scenarios = {
  'server-initialize': 2,
  ping: 2,
  'tools-list': 3,
  'resources-list': 2,
  'sep-2164-resource-not-found': 4,
  'dns-rebinding-protection': 2,
  'http-header-validation': 14,
  'input-required-result-unsupported-methods': 2,
  // Some checks of these do not apply: bench/README.md says which.
  caching: 7,
  'server-stateless': 22,
} as const;

const program = path.join(projectFolder, 'bench/node_modules/.bin/conformance');

assert.ok(
  Number(process.versions.node.split('.')[0]) >= 22,
  'the conformance tests need Node 22 or newer',
);
const works: (() => Promise<void>)[] = [];
const build = await makeTemporaryFolder({ after: (work) => works.push(work) });
await buildFolder(directoryFolder, build);
const service = await startService({ snapshot: await openCurrent(build) });
for (const [scenario, expected] of Object.entries(scenarios)) {
  const words = ['server', '--url', `${service.url}/mcp`, '--scenario', scenario];
  const printed = await text(
    spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] }).stdout,
  );
  const [result, passed] = /Passed: (\d+)\/\d+, \d+ failed/.exec(printed) ?? [];
  assert.ok(Number(passed) >= expected, `${scenario}:\n${printed.slice(-2000)}`);
  process.stdout.write(`${scenario}: ${result}\n`);
}
await service.close();
for (const work of works) await work();
