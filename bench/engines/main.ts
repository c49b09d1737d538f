/**
 * `npm run engines`: asks the questions of docs/analysts.md of every engine that runs here, with
 * the texts of that page, and compares the answers. Run: `npm run engines [names of engines]`. It
 * installs the engines that the project does not have (0.8 GB) in a temporary folder.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { runMeasured } from '../build.ts';
import { projectFolder, service, start } from '../processes.ts';
import { machine, say, sources, writeResults } from '../setting.ts';
import type { Asked } from './ask.ts';
import { type Engine, engines } from './engines.ts';
import type { Place } from './recipes.ts';

const run = promisify(execFile);

const wanted = process.argv.slice(2);
const chosen = engines.filter(
  ({ name }, at) => at === 0 || wanted.length === 0 || wanted.includes(name),
);
const folder = await mkdtemp(path.join(tmpdir(), 'directory-engines-'));
try {
  await main();
} finally {
  await rm(folder, { recursive: true, force: true });
}

interface Outcome {
  readonly name: string;
  readonly asked: Asked;
  /** Questions with another answer than that of the first engine. */
  readonly different: readonly string[];
}

async function main(): Promise<void> {
  say(`sources: ${path.basename(sources)}; machine: ${machine}; load: ${loadavg()[0]?.toFixed(1)}`);
  await install([...new Set(chosen.flatMap(({ packages }) => packages))]);
  const build = path.join(folder, 'build');
  await runMeasured(['build', '--sources', sources, '--build', build], folder);
  const snapshot = await realpath(path.join(build, 'current'));
  const outcomes = await askAll(build, snapshot);
  say(`\n${formatOutcomes(outcomes)}`);
  await writeResults('engines-', { load: loadavg()[0], outcomes });
  const differing = outcomes.filter(({ different }) => different.length > 0);
  for (const { name, different } of differing)
    say(`${name} answers differently: ${different.join(', ')}`);
  process.exitCode = differing.length > 0 ? 1 : 0;
}

/** Every engine in turn, beside a service of the same snapshot. */
async function askAll(build: string, snapshot: string): Promise<Outcome[]> {
  const running = await start(service, { BUILD_DIR: build, LOG_LEVEL: 'warn' });
  const address = `http://127.0.0.1:${running.port}/snapshots/${path.basename(snapshot)}`;
  const outcomes: Outcome[] = [];
  try {
    for (const engine of chosen) {
      say(`${engine.name} ...`);
      const asked = await ask(engine, { snapshot, address });
      outcomes.push({
        name: engine.name,
        asked,
        different: differences(asked, outcomes[0]?.asked ?? asked),
      });
    }
  } finally {
    await running.stop();
  }
  return outcomes;
}

async function install(packages: readonly string[]): Promise<void> {
  await writeFile(
    path.join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module' }),
  );
  if (packages.length === 0) return;
  say(`install ${packages.join(', ')} ...`);
  // `ignore-scripts`, because all of them bring their binaries as files.
  await run(
    'npm',
    ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', ...packages],
    {
      cwd: folder,
    },
  );
}

async function ask({ name }: Engine, { snapshot, address }: Place): Promise<Asked> {
  const words = ['--import', 'tsx', 'bench/engines/ask.ts', name, folder, snapshot, address];
  const { stdout } = await run(process.execPath, words, { cwd: projectFolder, maxBuffer: 1 << 28 });
  return JSON.parse(stdout);
}

function differences(asked: Asked, expected: Asked): string[] {
  const others = asked.questions.filter(
    ({ answer }, at) => !isDeepStrictEqual(answer, expected.questions[at]?.answer),
  );
  return others.map(({ question }) => question);
}

function formatOutcomes(outcomes: readonly Outcome[]): string {
  const questions = outcomes[0]?.asked.questions ?? [];
  const names = questions.map(({ question, answer }) => `${question} (${answer.length} rows)`);
  const header = ['engine', 'version', ...names, 'same answers', 'memory'];
  const lines = outcomes.map(({ name, asked, different }) => {
    const cells = asked.questions.map(({ ms }) => `${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)} ms`);
    const same = `${questions.length - different.length} of ${questions.length}`;
    return [name, asked.version, ...cells, same, `${Math.round(asked.maxMb)} MB`];
  });
  return [header, header.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
