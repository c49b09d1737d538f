/** Reads, resolves and checks the sources: what `check` does, and every command that publishes or compares does first. */
import path from 'node:path';
import { runChecks } from './check/index.ts';
import { type Problem, ProblemCollector } from './problem.ts';
import { readSources } from './read/read-sources.ts';
import { buildOfferBook } from './references.ts';
import { resolveNetworks } from './resolve/networks.ts';
import type { Resolved, Sources } from './sources.ts';

/** A stage begins, or ends where `done` says what came of it. */
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

export async function checkSources({ sources: folder, project, progress }: CheckOptions): Promise<Checked> {
  const problems = new ProblemCollector();
  progress('read');
  const sources = await readSources({ sources: folder, defaults: path.join(project, 'sources') }, problems.add);
  progress('read', `${sources.files.length} files`);
  progress('resolve');
  const resolved = resolveNetworks({ ...sources, columns: sources.meta.columns });
  const rows = resolved.networks.reduce((sum, network) => sum + network.rows.length, 0);
  progress('resolve', `${rows} rows on ${resolved.networks.length} networks`);
  progress('check');
  const offers = buildOfferBook(sources.offers);
  runChecks({ sources, offers, resolved }, problems.add);
  const sorted = problems.sorted();
  progress('check', `${sorted.length} problems`);
  return { sources, resolved, problems: sorted, hasErrors: problems.hasErrors };
}
