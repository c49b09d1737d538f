/** Text report: errors first, grouped by file, then totals by rule. */
import { formatCount } from '../../common/format-count.ts';
import { countBy, groupBy } from '../../common/group-by.ts';
import { makeVisible } from '../../common/visible.ts';
import { type Problem, placesOf } from '../problem.ts';
import { findRule, type Severity } from '../rules.ts';
import { countByRule, describeEarlier, plural, summarize } from './counts.ts';
import type { ReportOptions } from './options.ts';
import { formatProblem } from './problem-line.ts';
import { coloured, plain, quoteValue, type Style } from './style.ts';

/** Limits the problems of each rule, so that a mistake in every line does not hide other rules. */
const shownPerRule = 10;
const shownPlaces = 5;

interface Layout extends Pick<ReportOptions, 'all'> {
  readonly shown: ReadonlySet<Problem>;
  readonly style: Style;
}

type TextOptions = Pick<ReportOptions, 'appeared' | 'edit' | 'colour' | 'all'>;

export function formatText(found: readonly Problem[], options: TextOptions): string {
  const report = formatProblems(found, options);
  return options.edit == null ? report : `the edit: ${options.edit}\n${report}`;
}

function formatProblems(found: readonly Problem[], { appeared, colour, all }: TextOptions): string {
  const style = colour ? coloured : plain;
  const problems = appeared === null ? found : found.filter((problem) => appeared.has(problem));
  const earlier =
    appeared === null || found.length === 0 ? [] : [style.note(describeEarlier(found, appeared))];
  if (problems.length === 0)
    return [appeared === null ? 'no problems' : 'no new problems', ...earlier].join('\n');
  const shown = new Set(all ? problems : firstOfEachRule(problems));
  const sections = (['error', 'warning'] as const).flatMap((severity) =>
    formatSection(severity, problems, { shown, style, all }),
  );
  const summary = style.heading(summarize(problems, appeared === null ? '' : 'new '));
  const totals = [formatTotals(problems, shown, style), ...earlier, summary].join('\n');
  return [...sections, totals].join('\n\n');
}

function firstOfEachRule(problems: readonly Problem[]): Problem[] {
  return [...groupBy(problems, ({ rule }) => rule).values()].flatMap((own) =>
    own.slice(0, shownPerRule),
  );
}

/** Formats the problems of one severity under a heading, grouped by file. */
function formatSection(severity: Severity, problems: readonly Problem[], layout: Layout): string[] {
  const { style } = layout;
  const own = problems.filter((problem) => problem.severity === severity);
  if (own.length === 0) return [];
  const files = groupBy(own, ({ file }) => file);
  const heading = style.heading(style[severity](plural(own.length, severity)));
  return [heading, ...[...files.values()].flatMap((group) => formatGroup(group, layout))];
}

/** Repeats the file name in every line, so that terminals can link the place. */
function formatGroup(group: readonly Problem[], layout: Layout): string[] {
  const { shown, style } = layout;
  const visible = group.filter((problem) => shown.has(problem));
  if (visible.length === 0) return [];
  const hidden = group.length - visible.length;
  const more =
    hidden > 0 ? [style.note(`    ... and ${formatCount(hidden)} more in this file`)] : [];
  return [[...visible.map((problem) => formatEntry(problem, layout)), ...more].join('\n')];
}

function formatEntry(problem: Problem, { style, all }: Layout): string {
  const notes = [...formatCell(problem), ...formatPlaces(problem, all)].map((note) =>
    style.note(`    ${note}`),
  );
  return [formatProblem(problem, style), ...notes].join('\n');
}

/** The other places of a problem. */
function formatPlaces(problem: Problem, all: boolean): string[] {
  const others = placesOf(problem).slice(1);
  if (others.length === 0) return [];
  const shown = all ? others : others.slice(0, shownPlaces);
  const more = others.length === shown.length ? '' : ` and ${others.length - shown.length} more`;
  return [
    `also: ${shown.map(({ file, line }) => `${makeVisible(file)}${line === null ? '' : `:${line}`}`).join(', ')}${more}`,
  ];
}

function formatTotals(
  problems: readonly Problem[],
  shown: ReadonlySet<Problem>,
  style: Style,
): string {
  const totals = countByRule(problems);
  const visible = countBy(shown, ({ rule }) => rule);
  const ruleWidth = Math.max(...totals.map(({ rule }) => rule.length));
  const countWidth = Math.max(...totals.map(({ count }) => formatCount(count).length));
  const lines = totals.map(({ severity, rule, count }) => {
    const cut = visible.get(rule) ?? 0;
    const notes = [
      ...(cut === count ? [] : [`the first ${cut} are shown`]),
      ...(findRule(rule)?.fixable ? ['make fix'] : []),
    ];
    const note = notes.length === 0 ? '' : `  ${style.note(`(${notes.join('; ')})`)}`;
    const number = formatCount(count).padStart(countWidth);
    return `  ${style[severity](severity.padEnd(7))}  ${rule.padEnd(ruleWidth)}  ${number}${note}`;
  });
  const hint = shown.size < problems.length ? [style.note('ALL=1 shows every problem')] : [];
  return [...lines, ...hint].join('\n');
}

const shownCharacters = 100;

/** The quoted cell, unless the message quotes it. */
function formatCell({ value = '', message }: Problem): string[] {
  return value === '' || quotes(message, value)
    ? []
    : [`the cell: ${quoteValue(value, shownCharacters)}`];
}

/** Whether a message quotes the cell or its last part: `ankr` of `!offer:ankr`. */
function quotes(message: string, value: string): boolean {
  if (message.includes(`"${value}"`)) return true;
  return [...message.matchAll(/"([^"]{2,})"/g)].some(([, quoted = '']) =>
    value.endsWith(`:${quoted}`),
  );
}
