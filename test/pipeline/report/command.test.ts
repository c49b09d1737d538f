/** Formats on the command line: what goes to standard output, and the exit status. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, it } from 'node:test';
import { jsonReportSchema } from '../../../pipeline/report/json.ts';
import { compiled } from '../../support/compiled.ts';
import { projectFolder, smallSources } from '../../support/paths.ts';
import { runPipeline } from '../../support/run-pipeline.ts';
import { writeTree } from '../../support/source-tree.ts';
import { type CleanUp, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const wallets = 'listings/all-networks/wallets.csv';

/** A dangling reference and two misplaced files, without a meta/ of its own. */
async function prepareBroken(cleanUp: CleanUp): Promise<string> {
  const sources = await makeTemporaryFolder(cleanUp);
  const providers =
    'slug,name,logoPath,description,website,docs,x,github,discord,telegram,linkedin,supportEmail,starred,tag\n';
  await writeTree(sources, {
    'references/providers/providers.csv': providers,
    [wallets]: 'slug,offer\nw,!offer:acme-walet\n',
    'a.csv': '',
    'b.csv': '',
  });
  return sources;
}

describe('make check with a FORMAT', () => {
  it('gives programs an object and nothing else, relative to the sources', async (t) => {
    const sources = await prepareBroken(t);
    const { code, stdout, stderr } = await runPipeline(['check', '--sources', sources, '--format', 'json']);
    assert.deepEqual({ code, stderr }, { code: 1, stderr: '' });
    const { counts, problems } = jsonReportSchema.parse(JSON.parse(stdout));
    assert.deepEqual(counts.byRule, { 'misplaced-file': 2, 'offer-not-found': 1 });
    assert.deepEqual(
      problems.map(({ file }) => file),
      ['a.csv', 'b.csv', wallets],
    );
  });

  it('names files from the root of the repository for GitHub, which GITHUB_WORKSPACE says', async (t) => {
    const sources = await prepareBroken(t);
    const environment = { GITHUB_WORKSPACE: path.dirname(sources) };
    const { stdout } = await runPipeline(['check', '--sources', sources, '--format', 'github'], environment);
    assert.ok(
      stdout.includes(`::error file=${path.basename(sources)}/${wallets},line=2,title=offer-not-found (offer)::`),
    );
    const here = await runPipeline(['check', '--sources', sources, '--format', 'github'], { GITHUB_WORKSPACE: '' });
    assert.ok(here.stdout.includes(`::error file=${path.relative(projectFolder, sources)}/${wallets},line=2,`));
  });

  it('explains the rules in SARIF', async (t) => {
    const sources = await prepareBroken(t);
    const { stdout } = await runPipeline(['check', '--sources', sources, '--format', 'sarif']);
    const { rules } = JSON.parse(stdout).runs[0].tool.driver;
    assert.equal(rules[1].id, 'offer-not-found');
    assert.equal(
      rules[1].shortDescription.text,
      "A listing refers to an offer that is not in the category's offers file.",
    );
  });

  it('has no colour where nobody watches', async (t) => {
    const { stdout } = await runPipeline(['check', '--sources', await prepareBroken(t)]);
    assert.ok(!stdout.includes('\u001b'));
  });

  it('ends with 2 on an unknown one, and names those that there are, before it reads anything', async () => {
    const expected = {
      code: 2,
      stdout: '',
      stderr: 'no FORMAT "sarf": did you mean "sarif"? One of text, json, github, sarif\n',
    };
    for (const command of ['check', 'build'])
      assert.deepEqual(await runPipeline([command, '--sources', '/nowhere', '--format', 'sarf']), expected);
  });

  it('prints every problem with --all', async (t) => {
    const sources = await prepareBroken(t);
    await writeTree(sources, Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`x${index}.csv`, ''])));
    const count = async (...words: string[]) =>
      (await runPipeline(['check', '--sources', sources, ...words])).stdout.match(/\[misplaced-file\]$/gm)?.length;
    assert.deepEqual([await count(), await count('--all')], [10, 32]);
  });
});

describe('STRICT', () => {
  it('makes warnings count', async () => {
    const lax = await runPipeline(['check', '--sources', smallSources]);
    const strict = await runPipeline(['check', '--sources', smallSources, '--strict']);
    assert.deepEqual([lax.code, strict.code], [0, 1]);
    assert.equal(strict.stdout, lax.stdout);
  });

  it('publishes nothing where there is a warning', async (t) => {
    const build = path.join(await makeTemporaryFolder(t), 'build');
    const words = ['build', '--sources', smallSources, '--build', build];
    const strict = await runPipeline([...words, '--strict', '--format', 'json']);
    assert.deepEqual([strict.code, strict.stderr], [1, 'nothing was published\n']);
    assert.equal(jsonReportSchema.parse(JSON.parse(strict.stdout)).counts.warnings, 1);
    assert.equal((await runPipeline(words)).code, 0);
  });
});

describe('a reader that closes the pipe', () => {
  it('is no fault', async (t) => {
    const sources = await prepareBroken(t);
    // More than a pipe holds.
    await writeTree(sources, Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`x${index}.csv`, ''])));
    const script = '"$0" "$1" check --format json --sources "$2" | head -c 5; exit "$PIPESTATUS"';
    const words = [process.execPath, compiled('pipeline'), sources];
    const { status, stderr } = spawnSync('bash', ['-c', script, ...words], {
      cwd: projectFolder,
      encoding: 'utf8',
    });
    assert.deepEqual({ status, stderr }, { status: 1, stderr: '' });
  });
});
