/** Problems as a text: for people, for programs, for GitHub, or as SARIF. Pure: what is printed depends on the arguments alone. */

import { nearestName } from '../../common/nearest-name.ts';
import { PipelineError } from '../errors.ts';
import type { Problem } from '../problem.ts';
import { formatGitHub, type GitHubOptions } from './github.ts';
import { formatJson } from './json.ts';
import { formatSarif, type SarifOptions } from './sarif.ts';
import { formatText, type TextOptions } from './text.ts';

export type ReportOptions = TextOptions & GitHubOptions & SarifOptions;

const formats = { text: formatText, json: formatJson, github: formatGitHub, sarif: formatSarif } as const;

export type ReportFormat = keyof typeof formats;

const formatNames = Object.keys(formats) as readonly ReportFormat[];

/** Throws if there is no format of that name: an unreadable answer would be worse than none. */
export function parseFormat(name: string): ReportFormat {
  const format = formatNames.find((known) => known === name);
  if (format !== undefined) return format;
  const near = nearestName(name, formatNames);
  const meant = near === null ? '' : `did you mean "${near}"? `;
  throw new PipelineError('bad-format', `no FORMAT "${name}": ${meant}One of ${formatNames.join(', ')}`);
}

/** Problems are expected most serious first, as the collector sorts them. The text has no line end of its own. */
export function formatReport(format: ReportFormat, problems: readonly Problem[], options: ReportOptions): string {
  return formats[format](problems, options);
}
