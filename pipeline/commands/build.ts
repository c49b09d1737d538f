/**
 * `make build` publishes a snapshot or reports problems; `make rollback` returns to an earlier
 * snapshot.
 */
import path from 'node:path';
import { buildSnapshot } from '../build.ts';
import { PipelineError } from '../errors.ts';
import { plural, summarize } from '../report/counts.ts';
import { groupProblems } from '../report/group-problems.ts';
import { parseFormat, reportFormats } from '../report/index.ts';
import { recordStatus } from '../snapshot/build-folder/build-status.ts';
import { withLock } from '../snapshot/build-folder/lock.ts';
import { rollBack } from '../snapshot/build-folder/rollback.ts';
import type { BuildOptions } from '../write-snapshot.ts';
import { printReport } from './check.ts';
import { lockWaitMs, print, runProgram, streams, warn } from './flags.ts';
import { takeOverHistory } from './history.ts';
import type { Flags } from './options.ts';

export async function build(flags: Flags): Promise<number> {
  let status = 2;
  try {
    status = await buildOnce(flags);
    return status;
  } finally {
    await recordStatus(flags.build, 'build', status === 0);
  }
}

async function buildOnce(flags: Flags): Promise<number> {
  const format = parseFormat(flags.format, reportFormats);
  const options: BuildOptions = {
    ...flags,
    guard: !flags.confirm,
    now: buildTime(),
    lockWaitMs,
    warn,
  };
  const { kind, checked, manifest } = await buildSnapshot(options);
  if (kind === 'problems' || manifest === null) {
    await printReport(format, { ...checked, appeared: null }, flags);
    // Standard output of a machine-readable format holds the report only.
    (format === 'text' ? streams.stdout : streams.stderr).write('nothing was published\n');
    return 1;
  }
  const { rows, networks, categories, providers } = manifest.counts;
  const active = categories === 1 ? '1 category' : `${categories} categories`;
  const what = `${plural(rows, 'row')} on ${plural(networks, 'network')}, ${active}, ${plural(providers, 'provider')}`;
  const summary = summarize(groupProblems(checked.problems));
  if (kind === 'unchanged') print(`nothing has changed since ${manifest.id} (${what}; ${summary})`);
  else print(`published ${manifest.id}: ${what}; ${summary}`);
  return 0;
}

/**
 * SOURCE_DATE_EPOCH (seconds; reproducible-builds.org) fixes the time, so that the same sources
 * give the same bytes.
 */
export function buildTime(): Date {
  const epoch = process.env.SOURCE_DATE_EPOCH;
  if (epoch === undefined || epoch === '') return new Date();
  if (/^\d{1,11}$/.test(epoch)) return new Date(Number(epoch) * 1000);
  throw new PipelineError(
    'bad-epoch',
    `SOURCE_DATE_EPOCH is "${epoch}", not a number of seconds since 1970`,
  );
}

export async function rollback({ build, to }: Flags): Promise<number> {
  const id = await withLock(build, lockWaitMs, () => rollBack(build, to));
  print(`current is now ${id}`);
  return 0;
}

/**
 * Builds, then runs the service as `make serve` does. Returns the exit status of the service, or of
 * a build that published nothing.
 */
export async function serve(flags: Flags): Promise<number> {
  const status = await build(flags);
  if (status !== 0) return status;
  const port = flags.port ?? process.env.PORT;
  const stop = takeOverHistory(flags);
  const env = { BUILD_DIR: flags.build, PORT: port };
  return runProgram('sh', [path.join(flags.project, 'deploy/start.sh')], env).finally(stop);
}
