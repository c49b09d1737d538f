/** Problems as SARIF 2.1.0, what code scanning services read. https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
import { compareText, type Problem } from '../problem.ts';
import { documentationOf, findRule } from '../rules.ts';
import { explain } from './problem-line.ts';

export interface SarifOptions {
  /** A problem's file -> its path relative to the repository, with `/`. */
  readonly locate: (file: string) => string;
  /** Section of docs/checks.md by rule, Markdown. */
  readonly ruleHelp: ReadonlyMap<string, string>;
}

export function formatSarif(problems: readonly Problem[], { locate, ruleHelp }: SarifOptions): string {
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
    message: { text: escapeMessage(explain(problem)) },
    locations: [describeLocation(problem, locate)],
    properties: { column: problem.column, value: problem.value ?? null, suggestion: problem.suggestion ?? null },
  }));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, results }],
  };
  return JSON.stringify(log, null, 2);
}

function describeRule(id: string, help: string | undefined) {
  const { title = id, severity, fixable = false } = findRule(id) ?? {};
  const text = help ?? title;
  return {
    id,
    shortDescription: { text: escapeMessage(toPlainText(title)) },
    help: { text: escapeMessage(toPlainText(text)), markdown: escapeBraces(text) },
    ...(severity === undefined ? {} : { defaultConfiguration: { level: severity } }),
    properties: { documentation: documentationOf(id), fixable },
  };
}

function toPlainText(markdown: string): string {
  return markdown.replaceAll('`', '');
}

function describeLocation({ file, line, column }: Problem, locate: SarifOptions['locate']) {
  const physicalLocation = {
    artifactLocation: { uri: toUri(locate(file)) },
    ...(line === null ? {} : { region: { startLine: line } }),
  };
  return column === null
    ? { physicalLocation }
    : { physicalLocation, logicalLocations: [{ name: column, kind: 'member' }] };
}

function toUri(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** Section 3.11.5: a single brace would be a placeholder. */
function escapeBraces(text: string): string {
  return text.replace(/[{}]/g, '$&$&');
}

/** Section 3.11.6: what looks like `[text](target)` would be a link; a backslash before the brackets says that it is none. */
function escapeMessage(text: string): string {
  const links = /\[[^\]]*\]\(/.test(text);
  return escapeBraces(links ? text.replace(/[[\]\\]/g, '\\$&') : text);
}
