/**
 * `npm run mutants -- <folders or files>`: puts small bugs into a copy of the project, one at a
 * time, and lists those that no test of `make test` notices.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { filesBelow } from '../../common/files-below.ts';
import { sha256 } from '../../common/hash.ts';
import { inParallel } from '../../common/settle.ts';
import { projectFolder } from '../../test/support/paths.ts';
import { reachable } from './graph.ts';
import { type Mutant, mutantsOf } from './operators.ts';
import { TestTree } from './tree.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '1' },
  },
});

/** Test files that are nearest to a mutant, in a process that ends at the first failure. */
const nearFiles = 12;
/** Mutants that pass their nearest tests are put to all others together. */
const batchSize = 16;

const scratch = path.join(tmpdir(), `mutants-${process.pid}`);
const resultsFile = path.join(projectFolder, 'build/mutants/results.json');
const knownFile = path.join(projectFolder, 'build/mutants/tests.json');

interface Result extends Mutant {
  /** The test file that notices it, or null. */
  readonly noticedBy: string | null;
  readonly test: string | null;
}

const key = ({ file, operator, before, after }: Mutant) =>
  JSON.stringify([file, operator, before, after]);

/** By mutant: what noticed it in the run before is asked first. */
const noticedBefore = new Map(
  readJson<readonly Result[]>(resultsFile, []).map((result) => [key(result), result.noticedBy]),
);

function sourceFiles(): string[] {
  if (positionals.length === 0)
    throw new Error('name folders or files: npm run mutants -- service/query');
  return positionals.flatMap((given) => {
    const place = path.join(projectFolder, given);
    if (!statSync(place).isDirectory()) return [given];
    return filesBelow(place).flatMap((file) =>
      file.endsWith('.ts') ? [path.posix.join(given, file)] : [],
    );
  });
}

const golden = 0.618_034;

/**
 * Evenly over all, from a place that the seed chooses; in an order in which the first of them are
 * even, too, so that a run may be ended.
 */
function sampled<T>(all: readonly T[], count: number, seed: number): T[] {
  const step = Math.max(1, all.length / count);
  const start = (seed * golden) % 1;
  const places = Array.from({ length: Math.min(count, all.length) }, (_, at) => at);
  const order = places.toSorted((a, b) => ((a * golden) % 1) - ((b * golden) % 1));
  return order.flatMap((at) => all[Math.floor((at + start) * step)] ?? []);
}

async function chooseMutants(): Promise<Mutant[]> {
  const all: Mutant[] = [];
  for (const file of sourceFiles().toSorted())
    all.push(...(await mutantsOf(file, readFileSync(path.join(projectFolder, file), 'utf8'))));
  const chosen = sampled(all, Number(values.sample), Number(values.seed));
  process.stderr.write(`${chosen.length} of ${all.length} mutants\n`);
  return chosen;
}

interface TestFile {
  readonly file: string;
  readonly ms: number;
  readonly distances: ReadonlyMap<string, number>;
}

/** Result and time of a test file, from this run or an earlier one of the same content. */
interface Known {
  readonly hash: string;
  readonly ok: boolean;
  readonly ms: number;
}

/** Files that pass without mutants, with the time that they take in one process. */
async function passingTests(tree: TestTree): Promise<TestFile[]> {
  const names = filesBelow(path.join(tree.folder, 'test')).map((file) => `test/${file}`);
  const files = names.filter((file) => /(?<!\.full)\.test\.ts$/.test(file)).toSorted();
  const known = readJson<Record<string, Known>>(knownFile, {});
  const hashes = new Map(
    files.map((file) => [file, sha256(readFileSync(path.join(tree.folder, file)))]),
  );
  const fresh = files.filter((file) => known[file]?.hash !== hashes.get(file));
  const { ms, failed } = await tree.run([], fresh, false);
  for (const file of fresh)
    known[file] = {
      hash: hashes.get(file) ?? '',
      ok: !failed.includes(file),
      ms: ms.get(file) ?? 0,
    };
  writeJson(knownFile, known);
  return files.flatMap((file) => {
    const { ok = false, ms: spent = 0 } = known[file] ?? {};
    if (!ok) process.stderr.write(`left out, because it fails: ${file}\n`);
    return ok ? [{ file, ms: spent, distances: reachable(tree.folder, file) }] : [];
  });
}

