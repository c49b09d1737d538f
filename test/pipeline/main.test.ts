/**
 * The command line: what it prints, and its exit status (0 fine, 1 problems in the data, 2 cannot
 * run).
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { describeBug } from '../../common/visible.ts';
import { buildStatusName, buildStatusSchema } from '../../model/build-status.ts';
import { openSnapshot } from '../../service/snapshot/open/open.ts';
import { publishInto } from '../support/build-folder.ts';
import { compiled } from '../support/compiled.ts';
import { jsonReportSchema } from '../support/json-report.ts';
import { everyNth, nightly } from '../support/lane.ts';
import { projectFolder, smallSources } from '../support/paths.ts';
import { lines, providers } from '../support/problem-cases.ts';
import { runPipeline, runProcess } from '../support/run-pipeline.ts';
import { openOptions } from '../support/service-server.ts';
import {
  assertWhole,
  currentSnapshot,
  leftovers,
  listFiles,
  snapshotIds,
} from '../support/snapshots.ts';
import { smallTree, writeTree } from '../support/source-tree.ts';
import { type CleanUp, makeTemporaryFolder } from '../support/temporary-folder.ts';

const counts = '11 rows on 3 networks, 3 categories, 3 providers; 0 errors, 1 warning';
const id = '\\d{8}T\\d{9}Z-[0-9a-f]{8}';
const wallets = 'listings/all-networks/wallets.csv';

async function prepare(cleanUp: CleanUp) {
  const folder = await makeTemporaryFolder(cleanUp);
  const [sources, build] = [path.join(folder, 'sources'), path.join(folder, 'build')];
  await writeTree(sources, smallTree);
  return { folder, sources, build, words: ['build', '--sources', sources, '--build', build] };
}

/** A dangling reference and misplaced files, without a meta/ of its own. */
async function prepareBroken(cleanUp: CleanUp, files = 2): Promise<string> {
  const sources = await makeTemporaryFolder(cleanUp);
  const misplaced = Array.from({ length: files }, (_, at) => [`x${at}.csv`, '']);
  await writeTree(sources, {
    ...providers,
    [wallets]: 'slug,offer\nw,!offer:acme-walet\n',
    ...Object.fromEntries(misplaced),
  });
  return sources;
}

