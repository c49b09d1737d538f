/** The command line: what it prints, and its exit status (0 fine, 1 problems in the data, 2 cannot run). */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { buildStatusName } from '../../model/build-status.ts';
import { publishInto } from '../support/build-folder.ts';
import { compiled } from '../support/compiled.ts';
import { projectFolder, smallSources } from '../support/paths.ts';
import { runPipeline } from '../support/run-pipeline.ts';
import { assertWhole, currentSnapshot, leftovers, listFiles, snapshotIds } from '../support/snapshots.ts';
import { readSmallTree, writeTree } from '../support/source-tree.ts';
import { type CleanUp, makeTemporaryFolder } from '../support/temporary-folder.ts';

const counts = '11 rows on 3 networks, 3 categories, 3 providers; 0 errors, 1 warning';
const id = '\\d{8}T\\d{9}Z-[0-9a-f]{8}';

/** Builds the small sources into a folder of the test's own. */
async function prepare(cleanUp: CleanUp) {
  const folder = await makeTemporaryFolder(cleanUp);
  const build = path.join(folder, 'build');
  const words = ['build', '--sources', smallSources, '--build', build];
  return { folder, build, words };
}

describe('build', () => {
  it('says what it published, then that nothing has changed, and publishes again with --force', async (t) => {
    const { build, words } = await prepare(t);
    const first = await runPipeline(words);
    assert.match(first.stdout, new RegExp(`^published ${id}: ${counts}\\n$`));
    const published = await currentSnapshot(build);
    const again = await runPipeline(words);
    assert.equal(again.stdout, `nothing has changed since ${published} (${counts})\n`);
    const forced = await runPipeline([...words, '--force']);
    assert.match(forced.stdout, /^published /);
    assert.deepEqual([first.code, again.code, forced.code], [0, 0, 0]);
    assert.deepEqual([first.stderr, again.stderr, forced.stderr], ['', '', '']);
    assert.equal((await snapshotIds(build)).length, 2);
    assert.notEqual(await currentSnapshot(build), published);
  });

  it('stops at a mass change since the current snapshot, until it is confirmed', async (t) => {
    const { folder, build, words } = await prepare(t);
    await publishInto({ build });
    const published = await currentSnapshot(build);
    const sources = path.join(folder, 'sources');
    const tree = await readSmallTree();
    const lost = 'listings/specific-networks/cela/';
    await writeTree(sources, Object.fromEntries(Object.entries(tree).filter(([file]) => !file.startsWith(lost))));
    const edited = ['build', '--sources', sources, '--build', build];
    const stopped = await runPipeline(edited);
    assert.match(
      stopped.stdout,
      /^listings\/specific-networks\/cela: all \d+ listings? of the network "cela" .*\[mass-change\]$/m,
    );
    assert.equal(stopped.code, 1);
    assert.equal(await currentSnapshot(build), published);
    assert.equal((await runPipeline([...words, '--confirm'])).code, 0);
    assert.equal((await runPipeline([...edited, '--confirm'])).code, 0);
    assert.deepEqual(await leftovers(build), []);
  });

  it('lets an edit solve the problems of a column of providers, and stops another edit of it', async (t) => {
    const { folder, build } = await prepare(t);
    const sources = path.join(folder, 'sources');
    const tree = await readSmallTree();
    const publish = async (prefix: string) => {
      const header =
        'slug,name,x,logoPath,description,website,docs,github,discord,telegram,linkedin,supportEmail,starred,tag';
      const others = Array.from({ length: 17 }, (_, index) => `other-${index},Other ${index}`);
      const providers = ['acme,Acme', 'borealis,Borealis', 'etoile,Étoile 星', ...others];
      const lines = providers.map((each, index) => `${each},${prefix}${index},,,,,,,,,,,`);
      const table = `${[header, ...lines].join('\n')}\n`;
      await writeTree(sources, { ...tree, 'references/providers/providers.csv': table });
      return runPipeline(['build', '--sources', sources, '--build', build]);
    };
    assert.equal((await publish('https://x.com/name')).code, 0);
    assert.equal((await publish('name')).code, 0);
    const stopped = await publish('other');
    assert.match(
      stopped.stdout,
      /^references\/providers\/providers.csv x: 20 of 20 cells of "x" changed.*\[mass-change\]$/m,
    );
    assert.equal(stopped.code, 1);
  });

  it('gives the same bytes under SOURCE_DATE_EPOCH', async (t) => {
    const { folder, words } = await prepare(t);
    const [one, two] = [path.join(folder, 'one'), path.join(folder, 'two')];
    const environment = { SOURCE_DATE_EPOCH: '1800000000' };
    await runPipeline([...words.slice(0, 3), '--build', one], environment);
    await runPipeline([...words.slice(0, 3), '--build', two], { ...environment, TZ: 'Asia/Tokyo', LC_ALL: 'C' });
    // The status says when the folder was really compared with its sources.
    const others = ['current', 'history', buildStatusName];
    const files = (await listFiles(one)).filter((file) => !others.includes(file));
    assert.match(files[1] ?? '', /^snapshots\/20270115T080000000Z-[0-9a-f]{8}\/application\.parquet$/);
    assert.deepEqual(await listFiles(two), await listFiles(one));
    for (const file of files) {
      assert.ok((await readFile(path.join(one, file))).equals(await readFile(path.join(two, file))), file);
    }
  });

  it('prints the problems, publishes nothing and ends with 1 where there is an error', async (t) => {
    const { folder, build } = await prepare(t);
    await publishInto({ build });
    const before = await currentSnapshot(build);
    const sources = path.join(folder, 'sources');
    await writeTree(sources, await readSmallTree());
    await writeTree(sources, { 'listings/all-networks/wallets.csv': 'slug,offer\nw,!offer:acme-walet\n' });
    const { code, stdout } = await runPipeline(['build', '--sources', sources, '--build', build, '--force']);
    assert.equal(code, 1);
    const problem =
      'listings/all-networks/wallets.csv:2 offer: no offer "acme-walet" in references/offers/wallets.csv; did you mean "acme-wallet"? [offer-not-found]';
    assert.ok(stdout.split('\n').includes(problem), stdout);
    assert.match(stdout, /\n1 error, 1 warning\nnothing was published\n$/);
    assert.equal(await currentSnapshot(build), before);
    assert.deepEqual(await leftovers(build), []);
  });

  it('of the same folder twice at once: both end well, one after the other', async (t) => {
    const { build, words } = await prepare(t);
    // Two builds of one millisecond would rightly have one name.
    const times = [{ SOURCE_DATE_EPOCH: '1800000000' }, { SOURCE_DATE_EPOCH: '1800000001' }];
    const ended = await Promise.all(times.map((time) => runPipeline([...words, '--force'], time)));
    assert.deepEqual(
      ended.map(({ code, stderr }) => ({ code, stderr })),
      [
        { code: 0, stderr: '' },
        { code: 0, stderr: '' },
      ],
    );
    const ids = await snapshotIds(build);
    assert.equal(ids.length, 2);
    for (const snapshot of ids) await assertWhole(build, snapshot);
    assert.ok(ids.includes((await currentSnapshot(build)) ?? ''));
    assert.deepEqual(await leftovers(build), []);
  });

  it('takes over from a build that was killed while it held the lock', async (t) => {
    const { build, words } = await prepare(t);
    const { pid } = spawnSync(process.execPath, ['--version']);
    const lock = { pid, host: hostname(), startedAt: '2026-01-01T00:00:00.000Z', token: 'gone' };
    await writeTree(build, { '.lock': JSON.stringify(lock) });
    const { code, stderr } = await runPipeline(words);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    assert.deepEqual(await leftovers(build), []);
  });

  it('ends with 2 on a full disk, says so in a line, and leaves the current snapshot as it is', async (t) => {
    const { build, words } = await prepare(t);
    await publishInto({ build });
    const before = await currentSnapshot(build);
    // No file may grow over so many KiB: what a write past the end of a disk gives, for one process.
    for (const limit of [1, 3]) {
      const script = `trap "" XFSZ; ulimit -f ${limit}; exec "$0" "$@"`;
      const program = [process.execPath, compiled('pipeline')];
      const { status, signal, stderr } = spawnSync('bash', ['-c', script, ...program, ...words, '--force'], {
        cwd: projectFolder,
        encoding: 'utf8',
      });
      assert.deepEqual({ status, signal }, { status: 2, signal: null }, stderr);
      assert.match(stderr, /^(EFBIG: file too large.*|IO Error: .*File too large)\n$/);
      assert.equal(await currentSnapshot(build), before);
      assert.deepEqual(await leftovers(build), []);
    }
    await assertWhole(build, before ?? '');
  });
});

