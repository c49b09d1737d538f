/**
 * The pages of editors, followed in a copy of the project that has the test directory as its
 * sources.
 */
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
const tutorial = 'docs/tutorial-first-edit.md';
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
  const commit = (day: string, words: string) => {
    const at = `${day}T12:00:00Z`;
    const env = { ...process.env, GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at };
    const who = '-c user.name=Ann -c user.email=ann@example.org -c commit.gpgsign=false';
    return run('sh', ['-c', `git add sources && git ${who} commit -qm "${words}"`], {
      cwd: folder,
      env,
    });
  };
  const offers = path.join(folder, 'sources/references/offers/apis.csv');
  const now = await readFile(offers, 'utf8');
  await run('git', ['init', '-q'], { cwd: folder });
  await writeFile(offers, now.replace('$9.90/mo (monthly plan)', '$8.90/mo (monthly plan)'));
  await commit('2026-10-05', 'Begin the directory');
  await writeFile(offers, now);
  await commit('2026-11-05', 'Raise the price of 1RPC');
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
  return text
    .replace(/\d{8}T\d{9}Z-[0-9a-f]{8}|\b[0-9a-f]{10,40}\b/g, '<id>')
    .replace(/ *\d[\d,]*/g, ' <n>');
}

/** Runs the commands of a document one after the other, each block with what it prints. */
async function follow(t: TestContext, file: string): Promise<void> {
  const folder = await copyProject(t);
  const text = await readDocument(file);
  let updated = text;
  const blocks = [...text.matchAll(/^```(console|csv(?: \S+)?)\n(.*?)^```$/gms)];
  assert.ok(blocks.length > 2);
  for (const [whole, kind = '', block = ''] of blocks) {
    const printed = await runBlock(t, folder, kind, block);
    if (process.env.UPDATE_GOLDEN === '1')
      updated = updated.replace(whole, () => `\`\`\`${kind}\n${printed}\`\`\``);
    else assert.equal(comparable(printed), comparable(block));
  }
  if (updated !== text) await writeFile(path.join(projectFolder, file), updated);
}

/** Returns the block with what its commands print; one of CSV is a file, or a line of the table. */
async function runBlock(
  t: TestContext,
  folder: string,
  kind: string,
  block: string,
): Promise<string> {
  const [, name] = kind.split(' ');
  if (name !== undefined) await writeFile(path.join(folder, name), block);
  else if (kind === 'csv') await edit(folder, block);
  if (kind !== 'console') return block;
  let printed = '';
  for (const [, command = ''] of block.matchAll(/^\$ (.*)$/gm))
    printed += await runCommand(t, folder, command);
  return printed;
}

/** The pages of editors: every command that an editor uses has a run. */
for (const file of [tutorial, 'docs/spreadsheets.md', 'docs/publish.md'])
  describe(file, () => {
    it('prints what its commands print', (t) => follow(t, file));
  });
