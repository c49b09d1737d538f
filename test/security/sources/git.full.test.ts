/**
 * Git runs nothing that a contributed folder or a repository's configuration asks for, and reads
 * nothing behind its back.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { diffFolders } from '../../support/diff-trees.ts';
import { runProcess as pipeline } from '../../support/run-pipeline.ts';
import { makeTree, places, smallTree } from '../../support/source-tree.ts';
import { afterAll, type CleanUp } from '../../support/temporary-folder.ts';
import {
  commitAgain,
  commitAll,
  configurations,
  configure,
  git,
  setTraps,
  type Trap,
  writeTrap,
} from './git-repositories.ts';

const missing = '1234567890123456789012345678901234567890';

/** Every command that may call git, with each kind of revision that needs it. */
async function runCommands(sources: string): Promise<void> {
  const folders = ['--sources', sources, '--build', path.join(path.dirname(sources), 'build')];
  const diff = (base: string) => pipeline(['diff', ...folders, '--base', base]);
  const history = () => pipeline(['history', ...folders]);
  await Promise.all([
    pipeline(['build', ...folders, '--force']),
    diff('HEAD'),
    diff(missing),
    history(),
  ]);
}

/** The index looks out of date, so that git wants to read the files again. */
async function touchAll(sources: string): Promise<void> {
  const time = new Date(Date.now() - 3_600_000);
  for (const name of Object.keys(smallTree)) await utimes(path.join(sources, name), time, time);
}

/** A committed source folder whose files have a filter and whose last commit has a signature. */
async function makeRepository(cleanUp: CleanUp): Promise<string> {
  const sources = await makeTree(cleanUp, { '.gitattributes': '*.csv filter=evil\n' });
  const commit = git(sources, ['cat-file', 'commit', commitAll(sources)]);
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----';
  const signed = commit.replace('\n\n', `\n${signature}\n\n`);
  git(sources, [
    'reset',
    '--soft',
    git(sources, ['hash-object', '-t', 'commit', '-w', '--stdin'], `${signed}\n`),
  ]);
  return sources;
}

/** Everything that makes a repository stands in the folder itself, as a pull request can add it. */
async function makeBare(sources: string): Promise<void> {
  for (const name of ['HEAD', 'config', 'objects', 'refs', 'index'])
    await cp(path.join(sources, '.git', name), path.join(sources, name), { recursive: true });
  await rm(path.join(sources, '.git'), { recursive: true });
  configure(sources, [
    ['core.bare', 'false'],
    ['core.worktree', sources],
  ]);
}

for (const kind of [
  'looks like a bare repository',
  'is a checkout with a hostile configuration',
] as const) {
  describe(`a source folder that ${kind}`, () => {
    let traps: Map<string, Trap>;
    const cleanUp = afterAll();
    before(async () => {
      const sources = await makeRepository(cleanUp);
      if (kind === 'looks like a bare repository') await makeBare(sources);
      const gitDir = existsSync(path.join(sources, '.git')) ? path.join(sources, '.git') : sources;
      traps = await setTraps(path.join(path.dirname(sources), 'traps'), gitDir);
      await touchAll(sources);
      await runCommands(sources);
    });
    for (const name of Object.keys(configurations)) {
      it(`runs no command by ${name}`, () => {
        assert.equal(existsSync(traps.get(name)?.marker ?? ''), false);
      });
    }
  });
}

