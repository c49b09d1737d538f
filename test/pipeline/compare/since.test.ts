/** `make diff SINCE=date` and `AUTHOR=name`: what colleagues changed. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { runPipeline } from '../../support/run-pipeline.ts';
import { editTree, places, smallTree, type Tree, writeTree } from '../../support/source-tree.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const described = editTree(smallTree, {
  [places.walletOffers]: [['Keeps coins.', 'Keeps all coins.']],
});
const priced = editTree(described, { [places.everywhereApis]: [['Custom', '$5/mo']] });

describe('diff of colleagues', () => {
  const cleanUp = afterAll();
  let sources = '';

  before(async () => {
    sources = path.join(await makeTemporaryFolder(cleanUp), 'sources');
    await commit(smallTree, 'Ann', '2026-01-10');
    await commit(described, 'Bob', '2026-02-10');
    await commit(priced, 'Ann', '2026-03-10');
  });

  async function commit(tree: Tree, name: string, day: string): Promise<void> {
    await writeTree(sources, tree);
    const at = `${day}T12:00:00Z`;
    const who = { NAME: name, EMAIL: `${name.charAt(0).toLowerCase()}@example.org`, DATE: at };
    const env = Object.entries(who).flatMap(([key, text]) =>
      ['AUTHOR', 'COMMITTER'].map((role) => [`GIT_${role}_${key}`, text]),
    );
    const options = { env: { ...process.env, ...Object.fromEntries(env) } };
    for (const words of [
      ['init', '-q'],
      ['add', '.'],
      ['-c', 'commit.gpgsign=false', 'commit', '-qm', `Edit of ${name}`],
    ])
      execFileSync('git', ['-C', sources, ...words], options);
  }

  const diff = (...words: readonly string[]) =>
    runPipeline(['diff', '--sources', sources, ...words]);

  it('compares with the last commit before a date', async () => {
    const { code, stdout } = await diff('--since', '2026-03-01');
    assert.equal(code, 0);
    assert.match(stdout, / {6}accessPrice: "Custom" -> "\$5\/mo"/);
    assert.doesNotMatch(stdout, /Keeps all coins/);
    assert.match((await diff('--since', '2026-02-01')).stdout, /Keeps all coins/);
    // A commit of the very moment is not before it.
    const at = async (since: string) => (await diff('--since', since)).stdout.includes('$5/mo');
    assert.deepEqual(
      [await at('2026-03-10T12:00:00Z'), await at('2026-03-10T13:00:01+01:00')],
      [true, false],
    );
  });

  it('tells the commits of an author, each with its edits', async () => {
    const { code, stdout } = await diff('--author', 'bob');
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^2026-02-10 Bob <b@example\.org>: Edit of Bob \([0-9a-f]{10}\)\n~ 3 rows on 3 networks: offer acme-wallet in wallets, references\/offers\/wallets\.csv:2\n {6}on aria, bora, cela\n {6}description: "Keeps coins\." -> "Keeps all coins\."\n$/,
    );
    // The edit of Bob between the two commits of Ann is none of hers.
    for (const [since, expected] of [
      ['2026-02-01', [1]],
      ['2026-01-01', [0, 1]],
      ['2026-03-10T12:00:00Z', [1]],
    ] as const) {
      const ann = await diff('--author', 'a@', '--since', since, '--format', 'json');
      const told = JSON.parse(ann.stdout).map(({ author, entries }: Record<string, unknown[]>) => [
        author,
        entries?.length,
      ]);
      assert.deepEqual(
        told,
        expected.map((count) => ['Ann <a@example.org>', count]),
      );
    }
  });

  const refusals = [
    [['--since', '2025-01-01'], /^no commit of the sources is before 2025-01-01\n$/],
    [['--since', 'monday'], /^SINCE="monday" is not a date such as 2026-02-12\n$/],
    [['--since', '2026-02-01', '--base', 'HEAD'], /^SINCE and BASE both name what to compare with/],
    [['--author', 'zed'], /^no commit is by "zed": Ann <a@example\.org>, Bob <b@example\.org>\n$/],
    [
      ['--author', 'bob', '--since', '2026-02-11'],
      /^no commit since 2026-02-11 is by "bob": Ann <a@example\.org>\n$/,
    ],
    [
      ['--author', 'ann', '--since', '2026-03-10T12:00:01Z'],
      /^no commit since 2026-03-10T12:00:01Z is by "ann": there are no commits\n$/,
    ],
  ] as const;
  for (const [words, message] of refusals)
    it(`refuses ${words.join(' ')}`, async () => {
      const { code, stderr } = await diff(...words);
      assert.equal(code, 2);
      assert.match(stderr, message);
    });
});
