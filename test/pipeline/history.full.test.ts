/**
 * The git history of a real database: its changes make each state from the one before, and the last
 * one from the first.
 * `make test-all` walks the last ten days. HISTORY=whole walks ten months and compares 30 states,
 * which takes three minutes.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { groupBy } from '../../common/group-by.ts';
import { type Checked, checkSources } from '../../pipeline/check-sources.ts';
import {
  applyChanges,
  assertSameRows,
  changesOfStates,
  type ToldChange,
  tellRows,
} from '../support/apply-changes.ts';
import { buildInto } from '../support/build-folder.ts';
import { corpusFolder, projectFolder } from '../support/paths.ts';
import { runProcess } from '../support/run-pipeline.ts';
import { readParquet } from '../support/second-reader.ts';
import { afterAll, makeTemporaryFolder } from '../support/temporary-folder.ts';

const bundle = path.join(path.dirname(corpusFolder), 'chain-love-history.bundle');
const skip = existsSync(bundle) ? false : `no history in ${bundle}`;

const isWhole = process.env.HISTORY === 'whole';
const walked = isWhole
  ? { words: [], states: 758, compared: 30 }
  : { words: ['--since', '2026-07-10'], states: 36, compared: 1 };

type Told = ToldChange & { readonly revision: string; readonly at: Date; readonly slug: string };

describe('the history of the corpus', { skip }, () => {
  const cleanUp = afterAll();
  let folder = '';
  let commits: string[] = [];
  let told: readonly Told[] = [];

  /** Reads a state without any of the code that walks: from files on the disk. */
  async function readCommit(commit: string): Promise<Checked> {
    const sources = path.join(folder, 'states', commit);
    await mkdir(sources, { recursive: true });
    const archive = execFileSync('git', ['-C', path.join(folder, 'clone'), 'archive', commit], {
      maxBuffer: 1 << 28,
    });
    execFileSync('tar', ['-x', '-C', sources], { input: archive });
    return checkSources({ sources, project: projectFolder });
  }

  before(
    async () => {
      folder = await makeTemporaryFolder(cleanUp);
      const clone = path.join(folder, 'clone');
      execFileSync('git', ['clone', '--quiet', bundle, clone]);
      const listed = execFileSync('git', [
        '-C',
        clone,
        'log',
        '--first-parent',
        '--reverse',
        '--format=%H',
      ]);
      commits = listed.toString().trim().split('\n');
      const build = path.join(folder, 'build');
      const { code, stdout } = await runProcess([
        'history',
        '--sources',
        clone,
        '--build',
        build,
        ...walked.words,
      ]);
      assert.equal(code, 0, stdout);
      assert.ok(stdout.includes(` of ${walked.states} states, 0 skipped`), stdout);
      // Any sources: the first snapshot of a folder takes the history over.
      await buildInto({ build });
      told = (await readParquet(path.join(build, 'current/changes.parquet')))
        .rows as unknown as Told[];
    },
    { timeout: 600_000 },
  );

  it('makes the last state from the first', { timeout: 600_000 }, async () => {
    const [first, last] = [
      await readCommit(commits.at(-walked.states) ?? ''),
      await readCommit(commits.at(-1) ?? ''),
    ];
    const byCommit = groupBy(told, ({ revision }) => revision);
    let rows = tellRows(first.resolved.networks);
    for (const changes of byCommit.values()) rows = applyChanges(rows, changes);
    assertSameRows(rows, tellRows(last.resolved.networks));
  });

  it('tells of consecutive states what a comparison of their files tells', {
    timeout: 600_000,
  }, async () => {
    const chosen = commits.slice(-walked.compared - 1);
    let old = await readCommit(chosen[0] ?? '');
    for (const commit of chosen.slice(1)) {
      const now = await readCommit(commit);
      const plain = (changes: readonly ToldChange[]) =>
        changes.map(({ kind, category, column, before: was, after, networks, rows }) =>
          JSON.stringify([kind, category, column, was, after, networks, rows.length]),
        );
      const expected = changesOfStates(old, now);
      assert.deepEqual(
        plain(told.filter(({ revision }) => revision === commit)),
        plain(expected),
        commit,
      );
      old = now;
    }
  });

  /** Looked up by hand: `git log -p --first-parent -- references/offers/<category>.csv`. */
  it('has the histories of cells that the commits have', () => {
    for (const [slug, column, expected] of isWhole ? cells : cells.slice(-1)) {
      const found = told
        .filter((change) => change.slug === slug && change.column === column)
        .map(({ at, before: was, after }) => [at.toISOString().slice(0, 10), was, after]);
      assert.deepEqual(found, expected, slug);
    }
  });
});

const cells: readonly (readonly [
  slug: string,
  column: string,
  expected: readonly (readonly (string | null)[])[],
])[] = [
  [
    'getblock-enterprise-full-archive',
    'accessPrice',
    [['2026-03-02', 'Up to $999/mo (monthly plan), $799 (yearly plan)', 'Custom']],
  ],
  ['infura-enterprise-full-archive', 'queryPrice', [['2026-03-17', 'Custom', null]]],
  ['imtoken', 'price', [['2026-06-25', 'Paid', 'Free']]],
  ['circle-faucet-usdc', 'dripLimitAmount', [['2026-07-13', '10 USDC', '20 USDC']]],
];
