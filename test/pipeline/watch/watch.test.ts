/** `make watch` as a process, with a service on the same build folder. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { rename, watch as watchFolder, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { startScript } from '../../support/compiled.ts';
import { projectFolder } from '../../support/paths.ts';
import { type Started, startPipeline } from '../../support/run-pipeline.ts';
import { toolboxOf } from '../../support/service-paths.ts';
import { currentSnapshot } from '../../support/snapshots.ts';
import { readSmallTree, writeTree } from '../../support/source-tree.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';

/** For a loaded machine; a save is expected to show in a second. */
const limitMs = 60_000;

const offers = 'references/offers/wallets.csv';
const offerOf = (provider: string, description: string) =>
  `slug,provider,offer,tag,description,custodial\nacme-wallet,${provider},,"[""mobile""]",${description},TRUE\n`;

async function until<T>(what: string, look: () => Promise<T | null> | T | null): Promise<T> {
  for (const endMs = performance.now() + limitMs; performance.now() < endMs; await delay(50)) {
    const found = await look();
    if (found !== null) return found;
  }
  throw new Error(`waited in vain for ${what}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  assert.ok(address !== null && typeof address === 'object');
  return address.port;
}

describe('make watch', { timeout: 5 * limitMs }, () => {
  const cleanUp = afterAll();
  let folder = '';
  let sources = '';
  let build = '';
  let watching: Started;
  let port = 0;
  let printed = '';

  before(async () => {
    folder = await makeTemporaryFolder(cleanUp);
    [sources, build] = [path.join(folder, 'sources'), path.join(folder, 'build')];
    await writeTree(sources, await readSmallTree());
    watching = startPipeline(['watch', '--sources', sources, '--build', build]);
    cleanUp.after(async () => void watching.child.kill('SIGKILL'));
    watching.child.stdout?.on('data', (text: string) => (printed += text));
    port = await freePort();
    const service = spawn('sh', [startScript()], {
      cwd: projectFolder,
      env: { ...process.env, PORT: String(port), BUILD_DIR: build, LOG_LEVEL: 'silent' },
      stdio: 'ignore',
    });
    cleanUp.after(async () => void service.kill('SIGKILL'));
  });

  /** Waits for a line after what was printed so far. */
  const untilPrinted = async (pattern: RegExp, from = printed.length) => {
    await until(`${pattern} in ${printed}`, () => (pattern.test(printed.slice(from)) ? true : null));
    return printed.slice(from);
  };

  const untilServed = (text: string) =>
    until(`${text} on the page`, async () => {
      const answer = await fetch(`http://127.0.0.1:${port}${toolboxOf('aria', 'wallets')}`).catch(() => null);
      return (await answer?.text())?.includes(text) ? true : null;
    });

  /** Waits for the next build, published or not: it takes the lock of the build folder and releases it. */
  async function untilBuilt(): Promise<void> {
    let events = 0;
    for await (const { eventType, filename } of watchFolder(build)) {
      if (filename === '.lock' && eventType === 'rename' && ++events === 2) return;
    }
  }

  /** As editors save: another file, renamed over the one before. */
  async function save(text: string): Promise<void> {
    await writeFile(path.join(folder, 'saved'), text);
    await rename(path.join(folder, 'saved'), path.join(sources, offers));
  }

  it('builds at the start', async () => {
    await untilPrinted(/published \S+: 11 rows/, 0);
    assert.match(printed, /^watching \S+, publishing to \S+; press Ctrl\+C to stop\n/);
    await untilServed('Keeps coins.');
  });

  it('publishes an edit, says which rows it changed, and the service shows them', async () => {
    const first = await currentSnapshot(build);
    const seen = printed.length;
    await save(offerOf('Acme', 'Keeps all coins.'));
    const told = await untilPrinted(/description {2}"Keeps coins\." -> "Keeps all coins\."\n/, seen);
    assert.match(
      told,
      /published \S+: 11 rows; .*\n {2}~ 3 rows on 3 networks: offer acme-wallet in wallets {2}references/,
    );
    assert.notEqual(await currentSnapshot(build), first);
    await untilServed('Keeps all coins.');
  });

  it('shows a problem and publishes nothing', async () => {
    const current = await currentSnapshot(build);
    const seen = printed.length;
    await save(offerOf('Acne', 'Keeps all coins.'));
    const told = await untilPrinted(/\[provider-not-found\]\n/, seen);
    assert.match(
      told,
      /not published; 1 error, .* remain\n {2}new +references\/offers\/wallets\.csv:2 provider: no provider "Acne"/,
    );
    assert.equal(await currentSnapshot(build), current);
  });

  it('shows that it is fixed, and publishes what else was done', async () => {
    const seen = printed.length;
    await save(offerOf('Acme', 'Keeps every coin.'));
    const told = await untilPrinted(/Keeps every coin/, seen);
    assert.match(
      told,
      /published \S+: 11 rows; .*\n {2}fixed +references\/offers\/wallets\.csv:2 provider: no provider "Acne"/,
    );
    await untilServed('Keeps every coin.');
  });

  it('survives that the source folder goes, and goes on when it is back', async () => {
    let seen = printed.length;
    await rename(sources, `${sources}-aside`);
    await untilPrinted(/is not a folder; name the source folder with --sources/, seen);
    seen = printed.length;
    await rename(`${sources}-aside`, sources);
    await untilPrinted(/nothing to publish: the sources match/, seen);
  });

  it('is quiet when a save changes nothing', async () => {
    const seen = printed.length;
    const built = untilBuilt();
    await save(offerOf('Acme', 'Keeps every coin.'));
    await built;
    await save(offerOf('Acme', 'Keeps each coin.'));
    const told = await untilPrinted(/Keeps each coin/, seen);
    assert.deepEqual(told.match(/^\d\d:\d\d:\d\d \w+/gm)?.length, 1, told);
  });

  it('ends with 0 at a signal, and leaves no half of a build behind', async () => {
    watching.child.kill('SIGINT');
    const { code, stderr } = await watching.ended;
    assert.deepEqual([code, stderr], [0, '']);
    const stopped = startPipeline(['watch', '--sources', sources, '--build', build]);
    await new Promise((resolve) => stopped.child.stdout?.once('data', resolve));
    stopped.child.kill('SIGTERM');
    assert.equal((await stopped.ended).code, 0, 'also in the middle of a build');
  });
});
