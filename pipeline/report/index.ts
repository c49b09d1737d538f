/** Output formats of a report. Pure. */
import { nearestName } from '../../common/nearest-name.ts';
import { makeVisible } from '../../common/visible.ts';
import { PipelineError } from '../errors.ts';
import { type Problem, sortProblems } from '../problem.ts';
import { describeEarlier, summarize } from './counts.ts';
import { groupProblems } from './group-problems.ts';
import { formatJson } from './json.ts';
import type { ReportOptions } from './options.ts';
import { explain } from './problem-line.ts';
import { formatSarif } from './sarif.ts';
import { formatText } from './text.ts';

export const reportFormats = {
  text: formatText,
  json: formatJson,
  github: formatGitHub,
  sarif: formatSarif,
} as const;

export type ReportFormat = keyof typeof reportFormats;

/** Returns a value of FORMAT if it is a key of `formats`; otherwise throws. */
export function parseFormat<F extends string>(
  name: string,
  formats: Readonly<Record<F, unknown>>,
): F {
  const names = Object.keys(formats) as F[];
  const format = names.find((each) => each === name);
  if (format !== undefined) return format;
  const near = nearestName(name, names);
  const meant = near === null ? '' : `did you mean "${near}"? `;
  throw new PipelineError('bad-format', `no FORMAT "${name}": ${meant}One of ${names.join(', ')}`);
}

/** Expects problems as the collector sorts them. The result has no trailing newline. */
export function formatReport(
  format: ReportFormat,
  problems: readonly Problem[],
  options: ReportOptions,
): string {
  const { appeared } = options;
  if (appeared === null) return reportFormats[format](groupProblems(problems), options);
  // A new place of a known mistake is a problem of its own.
  const fresh = groupProblems(problems.filter((problem) => appeared.has(problem)));
  const earlier = groupProblems(problems.filter((problem) => !appeared.has(problem)));
  return reportFormats[format](sortProblems([...fresh, ...earlier]), {
    ...options,
    appeared: new Set(fresh),
  });
}

function formatGitHub(
  problems: readonly Problem[],
  { locate, appeared, edit }: ReportOptions,
): string {
  const shown = appeared === null ? problems : problems.filter((problem) => appeared.has(problem));
  const totals =
    appeared === null
      ? [summarize(shown)]
      : [describeEarlier(problems, appeared), summarize(shown, 'new ')];
  const commands = shown.map((problem) => formatCommand(problem, locate));
  const notices = edit == null ? [] : [`::notice title=edit::${escapeData(`this edit: ${edit}`)}`];
  return [...notices, ...commands, ...totals].join('\n');
}

function formatCommand(problem: Problem, locate: ReportOptions['locate']): string {
  const { severity, rule, file, line, column } = problem;
  const properties = [
    `file=${escapeProperty(locate(file))}`,
    ...(line === null ? [] : [`line=${line}`]),
    `title=${escapeProperty(column === null ? rule : `${rule} (${column})`)}`,
  ];
  return `::${severity} ${properties.join(',')}::${escapeData(explain(problem))}`;
}

/**
 * Escapes as @actions/core does: the runner reads a command up to the end of the line and unescapes
 * it. Other control characters become visible, because logs pass them on to terminals.
 */
function escapeData(text: string): string {
  const lines = text
    .split(/(\r|\n)/)
    .map((part) => lineBreaks.get(part) ?? makeVisible(part).replaceAll('%', '%25'));
  return lines.join('');
}

const lineBreaks: ReadonlyMap<string, string> = new Map([
  ['\r', '%0D'],
  ['\n', '%0A'],
]);

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
