/** The tutorial, followed step by step in a copy of the project; UPDATE_GOLDEN=1 writes what the commands print. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { compiled } from '../support/compiled.ts';
import { assertDocument, readDocument } from '../support/documents.ts';
import { projectFolder } from '../support/paths.ts';
import { openCurrent, startService } from '../support/service-server.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const file = 'docs/tutorial-first-edit.md';
const edited = 'sources/listings/specific-networks/filecoin/wallets.csv';
const codeBlock = /^```(console|csv)\n(.*?)^```$/gms;
const inFolder = ['Makefile', 'package.json', 'package-lock.json', 'sources', 'docs', 'deploy', 'templates'];
const code = ['common', 'model', 'pipeline', 'preview', 'service', 'dist'];

/** A git repository with the compiled pipeline: `make` has nothing to install or to compile. */
async function copyProject(t: TestContext): Promise<string> {
  compiled('pipeline');
  const folder = path.join(await makeTemporaryFolder(t), 'project');
  await mkdir(folder);
  await promisify(execFile)('cp', ['-a', ...inFolder, ...code, folder], { cwd: projectFolder });
  // A folder of links: if `make` installed after all, it would remove the links, not the project's packages.
  const packages = path.join(folder, 'node_modules');
  await mkdir(packages);
  await symlink(path.join(projectFolder, 'node_modules/@duckdb'), path.join(packages, '@duckdb'));
  await writeFile(path.join(packages, '.installed'), '');
  // Older than everything, so that `make` neither installs nor compiles.
  for (const name of ['package-lock.json', 'node_modules/.installed']) await utimes(path.join(folder, name), 0, 0);
  const commit = 'git -c user.name=Test -c user.email=test@example.org commit -qm Test';
  await promisify(execFile)('sh', ['-c', `git init -q && git add sources && ${commit}`], { cwd: folder });
  return folder;
}

/** The line of a CSV block replaces the one that an earlier block has added. */
async function edit(folder: string, line: string): Promise<void> {
  const csv = path.join(folder, edited);
  const [slug = ''] = line.split(',');
  const lines = (await readFile(csv, 'utf8')).split('\n').filter((other) => !other.startsWith(`${slug},`));
  await writeFile(csv, lines.join('\n') + line);
}

/** Output as a terminal shows it; ids and line numbers of the Makefile, which change, are always the same. */
async function run(folder: string, command: string): Promise<string> {
  // Variables of a `make test` that runs this test would change what `make` prints.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(MAKE|MFLAGS)/.test(name)));
  const { stdout } = await promisify(execFile)('sh', ['-c', `(${command}) 2>&1 || true`], { cwd: folder, env });
  return stdout
    .replace(/\d{8}T\d{9}Z-[0-9a-f]{8}/g, '20261122T093000000Z-1a2b3c4d')
    .replace(/\[Makefile:\d+: /g, '[Makefile:50: ');
}

/** What a console block should be: its commands with what they print. */
async function runBlock(t: TestContext, folder: string, block: string): Promise<string> {
  let printed = '';
  for (const [, command = ''] of block.matchAll(/^\$ (.*)$/gm)) {
    printed += `$ ${command}\n${await runCommand(t, folder, command)}`;
  }
  return printed;
}

async function runCommand(t: TestContext, folder: string, command: string): Promise<string> {
  if (!command.startsWith('curl')) return run(folder, command);
  const service = await startService({ snapshot: await openCurrent(path.join(folder, 'build')) });
  t.after(() => service.close());
  return run(folder, command.replace('http://localhost:8080', service.url));
}

describe(file, () => {
  it('prints what its commands print', async (t) => {
    const folder = await copyProject(t);
    const text = await readDocument(file);
    const parts: string[] = [];
    let end = 0;
    for (const match of text.matchAll(codeBlock)) {
      const [whole, kind, block = ''] = match;
      if (kind === 'csv') await edit(folder, block);
      const shown = kind === 'csv' ? block : await runBlock(t, folder, block);
      parts.push(text.slice(end, match.index), `\`\`\`${kind}\n${shown}\`\`\``);
      end = match.index + whole.length;
    }
    assert.ok(parts.length >= 16, 'the tutorial has lost its commands');
    await assertDocument(file, `${parts.join('')}${text.slice(end)}`);
  });
});
