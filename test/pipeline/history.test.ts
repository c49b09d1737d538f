/** `make history` on a small repository, and builds that carry its changes and their own. */
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { snapshotPaths } from '../../model/manifest.ts';
import { found } from '../../pipeline/probe/reading.ts';
import { Journal } from '../../pipeline/write/probe-files.ts';
import { commitAgain, commitAll, git } from '../security/sources/git-repositories.ts';
import { buildInto } from '../support/build-folder.ts';
import { nightly } from '../support/lane.ts';
import { runPipeline } from '../support/run-pipeline.ts';
import { readParquet } from '../support/second-reader.ts';
import { editTree, places, smallTree, type Tree, writeTree } from '../support/source-tree.ts';
import { afterAll, makeTemporaryFolder } from '../support/temporary-folder.ts';

const cleanUp = afterAll();

const link = 'https://acme.example/wallet';
const linked = editTree(smallTree, {
  [places.columns]: [
    [
      'description,Desc',
      'actionButtons,Actions,,,,,left,actionButtons,array,string,true,"[""wallets""]",,false\ndescription,Desc',
    ],
  ],
  [places.walletOffers]: [
    ['custodial\n', 'custodial,actionButtons\n'],
    ['Keeps coins.,TRUE', `Keeps coins.,TRUE,"[""[Site](${link})""]"`],
  ],
});
const dearer = editTree(linked, {
  [places.walletOffers]: [['Keeps coins.,TRUE', 'Keeps coins.,FALSE']],
});
const broken: Tree = { ...dearer, [places.columns]: 'no such header\n' };
const renamed = editTree(dearer, {
  [places.everywhereApis]: [['borealis-all,', 'borealis-everywhere,']],
});
const priced = editTree(renamed, { [places.everywhereApis]: [['Custom', '$5/mo']] });
const last = editTree(priced, { [places.everywhereApis]: [['$5/mo', '$6/mo']] });

type Told = Readonly<Record<string, unknown>>;

async function readChanges(build: string): Promise<readonly Told[]> {
  return (await readParquet(path.join(build, 'current', snapshotPaths.changes))).rows;
}

const brief = ({ kind, slug, column, after }: Told) => [kind, slug, column, after].join(' ');

