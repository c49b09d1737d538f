/**
 * Reads, resolves and checks the sources. Every command that publishes or compares begins with it.
 */
import path from 'node:path';
import { runChecks } from './check/index.ts';
import { limits } from './limits.ts';
import { type NewProblem, type Problem, ProblemCollector } from './problem.ts';
import { readSources } from './read/read-sources.ts';
import type { EditedFiles } from './read/source-folder.ts';
import { resolveNetworks } from './resolve/networks.ts';
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
  return checkRead(await readStage(options));
}

export async function readStage({
  sources: folder,
  project,
  edited,
}: CheckOptions): Promise<ReadStage> {
  const problems = new ProblemCollector();
  const folders = {
    sources: folder,
    defaults: path.join(project, 'sources'),
    ...(edited ? { edited } : {}),
  };
  return { sources: await readSources(folders, problems.add), problems };
}

export function checkRead({ sources, problems }: ReadStage): Checked {
  const resolved = resolveNetworks({
    ...sources,
    columns: sources.meta.columns,
    readings: sources.meta.readings.map(({ value }) => value),
    units: sources.meta.units,
  });
  if (resolved.rowCount > limits.rows) problems.add(tooManyRows(resolved.rowCount));
  runChecks({ sources, resolved }, problems.add);
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