describe('build', () => {
  it('takes no facts from folders named like columns, as readers of Parquet do', async (t) => {
    const { folder, sources } = await prepare(t);
    const build = path.join(folder, 'provider=acme', 'price=1', 'env=prod', 'build');
    const words = ['--sources', sources, '--build', build];
    assert.equal((await runPipeline(['build', ...words])).code, 0);
    const diff = await runPipeline(['diff', ...words]);
    assert.match(diff.stdout, /^no row and no definition would change against /);
    const offers = 'references/offers/wallets.csv';
    const edited = (smallTree[offers] ?? '').replaceAll('TRUE', 'FALSE');
    await writeTree(sources, { [offers]: edited });
    assert.match((await runPipeline(['build', ...words])).stdout, /^published /);
    const current = path.join(build, 'snapshots', (await currentSnapshot(build)) ?? '');
    const opened = await openSnapshot(current, openOptions);
    try {
      const rows = Array.from({ length: opened.rowCount }, (_, row) => opened.providerOf(row));
      assert.deepEqual([...new Set(rows)].toSorted(), ['Acme', 'Borealis', 'Étoile 星']);
    } finally {
      opened.close();
    }
  });

  it('says what it published, then that nothing has changed, then the problems, and keeps count in the folder', async (t) => {
    const { sources, build, words } = await prepare(t);
    const readStatus = async () =>
      buildStatusSchema.parse(
        JSON.parse(await readFile(path.join(build, buildStatusName), 'utf8')),
      );
    const strict = await runPipeline([...words, '--strict', '--format', 'json']);
    assert.deepEqual([strict.code, strict.stderr], [1, 'nothing was published\n']);
    assert.equal(jsonReportSchema.parse(JSON.parse(strict.stdout)).counts.warnings, 1);
    const first = await runPipeline(words);
    assert.match(first.stdout, new RegExp(`^published ${id}: ${counts}\\n$`));
    const [published, status] = [await currentSnapshot(build), await readStatus()];
    assert.deepEqual([status.by, status.failures], ['build', 0]);
    const again = await runPipeline(words);
    assert.equal(again.stdout, `nothing has changed since ${published} (${counts})\n`);
    const second = await readStatus();
    assert.ok((second.checkedAt ?? '') > (status.checkedAt ?? ''), 'an unchanged build counts');
    await writeTree(sources, { [wallets]: 'slug,offer\nw,!offer:acme-walet\n' });
    for (const failures of [1, 2]) {
      const { code, stdout } = await runPipeline([...words, '--force']);
      assert.equal(code, 1);
      const problem = `${wallets}:2 offer: no offer "acme-walet" in references/offers/wallets.csv; did you mean "acme-wallet"? [offer-not-found]`;
      assert.ok(stdout.split('\n').includes(problem), stdout);
      assert.match(stdout, /\n1 error, 1 warning\nnothing was published\n$/);
      assert.deepEqual(await readStatus(), { ...second, failures });
    }
    assert.equal(await currentSnapshot(build), published);
    assert.deepEqual(
      [first.code, again.code, first.stderr, again.stderr, await leftovers(build)],
      [0, 0, '', '', []],
    );
  });

  it('stops at a mass change since the current snapshot, until it is confirmed', async (t) => {
    const { folder, build } = await prepare(t);
    const published = await publishInto({ build });
    const sources = path.join(folder, 'less');
    const lost = 'listings/specific-networks/cela/';
    await writeTree(
      sources,
      Object.fromEntries(Object.entries(smallTree).filter(([file]) => !file.startsWith(lost))),
    );
    const edited = ['build', '--sources', sources, '--build', build];
    const stopped = await runPipeline(edited);
    const expected =
      /^listings\/specific-networks\/cela: all \d+ listings? of the network "cela" .*\[mass-change\]$/m;
    assert.match(stopped.stdout, expected);
    assert.deepEqual([stopped.code, await currentSnapshot(build)], [1, published]);
    assert.equal((await runPipeline([...edited, '--confirm'])).code, 0);
    assert.notEqual(await currentSnapshot(build), published);
  });

  nightly(
    'gives the same bytes under SOURCE_DATE_EPOCH, and waits for another build of the folder',
    async (t) => {
      const { folder, words } = await prepare(t);
      const [one, two, shared] = ['one', 'two', 'shared'].map((name) =>
        path.join(folder, name),
      ) as [string, string, string];
      const environment = { SOURCE_DATE_EPOCH: '1800000000' };
      const elsewhere = { ...environment, TZ: 'Asia/Tokyo', LC_ALL: 'C' };
      const other = path.join(folder, 'other');
      const [list, tree] = ['references/providers/providers.csv', smallTree];
      const commas = String(tree[list]).split('\n', 1)[0]?.replaceAll(/[^,]/g, '').slice(1);
      await writeTree(other, { ...tree, [list]: `${tree[list]}omega,Omega${commas}\n` });
      const ended = await Promise.all([
        runProcess([...words.slice(0, 3), '--build', one], environment),
        runProcess([...words.slice(0, 3), '--build', two], elsewhere),
        runProcess([...words.slice(0, 3), '--build', shared]),
        runProcess(['build', '--sources', other, '--build', shared]),
      ]);
      for (const { code, stderr } of ended)
        assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      const snapshots = await snapshotIds(shared);
      for (const snapshot of snapshots) await assertWhole(shared, snapshot);
      assert.deepEqual([snapshots.length, await leftovers(shared)], [2, []]);
      const files = (await listFiles(one)).filter((file) =>
        /^snapshots\/20270115T080000000Z-[0-9a-f]{8}\//.test(file),
      );
      assert.ok(files.length > 10);
      const own = new Set(['changes.parquet', 'manifest.json', 'datapackage.json']);
      for (const file of files.filter((name) => !own.has(path.basename(name))))
        assert.ok(
          (await readFile(path.join(one, file))).equals(await readFile(path.join(two, file))),
          file,
        );
    },
  );

  nightly(
    'ends with 2 on a full disk, says so in a line, and leaves the current snapshot as it is',
    async (t) => {
      const { build, words } = await prepare(t);
      const before = await publishInto({ build });
      // No file may grow over so many KiB: what a write past the end of a disk gives, for one
      // process.
      for (const limit of [1, 3]) {
        const script = `trap "" XFSZ; ulimit -f ${limit}; exec "$0" "$@"`;
        const program = [process.execPath, compiled('pipeline')];
        const { status, signal, stderr } = spawnSync(
          'bash',
          ['-c', script, ...program, ...words, '--force'],
          {
            cwd: projectFolder,
            encoding: 'utf8',
          },
        );
        assert.deepEqual({ status, signal }, { status: 2, signal: null }, stderr);
        assert.match(stderr, /^(EFBIG: file too large.*|IO Error: .*File too large)\n$/);
        assert.deepEqual([await currentSnapshot(build), await leftovers(build)], [before, []]);
      }
    },
  );
});

