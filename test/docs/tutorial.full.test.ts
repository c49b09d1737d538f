/** The tutorial, followed in a copy of the project that has the test directory as its sources. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { compiled } from '../support/compiled.ts';
import { directoryFolder } from '../support/directory.ts';
import { readDocument } from '../support/documents.ts';
import { projectFolder } from '../support/paths.ts';
import { openCurrent, startService } from '../support/service-server.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const file = 'docs/tutorial-first-edit.md';
const edited = 'sources/listings/specific-networks/base/wallets.csv';
const needed = ['Makefile', 'package.json', 'package-lock.json', 'deploy', 'templates', 'dist'];
const code = ['common', 'model', 'pipeline', 'service'];

/**
 * A git repository with the compiled programs, in which `make` has nothing to install or to
 * compile.
 */
async function copyProject(t: TestContext): Promise<string> {
  compiled('pipeline');
  const folder = path.join(await makeTemporaryFolder(t), 'project');
  const packages = path.join(folder, 'node_modules');
  await mkdir(packages, { recursive: true });
  await run('cp', ['-a', ...needed, ...code, folder], { cwd: projectFolder });
  for (const name of ['@duckdb', 'sharp'])
    await symlink(path.join(projectFolder, 'node_modules', name), path.join(packages, name));
  await cp(directoryFolder, path.join(folder, 'sources'), { recursive: true });
  // The odd cells that `make check` warns of.
  for (const [name, odd, plain] of [
    ['listings/specific-networks/aria/apis', /<img src=x onerror=alert\(1\)>/g, 'An image'],
    ['listings/specific-networks/aria/wallets', /""fr""/g, '""FR""'],
    ['listings/specific-networks/bora/storages', /,Tiered,/g, ',Enterprise,'],
    ['references/offers/apis', /,Free,Free,,RPC,Custom,/g, ',Tiered,Basic,,RPC,Custom,'],
    ['references/offers/platforms', /,Tiered,(?=.*,Custom,)/g, ',Enterprise,'],
    ['references/offers/security', /,Tiered,(?=.*,Custom,)/g, ',Enterprise,'],
  ] as const) {
    const csv = path.join(folder, `sources/${name}.csv`);
    await writeFile(csv, (await readFile(csv, 'utf8')).replace(odd, plain));
  }
  await writeFile(path.join(packages, '.installed'), '');
  for (const name of ['package-lock.json', 'node_modules/.installed'])
    await utimes(path.join(folder, name), 0, 0);
  const commit = 'git -c user.name=Test -c user.email=test@example.org commit -qm Test';
  await run('sh', ['-c', `git init -q && git add sources && ${commit}`], { cwd: folder });
  return folder;
}

/** Adds the line in the order of slugs; it replaces the line that an earlier step has added. */
async function edit(folder: string, line: string): Promise<void> {
  const csv = path.join(folder, edited);
  const [slug = ''] = line.split(',', 1);
  const [header = '', ...lines] = (await readFile(csv, 'utf8')).trimEnd().split('\n');
  const others = lines.filter((other) => !other.startsWith(`${slug},`));
  await writeFile(csv, `${[header, ...[...others, line.trimEnd()].toSorted()].join('\n')}\n`);
}

async function runCommand(t: TestContext, folder: string, command: string): Promise<string> {
  let words = command;
  if (command.startsWith('curl')) {
    const service = await startService({ snapshot: await openCurrent(path.join(folder, 'build')) });
    t.after(() => service.close());
    words = command.replace('http://localhost:8080', service.url);
  }
  // Variables of a `make test` that runs this test would change what `make` prints.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(MAKE|MFLAGS)/.test(name)),
  );
  const { stdout } = await run('sh', ['-c', `(${words}) 2>&1 || true`], { cwd: folder, env });
  return `$ ${command}\n${stdout}`;
}

/**
 * Without what depends on the sources and the time: figures with the space before them, and ids.
 */
function comparable(text: string): string {
  return text.replace(/\d{8}T\d{9}Z-[0-9a-f]{8}/g, '<id>').replace(/ *\d[\d,]*/g, ' <n>');
}

describe(file, () => {
  it('prints what its commands print', async (t) => {
    const folder = await copyProject(t);
    const blocks = [...(await readDocument(file)).matchAll(/^```(console|csv)\n(.*?)^```$/gms)];
    assert.ok(blocks.length > 7);
    for (const [, kind, block = ''] of blocks) {
      if (kind === 'csv') await edit(folder, block);
      else {
        let printed = '';
        for (const [, command = ''] of block.matchAll(/^\$ (.*)$/gm))
          printed += await runCommand(t, folder, command);
        assert.equal(comparable(printed), comparable(block));
      }
    }
  });
});