function readJson<T>(file: string, otherwise: T): T {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : otherwise;
}

function writeJson(file: string, value: unknown): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value, null, 1)}\n`);
}

const noticed = new Map<string, number>();
const noticesOf = (test: string, file: string) => noticed.get(`${test} ${path.dirname(file)}`) ?? 0;

/** Nearest first: what noticed others of the folder, the same folder below test/, few imports. */
function orderedTests(tests: readonly TestFile[], mutant: Mutant): TestFile[] {
  const parts = mutant.file.replace(/\.ts$/, '').split('/');
  const shared = (file: string) => {
    const own = file
      .replace(/\.test\.ts$/, '')
      .split('/')
      .slice(1);
    return parts.filter((part, at) => own[at] === part).length;
  };
  const before = noticedBefore.get(key(mutant));
  const cost = ({ file, ms, distances }: TestFile) =>
    (file === before ? -1000 : 0) -
    20 * noticesOf(file, mutant.file) -
    10 * shared(file) +
    (distances.get(mutant.file) ?? 0) +
    Math.log2(1 + ms / 1000);
  return tests
    .filter(({ distances }) => distances.has(mutant.file))
    .toSorted((a, b) => cost(a) - cost(b));
}

const results: Result[] = [];

async function isNoticedNear(
  tree: TestTree,
  mutant: Mutant,
  tests: readonly TestFile[],
): Promise<boolean> {
  const near = orderedTests(tests, mutant)
    .slice(0, nearFiles)
    .map(({ file }) => file);
  if (near.length === 0) return false;
  const { failed, test } = await tree.run([mutant], near, true);
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
  if (noticedBy !== null) {
    const pair = `${noticedBy} ${path.dirname(mutant.file)}`;
    noticed.set(pair, (noticed.get(pair) ?? 0) + 1);
  }
  process.stderr.write(`${results.length} ${noticedBy ?? 'PASSES'} ${describe(mutant)}\n`);
  writeJson(resultsFile, results);
}

function describe({ file, line, operator, before, after }: Mutant): string {
  const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 70);
  return `${file}:${line} ${operator}: ${short(before)} => ${short(after)}`;
}

async function putToAll(tree: TestTree, batch: readonly Mutant[], tests: readonly TestFile[]) {
  const reached = tests.filter(({ distances }) => batch.some(({ file }) => distances.has(file)));
  const { failed } = await tree.run(
    batch,
    reached.map(({ file }) => file),
    false,
  );
  for (const mutant of batch) {
    const own = orderedTests(tests, mutant).map(({ file }) => file);
    const asked = own.filter((file) => failed.includes(file));
    const { failed: noticing, test } =
      asked.length === 0 ? { failed: [], test: null } : await tree.run([mutant], asked, true);
    decide(mutant, noticing[0] ?? null, test);
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

try {
  const chosen = await chooseMutants();
  const trees = Array.from(
    { length: Number(values.workers) },
    (_, at) => new TestTree(path.join(scratch, String(at), 'main')),
  );
  const [first] = trees;
  if (!first) throw new Error('--workers is at least 1');
  const tests = await passingTests(first);
  const passing: Mutant[] = [];
  const free = [...trees];
  const withTree = async (work: (tree: TestTree) => Promise<void>) => {
    const tree = free.pop() ?? first;
    await work(tree);
    free.push(tree);
  };
  await inParallel(trees.length, chosen, (mutant) =>
    withTree(async (tree) => {
      if (!(await isNoticedNear(tree, mutant, tests))) passing.push(mutant);
      if (passing.length >= batchSize) await putToAll(tree, passing.splice(0), tests);
    }),
  );
  await withTree((tree) => putToAll(tree, passing, tests));
  report();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
