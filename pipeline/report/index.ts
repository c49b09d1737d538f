/** Output formats of a report. Pure. */

import { nearestName } from '../../common/nearest-name.ts';
import { PipelineError } from '../errors.ts';
import { type Problem, sortProblems } from '../problem.ts';
import { formatGitHub } from './github.ts';
import { groupProblems } from './group-problems.ts';
import { formatJson } from './json.ts';
import type { ReportOptions } from './options.ts';
import { formatSarif } from './sarif.ts';
import { formatText } from './text.ts';

export const reportFormats = { text: formatText, json: formatJson, github: formatGitHub, sarif: formatSarif } as const;

export type ReportFormat = keyof typeof reportFormats;

/** Returns a value of FORMAT if it is a key of `formats`; otherwise throws. */
export function parseFormat<F extends string>(name: string, formats: Readonly<Record<F, unknown>>): F {
  const names = Object.keys(formats) as F[];
  const format = names.find((each) => each === name);
  if (format !== undefined) return format;
  const near = nearestName(name, names);
  const meant = near === null ? '' : `did you mean "${near}"? `;
  throw new PipelineError('bad-format', `no FORMAT "${name}": ${meant}One of ${names.join(', ')}`);
}

/** Expects problems as the collector sorts them. The result has no trailing newline. */
export function formatReport(format: ReportFormat, problems: readonly Problem[], options: ReportOptions): string {
  const { appeared } = options;
  if (appeared === null) return reportFormats[format](groupProblems(problems), options);
  // A new place of a known mistake is a problem of its own.
  const fresh = groupProblems(problems.filter((problem) => appeared.has(problem)));
  const earlier = groupProblems(problems.filter((problem) => !appeared.has(problem)));
  return reportFormats[format](sortProblems([...fresh, ...earlier]), { ...options, appeared: new Set(fresh) });
}
