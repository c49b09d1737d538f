/** Markdown for a review comment. Texts of the sources are in code spans, so that nothing in them is markup. */
import { formatCount } from '../../../common/format-count.ts';
import { codeFence } from '../../../common/markdown.ts';
import { makeVisible } from '../../../common/visible.ts';
import { listSome, plural } from '../../report/counts.ts';
import { fromJsonProblem } from '../../report/json.ts';
import { explain } from '../../report/problem-line.ts';
import type { Diff, DiffEntry } from '../schema.ts';
import { describeChange } from './values.ts';
import {
  describeBase,
  describeCause,
  describePlace,
  listSections,
  networksOf,
  summarizeDiff,
  warnOfErrors,
} from './words.ts';

/** GitHub rejects comments of more than 65,536 characters. The rest is reserved for text that a bot adds. */
const shownCharacters = 60_000;
interface Limits {
  /** Of each list. */
  readonly items: number;
  /** Names of networks in each entry. */
  readonly networks: number;
}

/** Tried in this order; the first result that fits is used. */
const allLimits: readonly Limits[] = [
  { items: 50, networks: Infinity },
  ...[50, 20, 10, 5, 1].map((items) => ({ items, networks: 20 })),
];
const shownCells = 6;
/** Longer lists of networks and addresses are folded. */
const unfoldedNetworks = 12;
const unfoldedAddresses = 5;

export function formatDiffMarkdown(diff: Diff): string {
  let text = '';
  for (const limits of allLimits) {
    text = formatWith(diff, limits);
    if (text.length <= shownCharacters) return text;
  }
  return text.slice(0, shownCharacters);
}

function formatWith(diff: Diff, limits: Limits): string {
  const { items } = limits;
  const base = describeBase(diff.base);
  const warning = warnOfErrors(diff);
  const notice = warning === null ? [] : [`**${warning}**`];
  const problems = [
    ...formatList(diff.newProblems.map(formatProblem), { title: 'new problem', limit: items }),
    ...formatList(diff.fixedProblems.map(formatProblem), { title: 'fixed problem', limit: items, fold: 0 }),
  ];
  if (diff.unchanged)
    return [`No row and no definition would change against ${code(base)}.`, ...notice, ...problems].join('\n\n');
  return [
    `### The sources against ${code(base)}`,
    ...notice,
    summarizeDiff(diff)
      // It contains names of networks. `@` would name an account.
      .map(([label, text]) => `- **${label}** ${makeVisible(text).replace(/[\\`*_[\]<>@#|~]/g, '\\$&')}`)
      .join('\n'),
    ...problems,
    ...formatCounts(diff),
    ...formatLists(diff, limits),
  ].join('\n\n');
}

function formatLists(diff: Diff, limits: Limits): string[] {
  const limit = limits.items;
  const entries = diff.entries.map((entry) => formatEntry(entry, limits));
  const mark = (change: string) => `- ${change}`;
  const sections = listSections(diff, { name: code, value: code, mark, cells: shownCells, networks: 10 });
  return [
    ...formatList(entries, { title: 'edit', after: ', most rows first', limit }),
    ...sections.flatMap(({ lines, title, after }) => {
      const fold = title === 'public URL' ? unfoldedAddresses : Infinity;
      return formatList(lines, { title, after, limit, fold });
    }),
  ];
}

function formatCounts({ byCategory }: Diff): string[] {
  const different = byCategory.filter(({ added, removed, changed }) => added + removed + changed > 0);
  if (different.length === 0) return [];
  const lines = different.map(({ category, after, added, removed, changed }) => {
    const counts = [after, added, removed, changed].map(formatCount);
    return `| ${[code(category).replaceAll('|', '\\|'), ...counts].join(' | ')} |`;
  });
  const head = ['| category | rows | added | removed | changed |', '|---|--:|--:|--:|--:|'];
  return [[...head, ...lines].join('\n')];
}

interface ListOptions {
  /** Noun of one item. */
  readonly title: string;
  readonly after?: string;
  readonly limit: number;
  /** Number of items above which the list is folded; default: never. */
  readonly fold?: number;
}

function formatList(items: readonly string[], { title, after = '', limit, fold = Infinity }: ListOptions): string[] {
  if (items.length === 0) return [];
  const more = items.length - limit;
  const lines = [...items.slice(0, limit), ...(more > 0 ? [`- ... and ${formatCount(more)} more`] : [])].join('\n');
  const heading = `${plural(items.length, title)}${after}`;
  if (items.length <= fold) return [`**${heading}**`, lines];
  return [`<details>\n<summary>${heading}</summary>`, lines, '</details>'];
}

function formatProblem(problem: Diff['newProblems'][number]): string {
  const { severity, rule, file, line, column } = problem;
  const place = `${file}${line === null ? '' : `:${line}`}${column === null ? '' : ` ${column}`}`;
  return `- ${severity} ${code(rule)}, ${code(place)}: ${code(explain(fromJsonProblem(problem)))}`;
}

function formatEntry(entry: DiffEntry, limits: Limits): string {
  const { change, rows, networks, cause, cells } = entry;
  const names = networksOf(entry);
  const where = networks === 1 ? code(names.join()) : plural(networks, 'network');
  const place = describePlace(entry, code);
  const head = `- ${change} ${plural(rows, 'row')} on ${where}: ${describeCause(cause, code)}${place === '' ? '' : `, ${place}`}`;
  const lines = cells.slice(0, shownCells).map((cell) => {
    const part = cell.rows === rows ? '' : ` (${plural(cell.rows, 'row')})`;
    return `  - ${code(cell.column)}${part}: ${describeChange(cell.before, cell.after, code)}`;
  });
  const more = cells.length - lines.length;
  const named = networks === 1 ? [] : [formatNetworks(names, limits.networks)];
  return [head, ...lines, ...(more > 0 ? [`  - ... and ${formatCount(more)} more`] : []), ...named].join('\n');
}

/** HTML inside a folded list is not Markdown, so its text is escaped. */
function formatNetworks(names: readonly string[], limit: number): string {
  if (names.length <= unfoldedNetworks) return `  - on ${names.map(code).join(', ')}`;
  const text = makeVisible(listSome(names, limit)).replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`);
  return `  - <details><summary>on ${plural(names.length, 'network')}</summary><code>${text}</code></details>`;
}

/** Formats a code span that backticks in the text cannot end. */
function code(text: string): string {
  const visible = makeVisible(text);
  const fence = codeFence(visible, 1);
  const space = fence.length > 1 || visible.trim() === '' ? ' ' : '';
  return `${fence}${space}${visible}${space}${fence}`;
}
