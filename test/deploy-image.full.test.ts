/**
 * The image of deploy/Containerfile as a folder: its programs with no files but its own, its
 * variables and its user.
 */
import assert from 'node:assert/strict';
import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, readFile, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { before, describe, it } from 'node:test';
import { filesBelow } from '../common/files-below.ts';
import { type Image, makeImage, readImage } from './support/image.ts';
import { corpusSlice, projectFolder } from './support/paths.ts';
import { asBrowser, get } from './support/service-get.ts';
import { findFreePort, waitUntilAlive } from './support/service-process.ts';
import { afterAll, makeTemporaryFolder } from './support/temporary-folder.ts';

/** node_modules has 180 MB, 70 of them DuckDB and 20 DuckDB for browsers. */
const maxBytes = 200_000_000;

describe('the image of deploy/Containerfile', () => {
  const cleanUp = afterAll();
  let image: Image;
  /** WORKDIR. */
  let app = '';
  let data = '';
  let options: SpawnOptions = {};

  before(async () => {
    image = await readImage();
    const folder = await makeTemporaryFolder(cleanUp);
    app = path.join(await makeImage(folder), image.workingFolder);
    data = path.join(folder, 'data');
    await mkdir(data);
    // Of the programs of the base image those that the image needs: npm is removed.
    await mkdir(path.join(folder, 'bin'));
    for (const [name, file] of Object.entries({
      node: process.execPath,
      sh: '/bin/sh',
      dirname: '/usr/bin/dirname',
    }))
      await symlink(file, path.join(folder, 'bin', name));
    options = {
      cwd: app,
      env: { ...image.environment, BUILD_DIR: data, PATH: path.join(folder, 'bin') },
    };
    if (process.getuid?.() !== 0) return;
    const [uid, gid] = image.user;
    assert.ok(uid > 0);
    await chmod(folder, 0o755);
    await chown(data, uid, gid);
    options = { ...options, uid, gid };
  });

  function start([program = '', ...words]: readonly string[], environment: NodeJS.ProcessEnv = {}) {
    const child = spawn(program, words, {
      ...options,
      env: { ...options.env, ...environment },
      stdio: 'pipe',
    });
    const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return {
      child,
      ended: ended.then(([stdout, stderr, [code]]) => ({ code: Number(code), stdout, stderr })),
    };
  }

  it(`has less than ${maxBytes / 1e6} MB, and says which packages it is made of`, async (test) => {
    const bytes = await Promise.all(
      filesBelow(app).map(async (name) => (await stat(path.join(app, name))).size),
    );
    const total = bytes.reduce((sum, each) => sum + each, 0);
    test.diagnostic(`${Math.round(total / 1e6)} MB`);
    assert.ok(total < maxBytes, `${total} bytes`);
    const { components } = JSON.parse(await readFile(path.join(app, 'sbom.json'), 'utf8'));
    const names = components.map(({ purl }: { purl: string }) => purl);
    assert.ok(names.some((name: string) => name.startsWith('pkg:npm/%40duckdb/node-api@')));
    assert.ok(
      names.length < 150 && !names.some((name: string) => name.startsWith('pkg:npm/typescript@')),
    );
  });

  it('runs the commands that other files of deploy/ start in it', async () => {
    const files = ['compose.yaml', 'compose.probe.yaml', 'kubernetes.yaml'];
    const texts = await Promise.all(
      files.map((name) => readFile(path.join(projectFolder, 'deploy', name), 'utf8')),
    );
    const commands = texts.flatMap((each) => each.match(/(?<=^ *command: )\["node".*\]$/gm) ?? []);
    assert.equal(commands.length, files.length);
    for (const command of commands) {
      const { code, stdout, stderr } = await start([...JSON.parse(command).slice(0, 3), '--help'])
        .ended;
      assert.equal(code, 0, stderr);
      assert.match(stdout, /^Usage: web3-directory /);
    }
  });

  it('checks and builds with the definitions that it carries, then serves what it built', async () => {
    // A tree without meta/, as the Chain.Love database publishes it.
    const sources = path.join(app, '../sources');
    await cp(corpusSlice, sources, { recursive: true });
    for (const command of ['check', 'build']) {
      const words = [
        'node',
        'dist/pipeline.js',
        command,
        `--sources=${sources}`,
        `--build=${data}`,
      ];
      const { code, stdout, stderr } = await start(words).ended;
      assert.equal(code, 0, `${stdout}${stderr}`);
    }
    const ports = { PORT: String(await findFreePort()), ADMIN_PORT: String(await findFreePort()) };
    const service = start(image.command, ports);
    try {
      await waitUntilAlive(Number(ports.ADMIN_PORT), service);
      assert.equal((await start(image.healthCheck, ports).ended).code, 0);
      const page = await get(Number(ports.PORT), '/', asBrowser);
      assert.deepEqual([page.status, /<html/.test(page.text)], [200, true]);
    } finally {
      service.child.kill();
    }
    assert.equal((await service.ended).code, 0);
  });
});