describe('check', () => {
  const check = (sources: string, ...words: string[]) =>
    runPipeline(['check', '--sources', sources, ...words]);

  it('ends with 0 where there is no error, and with 1 for a warning if it is strict', async () => {
    const [lax, strict] = [await check(smallSources), await check(smallSources, '--strict')];
    const wanted =
      /^listings\/specific-networks\/cela: no listing names a chain.* \[network-without-chain\]$/m;
    assert.match(lax.stdout, wanted);
    assert.match(lax.stdout, /\n0 errors, 1 warning\n$/);
    assert.deepEqual([lax.code, strict.code, strict.stdout], [0, 1, lax.stdout]);
  });

  it('gives programs an object and nothing else, relative to the sources', async (t) => {
    const { code, stdout, stderr } = await check(await prepareBroken(t), '--format', 'json');
    assert.deepEqual({ code, stderr }, { code: 1, stderr: '' });
    const report = jsonReportSchema.parse(JSON.parse(stdout));
    assert.deepEqual(report.counts.byRule, {
      'misplaced-file': 2,
      'offer-not-found': 1,
      'unused-provider': 2,
    });
    const seen = report.problems.slice(0, 3).map(({ file }) => file);
    assert.deepEqual(seen, [wallets, 'x0.csv', 'x1.csv']);
  });

  it('names files from the root of the repository for GitHub, which GITHUB_WORKSPACE says', async (t) => {
    const sources = await prepareBroken(t);
    for (const [workspace, name] of [
      [path.dirname(sources), path.basename(sources)],
      ['', path.relative(projectFolder, sources)],
    ] as const) {
      const words = ['check', '--sources', sources, '--format', 'github'];
      const { stdout } = await runPipeline(words, { GITHUB_WORKSPACE: workspace });
      assert.ok(
        stdout.includes(`::error file=${name}/${wallets},line=2,title=offer-not-found (offer)::`),
        stdout,
      );
    }
  });

  it('explains the rules in SARIF', async (t) => {
    const { stdout } = await check(await prepareBroken(t), '--format', 'sarif');
    const { rules } = JSON.parse(stdout).runs[0].tool.driver;
    const text = "A listing refers to an offer that is not in the category's offers file.";
    const [rule] = rules.filter((each: { id: string }) => each.id === 'offer-not-found');
    assert.equal(rule.shortDescription.text, text);
  });

  it('prints ten problems of a rule, without colour, and every one with --all', async (t) => {
    const sources = await prepareBroken(t, 30);
    const [some, all] = [(await check(sources)).stdout, (await check(sources, '--all')).stdout];
    const told = [some, all].map((text) => text.match(/\[misplaced-file\]$/gm)?.length);
    assert.deepEqual(told, [10, 30]);
    assert.ok(!some.includes('\u001b'));
  });

  it('does not mind a reader that closes the pipe', async (t) => {
    // More than a pipe holds.
    const sources = await prepareBroken(t, 400);
    const script = '"$0" "$1" check --format json --sources "$2" | head -c 5; exit "$PIPESTATUS"';
    const words = ['-c', script, process.execPath, compiled('pipeline'), sources];
    const { status, stderr } = spawnSync('bash', words, { cwd: projectFolder, encoding: 'utf8' });
    assert.deepEqual({ status, stderr }, { status: 1, stderr: '' });
  });
});

describe('rollback', () => {
  it('goes to the snapshot before, says so, and ends with 2 where there is none', async (t) => {
    const { build } = await prepare(t);
    for (const second of [1, 2]) await publishInto({ build, second, force: true });
    const ids = await snapshotIds(build);
    const rollBack = (...words: string[]) => runPipeline(['rollback', '--build', build, ...words]);
    assert.deepEqual(await rollBack(), {
      code: 0,
      stdout: `current is now ${ids[0]}\n`,
      stderr: '',
    });
    const stderr = `no snapshot "nowhere" in ${build}: kept are ${ids.join(', ')}\n`;
    assert.deepEqual(await rollBack('--to', 'nowhere'), { code: 2, stdout: '', stderr });
    const message = 'there is no snapshot before the current one\n';
    assert.deepEqual(await rollBack(), { code: 2, stdout: '', stderr: message });
  });
});

