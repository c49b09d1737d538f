/** `make watch` as a process: what it publishes and prints of each save. */
import assert from 'node:assert/strict';
import { rename, watch as watchFolder, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { presentStep, type Step } from '../../../pipeline/commands/watch/present-step.ts';
import { plain } from '../../../pipeline/report/style.ts';
import { makeProblem } from '../../support/problem.ts';
import { type Started, startPipeline } from '../../support/run-pipeline.ts';
import { currentSnapshot } from '../../support/snapshots.ts';
import { smallTree, writeTree } from '../../support/source-tree.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const offers = 'references/offers/wallets.csv';
const offerOf = (provider: string, description: string) =>
  `slug,provider,offer,tag,description,custodial\nacme-wallet,${provider},,"[""mobile""]",${description},TRUE\n`;

describe('make watch', { timeout: 300_000 }, () => {
  const cleanUp = afterAll();
  let folder = '';
  let sources = '';
  let build = '';
  let watching: Started;
  let printed = '';

  before(async () => {
    folder = await makeTemporaryFolder(cleanUp);
    [sources, build] = [path.join(folder, 'sources'), path.join(folder, 'build')];
    await writeTree(sources, smallTree);
    watching = startPipeline(['watch', '--sources', sources, '--build', build]);
    cleanUp.after(async () => void watching.child.kill('SIGKILL'));
    watching.child.stdout?.on('data', (text: string) => (printed += text));
  });

  /** What is printed from a place on, once it has a line. */
  async function untilPrinted(pattern: RegExp, from = printed.length): Promise<string> {
    while (!pattern.test(printed.slice(from)))
      await new Promise((resolve) => watching.child.stdout?.once('data', resolve));
    return printed.slice(from);
  }

  /**
   * Waits for the next build, published or not: it takes the lock of the build folder and releases
   * it.
   */
  async function untilBuilt(): Promise<void> {
    let events = 0;
    for await (const { eventType, filename } of watchFolder(build)) {
      if (filename === '.lock' && eventType === 'rename' && ++events === 2) return;
    }
  }

  /** As editors save: another file, renamed over the one before. */
  async function save(text: string): Promise<void> {
    await writeFile(path.join(folder, 'saved'), text);
    await rename(path.join(folder, 'saved'), path.join(sources, offers));
  }

  it('builds at the start, and publishes an edit with the rows that it changed', async () => {
    await untilPrinted(/published \S+: 11 rows/, 0);
    assert.match(printed, /^watching \S+, publishing to \S+; press Ctrl\+C to stop\n/);
    const first = await currentSnapshot(build);
    const told = untilPrinted(/description: "Keeps coins\." -> "Keeps all coins\."\n/);
    await save(offerOf('Acme', 'Keeps all coins.'));
    assert.match(
      await told,
      /published \S+: 11 rows; .*\n {2}~ 3 rows on 3 networks: offer acme-wallet in wallets, references/,
    );
    assert.notEqual(await currentSnapshot(build), first);
  });

  it('shows a problem and publishes nothing, then that it is fixed with what else was done', async () => {
    const current = await currentSnapshot(build);
    const problem = untilPrinted(/\[provider-not-found\]\n/);
    await save(offerOf('Acne', 'Keeps all coins.'));
    assert.match(
      await problem,
      /not published; 1 error, .* remain\n {2}new +references\/offers\/wallets\.csv:2 provider: no provider "Acne"/,
    );
    assert.equal(await currentSnapshot(build), current);
    const fixed = untilPrinted(/Keeps every coin/);
    await save(offerOf('Acme', 'Keeps every coin.'));
    assert.match(
      await fixed,
      /published \S+: 11 rows; .*\n {2}fixed +references\/offers\/wallets\.csv:2 provider: no provider "Acne"/,
    );
  });

  it('survives that the source folder goes, and goes on when it is back', async () => {
    const away = untilPrinted(/sources has disappeared; the next build waits for it\n/);
    await rename(sources, `${sources}-aside`);
    await away;
    const back = untilPrinted(/sources is back\n.*nothing to publish: the sources match/);
    await rename(`${sources}-aside`, sources);
    await back;
  });

  it('is quiet when a save changes nothing', async () => {
    const told = untilPrinted(/Keeps each coin/);
    const built = untilBuilt();
    await save(offerOf('Acme', 'Keeps every coin.'));
    await built;
    await save(offerOf('Acme', 'Keeps each coin.'));
    assert.deepEqual((await told).match(/^\d\d:\d\d:\d\d \w+/gm)?.length, 1, await told);
  });

  it('ends with 0 at a signal', async () => {
    watching.child.kill('SIGINT');
    const { code, stderr } = await watching.ended;
    assert.deepEqual([code, stderr], [0, '']);
  });
});

const nothing = { appeared: [], fixed: [] };
const broken: Step = {
  outcome: { kind: 'problems', manifest: null },
  problems: [],
  changes: nothing,
  edits: [],
  isFirst: false,
  afterFailure: false,
};

describe('presentStep', () => {
  const problem = makeProblem();
  const line =
    'references/offers/apis.csv:3 slug: the slug "a" is on more than one line [duplicate-slug]';

  it('shows what is new, what is fixed and how many remain', () => {
    const fixed = makeProblem({
      severity: 'warning',
      rule: 'edge-spaces',
      message: 'a space at the end',
    });
    const step = {
      ...broken,
      problems: [problem],
      changes: { appeared: [problem], fixed: [fixed] },
    };
    assert.deepEqual(presentStep(step, plain), [
      'not published; 1 error, 0 warnings remain',
      `  new    ${line}`,
      '  fixed  references/offers/apis.csv:3 slug: a space at the end [edge-spaces]',
    ]);
  });

  it('is silent while nothing is new', () => {
    assert.deepEqual(presentStep({ ...broken, problems: [problem] }, plain), []);
    assert.deepEqual(
      presentStep({ ...broken, outcome: { kind: 'unchanged', manifest: null } }, plain),
      [],
    );
  });

  it('speaks again after a failure, also where nothing is new', () => {
    assert.deepEqual(presentStep({ ...broken, problems: [problem], afterFailure: true }, plain), [
      'not published; 1 error, 0 warnings remain',
    ]);
  });

  it('lists errors at the start, and only counts the warnings', () => {
    const warning = makeProblem({ severity: 'warning' });
    const step = {
      ...broken,
      isFirst: true,
      problems: [problem, warning],
      changes: { appeared: [problem, warning], fixed: [] },
    };
    assert.deepEqual(presentStep(step, plain), [
      'not published; 1 error, 1 warning found',
      `  new    ${line}`,
    ]);
  });

  it('cuts a long list with its true total', () => {
    const problems = Array.from({ length: 200 }, () => problem);
    const lines = presentStep(
      { ...broken, problems, changes: { appeared: problems, fixed: [] } },
      plain,
    );
    assert.equal(lines.length, 12);
    assert.equal(lines.at(-1), '  ... and 190 more new; make check shows all');
  });
});
