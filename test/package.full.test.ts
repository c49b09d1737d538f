/**
 * The npm package, packed and installed in an empty folder, and each command of it that editors
 * use.
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { directoryFolder } from './support/directory.ts';
import { projectFolder } from './support/paths.ts';
import { get } from './support/service-get.ts';
import { findFreePort, waitUntilAlive } from './support/service-process.ts';
import { afterAll, makeTemporaryFolder } from './support/temporary-folder.ts';

/** A part of an earlier compilation. */
const earlier = 'dist/chunk-EARLIER.js';
/** NO_COLOR, CI and the like of whoever runs the tests have no effect. */
const environment = { PATH: process.env.PATH, HOME: process.env.HOME };
const maxTarballBytes = 1024 * 1024;

describe('the npm package', () => {
  const cleanUp = afterAll();
  const tables = 'references/offers/apis.csv';
  let folder = '';

  before(async () => {
    folder = await makeTemporaryFolder(cleanUp);
    const npm = (...words: readonly string[]) => promisify(execFile)('npm', words, { cwd: folder });
    // `npm pack` compiles anew, so that it packs a copy: other tests run what is compiled.
    const project = await makeTemporaryFolder(cleanUp);
    for (const name of await readdir(projectFolder))
      if (!/^(?:\.|bench$|dist$|build$|node_modules$|sources$|test$)/.test(name))
        await cp(path.join(projectFolder, name), path.join(project, name), { recursive: true });
    await cp(directoryFolder, path.join(project, 'sources'), { recursive: true });
    await cp(path.join(projectFolder, 'sources/LICENSE'), path.join(project, 'sources/LICENSE'));
    await symlink(path.join(projectFolder, 'node_modules'), path.join(project, 'node_modules'));
    await mkdir(path.join(project, 'dist'));
    await writeFile(path.join(project, earlier), '');
    await npm('pack', '--silent', project);
    // A running program may still load it.
    assert.equal(await readFile(path.join(project, earlier), 'utf8'), '');
    const [tarball = ''] = await readdir(folder);
    assert.match(tarball, /^web3-infrastructure-directory-.*\.tgz$/);
    assert.ok((await stat(path.join(folder, tarball))).size < maxTarballBytes);
    await npm('install', '--prefer-offline', '--no-audit', '--no-fund', '--silent', `./${tarball}`);
    // A tree without meta/, as the Chain.Love database publishes it.
    for (const name of ['sources', 'before']) {
      await cp(directoryFolder, path.join(folder, name), { recursive: true });
      await rm(path.join(folder, name, 'meta'), { recursive: true });
    }
  });

  async function run(...words: readonly string[]) {
    const file = path.join(folder, 'node_modules/.bin/web3-directory');
    const options = { cwd: folder, env: environment, maxBuffer: 1 << 28 };
    return promisify(execFile)(file, words, options).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
        code,
        stdout,
        stderr,
      }),
    );
  }

  it('has no part of an earlier compilation', async () => {
    const dist = path.join(folder, 'node_modules/web3-infrastructure-directory/dist');
    const names = await readdir(dist);
    assert.ok(names.includes('pipeline.js'));
    assert.ok(!names.includes(path.basename(earlier)));
  });

  it('is not packed from programs that do not start', async (t) => {
    const project = await makeTemporaryFolder(t);
    for (const name of ['package.json', 'deploy', 'common', 'model', 'pipeline', 'service'])
      await cp(path.join(projectFolder, name), path.join(project, name), { recursive: true });
    await symlink(path.join(projectFolder, 'node_modules'), path.join(project, 'node_modules'));
    const main = path.join(project, 'service/main.ts');
    await writeFile(main, "import './nowhere.js';\n");
    await writeFile(path.join(project, 'service/nowhere.js'), "throw new Error('broken');\n");
    const packed = promisify(execFile)('npm', ['pack', '--silent'], { cwd: project });
    await assert.rejects(packed, /service\.js does not start[\s\S]*broken/);
    assert.deepEqual(
      await readdir(project).then((names) => names.filter((each) => /^dist|tgz$/.test(each))),
      [],
    );
  });

  it('pins its dependencies', async () => {
    const text = await readFile(
      path.join(folder, 'node_modules/web3-infrastructure-directory/package.json'),
      'utf8',
    );
    for (const version of Object.values(JSON.parse(text).dependencies))
      assert.match(String(version), /^\d/);
  });

  it('helps with every command', async () => {
    for (const command of ['check', 'fix', 'diff', 'build', 'serve']) {
      const { code, stdout } = await run(command, '--help');
      assert.equal(code, 0);
      assert.match(stdout, new RegExp(`^Usage: web3-directory ${command} \\[options\\]`));
      assert.match(stdout, /--sources <dir>/);
    }
    const unknown = await run('chekc');
    assert.deepEqual([unknown.code, unknown.stdout], [2, '']);
  });

  it('checks, with the definitions that it carries', async () => {
    const { code, stdout } = await run('check', '--sources', 'before', '--format', 'json');
    const { counts, problems } = JSON.parse(stdout);
    assert.deepEqual([code, counts.errors], [0, 0]);
    assert.equal(problems.length, counts.warnings);
    assert.equal((await run('check', '--sources', 'nowhere')).code, 2);
  });

  it('reports what an edit brings, fixes it and tells the difference', async () => {
    const file = path.join(folder, 'sources', tables);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/\n([a-z0-9-]+),/, '\n$1 ,'));
    const base = ['--base', 'before'];
    const strict = await run('check', '--strict', ...base);
    assert.equal(strict.code, 1);
    assert.match(strict.stdout, /\[edge-space\][\s\S]*\n0 new errors, 1 new warning\n$/);
    const fixed = await run('fix', ...base);
    assert.deepEqual([fixed.code, fixed.stdout.split('\n')[0]], [0, `${tables}: 1 cell trimmed`]);
    assert.equal(await readFile(file, 'utf8'), text);
    const diff = await run('diff', ...base);
    assert.deepEqual(
      [diff.code, diff.stdout],
      [0, 'no row and no definition would change against sources before\n'],
    );
  });

  it('begins another directory, as the tutorial says', async () => {
    const tutorial = await readFile(path.join(projectFolder, 'docs/own-directory.md'), 'utf8');
    const blocks = Array.from(
      // test/docs/own-directory.test.ts follows the worked example.
      tutorial.slice(0, tutorial.indexOf('## Worked example')).matchAll(/```sh\n([\s\S]*?)```/g),
      ([, block = '']) => block,
    );
    for (const line of blocks.join('').trim().split('\n')) {
      const [, ...words] = line.split(' ');
      const { code, stdout, stderr } = await run(...words);
      assert.equal(code, 0, `${line}\n${stdout}${stderr}`);
    }
    assert.equal((await run('init', '--sources', 'hosts')).code, 2);
  });

  it('builds into the working folder, and serves what it built', async () => {
    const built = await run('build');
    assert.equal(built.code, 0, built.stderr);
    assert.match(built.stdout, /^published \S+: [\d,]+ rows on 7 networks/);
    const port = await findFreePort();
    const file = path.join(folder, 'node_modules/.bin/web3-directory');
    const child = spawn(file, ['serve', '--port', String(port)], { cwd: folder, env: environment });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
      child.on('close', (code) => resolve({ code, stdout, stderr: '' })),
    );
    await waitUntilAlive(port, { ended });
    const page = await get(port, '/');
    assert.equal(page.status, 200);
    child.kill('SIGTERM');
    assert.equal((await ended).code, 0);
    assert.match(stdout, /^nothing has changed since /);
  });
});
