/**
 * SARIF 2.1.0 report for code scanning services.
 * https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
import { escapeControls, showLines } from '../../common/visible.ts';
import { compareText, type Problem, type ProblemPlace, placesOf } from '../problem.ts';
import { documentationOf, findRule } from '../rules.ts';
import type { ReportOptions } from './options.ts';
import { explain } from './problem-line.ts';

export function formatSarif(
  problems: readonly Problem[],
  { locate, regionOf, ruleHelp, appeared }: ReportOptions,
): string {
  const rules = [...new Set(problems.map(({ rule }) => rule))].toSorted(compareText);
  const indexes = new Map(rules.map((rule, index) => [rule, index]));
  const driver = {
    name: 'web3-infrastructure-directory',
    rules: rules.map((rule) => describeRule(rule, ruleHelp.get(rule))),
  };
  const results = problems.map((problem) => ({
    ruleId: problem.rule,
    ruleIndex: indexes.get(problem.rule) ?? -1,
    level: problem.severity,
    ...(appeared === null ? {} : { baselineState: appeared.has(problem) ? 'new' : 'unchanged' }),
    message: { text: escapeMessage(showLines(explain(problem).replaceAll('\r\n', '\n'))) },
    locations: placesOf(problem).map((place) => describeLocation(place, locate, regionOf)),
    properties: {
      column: problem.column,
      value: problem.value ?? null,
      suggestion: problem.suggestion ?? null,
    },
  }));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, results }],
  };
  return escapeControls(JSON.stringify(log, null, 2));
}

function describeRule(id: string, help: string | undefined) {
  const { severity, fixable = false } = findRule(id) ?? {};
  const text = help ?? id;
  const [title = ''] = text.split(/\n\s*\n/, 1);
  return {
    id,
    shortDescription: { text: escapeMessage(toPlainText(title.replaceAll('\n', ' '))) },
    help: { text: escapeMessage(toPlainText(text)), markdown: escapeBraces(text) },
    ...(severity === undefined ? {} : { defaultConfiguration: { level: severity } }),
    properties: { documentation: documentationOf(id), fixable },
  };
}

function toPlainText(markdown: string): string {
  return markdown.replaceAll('`', '');
}

function describeLocation(
  place: ProblemPlace,
  locate: ReportOptions['locate'],
  regionOf: ReportOptions['regionOf'],
) {
  const { file, line, column } = place;
  const physicalLocation = {
    artifactLocation: { uri: toUri(locate(file)) },
    ...(line === null ? {} : { region: { startLine: line, ...regionOf(place) } }),
  };
  return column === null
    ? { physicalLocation }
    : { physicalLocation, logicalLocations: [{ name: column, kind: 'member' }] };
}

function toUri(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** SARIF section 3.11.5: a single brace would be a placeholder. */
function escapeBraces(text: string): string {
  return text.replace(/[{}]/g, '$&$&');
}

/** SARIF section 3.11.6: escapes brackets, so that `[text](target)` is not a link. */
function escapeMessage(text: string): string {
  return escapeBraces(text.includes('](') ? text.replace(/[[\]\\]/g, '\\$&') : text);
}

const ruleHeading = /^#{2,4} `?([a-z0-9]+(?:-[a-z0-9]+)*)`?[ \t]*$/;

/**
 * Sections of docs/checks.md by rule, Markdown. The heading of a section is the name of the rule.
 */
export function parseRuleHelp(markdown: string): Map<string, string> {
  const sections = new Map<string, string[]>();
  let current: string[] | null = null;
  let fenced = false;
  for (const line of markdown.split(/\r?\n/)) {
    if (line.startsWith('```')) fenced = !fenced;
    if (!fenced && /^#{1,6} /.test(line)) {
      const rule = ruleHeading.exec(line)?.[1];
      current = [];
      if (rule !== undefined) sections.set(rule, current);
    } else current?.push(line);
  }
  return new Map([...sections].map(([rule, lines]) => [rule, lines.join('\n').trim()]));
}