describe('what cannot run', () => {
  const allowed = '--sources, --build, --force, --strict, --format, --all, --confirm';
  const refusals: readonly (readonly [
    words: readonly string[],
    stderr: string,
    environment?: Record<string, string>,
  ])[] = [
    [
      ['check', '--sources', '/nowhere'],
      '/nowhere is not a folder; name the source folder with SOURCES=<folder>\n',
    ],
    [
      ['build', '--sorces', 'x'],
      `unknown option '--sorces'\n(Did you mean --sources?)\nbuild takes ${allowed}\n`,
    ],
    [['build', '--sources'], `option '--sources <dir>' argument missing\nbuild takes ${allowed}\n`],
    [
      ['check', '--force=yes'],
      "unknown option '--force=yes'\ncheck takes --sources, --build, --base, --strict, --format, --all, --confirm\n",
    ],
    [
      ['check', '--sources', '/nowhere', '--format', 'sarf'],
      'no FORMAT "sarf": did you mean "sarif"? One of text, json, github, sarif\n',
    ],
    [['probe'], 'say whom the probed hosts can reach: PROBE_CONTACT='],
    [['bild'], "unknown command 'bild'\n(Did you mean build?)\nUsage: web3-directory [options]"],
    [[], 'no command given\nUsage: web3-directory [options]'],
    [
      ['build', '--sources', smallSources],
      'SOURCE_DATE_EPOCH is "yesterday", not a number of seconds since 1970\n',
      { SOURCE_DATE_EPOCH: 'yesterday' },
    ],
  ];
  for (const [words, expected, environment] of refusals)
    it(`is "${words.join(' ')}"; the message says what to do`, async (t) => {
      const build = path.join(await makeTemporaryFolder(t), 'build');
      const given =
        words.length === 3 && words[0] === 'build' ? [...words, '--build', build] : words;
      const { code, stdout, stderr } = await runPipeline(given, environment);
      assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
      assert.ok(stderr.startsWith(expected), stderr);
    });

  it('is a build folder that is a file', async (t) => {
    const { folder, words } = await prepare(t);
    await writeFile(path.join(folder, 'file'), '');
    const { code, stderr } = await runPipeline([
      ...words.slice(0, 3),
      '--build',
      path.join(folder, 'file'),
    ]);
    assert.equal(code, 2);
    assert.match(stderr, /^E[A-Z]+: .*file/);
  });

  it('is an unexpected error, with DEBUG=1 where it was', (t) => {
    const { DEBUG } = process.env;
    t.after(() => (DEBUG === undefined ? delete process.env.DEBUG : (process.env.DEBUG = DEBUG)));
    const error = new TypeError('x is odd\nline 2');
    process.env.DEBUG = '';
    assert.equal(describeBug(error), 'the program failed: x is odd; set DEBUG=1 to see where');
    process.env.DEBUG = '1';
    assert.match(describeBug(error), /^TypeError: x is odd\nline 2\n {4}at /);
  });
});

describe('any output', () => {
  it('has no control character but the line feed, whatever names and cells there are', async (t) => {
    /** Sets the title of a terminal, erases the line, turns texts around; C0, DEL, C1, bidi. */
    const evil = '\x1b]0;title\x07\x1b[2K\x7f\u009b2J\u202e';
    const { folder, sources } = await prepare(t);
    const file = path.join(folder, `rows${evil}.csv`);
    await writeTree(sources, {
      [`references/offers/wal${evil}lets.csv`]: `slug,a${evil}\n${evil},x\n`,
      [`listings/specific-networks/c${evil}ela/wallets.csv`]: lines(
        `slug,offer,x${evil}`,
        `co${evil}ins,Acme${evil},x`,
      ),
    });
    await writeFile(file, `slug,provider,offer,x${evil}\nacme-b,No${evil}body,B,c\n`);
    const from = `--sources=${sources}`;
    for (const words of [
      ['check', from],
      ['check', from, `--base=${smallSources}`, '--all'],
      ['check', from, '--format=json'],
      ['diff', from, `--base=${smallSources}`, '--format=markdown'],
      ['import', from, `--file=${file}`, '--category=wallets', '--dry-run'],
      ['import', from, `--file=${file}${evil}`, '--category=wallets'],
      ['rename', from, '--what=network', `--from=c${evil}ela`, '--to=d', '--dry-run'],
      ['schemas', from, `--to=${path.join(folder, evil)}`],
      ['rollback', `--build=${folder}`, `--to=${evil}`],
    ]) {
      const { code, stdout, stderr } = await runPipeline(words);
      assert.ok(code !== null && code <= 2, words.join(' '));
      assert.notEqual(stdout + stderr, '');
      assert.doesNotMatch(stdout + stderr, /[^\P{Cc}\n]|\u202e/u, words.slice(0, 1).join());
    }
  });
});

describe('the compiled program', () => {
  it('ends and prints as the commands do here', async (t) => {
    const { folder, sources, build } = await prepare(t);
    await publishInto({ build });
    const [from, into] = [`--sources=${sources}`, `--build=${build}`];
    for (const words of everyNth(3, [
      ['build', from, into],
      ['diff', from, into],
      ['fix', from, '--dry-run'],
      ['schemas', from, `--to=${path.join(folder, 'schemas')}`],
      ['list', from, '--offer=acme-pro'],
      ['rename', from, '--what=network', '--from=cela', '--to=celo', '--dry-run'],
      ['check', from, '--strict'],
      ['rollback', into],
    ]))
      assert.deepEqual(await runProcess(words), await runPipeline(words), words[0]);
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
