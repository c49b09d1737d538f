/** The steps of action.yml, run in a scratch repository. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { parse } from 'yaml';
import { compiled } from './support/compiled.ts';
import { projectFolder } from './support/paths.ts';
import { smallTree, writeTree } from './support/source-tree.ts';
import { afterAll, makeTemporaryFolder } from './support/temporary-folder.ts';

// Runs the steps of a composite GitHub Action as its runner does, with the environment that it
// gives them.

interface ActionStep {
  readonly name: string;
  readonly id: string | null;
  readonly env: Readonly<Record<string, string>>;
  readonly run: string;
}

interface Action {
  /** Default values by input. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly steps: readonly ActionStep[];
}

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly default: unknown }>>;
  readonly runs: { readonly using: string; readonly steps: readonly StepOfFile[] };
}

interface StepOfFile {
  readonly name: string;
  readonly id?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run: string;
  readonly shell: string;
}

/**
 * Throws unless it is a composite action of bash steps with nothing that the runner of this file
 * does not know.
 */
function readAction(text: string): Action {
  const { inputs, runs }: ActionFile = parse(text);
  if (runs.using !== 'composite') throw new Error('action.yml is not a composite action');
  return {
    inputs: Object.fromEntries(
      Object.entries(inputs).map(([name, input]) => [name, String(input.default)]),
    ),
    steps: runs.steps.map(({ name, id = null, env = {}, run, shell, ...rest }) => {
      if (shell !== 'bash' || Object.keys(rest).length > 0)
        throw new Error(`step "${name}" is not a bash step`);
      return { name, id, env, run };
    }),
  };
}

/** Values by their names in expressions: `inputs.base`, `github.action_path`. */
type Context = Readonly<Record<string, string>>;

/** Evaluates `${{ a || b }}`: the first value that is not empty. */
function evaluate(text: string, context: Context): string {
  return text.replace(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
    const values = expression.split(' || ').map((name) => context[name] ?? '');
    return values.find((value) => value !== '') ?? '';
  });
}

interface ActionRun {
  /** By step name, in order; the run ends with the first status above 0. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly stdout: string;
  readonly stderr: string;
  readonly summary: string;
}

/**
 * Runs all steps in a checkout. `context` has the inputs that differ from their defaults, and the
 * facts of the event.
 */
function runAction({ inputs, steps }: Action, checkout: string, context: Context): ActionRun {
  const files = mkdtempSync(path.join(path.dirname(checkout), 'runner-'));
  const defaults = Object.entries(inputs).map(([name, value]) => [`inputs.${name}`, value]);
  const known: Record<string, string> = { ...Object.fromEntries(defaults), ...context };
  const [output, summary] = [path.join(files, 'output'), path.join(files, 'summary')];
  writeFileSync(summary, '');
  const statuses: Record<string, number> = {};
  let [stdout, stderr] = ['', ''];
  for (const { name, id, env, run } of steps) {
    writeFileSync(output, '');
    const evaluated = Object.entries(env).map(([key, value]) => [key, evaluate(value, known)]);
    const github = {
      GITHUB_WORKSPACE: checkout,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      CI: 'true',
    };
    const done = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
      cwd: checkout,
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        ...github,
        ...Object.fromEntries(evaluated),
      },
    });
    statuses[name] = done.status ?? 128;
    stdout += done.stdout;
    stderr += done.stderr;
    for (const [, key, value] of readFileSync(output, 'utf8').matchAll(/^(\w+)=(.*)$/gm))
      known[`steps.${id}.outputs.${key}`] = value ?? '';
    if (done.status !== 0) break;
  }
  return { statuses, stdout, stderr, summary: readFileSync(summary, 'utf8') };
}

const offers = 'references/offers/wallets.csv';
const old =
  'slug,provider,offer,tag,description,custodial\nacme-wallet,Acme,,"[""a"",""a""]",Keeps coins.,TRUE\n';

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
    await writeTree(sources, { ...smallTree, [offers]: old });
    const names = [
      '-c',
      'user.name=Test',
      '-c',
      'user.email=test@example.org',
      '-c',
      'commit.gpgsign=false',
    ];
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
    runAction(action, checkout, {
      'github.action_path': projectFolder,
      'inputs.sources': 'data set',
      ...context,
    });

  it('annotates the new problems of a shallow checkout, and writes the summary', () => {
    const { statuses, stdout, summary } = run({ 'github.event.pull_request.base.sha': base });
    assert.deepEqual(statuses, {
      Install: 0,
      'Find the base': 0,
      Check: 0,
      Summarize: 0,
      'Report the status': 1,
    });
    const commands = stdout.split('\n').filter((line) => line.startsWith('::'));
    assert.equal(commands.length, 3, stdout);
    assert.equal(commands[0], '::notice title=edit::this edit: 1 offer of 1 provider added');
    const place =
      'file=data set/references/offers/wallets.csv,line=3,title=provider-not-found (provider)';
    assert.ok(commands[1]?.startsWith(`::error ${place}::`), stdout);
    assert.match(stdout, /^2 problems were there before: 0 errors, 2 warnings$/m);
    assert.ok(summary.startsWith(`### the sources against revision ${base}\n`), summary);
    assert.match(summary, /^\*\*2 new problems\*\*$/m);
  });

  it('succeeds without new problems', () => {
    const { statuses, summary } = run({ 'inputs.base': 'HEAD', 'inputs.strict': 'true' });
    assert.deepEqual(Object.values(statuses), [0, 0, 0, 0, 0]);
    assert.match(summary, /^### no row and no definition would change against/);
  });

  it('lets a label or a line of the commit message confirm a mass change', async () => {
    const stopsWith = (context: Readonly<Record<string, string>>) =>
      /mass-change/.test(run({ 'inputs.base': base, ...context }).stdout);
    const message = 'github.event.head_commit.message';
    const labels = 'toJSON(github.event.pull_request.labels.*.name)';
    assert.equal(stopsWith({}), false);
    await rm(path.join(checkout, 'data set/listings/specific-networks/cela'), { recursive: true });
    assert.equal(
      stopsWith({ [message]: 'Remove a network\n\nMass-change: maybe', [labels]: '["bug"]' }),
      true,
    );
    assert.equal(stopsWith({ [message]: 'Remove a network\n\nMass-change: confirmed' }), false);
    assert.equal(stopsWith({ [labels]: '["bug","mass change confirmed"]' }), false);
    execFileSync('git', ['-C', checkout, 'checkout', '--quiet', '.']);
  });

  it('takes hostile inputs as text, and says what is wrong', () => {
    for (const name of [
      '$(touch pwned)',
      '`touch pwned`',
      '"; touch pwned; "',
      '--output=pwned',
      '',
    ]) {
      const { statuses, stdout } = run({ 'inputs.base': name });
      assert.deepEqual(statuses, { Install: 0, 'Find the base': 2 });
      assert.match(stdout, /^::error::The base ".*" is not a commit of this repository\./m);
    }
    const elsewhere = run({ 'inputs.base': 'HEAD', 'inputs.sources': '$(touch pwned)' });
    assert.equal(elsewhere.statuses.Check, 2);
    assert.equal(
      execFileSync('git', ['-C', checkout, 'status', '--porcelain'], { encoding: 'utf8' }),
      '',
    );
  });

  it('never writes an expression into the text of a shell', () => {
    assert.equal(action.steps.length, 5);
    for (const { name, run: text } of action.steps) assert.doesNotMatch(text, /\$\{\{/, name);
  });
});
