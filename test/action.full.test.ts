/** The steps of action.yml, run in a scratch repository. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { type Action, readAction, runAction } from './support/action-steps.ts';
import { compiled } from './support/compiled.ts';
import { projectFolder } from './support/paths.ts';
import { readSmallTree, writeTree } from './support/source-tree.ts';
import { afterAll, makeTemporaryFolder } from './support/temporary-folder.ts';

const offers = 'references/offers/wallets.csv';
const old = 'slug,provider,offer,tag,description,custodial\nacme-wallet,Acme,,"[""a"",""a""]",Keeps coins.,TRUE\n';

describe('the GitHub Action', () => {
  const cleanUp = afterAll();
  let action: Action;
  let checkout = '';
  let base = '';

  before(async () => {
    compiled('pipeline');
    action = readAction(await readFile(path.join(projectFolder, 'action.yml'), 'utf8'));
    const folder = await makeTemporaryFolder(cleanUp);
    const origin = path.join(folder, 'origin');
    checkout = path.join(folder, 'checkout');
    const sources = path.join(origin, 'data set');
    await writeTree(sources, { ...(await readSmallTree()), [offers]: old });
    const names = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
    const git = (...words: readonly string[]) =>
      execFileSync('git', ['-C', origin, ...names, ...words], { encoding: 'utf8' }).trim();
    git('init', '--quiet', '--initial-branch=main');
    git('config', 'uploadpack.allowAnySHA1InWant', 'true');
    git('add', '.');
    git('commit', '--quiet', '--message', 'Base');
    base = git('rev-parse', 'HEAD');
    await writeTree(sources, { [offers]: `${old}bolt-wallet,Acne,,,Keeps more.,TRUE\n` });
    git('commit', '--quiet', '--all', '--message', 'Edit');
    execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${origin}`, checkout]);
  });

  const run = (context: Readonly<Record<string, string>>) =>
    runAction(action, checkout, { 'github.action_path': projectFolder, 'inputs.sources': 'data set', ...context });

  it('annotates the new problems of a shallow checkout, and writes the summary', () => {
    const { statuses, stdout, summary } = run({ 'github.event.pull_request.base.sha': base });
    assert.deepEqual(statuses, { Install: 0, 'Find the base': 0, Check: 0, Summarize: 0, 'Report the status': 1 });
    const commands = stdout.split('\n').filter((line) => line.startsWith('::'));
    assert.equal(commands.length, 2, stdout);
    const place = 'file=data set/references/offers/wallets.csv,line=3,title=provider-not-found (provider)';
    assert.ok(commands[0]?.startsWith(`::error ${place}::`), stdout);
    assert.match(stdout, /^2 problems were there before: 0 errors, 2 warnings$/m);
    assert.ok(summary.startsWith(`### The sources against \`revision ${base}\`\n`), summary);
    assert.match(summary, /^\*\*2 new problems\*\*$/m);
  });

  it('succeeds without new problems', () => {
    const { statuses, summary } = run({ 'inputs.base': 'HEAD', 'inputs.strict': 'true' });
    assert.deepEqual(Object.values(statuses), [0, 0, 0, 0, 0]);
    assert.match(summary, /^No row and no definition would change against/);
  });

  it('lets a label or a line of the commit message confirm a mass change', async () => {
    const stopsWith = (context: Readonly<Record<string, string>>) =>
      /mass-change/.test(run({ 'inputs.base': base, ...context }).stdout);
    const message = 'github.event.head_commit.message';
    const labels = 'toJSON(github.event.pull_request.labels.*.name)';
    assert.equal(stopsWith({}), false);
    await rm(path.join(checkout, 'data set/listings/specific-networks/cela'), { recursive: true });
    assert.equal(stopsWith({ [message]: 'Remove a network\n\nMass-change: maybe', [labels]: '["bug"]' }), true);
    assert.equal(stopsWith({ [message]: 'Remove a network\n\nMass-change: confirmed' }), false);
    assert.equal(stopsWith({ [labels]: '["bug","mass change confirmed"]' }), false);
    execFileSync('git', ['-C', checkout, 'checkout', '--quiet', '.']);
  });

  it('takes hostile inputs as text, and says what is wrong', () => {
    for (const name of ['$(touch pwned)', '`touch pwned`', '"; touch pwned; "', '--output=pwned', '']) {
      const { statuses, stdout } = run({ 'inputs.base': name });
      assert.deepEqual(statuses, { Install: 0, 'Find the base': 2 });
      assert.match(stdout, /^::error::The base ".*" is not a commit of this repository\./m);
    }
    const elsewhere = run({ 'inputs.base': 'HEAD', 'inputs.sources': '$(touch pwned)' });
    assert.equal(elsewhere.statuses.Check, 2);
    assert.equal(execFileSync('git', ['-C', checkout, 'status', '--porcelain'], { encoding: 'utf8' }), '');
  });

  it('never writes an expression into the text of a shell', () => {
    assert.equal(action.steps.length, 5);
    for (const { name, run: text } of action.steps) assert.doesNotMatch(text, /\$\{\{/, name);
  });
});