describe('revisions', { concurrency: 2 }, () => {
  const hostile = ['--output=stolen', 'HEAD:meta', '@{upstream}', 'HEAD\nx'];
  it('that are options, paths or searches are refused or found, and write nothing', async (t) => {
    const sources = await makeTree(t);
    commitAll(sources);
    for (const base of hostile) {
      const folders = ['--sources', sources, '--build', path.join(sources, '../build')];
      const { code, stderr } = await pipeline(
        ['diff', ...folders, `--base=${base}`],
        {},
        path.dirname(sources),
      );
      assert.ok(code !== null && code <= 2, `${base}: ${code}`);
      assert.doesNotMatch(stderr, /\n {4}at /, `${base} gives a message, not a stack`);
    }
    assert.equal(existsSync(path.join(path.dirname(sources), 'stolen')), false);
    assert.equal(existsSync(path.join(sources, 'stolen')), false);
  });

  it('that are ordinary are found: a branch, a tag, a short hash', async (t) => {
    const sources = await makeTree(t);
    const first = commitAll(sources);
    git(sources, ['tag', 'v1']);
    const edited = `${smallTree[places.ariaApis]}`.replace(
      '!offer:acme-free,mainnet',
      '!offer:acme-free,testnet',
    );
    await writeFile(path.join(sources, places.ariaApis), edited);
    commitAgain(sources);
    for (const [base, differs] of [
      ['main', false],
      ['v1', true],
      [first.slice(0, 8), true],
    ] as const)
      assert.equal(
        (await diffFolders({ sources, build: '/nowhere', base })).unchanged,
        !differs,
        base,
      );
  });

  it('follow no link that a commit holds', async (t) => {
    const sources = await makeTree(t);
    const secret = path.join(path.dirname(sources), 'secret');
    await writeFile(secret, 'slug,provider,s3cr3t-of-the-runner\n');
    const apis = path.join(sources, places.ariaApis);
    await rm(apis);
    await symlink(secret, apis);
    commitAll(sources);
    await rm(apis);
    await writeFile(apis, smallTree[places.ariaApis] ?? '');
    commitAgain(sources);
    const words = [
      'diff',
      '--sources',
      sources,
      '--build',
      path.join(sources, '../build'),
      '--base',
      'HEAD~1',
      '--all',
    ];
    const { code, stdout, stderr } = await pipeline([...words, '--format', 'json']);
    assert.equal(code, 0, stderr);
    assert.doesNotMatch(stdout + stderr, /s3cr3t/);
    assert.match(stdout, /acme-free-mainnet/, 'the rows of the file that is there now are new');
  });

  it('hide nothing with export-ignore', async (t) => {
    const sources = await makeTree(t);
    await writeFile(path.join(sources, '.gitattributes'), 'listings/** export-ignore\n');
    commitAll(sources);
    const words = [
      'diff',
      '--sources',
      sources,
      '--build',
      path.join(sources, '../build'),
      '--base',
      'HEAD',
    ];
    const { code, stdout, stderr } = await pipeline([...words, '--format', 'json']);
    assert.equal(code, 0, stderr);
    assert.deepEqual(JSON.parse(stdout).entries, []);
  });
});

async function revisionOf(
  sources: string,
  env: Record<string, string> = {},
): Promise<string | null> {
  const build = path.join(path.dirname(sources), 'build');
  const { code, stderr } = await pipeline(
    ['build', '--sources', sources, '--build', build, '--force'],
    env,
  );
  assert.equal(code, 0, stderr);
  const manifest = JSON.parse(await readFile(path.join(build, 'current/manifest.json'), 'utf8'));
  return manifest.source.revision;
}

describe('the revision of a snapshot', { concurrency: 2 }, () => {
  it('is the commit of a clean checkout, and null with a change or a new table', async (t) => {
    const sources = await makeTree(t);
    const commit = commitAll(sources);
    assert.equal(await revisionOf(sources), commit);
    const apis = path.join(sources, places.ariaApis);
    await writeFile(apis, `${smallTree[places.ariaApis]}\n`);
    assert.equal(await revisionOf(sources), null);
    await writeFile(apis, smallTree[places.ariaApis] ?? '');
    await writeFile(
      path.join(sources, 'listings/all-networks/explorers.csv'),
      'slug,provider,offer,chain,tag\n',
    );
    assert.equal(await revisionOf(sources), null);
  });

  it('does not depend on variables of git', async (t) => {
    const sources = await makeTree(t);
    const commit = commitAll(sources);
    const { script, marker } = await writeTrap(path.dirname(sources), 'command');
    const other = await makeTree(t);
    commitAll(other);
    assert.equal(
      await revisionOf(sources, { GIT_DIR: path.join(other, '.git'), GIT_WORK_TREE: other }),
      commit,
    );
    const injected = {
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.fsmonitor',
      GIT_CONFIG_VALUE_0: script,
    };
    assert.equal(await revisionOf(sources, injected), commit);
    assert.equal(existsSync(marker), false);
  });
});
