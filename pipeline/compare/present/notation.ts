/** Notations of a comparison: lines for a terminal, and Markdown for a review comment. */
import { formatCount } from '../../../common/format-count.ts';
import { codeFence } from '../../../common/markdown.ts';
import { makeVisible } from '../../../common/visible.ts';
import type { ChangeKind } from '../../../model/changes.ts';
import { formatProblem } from '../../report/problem-line.ts';
import type { Style } from '../../report/style.ts';
import { type Quote, quoteInText } from '../../report/values.ts';
import type { Diff } from '../schema.ts';

export interface Notation {
  readonly title: (text: string) => string;
  readonly heading: (text: string) => string;
  readonly warning: (text: string) => string;
  readonly note: (text: string) => string;
  /** A line of the summary. */
  readonly fact: (label: string, text: string) => string;
  readonly name: Quote;
  readonly place: Quote;
  readonly column: Quote;
  readonly value: Quote;
  readonly problem: (problem: Diff['newProblems'][number], change: 'added' | 'removed') => string;
  readonly mark: (change: ChangeKind) => string;
  /** Between the items of a list and what belongs to one of them. */
  readonly indent: string;
  readonly table: (rows: readonly (readonly string[])[]) => string[];
  /** Between a heading and its lines. */
  readonly gap: string;
}

const signs: Readonly<Record<ChangeKind, string>> = { added: '+', removed: '-', changed: '~' };

export function textNotation(style: Style): Notation {
  return {
    ...style,
    title: style.heading,
    warning: style.error,
    fact: (label, text) => `${label.padEnd(11)} ${makeVisible(text)}`,
    name: makeVisible,
    place: (text) => style.place(makeVisible(text)),
    column: (text) => style.column(makeVisible(text)),
    value: quoteInText,
    problem: (problem, change) => `${signs[change]} ${formatProblem(problem, style)}`,
    mark: (change) => signs[change],
    indent: '      ',
    table: alignColumns,
    gap: '\n',
  };
}

/** Texts of the sources are in code spans, so that nothing in them is markup. */
export const markdown: Notation = {
  title: (text) => `### ${escapeText(text)}`,
  heading: (text) => `**${text}**`,
  warning: (text) => `**${text}**`,
  note: (text) => `- ${text}`,
  fact: (label, text) => `- **${label}** ${escapeText(text)}`,
  name: code,
  place: code,
  column: code,
  value: code,
  problem: (problem) => `- ${code(formatProblem(problem))}`,
  mark: (change) => `- ${change}`,
  indent: '  - ',
  table: ([head = [], ...rows]) => [
    writeCells(head),
    writeCells(head.map((_, column) => (column === 0 ? '---' : '--:'))),
    ...rows.map(([name = '', ...counts]) =>
      writeCells([code(name).replaceAll('|', '\\|'), ...counts]),
    ),
  ],
  gap: '\n\n',
};

function writeCells(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Names of networks stand in sentences. `@` would name an account. */
function escapeText(text: string): string {
  return makeVisible(text).replace(/[\\`*_[\]<>@#|~]/g, '\\$&');
}

/** A code span that backticks in the text cannot end. */
function code(text: string): string {
  const visible = makeVisible(text);
  const fence = codeFence(visible, 1);
  const space = fence.length > 1 || visible.trim() === '' ? ' ' : '';
  return `${fence}${space}${visible}${space}${fence}`;
}

/** Aligns the first column to the left and the others, which are numbers, to the right. */
function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const visible = rows.map(([name = '', ...counts]) => [makeVisible(name), ...counts]);
  const widths =
    visible[0]?.map((_, column) => Math.max(...visible.map((row) => row[column]?.length ?? 0))) ??
    [];
  const align = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0);
  return visible.map((row) => row.map(align).join('  '));
}

export function countHidden(count: number): string {
  return `... and ${formatCount(count)} more`;
}
