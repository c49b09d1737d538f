/** The command line, with each kind of base. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { diffSchema } from '../../../pipeline/diff/schema.ts';
import { publishInto } from '../../support/build-folder.ts';
import { diffFolders } from '../../support/diff-trees.ts';
import { runPipeline } from '../../support/run-pipeline.ts';
import { readSmallTree, writeTree } from '../../support/source-tree.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const offers = 'references/offers/wallets.csv';
const edited =
  'slug,provider,offer,tag,description,custodial\nacme-wallet,Acme,,"[""mobile""]",Keeps all coins.,TRUE\n';
const broken = 'slug,provider,offer,tag,description,custodial\nacme-wallet,Acne,,,Keeps coins.,TRUE\n';
const entry =
  /~ 3 rows on 3 networks: offer acme-wallet in wallets {2}references\/offers\/wallets\.csv:2\n {6}on aria, bora, cela\n/;

describe('make diff', () => {
  const cleanUp = afterAll();
  let folder = '';
  let sources = '';
  let build = '';
  let first = '';

  before(async () => {
    folder = await makeTemporaryFolder(cleanUp);
    [sources, build] = [path.join(folder, 'repository/data/sources'), path.join(folder, 'build')];
    await writeTree(sources, await readSmallTree());
    first = await publishInto({ build, sources });
    await git('init', '--quiet');
    await git('add', '.');
    await git('commit', '--quiet', '--message', 'First');
    await git('tag', 'first');
    await writeTree(sources, { [offers]: edited });
  });

  async function git(...words: readonly string[]): Promise<void> {
    const names = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
    await promisify(execFile)('git', ['-C', path.join(folder, 'repository'), ...names, ...words]);
  }

  function diff(...words: readonly string[]) {
    return runPipeline(['diff', '--sources', sources, '--build', build, ...words]);
  }

  it('compares with the current snapshot', async () => {
    const { code, stdout, stderr } = await diff();
    assert.deepEqual([code, stderr], [0, '']);
    assert.ok(stdout.startsWith(`the sources against snapshot ${first}\n`), stdout);
    assert.match(stdout, /^rows +11: 0 added, 0 removed, 3 changed \(3 cells\)$/m);
    assert.match(stdout, entry);
    assert.match(stdout, / {2}description {2}"Keeps coins\." -> "Keeps all coins\."\n/);
  });

  it('compares with a snapshot by its id, or as the current one', async () => {
    for (const base of [first, 'current']) {
      const found = await diffFolders({ sources, build, base });
      assert.deepEqual(found.base, { kind: 'snapshot', name: first, problems: { errors: 0, warnings: 1 } });
      assert.equal(found.rows.changed, 3);
    }
  });

  it('prints JSON', async () => {
    const { code, stdout } = await diff('--format', 'json');
    assert.equal(code, 0);
    assert.deepEqual(diffSchema.parse(JSON.parse(stdout)), await diffFolders({ sources, build, base: null }));
  });

  it('compares with a source folder', async () => {
    const { code, stdout } = await diff('--base', sources);
    assert.equal(code, 0);
    assert.match(stdout, /^no row and no definition would change against sources /);
  });

  it('compares with a git revision, and leaves nothing behind', async () => {
    const leftBefore = (await readdir(tmpdir())).filter((name) => name.startsWith('directory-base-'));
    const { code, stdout, stderr } = await diff('--base', 'HEAD');
    assert.deepEqual([code, stderr], [0, '']);
    assert.ok(stdout.startsWith('the sources against revision HEAD\n'), stdout);
    assert.match(stdout, entry);
    for (const base of ['first', 'first~0']) {
      const found = await diffFolders({ sources, build, base });
      assert.deepEqual([found.base.kind, found.base.name, found.base.problems?.errors], ['revision', base, 0]);
      assert.equal(found.rows.changed, 3);
    }
    // Other tests compare with revisions at the same time: their folders disappear within seconds.
    const findLeft = async () =>
      (await readdir(tmpdir())).filter((name) => name.startsWith('directory-base-') && !leftBefore.includes(name));
    for (let tries = 0; tries < 100 && (await findLeft()).length > 0; tries++) await delay(100);
    assert.deepEqual(await findLeft(), []);
  });

  it('is not led astray by the variables of a git hook', async () => {
    const words = ['diff', '--sources', sources, '--build', build, '--base', 'HEAD'];
    const { code, stdout } = await runPipeline(words, { GIT_DIR: '/nowhere', GIT_INDEX_FILE: '/nowhere/index' });
    assert.equal(code, 0);
    assert.match(stdout, entry);
  });

  it('writes Markdown for a review', async () => {
    const { code, stdout } = await diff('--format', 'markdown');
    assert.equal(code, 0);
    assert.ok(stdout.startsWith('### The sources against `snapshot '), stdout);
    assert.match(
      stdout,
      /^- changed 3 rows on 3 networks: offer `acme-wallet` in `wallets`, `references\/offers\/wallets\.csv:2`\n {2}- `description`: `Keeps coins\.` -> `Keeps all coins\.`\n {2}- on `aria`, `bora`, `cela`$/m,
    );
  });

  it('ends with 1 where the sources have an error, and says so', async () => {
    const bad = path.join(folder, 'bad');
    await writeTree(bad, { ...(await readSmallTree()), [offers]: broken });
    for (const format of ['text', 'markdown']) {
      const { code, stdout } = await runPipeline(['diff', '--sources', bad, '--base', sources, '--format', format]);
      assert.equal(code, 1);
      assert.match(stdout, /1 error in the sources: a build would publish nothing, and .*; run `make check`/);
    }
    const { code, stdout } = await runPipeline(['diff', '--sources', bad, '--base', bad]);
    assert.equal(code, 1, 'also where nothing differs');
    assert.match(stdout, /1 error in the sources/);
  });

  it('ends with 2 where it cannot compare', async () => {
    const unknown = await diff('--base', 'nothing');
    assert.deepEqual([unknown.code, unknown.stdout], [2, '']);
    assert.match(
      unknown.stderr,
      /^BASE="nothing" is neither a snapshot nor a folder, .*: git knows no such revision\n$/,
    );
    const format = await diff('--format', 'sarif');
    assert.deepEqual([format.code, format.stdout], [2, '']);
    assert.equal(format.stderr, 'no FORMAT "sarif": One of text, json, markdown\n');
  });

  it('says which problems are new, and which were fixed', async () => {
    const bad = path.join(folder, 'worse');
    await writeTree(bad, { ...(await readSmallTree()), [offers]: broken });
    const worse = await diffFolders({ sources: bad, build, base: first });
    assert.deepEqual(
      worse.newProblems.map(({ rule, file, line }) => [rule, file, line]),
      [['provider-not-found', offers, 2]],
    );
    assert.deepEqual(worse.fixedProblems, []);
    const better = await diffFolders({ sources, build, base: bad });
    assert.deepEqual([better.newProblems, better.fixedProblems], [[], worse.newProblems]);
  });

  describe('make check with a base', () => {
    let bad = '';
    before(async () => {
      bad = path.join(folder, 'repository/data/sources-bad');
      await writeTree(bad, { ...(await readSmallTree()), [offers]: broken });
    });
    const check = (...words: readonly string[]) => runPipeline(['check', '--sources', bad, '--build', build, ...words]);

    it('reports what the edits bring, and counts the rest in one line', async () => {
      for (const base of [sources, first, 'current']) {
        const { code, stdout } = await check('--base', base);
        assert.equal(code, 1, base);
        assert.match(stdout, /^1 error\n\nreferences\/offers\/wallets\.csv:2 provider: /);
        assert.match(stdout, /\n1 problem was there before: 0 errors, 1 warning\n1 new error, 0 new warnings\n$/);
      }
    });

    it('does not fail for problems that were there before, strict or not', async () => {
      for (const words of [[], ['--strict']]) {
        const { code, stdout } = await check('--base', bad, ...words);
        const known = '2 problems were there before: 1 error, 1 warning';
        assert.deepEqual([code, stdout], [0, `no new problems\n${known}\n`]);
      }
    });

    it('compares with a git revision, whatever lines moved', async () => {
      const text = await readFile(path.join(sources, offers), 'utf8');
      await writeTree(sources, { [offers]: text.replace('\n', '\n\n') });
      const { code, stdout } = await runPipeline(['check', '--sources', sources, '--base', 'HEAD', '--format', 'json']);
      await writeTree(sources, { [offers]: text });
      const { counts, problems } = JSON.parse(stdout);
      assert.deepEqual([code, counts.new], [0, { errors: 0, warnings: 0 }]);
      assert.deepEqual(
        problems.map((problem: { new: boolean }) => problem.new),
        [false],
      );
    });

    it('ends with 2 without such a base', async () => {
      const { code, stdout, stderr } = await check('--base', 'nothing');
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, /^BASE="nothing" is neither a snapshot nor a folder/);
    });
  });

  const refusals: readonly (readonly [string, object, RegExp])[] = [
    [
      'a revision that looks like an option',
      { base: '--help' },
      /^BASE="--help" is neither .*: git knows no such revision$/,
    ],
    [
      'a snapshot that is not kept',
      { base: '20200101T000000000Z-00000000' },
      /^no snapshot "20200101T.*: kept are 2026/,
    ],
    [
      'a folder without sources',
      { base: '/' },
      /^BASE="\/" is not a source folder: it has neither listings\/ nor references\/$/,
    ],
    [
      'a build folder without a snapshot',
      { build: '/nowhere' },
      /^there is no snapshot in \/nowhere to compare with: run make /,
    ],
    ['a source folder that is not there', { sources: '/nowhere' }, /^\/nowhere is not a folder/],
  ];
  for (const [what, folders, message] of refusals) {
    it(`refuses ${what}`, async () => {
      await assert.rejects(diffFolders({ sources, build, base: null, ...folders }), { name: 'PipelineError', message });
    });
  }

  it('refuses a revision of sources that are in no git repository', async () => {
    const outside = path.join(folder, 'outside');
    await writeTree(outside, await readSmallTree());
    const message = /cannot be read as a git revision: .*outside is not in a git repository$/;
    await assert.rejects(diffFolders({ sources: outside, build, base: 'HEAD' }), { name: 'PipelineError', message });
  });

  it('refuses a revision that does not have the source folder', async () => {
    const later = path.join(folder, 'repository/later');
    await writeTree(later, await readSmallTree());
    const message = 'the revision "HEAD" has no folder later/';
    await assert.rejects(diffFolders({ sources: later, build, base: 'HEAD' }), { name: 'PipelineError', message });
  });

  it('refuses a snapshot that cannot be read', async () => {
    const damaged = path.join(folder, 'damaged');
    const id = await publishInto({ build: damaged, sources });
    const at = path.join(damaged, 'snapshots', id);
    const manifest = path.join(at, 'manifest.json');
    const text = await readFile(manifest, 'utf8');
    const refused = (message: RegExp) =>
      assert.rejects(diffFolders({ sources, build: damaged, base: id }), { name: 'PipelineError', message });
    await writeFile(manifest, text.replace(/"formatVersion": \d+/, '"formatVersion": 99'));
    await refused(/^the snapshot ".*" cannot be read: it has the format 99, this pipeline reads the format \d+$/);
    await writeFile(manifest, text);
    await writeFile(path.join(at, 'rows/apis.parquet'), 'no Parquet');
    await refused(/^the snapshot ".*" cannot be read: .*apis\.parquet/);
    await writeFile(manifest, '{}');
    await refused(/^the snapshot ".*" cannot be read: its manifest cannot be read$/);
  });
});
