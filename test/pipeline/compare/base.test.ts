/**
 * `make diff`, and `make check` with a base: each kind of base, what is told of an edit, and how
 * the commands end.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { compareWithBase } from '../../../pipeline/compare/base/compare-problems.ts';
import { baseOfSources } from '../../../pipeline/compare/base/read-base.ts';
import { diffSchema } from '../../../pipeline/compare/schema.ts';
import { groupProblems } from '../../../pipeline/report/group-problems.ts';
import { formatProblem } from '../../../pipeline/report/problem-line.ts';
import { publishInto } from '../../support/build-folder.ts';
import { checkTree } from '../../support/check-tree.ts';
import { diffFolders } from '../../support/diff-trees.ts';
import { nightly } from '../../support/lane.ts';
import { type Environment, runPipeline } from '../../support/run-pipeline.ts';
import { smallTree, type Tree, writeTree } from '../../support/source-tree.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const offers = 'references/offers/wallets.csv';
const header = 'slug,provider,offer,tag,description,custodial\n';
const edited = `${header}acme-wallet,Acme,,"[""mobile""]",Keeps all coins.,TRUE\n`;
const broken = `${header}acme-wallet,Acne,,,Keeps coins.,TRUE\n`;
const entry =
  /~ 3 rows on 3 networks: offer acme-wallet in wallets, references\/offers\/wallets\.csv:2\n {6}on aria, bora, cela\n/;

describe('a base', () => {
  const cleanUp = afterAll();
  let folder = '';
  let sources = '';
  let build = '';
  let bad = '';
  let first = '';

  before(async () => {
    folder = await makeTemporaryFolder(cleanUp);
    [sources, build, bad] = ['repository/data/sources', 'build', 'bad'].map((name) =>
      path.join(folder, name),
    ) as [string, string, string];
    await writeTree(sources, smallTree);
    await writeTree(bad, { ...smallTree, [offers]: broken });
    first = await publishInto({ build, sources });
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '--message', 'First');
    await writeTree(sources, { [offers]: edited });
  });

  function git(...words: readonly string[]): void {
    const names = [
      '-c',
      'user.name=Test',
      '-c',
      'user.email=test@example.org',
      '-c',
      'commit.gpgsign=false',
    ];
    execFileSync('git', ['-C', path.join(folder, 'repository'), ...names, ...words]);
  }

  const run = (words: readonly string[], environment: Environment = {}) =>
    runPipeline([...words, '--build', build], environment);

  it('is the current snapshot', async () => {
    const { code, stdout, stderr } = await run(['diff', '--sources', sources]);
    assert.deepEqual([code, stderr], [0, '']);
    assert.ok(stdout.startsWith(`the sources against snapshot ${first}\n`), stdout);
    assert.match(stdout, /^rows +11: 0 added, 0 removed, 3 changed \(3 cells\)$/m);
    assert.match(stdout, entry);
    assert.match(stdout, / {2}description: "Keeps coins\." -> "Keeps all coins\."\n/);
  });

  it('may be a git revision, whatever a git hook sets, and leaves nothing behind', async () => {
    const temporary = path.join(folder, 'temporary');
    await mkdir(temporary);
    const hook = { TMPDIR: temporary, GIT_DIR: '/nowhere', GIT_INDEX_FILE: '/nowhere/index' };
    const words = ['diff', '--sources', sources, '--base', 'HEAD', '--format', 'json'];
    const { code, stdout, stderr } = await run(words, hook);
    assert.deepEqual([code, stderr, await readdir(temporary)], [0, '', []]);
    const found = diffSchema.parse(JSON.parse(stdout));
    assert.deepEqual(found, await diffFolders({ sources, build, base: 'HEAD' }));
    assert.deepEqual(
      [found.base.kind, found.base.name, found.rows.changed],
      ['revision', 'HEAD', 3],
    );
  });

  it('may be a snapshot by its id, or a folder, also one with references or listings alone', async () => {
    for (const base of [first, 'current']) {
      const found = await diffFolders({ sources, build, base });
      assert.deepEqual(found.base, {
        kind: 'snapshot',
        name: first,
        problems: { errors: 0, warnings: 1 },
      });
    }
    assert.equal((await diffFolders({ sources, build, base: sources })).unchanged, true);
    for (const [name, rows] of [
      ['references', 0],
      ['listings', 3],
    ] as const) {
      const part = path.join(folder, name);
      await writeTree(
        part,
        Object.fromEntries(
          Object.entries(smallTree).filter(([file]) => /^meta/.test(file) || file.startsWith(name)),
        ),
      );
      assert.equal((await diffFolders({ sources, build, base: part })).rows.before, rows);
    }
  });

  it('tells which problems are new and which were fixed', async () => {
    const worse = await diffFolders({ sources: bad, build, base: first });
    const seen = worse.newProblems.map(({ rule, file, line }) => [rule, file, line]);
    assert.deepEqual(seen, [['provider-not-found', offers, 2]]);
    assert.deepEqual(worse.fixedProblems, []);
    const better = await diffFolders({ sources, build, base: bad });
    assert.deepEqual([better.newProblems, better.fixedProblems], [[], worse.newProblems]);
  });

  it('ends diff with 1 where the sources have an error, also where nothing differs', async () => {
    const { code, stdout } = await run([
      'diff',
      '--sources',
      bad,
      '--base',
      bad,
      '--format',
      'markdown',
    ]);
    assert.equal(code, 1);
    assert.match(
      stdout,
      /1 error in the sources: a build would publish nothing, and .*; run `make check`/,
    );
  });

  it('ends both with 2 where it cannot be read', async () => {
    for (const command of ['diff', 'check']) {
      const { code, stdout, stderr } = await run([
        command,
        '--sources',
        sources,
        '--base',
        'nothing',
      ]);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(
        stderr,
        /^BASE="nothing" is neither a snapshot nor a folder, .*: git knows no such revision; `git branch --all` lists the branches\n$/,
      );
    }
  });

  it('makes check report what the edits bring, and count the rest in one line', async () => {
    const { code, stdout } = await run(['check', '--sources', bad, '--base', 'current']);
    assert.equal(code, 1);
    assert.match(stdout, /^1 error\n\nreferences\/offers\/wallets\.csv:2 provider: /);
    assert.match(
      stdout,
      /\n1 problem was there before: 0 errors, 1 warning\n1 new error, 0 new warnings\n$/,
    );
  });

  it('makes check not fail for problems that were there before, strict or not, whatever lines moved', async () => {
    for (const words of [[], ['--strict']]) {
      const { code, stdout } = await run(['check', '--sources', bad, '--base', bad, ...words]);
      const known = '2 problems were there before: 1 error, 1 warning';
      assert.deepEqual([code, stdout], [0, `no new problems\n${known}\n`]);
    }
    const moved = path.join(folder, 'moved');
    await writeTree(moved, { ...smallTree, [offers]: broken.replace('\n', '\n\n') });
    const { code, stdout } = await run([
      'check',
      '--sources',
      moved,
      '--base',
      bad,
      '--strict',
      '--format',
      'json',
    ]);
    assert.deepEqual([code, JSON.parse(stdout).counts.new], [0, { errors: 0, warnings: 0 }]);
  });

  const refusals: readonly (readonly [object, RegExp])[] = [
    [
      { base: '--help' },
      /^BASE="--help" is neither .*: git knows no such revision; `git branch --all` lists the branches$/,
    ],
    [{ base: '20200101T000000000Z-00000000' }, /^no snapshot "20200101T.*: kept are 2026/],
    [
      { base: '/' },
      /^BASE="\/" is not a source folder: it has neither listings\/ nor references\/$/,
    ],
    [{ build: '/nowhere' }, /^there is no snapshot in \/nowhere to compare with: run make /],
    [{ sources: '/nowhere' }, /^\/nowhere is not a folder/],
  ];
  for (const [folders, message] of refusals)
    it(`is refused: ${JSON.stringify(folders)}`, async () => {
      await assert.rejects(diffFolders({ sources, build, base: null, ...folders }), {
        name: 'PipelineError',
        message,
      });
    });

  it('is refused if no git repository has the folder', async () => {
    for (const [name, message] of [
      ['outside', /cannot be read as a git revision: .*outside is not in a git repository$/],
      ['repository/later', /^the revision "HEAD" has no folder later\/$/],
    ] as const) {
      const other = path.join(folder, name);
      await writeTree(other, smallTree);
      const refused = diffFolders({ sources: other, build, base: 'HEAD' });
      await assert.rejects(refused, { name: 'PipelineError', message });
    }
  });

  nightly('is refused if it is a damaged snapshot', async () => {
    const damaged = path.join(folder, 'damaged');
    const id = await publishInto({ build: damaged, sources });
    const at = path.join(damaged, 'snapshots', id);
    const manifest = path.join(at, 'manifest.json');
    const text = await readFile(manifest, 'utf8');
    const refused = (message: RegExp) =>
      assert.rejects(diffFolders({ sources, build: damaged, base: id }), {
        name: 'PipelineError',
        message,
      });
    await writeFile(manifest, text.replace(/"formatVersion": \d+/, '"formatVersion": 99'));
    await refused(
      /^the snapshot ".*" cannot be read: it has format 99, this program reads 10 to \d+$/,
    );
    await writeFile(manifest, text);
    await writeFile(path.join(at, 'rows/apis.parquet'), 'no Parquet');
    await refused(/^the snapshot ".*" cannot be read: .*apis\.parquet/);
    await writeFile(manifest, '{}');
    await refused(/^the snapshot ".*" cannot be read: its manifest cannot be read$/);
  });
});

/** One act of an editor is one problem that names it. */
describe('new problems', () => {
  const cleanUp = afterAll();
  const listings = 'listings/all-networks/wallets.csv';
  const providers = 'references/providers/providers.csv';
  const head = 'slug,provider,offer,custodial\n';
  const listed = ['a', 'b', 'c'].map((slug) => `acme-${slug},,!offer:acme-wallet,\n`).join('');
  const zed = 'zed,Acme,Zed,FALSE\n';
  const wallet = (slug: string) => `${slug},Acme,Acme Wallet,TRUE\n`;
  const base: Tree = {
    ...smallTree,
    [offers]: head + wallet('acme-wallet'),
    [listings]: head + listed,
  };
  const missing = `${listings}:2 offer: the offer "acme-wallet" was`;

  async function findNew(edit: Tree, from: Tree = base): Promise<string[]> {
    const tree = Object.fromEntries(
      Object.entries({ ...from, ...edit }).filter(([, content]) => content !== null),
    );
    const old = baseOfSources({ kind: 'sources', name: 'base' }, await checkTree(cleanUp, from));
    const { appeared } = compareWithBase(old, await checkTree(cleanUp, tree), true);
    return groupProblems(appeared).map((problem) => formatProblem(problem));
  }

  /** Twenty lines; some cells say maybe, the next ones FALSE. */
  const cells = (maybe: number, no: number) =>
    head +
    Array.from({ length: 20 }, (_, at) => {
      return `w-${10 + at},Acme,N${at},${at < maybe ? 'maybe' : at < maybe + no ? 'FALSE' : 'TRUE'}\n`;
    }).join('');
  const many = { ...smallTree, [offers]: cells(0, 0) };
  const unread = (count: number) =>
    `${offers}:2 custodial: "maybe" is neither TRUE nor FALSE (${count} times); write TRUE or FALSE [not-a-boolean]`;
  const mass = `${offers}:2 custodial: 20 of 20 cells of "custodial" (w-10, w-11, w-12 and 17 more) changed, or were cleared; restore the column; if the change is wanted, confirm it with CONFIRM=1 [mass-change]`;
  const cases: readonly (readonly [
    act: string,
    edit: Tree,
    found: readonly string[],
    from?: Tree,
  ])[] = [
    [
      'a renamed offer',
      { [offers]: head + wallet('acme-coins') },
      [
        `${missing} renamed to "acme-coins" in ${offers}:2, and listings still use the old slug (3 times); run \`make rename WHAT=offer FROM=acme-wallet TO=acme-coins\` [offer-not-found]`,
      ],
    ],
    [
      'an offer of which two copies were made',
      { [offers]: head + wallet('acme-coins') + wallet('acme-gold') },
      [
        `${missing} removed from ${offers} (3 times); restore its line, or remove the listings that refer to it [offer-not-found]`,
        `${offers}:3 slug: the offers "acme-gold" and "acme-coins" say the same; say how they differ, or remove one and list the other [equal-offer]`,
      ],
    ],
    [
      'a removed offer',
      { [offers]: head },
      [
        `${missing} removed from ${offers} (3 times); restore its line, or remove the listings that refer to it [offer-not-found]`,
      ],
    ],
    [
      'a missing file',
      { [offers]: null },
      [`${offers}: the file is missing, and 3 listings need it; restore it [missing-file]`],
    ],
    [
      'a renamed provider',
      { [providers]: String(smallTree[providers]).replace(',Acme,', ',Acme Inc,') },
      [
        'references/offers/apis.csv:2 provider: the provider "Acme" was renamed to "Acme Inc", and other lines still use the old name (3 times in 2 files); run `make rename WHAT=provider FROM="Acme" TO="Acme Inc"` [provider-not-found]',
      ],
    ],
    [
      'an offer that was moved without its listings',
      {
        [offers]: head,
        'references/offers/apis.csv': `${smallTree['references/offers/apis.csv']}acme-wallet,Acme,,$1,FALSE,,Coins.,\n`,
      },
      [
        `${missing} moved to references/offers/apis.csv:5, and listings of "wallets" still name it (3 times); move its listings too, or restore its line and run \`make move OFFER=acme-wallet TO=apis\` [offer-not-found]`,
      ],
    ],
    [
      'a renamed folder of a network',
      {
        'listings/specific-networks/aria/apis.csv': null,
        'listings/specific-networks/arya/apis.csv':
          smallTree['listings/specific-networks/aria/apis.csv'] ?? null,
      },
      [
        'listings/specific-networks/arya: the folder of the network "aria" was renamed to "arya", which meta/networks.csv does not have; rename it back, and run `make rename WHAT=network FROM=aria TO=arya` [unknown-network]',
      ],
    ],
    [
      'a line that was copied to the end of the file',
      { [offers]: head + wallet('acme-wallet') + zed + wallet('acme-wallet') },
      [
        `${offers}:4 slug: the slug "acme-wallet" is on more than one line; remove one of the two, or rename it, such as to "acme-wallet-2" [duplicate-slug]`,
      ],
      { ...base, [offers]: head + wallet('acme-wallet') + zed },
    ],
    ['five cells that cannot be read', { [offers]: cells(5, 0) }, [unread(5)], many],
    [
      'five of twenty changed cells that cannot be read',
      { [offers]: cells(5, 15) },
      [unread(5)],
      many,
    ],
    ['four of twenty changed cells that cannot be read', { [offers]: cells(4, 16) }, [mass], many],
    ['twenty changed cells', { [offers]: cells(0, 20) }, [mass], many],
  ];
  for (const [act, edit, found, from] of cases)
    it(`of ${act} are one`, async () => assert.deepEqual(await findNew(edit, from), found));

  it('are none but the order if lines were sorted', async () => {
    const lines = listed.trim().split('\n').toReversed().join('\n');
    assert.deepEqual(await findNew({ [listings]: `${head}${lines}\n` }), [
      `${listings}:2 slug: "acme-c" is not sorted by slug; 1 more line of the file; move the line to the end, or run \`make fix\` [slug-order]`,
    ]);
  });
});