describe('make history', () => {
  let sources = '';
  let build = '';
  const commits: string[] = [];
  const history = (...words: string[]) =>
    runPipeline(['history', '--sources', sources, '--build', build, ...words]);

  /** A probe finds the link of the wallet, at another address if one is given. */
  async function probe(day: string, finalAddress: string | null = null): Promise<void> {
    const journal = await Journal.open(build, new Date(0));
    const none = { expected: null, category: null, slug: null, column: null };
    const result = finalAddress === null ? 'answered' : 'moved';
    const now = () => new Date(`${day}T10:00:00Z`);
    const target = { ...none, kind: 'link', address: link } as const;
    journal.append([found(target, { result, detail: null, finalAddress }, { now })]);
    await journal.finish();
  }

  before(async () => {
    const folder = await makeTemporaryFolder(cleanUp);
    [sources, build] = [path.join(folder, 'sources'), path.join(folder, 'build')];
    await writeTree(sources, linked);
    commits.push(commitAll(sources));
    for (const tree of [dearer, broken, renamed]) {
      await writeTree(sources, tree);
      commits.push(commitAgain(sources));
    }
  });

  it('tells each change with its commit, and names a state that cannot be read', async () => {
    const { code, stdout, stderr } = await history('--branch', commits[2] ?? '');
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, new RegExp(`skipped ${commits[2]}: its meta/columns.csv cannot be read`));
    assert.match(stdout, /1 new changes from 3 of 3 states, 1 skipped/);
  });

  it('continues with the commits that came since', async () => {
    const { code, stdout } = await history();
    assert.equal(code, 0);
    assert.match(stdout, /continuing after 3 of 4 states\n/);
    assert.match(stdout, /\n1 new changes from 4 of 4 states, 1 skipped/);
  });

  it('gives its changes to the first snapshot', async () => {
    await probe('2025-12-01');
    await buildInto({ build, sources });
    const told = await readChanges(build);
    assert.deepEqual(told.map(brief), [
      'changed acme-wallet custodial false',
      'changed borealis-everywhere slug borealis-everywhere',
    ]);
    assert.deepEqual(
      told.map(({ snapshot, revision }) => [snapshot, revision]),
      [
        [null, commits[1]],
        [null, commits[3]],
      ],
    );
    assert.ok(told[0]?.at instanceof Date);
    assert.deepEqual(told[1]?.cause, {
      kind: 'all-networks-listing',
      files: [places.everywhereApis],
    });
  });

  it('is carried on by the next snapshot, which appends its own changes', async () => {
    await writeTree(sources, priced);
    commits.push(commitAgain(sources));
    await probe('2025-12-02', 'https://acme.example/app');
    const { manifest } = await buildInto({ build, sources, second: 1 });
    const told = await readChanges(build);
    assert.deepEqual(told.map(brief).slice(1), [
      'changed borealis-everywhere slug borealis-everywhere',
      'changed borealis-everywhere accessPrice $5/mo',
      'changed acme-wallet answeringLink https://acme.example/app',
    ]);
    const expected = [manifest?.id, new Date(manifest?.generatedAt ?? ''), commits[4]];
    assert.deepEqual([told[2]?.snapshot, told[2]?.at, told[2]?.revision], expected);
  });

  it('replaces the changes of snapshots that were built from its commits, not those of probes', async () => {
    // Of the one with changes, and of a later one without. A link that moved is told once.
    await writeTree(sources, last);
    await probe('2025-12-03', 'https://acme.example/app');
    await buildInto({ build, sources, second: 2 });
    assert.equal((await readChanges(build)).at(-1)?.revision, null);
    commits.push(commitAgain(sources));
    await buildInto({ build, sources, second: 3, force: true });
    assert.equal((await readChanges(build)).length, 5);
    await history();
    await buildInto({ build, sources, second: 4, force: true });
    const told = await readChanges(build);
    assert.deepEqual(
      told.map(({ snapshot, column, revision }) => [snapshot === null, column, revision]),
      [
        [false, 'answeringLink', commits[4]],
        [true, 'custodial', commits[1]],
        [true, 'slug', commits[3]],
        [true, 'accessPrice', commits[4]],
        [true, 'accessPrice', commits[5]],
      ],
    );
  });

  it('gives the same bytes for the same sources after the same snapshot', async () => {
    const bytes = () => readFile(path.join(build, 'current', snapshotPaths.changes));
    const options = { build, sources, second: 5, force: true };
    await buildInto(options);
    const first = await bytes();
    const { manifest } = await buildInto(options);
    assert.deepEqual(await bytes(), first);
    assert.match(manifest?.id ?? '', /^20260101T000005000Z/);
  });

  it('begins anew if the question differs, and from the state before SINCE', async () => {
    const { stdout } = await history('--since', '2020-01-01');
    assert.match(stdout, /the history begins anew, because/);
    assert.match(stdout, /4 new changes from 6 of 6 states/);
  });

  it('ends with 2 and says why it cannot run', async () => {
    const ends = async (message: RegExp, ...words: string[]) => {
      const { code, stderr } = await history(...words);
      assert.equal(code, 2);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /\n\s+at /);
    };
    await ends(/^SINCE="tomorrow" is not a date such as 2026-02-12/, '--since', 'tomorrow');
    await ends(
      /^no commit "--all" can be read in .*: git knows no such revision; /,
      '--branch=--all',
    );
    await ends(
      /^no commit of HEAD touches the source folder since 2999-01-01/,
      '--since',
      '2999-01-01',
    );
    await ends(/ is not in a git work tree\n$/, '--sources', path.dirname(build));
  });

  it('does not stop a build if one of its files is damaged or missing', async () => {
    const file = path.join(build, 'git-history/00001.parquet');
    for (const [second, spoil] of [() => writeFile(file, 'PAR1'), () => rm(file)].entries()) {
      await spoil();
      const warnings: string[] = [];
      const warn = (message: string) => void warnings.push(message);
      await buildInto({ build, sources, second: 6 + second, force: true, warn });
      assert.match(
        warnings.join(),
        /^the history from git is left out, because it cannot be read: /,
      );
      assert.equal(
        (await readChanges(build)).length,
        5,
        'those of the previous snapshot are carried',
      );
    }
  });
});