describe('check', () => {
  it('prints the warnings and ends with 0 where there is no error', async () => {
    const { code, stdout } = await runPipeline(['check', '--sources', smallSources]);
    assert.equal(code, 0);
    assert.match(stdout, /^listings\/specific-networks\/cela: no listing names a chain.* \[network-without-chain\]$/m);
    assert.match(stdout, /\n0 errors, 1 warning\n$/);
  });

  it('ends with 1 where there is one', async (t) => {
    const sources = await makeTemporaryFolder(t);
    await writeTree(sources, { 'listings/x.csv': '' });
    const { code, stdout } = await runPipeline(['check', '--sources', sources]);
    assert.equal(code, 1);
    assert.match(stdout, /^listings\/x\.csv: .* \[misplaced-file\]$/m);
    assert.match(stdout, /^references\/providers\/providers\.csv: .* \[missing-file\]$/m);
    assert.match(stdout, /\n2 errors, 0 warnings\n$/);
  });
});

describe('rollback', () => {
  it('goes to the snapshot before, or to the named one, and says so', async (t) => {
    const { build } = await prepare(t);
    for (const second of [1, 2, 3]) await publishInto({ build, second, force: true });
    const ids = await snapshotIds(build);
    const back = await runPipeline(['rollback', '--build', build]);
    assert.deepEqual(back, { code: 0, stdout: `current is now ${ids[1]}\n`, stderr: '' });
    assert.equal(await currentSnapshot(build), ids[1]);
    const to = await runPipeline(['rollback', '--build', build, '--to', ids[2] ?? '']);
    assert.deepEqual(to, { code: 0, stdout: `current is now ${ids[2]}\n`, stderr: '' });
    const unknown = await runPipeline(['rollback', '--build', build, '--to', 'nowhere']);
    const stderr = `no snapshot "nowhere" in ${build}: kept are ${ids.join(', ')}\n`;
    assert.deepEqual(unknown, { code: 2, stdout: '', stderr });
    assert.equal(await currentSnapshot(build), ids[2]);
  });

  it('ends with 2 where there is nothing to go back to', async (t) => {
    const { build } = await prepare(t);
    const message = 'there is no snapshot before the current one\n';
    const none = await runPipeline(['rollback', '--build', build]);
    assert.deepEqual(none, { code: 2, stdout: '', stderr: message });
    await publishInto({ build });
    const first = await runPipeline(['rollback', '--build', build]);
    assert.deepEqual(first, { code: 2, stdout: '', stderr: message });
  });
});

