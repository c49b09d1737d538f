/** What commands say if git fails: its own sentence, and what to do. */
import assert from 'node:assert/strict';
import { chownSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { commitAgain, commitAll, git } from '../security/sources/git-repositories.ts';
import { type Environment, runPipeline } from '../support/run-pipeline.ts';
import { smallTree, writeTree } from '../support/source-tree.ts';
import { afterAll, makeTemporaryFolder } from '../support/temporary-folder.ts';

const nobody = 65534;

interface Failure {
  /** Spoils a clone of a repository with two commits, or makes another one in its place. */
  readonly spoil: (clone: string, origin: string) => Promise<unknown>;
  readonly environment?: Environment;
  /** Said of a revision and of the commits. */
  readonly said: RegExp;
  /** Said by a build; null where it reads the last commit all the same. */
  readonly warned: RegExp | null;
  readonly skip?: boolean;
}

const trust =
  /'.*clone'; if you trust it, run\n {2}git config --global --add safe\.directory \S+\n/;
const failures: Readonly<Record<string, Failure>> = {
  'the repository belongs to another user': {
    spoil: async (clone) => {
      for (const folder of [clone, path.join(clone, '.git')]) chownSync(folder, nobody, nobody);
    },
    said: new RegExp(`detected dubious ownership in repository at ${trust.source}`),
    warned: new RegExp(`^the snapshot names no commit of its sources: .*${trust.source}$`),
    skip: process.getuid?.() !== 0,
  },
  'git is not installed': {
    spoil: async () => undefined,
    environment: { PATH: '/nowhere' },
    said: /: git is not installed: install it, as with `apt install git`\n$/,
    warned: /git is not installed: install it/,
  },
  'the clone is shallow': {
    spoil: async (clone, origin) => {
      await rm(clone, { recursive: true });
      git(path.dirname(clone), ['clone', '--quiet', '--depth=1', `file://${origin}`, clone]);
    },
    said: /the clone is shallow, so fetch the rest with `git fetch --unshallow`/,
    warned: null,
  },
  'the repository is damaged': {
    spoil: async (clone) => writeFile(path.join(clone, '.git/HEAD'), 'nothing\n'),
    said: /: not a git repository/,
    warned: /not a git repository/,
  },
  'the configuration of git is damaged': {
    spoil: async (clone) => writeFile(path.join(clone, '.git/config'), '[core\n'),
    said: /: bad config line 1 in file \S+config\n$/,
    warned: /bad config line 1/,
  },
};

describe('a failure of git', () => {
  const cleanUp = afterAll();
  let origin = '';
  let first = '';
  before(async () => {
    origin = path.join(await makeTemporaryFolder(cleanUp), 'origin');
    await mkdir(origin);
    await writeTree(origin, smallTree);
    first = commitAll(origin);
    await writeFile(path.join(origin, 'README.md'), 'More\n');
    commitAgain(origin);
  });

  for (const [what, { spoil, environment = {}, said, warned, skip = false }] of Object.entries(
    failures,
  ))
    it(`is told as git tells it, with what to do: ${what}`, { skip }, async (t) => {
      const folder = await makeTemporaryFolder(t);
      const clone = path.join(folder, 'clone');
      git(folder, ['clone', '--quiet', origin, clone]);
      await spoil(clone, origin);
      const run = (...words: string[]) =>
        runPipeline(
          [...words, '--sources', clone, '--build', path.join(folder, 'build')],
          environment,
        );
      for (const words of [['check', '--base', first], ['history']]) {
        const { code, stdout, stderr } = await run(...words);
        assert.deepEqual([code, stdout], [2, ''], stderr);
        assert.match(stderr, said);
        assert.doesNotMatch(stderr, /\\t|\n\s+at /);
      }
      const { code, stderr } = await run('build');
      assert.equal(code, 0, stderr);
      if (warned === null) assert.equal(stderr, '');
      else assert.match(stderr, warned);
    });

  it('is none where a repository has no commit yet', async (t) => {
    const folder = await makeTemporaryFolder(t);
    const sources = path.join(folder, 'sources');
    await writeTree(sources, smallTree);
    git(sources, ['init', '--quiet']);
    const { code, stderr } = await runPipeline([
      ...['build', '--sources', sources, '--build', path.join(folder, 'build')],
    ]);
    assert.deepEqual([code, stderr], [0, '']);
  });
});
