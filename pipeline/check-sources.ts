/**
 * Reads, resolves and checks the sources. Every command that publishes or compares begins with it.
 */
import path from 'node:path';
import { dayOf } from '../model/periods.ts';
import { runChecks } from './check/index.ts';
import { checkPeriods } from './check/tables/periods.ts';
import { limits } from './limits.ts';
import { type NewProblem, type Problem, ProblemCollector } from './problem.ts';
import { readSources } from './read/read-sources.ts';
import type { EditedFiles } from './read/source-folder.ts';
import type { TablesRead } from './read/tables/parse-table.ts';
import { resolveNetworks } from './resolve/networks.ts';
import { offersOn } from './resolve/periods.ts';
import type { Resolved, Sources } from './sources.ts';

export interface CheckOptions {
  readonly sources: string;
  /**
   * The project's own folder: its `sources/meta` is the default, its code is part of the
   * fingerprint.
   */
  readonly project: string;
  /** Files of an edit that is not written yet. */
  readonly edited?: EditedFiles;
  /** Tables that were read, so that an edit reads the others once. */
  readonly tables?: TablesRead;
  /** Prices and plans are those of its day. */
  readonly now?: Date;
}

export interface Checked {
  readonly sources: Sources;
  readonly resolved: Resolved;
  /** Most serious first. */
  readonly problems: readonly Problem[];
  readonly hasErrors: boolean;
}

/** Sources as read, and the problems that reading them has found. */
export interface ReadStage {
  readonly sources: Sources;
  /** ISO day, in UTC, of which the offers are. */
  readonly day: string;
  readonly problems: ProblemCollector;
}

export async function checkSources(options: CheckOptions): Promise<Checked> {
  return checkRead(await readStage(options));
}

export async function readStage({
  sources: folder,
  project,
  edited,
  tables,
  now = new Date(),
}: CheckOptions): Promise<ReadStage> {
  const problems = new ProblemCollector();
  const folders = {
    sources: folder,
    defaults: path.join(project, 'sources'),
    ...(edited ? { edited } : {}),
    tables,
  };
  return { sources: await readSources(folders, problems.add), day: dayOf(now), problems };
}

export function resolveRead({ sources, day }: ReadStage): Resolved {
  const { columns } = sources.meta;
  const periods = sources.periods.map(({ value }) => value);
  return resolveNetworks({
    ...sources,
    offers: offersOn(day, { offers: sources.offers, periods, columns }),
    columns,
    readings: sources.meta.readings.map(({ value }) => value),
    units: sources.meta.units,
  });
}

export function checkRead(stage: ReadStage, resolved = resolveRead(stage)): Checked {
  const { sources, day, problems } = stage;
  if (resolved.rowCount > limits.rows) problems.add(tooManyRows(resolved.rowCount));
  runChecks({ sources, resolved }, problems.add);
  checkPeriods({ sources, resolved }, day, problems.add);
  return { sources, resolved, problems: problems.sorted(), hasErrors: problems.hasErrors };
}

function tooManyRows(count: number): NewProblem {
  const message = `the listings make ${count} rows; the limit is ${limits.rows}`;
  return {
    rule: 'limit-exceeded',
    file: 'listings',
    line: null,
    column: null,
    message,
    suggestion: 'remove listings',
  };
}