describe('what cannot run', () => {
  it('is a source folder that is not there', async (t) => {
    const { folder, build } = await prepare(t);
    const missing = path.join(folder, 'nowhere');
    const stderr = `${missing} is not a folder; name the source folder with --sources <folder>, or SOURCES=<folder> of make\n`;
    for (const words of [
      ['check', '--sources', missing],
      ['build', '--sources', missing, '--build', build],
    ]) {
      assert.deepEqual(await runPipeline(words), { code: 2, stdout: '', stderr });
    }
  });

  const build = '--sources, --build, --force, --strict, --format, --all, --confirm';
  const usages: readonly (readonly [words: readonly string[], stderr: string])[] = [
    [['build', '--sorces', 'x'], `unknown option '--sorces'\n(Did you mean --sources?)\nbuild takes ${build}\n`],
    [['build', '--sources'], `option '--sources <dir>' argument missing\nbuild takes ${build}\n`],
    [
      ['check', '--to', 'x'],
      "unknown option '--to'\ncheck takes --sources, --build, --base, --strict, --format, --all, --confirm\n",
    ],
    [
      ['check', '--force=yes'],
      "unknown option '--force=yes'\ncheck takes --sources, --build, --base, --strict, --format, --all, --confirm\n",
    ],
    [['rollback', '--sources', 'x'], "unknown option '--sources'\nrollback takes --build, --to\n"],
    [['probe'], 'say whom the probed hosts can reach: PROBE_CONTACT='],
    [['bild'], "unknown command 'bild'\n(Did you mean build?)\nUsage: web3-directory [options]"],
    [[], 'no command given\nUsage: web3-directory [options]'],
  ];
  for (const [words, expected] of usages) {
    it(`is "${words.join(' ')}"; the message names what is allowed`, async () => {
      const { code, stdout, stderr } = await runPipeline(words);
      assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
      assert.ok(stderr.startsWith(expected), stderr);
    });
  }

  it('is a SOURCE_DATE_EPOCH that is no number of seconds', async (t) => {
    const { words } = await prepare(t);
    const { code, stderr } = await runPipeline(words, { SOURCE_DATE_EPOCH: 'yesterday' });
    assert.equal(code, 2);
    assert.equal(stderr, 'SOURCE_DATE_EPOCH is "yesterday", not a number of seconds since 1970\n');
  });

  it('is a build folder that is a file', async (t) => {
    const { folder } = await prepare(t);
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    const { code, stderr } = await runPipeline(['build', '--sources', smallSources, '--build', file]);
    assert.equal(code, 2);
    assert.match(stderr, /^E[A-Z]+: .*file/);
  });
});

describe('--help', () => {
  it('lists the commands, or the flags of a command', async () => {
    const all = await runPipeline(['--help']);
    assert.deepEqual([all.code, all.stderr], [0, '']);
    for (const name of ['build', 'check', 'diff', 'fix', 'rollback', 'serve', 'watch'])
      assert.match(all.stdout, new RegExp(`^  ${name} `, 'm'));
    const { code, stdout } = await runPipeline(['fix', '--help']);
    assert.equal(code, 0);
    assert.deepEqual(stdout.match(/^ {2}--[a-z-]+/gm), ['  --sources', '  --base', '  --dry-run']);
  });
});