describe('make history of a repository with unusual commits', () => {
  it('walks the first parents since a day, from the state before it, and tells what was before the first snapshot', async () => {
    const folder = await makeTemporaryFolder(cleanUp);
    const sources = path.join(folder, 'sources');
    await writeTree(sources, linked);
    git(sources, ['init', '--quiet']);
    const commitOn = async (day: string, tree: Tree, ...parents: readonly string[]) => {
      await writeTree(sources, tree);
      git(sources, ['add', '--all']);
      const who = `n <n@example.org> ${Date.parse(`2026-01-${day}T00:00:00Z`) / 1000} +0000`;
      const of = [
        `tree ${git(sources, ['write-tree'])}`,
        ...parents.map((parent) => `parent ${parent}`),
      ];
      const text = `${of.join('\n')}\nauthor ${who}\ncommitter ${who}\n\nx\n`;
      return git(sources, ['hash-object', '-t', 'commit', '-w', '--stdin'], text);
    };
    const first = await commitOn('01', linked);
    const second = await commitOn('05', dearer, first);
    const side = await commitOn(
      '06',
      { ...linked, [places.everywhereApis]: renamed[places.everywhereApis] ?? '' },
      first,
    );
    git(sources, ['update-ref', 'HEAD', await commitOn('10', renamed, second, side)]);
    const [build, copy, day] = [path.join(folder, 'build'), path.join(folder, 'copy'), 86_400];
    // Snapshots that know no commit: one before the merge has a change.
    await writeTree(copy, linked);
    await buildInto({ build, sources: copy });
    await writeTree(copy, editTree(linked, { [places.everywhereApis]: [['Custom', '$5/mo']] }));
    for (const second of [6 * day, 19 * day])
      await buildInto({ build, sources: copy, second, force: true });
    const { stdout } = await runPipeline([
      'history',
      '--sources',
      sources,
      '--build',
      build,
      '--since',
      '2026-01-05',
    ]);
    assert.match(stdout, /\b2 new changes from 3 of 3 states, 0 skipped/);
    await buildInto({ build, sources: copy, second: 20 * day, force: true });
    assert.deepEqual((await readChanges(build)).map(brief), [
      'changed acme-wallet custodial false',
      'changed borealis-all accessPrice $5/mo',
    ]);
  });

  nightly(
    'skips a state that it cannot take, whatever the reason, and takes those before and after it',
    async () => {
      const folder = await makeTemporaryFolder(cleanUp);
      const [sources, build] = [path.join(folder, 'sources'), path.join(folder, 'build')];
      const file = path.join(sources, places.walletOffers);
      const [readable, expected]: [string[], string[]] = [[], []];
      let plan = 0;
      /** A commit with one more change, which every later commit has too. */
      const change = async () => {
        const text = String(smallTree[places.walletOffers]).replace(
          'Keeps coins.',
          `Keeps coins ${++plan}.`,
        );
        await writeFile(file, text);
        readable.push(commitAgain(sources));
      };
      const skip = async (reason: string, commit: string) => {
        expected.push(`skipped ${commit}: ${reason}`);
        await change();
      };
      const hash = (type: string, text: string) =>
        git(sources, ['hash-object', '-t', type, '-w', '--stdin', '--literally'], text);
      const adopt = (commit: string) => git(sources, ['reset', '--quiet', '--soft', commit]);
      const parent = () =>
        `tree ${git(sources, ['write-tree'])}\nparent ${git(sources, ['rev-parse', 'HEAD'])}\n`;
      const place = (object: string, mode: string, ...names: readonly string[]) => {
        const lines = names.map((name) => `${mode} ${object}\t${name}\n`).join('');
        git(sources, ['update-index', '--add', '--index-info'], lines);
        git(sources, ['commit', '--quiet', '--message', 'Sources']);
        return git(sources, ['rev-parse', 'HEAD']);
      };
      await writeTree(sources, smallTree);
      readable.push(commitAll(sources));
      for (const seconds of ['9999999999999', '9223372036854775807', '-5']) {
        await writeFile(
          file,
          String(smallTree[places.walletOffers]).replace('Keeps coins.', `Keeps coins ${seconds}.`),
        );
        git(sources, ['add', '--all']);
        const author = 'author n <a@example.org> 1700000000 +0000\n';
        const commit = hash(
          'commit',
          `${parent()}${author}committer n <a@example.org> ${seconds} +0000\n\nx\n`,
        );
        adopt(commit);
        await skip('its date is not in the years 1970 to 9999', commit);
      }
      const text = hash('blob', 'a'.repeat(51_000_000));
      const offers = places.walletOffers;
      await skip(
        `its ${offers} has 51000000 bytes; the limit is 50000000`,
        place(text, '100644', offers),
      );
      const many = Array.from({ length: 10 }, (_, at) => `references/offers/x${at}.csv`);
      await skip(
        'has 510000000 bytes in its files; the limit is 500000000',
        place(text, '100644', ...many),
      );
      await skip(
        `its ${offers} cannot be read`,
        place(hash('blob', 'slug,slug\n'), '100644', offers),
      );
      const files = Array.from({ length: 20_001 }, (_, at) => `listings/all-networks/x${at}.csv`);
      await skip('has more than 20000 files', place(hash('blob', 'slug'), '100644', ...files));
      const lost = hash('blob', 'slug\n');
      const commit = place(lost, '100644', offers);
      await rm(path.join(sources, '.git/objects', lost.slice(0, 2), lost.slice(2)));
      await skip(`lacks the content of ${offers}`, commit);

      const { code, stdout, stderr } = await runPipeline([
        'history',
        '--sources',
        sources,
        '--build',
        build,
      ]);
      assert.deepEqual([code, stderr], [0, '']);
      assert.deepEqual(
        stdout.replace(/\b51000\d{4}\b/, '510000000').match(/^skipped .*$/gm),
        expected,
      );
      await buildInto({ build, sources });
      const revisions = (await readChanges(build)).map(({ revision }) => revision);
      assert.deepEqual(revisions, readable.slice(1));
    },
  );
});
