/** Reads, resolves and checks the sources. Every command that publishes or compares begins with it. */
import path from 'node:path';
import { runChecks } from './check/index.ts';
import { limits } from './limits.ts';
import { type NewProblem, type Problem, ProblemCollector } from './problem.ts';
import { readSources } from './read/read-sources.ts';
import { plural } from './report/counts.ts';
import { resolveNetworks } from './resolve/networks.ts';
import type { Resolved, Sources } from './sources.ts';

/** Reports the start of a stage, or its end if `done` is given. */
export type Progress = (stage: string, done?: string) => void;

export interface CheckOptions {
  readonly sources: string;
  /** The project's own folder: its `sources/meta` is the default, its code is part of the fingerprint. */
  readonly project: string;
  readonly progress: Progress;
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
  readonly problems: ProblemCollector;
}

export async function checkSources(options: CheckOptions): Promise<Checked> {
  return checkRead(await readStage(options), options);
}

export async function readStage({ sources: folder, project, progress }: CheckOptions): Promise<ReadStage> {
  const problems = new ProblemCollector();
  progress('read');
  const folders = { sources: folder, defaults: path.join(project, 'sources') };
  const sources = await readSources(folders, problems.add);
  progress('read', plural(sources.files.length, 'file'));
  return { sources, problems };
}

export function checkRead({ sources, problems }: ReadStage, { progress }: CheckOptions): Checked {
  progress('resolve');
  const resolved = resolveNetworks({
    ...sources,
    columns: sources.meta.columns,
    readings: sources.meta.readings.map(({ value }) => value),
  });
  const rows = resolved.networks.reduce((sum, network) => sum + network.rows.length, 0);
  progress('resolve', `${plural(rows, 'row')} on ${plural(resolved.networks.length, 'network')}`);
  if (resolved.rowCount > limits.rows) problems.add(tooManyRows(resolved.rowCount));
  progress('check');
  runChecks({ sources, resolved }, problems.add);
  const sorted = problems.sorted();
  progress('check', plural(sorted.length, 'problem'));
  return { sources, resolved, problems: sorted, hasErrors: problems.hasErrors };
}

function tooManyRows(count: number): NewProblem {
  const message = `the listings make ${count} rows; the limit is ${limits.rows}`;
  return { rule: 'limit-exceeded', file: 'listings', line: null, column: null, message, suggestion: 'remove listings' };
}
