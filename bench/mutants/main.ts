/**
 * `npm run mutants -- <folders or files>`: puts small bugs into a copy of the project, one at a
 * time, and lists those that no test of `make test` notices.
 */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { inParallel } from '../../common/settle.ts';
import { projectFolder } from '../../test/support/paths.ts';
import { bugsOf, sampleOf } from './choose.ts';
import type { Mutant } from './operators.ts';
import type { Numbered } from './switches.ts';
import { keyOf, Order, readJson, type TestFile, Tests, writeJson } from './tests.ts';
import { TestTree, type Verdict } from './tree.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '1' },
    bugs: { type: 'string' },
    again: { type: 'boolean', default: false },
  },
});

/** Test files that are nearest to a mutant, in a process that ends at the first failure. */
const nearFiles = 8;
/** Mutants that pass their nearest tests are put to all others together. */
const batchSize = 24;

const scratch = path.join(tmpdir(), `mutants-${process.pid}`);
const resultsFile = path.join(projectFolder, 'build/mutants/results.json');

interface Result extends Mutant {
  /** The test file that notices it, or null. */
  readonly noticedBy: string | null;
  readonly test: string | null;
}

const earlier = new Map(
  readJson<readonly Result[]>(resultsFile, []).map((result) => [keyOf(result), result]),
);
const order = new Order(
  new Map([...earlier].map(([key, { noticedBy }]) => [key, noticedBy] as const)),
);
const results: Result[] = [];

async function chooseMutants(): Promise<Mutant[]> {
  if (values.bugs !== undefined) return bugsOf(values.bugs);
  if (positionals.length === 0)
    throw new Error('name folders or files: npm run mutants -- service/query');
  const { chosen, all } = await sampleOf(positionals, Number(values.sample), Number(values.seed));
  process.stderr.write(`${chosen.length} of ${all} mutants\n`);
  return chosen;
}

/**
 * Runs the files with the mutants. A file that never passed, and fails without reaching one, may
 * fail without them: then it is left out, and the others run again.
 */
async function ask(
  { tree, tests }: Place,
  mutants: readonly Numbered[],
  asked: readonly TestFile[],
  bail: boolean,
): Promise<Verdict> {
  const run = (files: readonly TestFile[]) => ({
    files: files.map(({ file }) => file),
    bail,
    cpuSeconds: 60 + (4 * files.reduce((sum, { ms }) => sum + ms, 0)) / 1000,
  });
  const left = asked.filter(({ file }) => !unusable.has(file));
  const verdict = await tree.run(mutants, run(left));
  tests.learn(verdict);
  const reaching = new Set(verdict.reached.map(([file, id]) => `${file} ${id}`));
  const isReached = (file: string) => mutants.some(({ id }) => reaching.has(`${file} ${id}`));
  const unsure = left.filter(
    ({ file }) => verdict.failed.includes(file) && !isReached(file) && !tests.isKnown(file),
  );
  if (unsure.length === 0) return verdict;
  tests.learn(await tree.run([], { ...run(unsure), bail: false }));
  const broken = unsure.filter(({ file }) => !tests.isKnown(file));
  if (broken.length === 0) return verdict;
  for (const { file } of broken) {
    unusable.add(file);
    process.stderr.write(`left out, because it fails: ${file}\n`);
  }
  return ask({ tree, tests }, mutants, left, bail);
}

interface Place {
  readonly tree: TestTree;
  readonly tests: Tests;
}

const unusable = new Set<string>();

async function isNoticedNear(place: Place, numbered: Numbered): Promise<boolean> {
  const { mutant } = numbered;
  const key = keyOf(mutant);
  const possible = order.of(place.tests.all(place.tree.isSwitched(numbered)), mutant);
  const near = possible.filter(({ reached }) => reached === null || reached.has(key));
  if (near.length === 0) return false;
  const { failed, test } = await ask(place, [numbered], near.slice(0, nearFiles), true);
  const [noticedBy] = failed;
  if (noticedBy === undefined) {
    process.stderr.write(`passes its nearest tests: ${describe(mutant)}\n`);
    return false;
  }
  decide(mutant, noticedBy, test);
  return true;
}

function decide(mutant: Mutant, noticedBy: string | null, test: string | null): void {
  results.push({ ...mutant, noticedBy, test });
  earlier.set(keyOf(mutant), { ...mutant, noticedBy, test });
  if (noticedBy !== null) order.note(noticedBy, mutant);
  process.stderr.write(
    `${results.length} ${noticedBy ?? 'PASSES'} | ${test ?? ''} | ${describe(mutant)}\n`,
  );
  writeJson(resultsFile, [...earlier.values()]);
}

function describe({ file, line, operator, before, after }: Mutant): string {
  const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 70);
  return `${file}:${line} ${operator}: ${short(before)} => ${short(after)}`;
}

async function putToAll(place: Place, batch: readonly Numbered[]) {
  if (batch.length === 0) return;
  const reaching = (numbered: Numbered) =>
    order.of(place.tests.all(place.tree.isSwitched(numbered)), numbered.mutant);
  const files = new Set(batch.flatMap(reaching).map(({ file }) => file));
  const reached = place.tests.all(true).filter(({ file }) => files.has(file));
  const { failed } = await ask(place, batch, reached, false);
  for (const numbered of batch) {
    const own = reaching(numbered).filter(({ file }) => failed.includes(file));
    const verdict = own.length === 0 ? null : await ask(place, [numbered], own, true);
    decide(numbered.mutant, verdict?.failed[0] ?? null, verdict?.test ?? null);
  }
}

function report(): void {
  const folders = new Set(results.map(({ file }) => file.split('/').slice(0, 2).join('/')));
  for (const folder of [...folders].toSorted()) {
    const own = results.filter(({ file }) => file.startsWith(`${folder}/`));
    const count = own.filter(({ noticedBy }) => noticedBy !== null).length;
    const share = Math.round((100 * count) / own.length);
    process.stdout.write(`${folder}: ${count} of ${own.length} are noticed (${share} %)\n`);
  }
  for (const result of results)
    if (result.noticedBy === null) process.stdout.write(`passes: ${describe(result)}\n`);
}

/** With `--again`, those that were noticed before are not put in once more. */
function keepNoticed(chosen: readonly Numbered[]): Numbered[] {
  if (!values.again) return [...chosen];
  return chosen.filter(({ mutant }) => {
    const known = earlier.get(keyOf(mutant));
    if (!known || known.noticedBy === null) return true;
    results.push(known);
    return false;
  });
}

try {
  const chosen = (await chooseMutants()).map((mutant, id) => ({ id: id + 1, mutant }));
  const trees = Array.from(
    { length: Number(values.workers) },
    (_, at) => new TestTree(path.join(scratch, String(at), 'main'), chosen),
  );
  const [first] = trees;
  if (!first) throw new Error('--workers is at least 1');
  const tests = new Tests(first.folder, chosen);
  const passing: Numbered[] = [];
  const free = [...trees];
  const withTree = async (work: (place: Place) => Promise<void>) => {
    const tree = free.pop() ?? first;
    await work({ tree, tests });
    free.push(tree);
  };
  await inParallel(trees.length, keepNoticed(chosen), (mutant) =>
    withTree(async (place) => {
      if (!(await isNoticedNear(place, mutant))) passing.push(mutant);
      if (passing.length >= batchSize) await putToAll(place, passing.splice(0));
    }),
  );
  await withTree((place) => putToAll(place, passing));
  report();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
