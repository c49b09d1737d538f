/**
 * Makes each mistake of mutations.ts in a copy of the project and runs the tests that must catch it. Exit status 1
 * if one survives. Run: `node --import tsx test/operations/mutate.ts [part of a file's name]`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Mutation, type Mutations, table } from './mutations.ts';
import { projectFolder } from './service-process.ts';

const wanted = process.argv[2] ?? '';
const copied = [
  'common',
  'model',
  'pipeline',
  'service',
  'templates',
  'deploy',
  'test',
  'sources',
  'docs',
  'package.json',
  'tsconfig.json',
];
const limitMs = 600_000;
/** Imports of tests that start the compiled programs. */
const usesDist = /run-pipeline\.ts|service-process\.ts|compiled\.ts/;

async function main(): Promise<void> {
  const copy = await mkdtemp(path.join(tmpdir(), 'directory-mutants-'));
  const [caught, survived]: [string[], string[]] = [[], []];
  try {
    for (const name of copied) await cp(path.join(projectFolder, name), path.join(copy, name), { recursive: true });
    await symlink(path.join(projectFolder, 'node_modules'), path.join(copy, 'node_modules'));
    for (const mutations of choose()) await tryAll(copy, mutations, { caught, survived });
  } finally {
    await rm(copy, { recursive: true });
  }
  const count = caught.length + survived.length;
  process.stdout.write(`${count} mutations, ${caught.length} caught, ${survived.length} survived\n`);
  process.exitCode = count > 0 && survived.length === 0 ? 0 : 1;
}

async function tryAll(
  copy: string,
  { tests, mutations }: Mutations,
  { caught, survived }: { caught: string[]; survived: string[] },
): Promise<void> {
  if (!pass(copy, tests)) throw new Error(`without any mutation these tests fail: ${tests.join(', ')}`);
  for (const mutation of mutations) {
    const isCaught = await tryMutation(copy, mutation, tests);
    (isCaught ? caught : survived).push(describe(mutation));
    process.stdout.write(`${isCaught ? 'caught  ' : 'SURVIVED'} | ${describe(mutation)}\n`);
  }
}

function choose(): readonly Mutations[] {
  return table
    .map(({ tests, mutations }) => ({ tests, mutations: mutations.filter(({ file }) => file.includes(wanted)) }))
    .filter(({ mutations }) => mutations.length > 0);
}

async function tryMutation(copy: string, { file, from, to }: Mutation, tests: readonly string[]): Promise<boolean> {
  const place = path.join(copy, file);
  const text = await readFile(place, 'utf8');
  if (text.split(from).length !== 2) {
    process.stdout.write(`the table is out of date: ${file} does not hold exactly once: ${from}\n`);
    return false;
  }
  await writeFile(
    place,
    text.replace(from, () => to),
  );
  try {
    return !pass(copy, tests);
  } finally {
    await writeFile(place, text);
  }
}

/** A timeout counts as a failure, and so does code that does not compile. */
function pass(copy: string, tests: readonly string[]): boolean {
  const run = (program: string, words: readonly string[]) =>
    spawnSync(program, words, { cwd: copy, stdio: 'ignore', timeout: limitMs }).status === 0;
  // The other tests import the sources themselves.
  const needDist = tests.some((test) => usesDist.test(readFileSync(path.join(copy, test), 'utf8')));
  if (needDist && !run('npm', ['run', '--silent', 'compile'])) return false;
  return run(process.execPath, ['--import', 'tsx', '--test', '--test-concurrency=2', ...tests]);
}

function describe({ file, from, to }: Mutation): string {
  return `${file}: ${from}  ->  ${to === '' ? '(nothing)' : to}`;
}

await main();
