/** Command line of the pipeline: words in, exit status out (0 fine, 1 problems in the data, 2 cannot run). */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type BuildOptions, buildSnapshot, checkSources } from './build.ts';
import { PipelineError } from './errors.ts';
import { createProgress } from './progress.ts';
import { formatReport, summarize } from './report.ts';
import { withLock } from './write/lock.ts';
import { rollBack } from './write/publish.ts';

const usage = `usage: tsx pipeline/main.ts <command> [options]
  build     check the sources and publish a snapshot   --sources DIR --build DIR --force
  check     only check the sources                     --sources DIR
  rollback  point at the snapshot before               --build DIR --to ID`;

/** Problems of one rule that are printed; the totals are always true. */
const shownPerRule = 20;
const lockWaitMs = 60_000;
const project = path.resolve(import.meta.dirname, '..');

interface Flags {
  readonly sources: string;
  readonly build: string;
  readonly force: boolean;
  readonly to: string | null;
}

const commands: Readonly<Record<string, (flags: Flags) => Promise<number>>> = { build, check, rollback };

async function build(flags: Flags): Promise<number> {
  const options: BuildOptions = {
    ...flags,
    project,
    now: buildTime(),
    progress: createProgress(process.stderr),
    lockWaitMs,
  };
  const { kind, checked, manifest } = await buildSnapshot(options);
  if (kind === 'problems' || manifest === null) {
    print(formatReport(checked.problems, shownPerRule));
    print('nothing was published');
    return 1;
  }
  const { entries, activeCategories, providers } = manifest.metrics.site;
  const networks = Object.keys(manifest.metrics.networks).length;
  const what = `${entries} rows on ${networks} networks, ${activeCategories} categories, ${providers} providers`;
  const found = summarize(checked.problems);
  if (kind === 'unchanged') print(`nothing has changed since ${manifest.id} (${what}; ${found})`);
  else print(`published ${manifest.id}: ${what}; ${found}`);
  return 0;
}

async function check(flags: Flags): Promise<number> {
  const { problems, hasErrors } = await checkSources({ ...flags, project, progress: createProgress(process.stderr) });
  print(formatReport(problems, shownPerRule));
  return hasErrors ? 1 : 0;
}

async function rollback({ build: folder, to }: Flags): Promise<number> {
  const id = await withLock(folder, lockWaitMs, () => rollBack(folder, to));
  print(`current is now ${id}`);
  return 0;
}

/** SOURCE_DATE_EPOCH (seconds; reproducible-builds.org) fixes the time, so that the same sources give the same bytes. */
function buildTime(): Date {
  const epoch = process.env.SOURCE_DATE_EPOCH;
  if (epoch === undefined || epoch === '') return new Date();
  if (/^\d{1,11}$/.test(epoch)) return new Date(Number(epoch) * 1000);
  throw new PipelineError('bad-epoch', `SOURCE_DATE_EPOCH is "${epoch}", not a number of seconds since 1970`);
}

function readFlags(): { command: string; flags: Flags } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        sources: { type: 'string', default: path.join(project, 'sources') },
        build: { type: 'string', default: path.join(project, 'build') },
        force: { type: 'boolean', default: false },
        to: { type: 'string' },
      },
    });
    const folders = { sources: path.resolve(values.sources), build: path.resolve(values.build) };
    return { command: positionals[0] ?? '', flags: { ...folders, force: values.force, to: values.to ?? null } };
  } catch (error) {
    throw new PipelineError('usage', `${(error as Error).message}\n${usage}`, { cause: error });
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function main(): Promise<number> {
  const { command, flags } = readFlags();
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (run === undefined) throw new PipelineError('usage', usage);
  return run(flags);
}

try {
  process.exitCode = await main();
} catch (error) {
  // A system error (no space, no permission) says what happened in its message; anything else is a fault of ours.
  const expected = error instanceof PipelineError || (error instanceof Error && 'syscall' in error);
  process.stderr.write(`${expected ? (error as Error).message : (error as Error).stack}\n`);
  process.exitCode = 2;
}
