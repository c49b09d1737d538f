/**
 * Problems as workflow commands of GitHub Actions, which shows them at the changed lines.
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */

import { makeVisible } from '../../common/visible.ts';
import type { Problem } from '../problem.ts';
import { describeEarlier, summarize } from './counts.ts';
import type { ReportOptions } from './options.ts';
import { explain } from './problem-line.ts';

export function formatGitHub(problems: readonly Problem[], { locate, appeared }: ReportOptions): string {
  const shown = appeared === null ? problems : problems.filter((problem) => appeared.has(problem));
  const totals =
    appeared === null ? [summarize(shown)] : [describeEarlier(problems, appeared), summarize(shown, 'new ')];
  const commands = shown.map((problem) => formatCommand(problem, locate));
  return [...commands, ...totals].join('\n');
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
 * Escapes as @actions/core does: the runner reads a command up to the end of the line and unescapes it. Other control characters
 * become visible, because logs pass them on to terminals.
 */
function escapeData(text: string): string {
  const lines = text.split(/(\r|\n)/).map((part) => lineBreaks.get(part) ?? makeVisible(part).replaceAll('%', '%25'));
  return lines.join('');
}

const lineBreaks: ReadonlyMap<string, string> = new Map([
  ['\r', '%0D'],
  ['\n', '%0A'],
]);

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
