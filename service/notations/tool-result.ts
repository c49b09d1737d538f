/**
 * Answer of a tool: a table as Markdown and as structured content, cut to the tokens that the
 * caller allows.
 */
import { clip } from '../text/clip.ts';
import { estimateTokens } from '../text/tokens.ts';
import { maxCell, tableLines } from './markdown.ts';
import {
  type AnswerCell,
  cellText,
  codeText,
  contentOf,
  escapeSentence,
  isNetworks,
  quote,
  rowText,
} from './tool-text.ts';

/**
 * A text of a contributor outside of the table. It may say anything, so it never stands in a
 * sentence of ours.
 */
export interface Quotation {
  /** Whose text it is: a column, or a part of a profile. */
  readonly source: string;
  readonly text: string;
}

export interface Answer {
  /** Sentence above the table. */
  readonly title: string;
  /** Our sentences between title and table: how the question was read. */
  readonly understood?: readonly string[];
  /** JSON of the arguments that the question stands for, below `understood`. */
  readonly argumentsJson?: string | undefined;
  /** Conditions as they were applied: `Plan type: Free`. */
  readonly applied?: readonly string[];
  /** Keys, the most important first: the last ones are left out if a row does not fit. */
  readonly columns: readonly string[];
  /** From `offset` on. */
  readonly rows: readonly (readonly AnswerCell[])[];
  /** Number of rows in all. */
  readonly total: number;
  /** 0 by default. */
  readonly offset?: number;
  /**
   * True if the second cell of each row is a text to copy. The Markdown then has the whole text in
   * a code block.
   */
  readonly isCode?: boolean;
  /** Below the table. */
  readonly quotations?: readonly Quotation[];
  /** Our sentences below the table, the most important first. */
  readonly notes?: readonly string[];
  /** Columns whose cells the Markdown has whole; by default a cell has at most `maxCell` characters. */
  readonly whole?: readonly string[];
  /** Day and licence of the data. */
  readonly source?: string;
  /** Call that gives all networks of a row, if a list of networks is cut. */
  readonly allNetworks?: string;
  /** Columns that are left out if all rows have the same cell, which is told once. */
  readonly tellOnce?: readonly string[];
  /**
   * Columns that every row keeps. The others are left out, the last first, until all rows fit; by
   * default rows are left out.
   */
  readonly kept?: readonly string[];
}

export type Written = ReturnType<typeof write>;

const maxSentence = 300;

/** Networks that a cell names: the first number with which all rows fit into the budget. */
const networkCounts = [Number.POSITIVE_INFINITY, 40, 20, 10, 5, 3] as const;

/** Writes as many whole rows as fit into `budget` tokens, text and structured content together. */
export function writeAnswer(original: Answer, budget: number): Written {
  const distinct = withoutSameCells(original);
  const whole = { ...distinct, quotations: quotationsWithin(distinct, budget / 3) };
  const versions = networkCounts.map((most) => cutNetworks(whole, most));
  const answer =
    versions.find((version) => countFitting(version, budget) === version.rows.length) ??
    versions.at(-1) ??
    whole;
  return writeRows(answer, budget);
}

/** The answer without the columns of `tellOnce` that have one cell in all rows; a note has it. */
function withoutSameCells(answer: Answer): Answer {
  const { columns, rows, tellOnce = [] } = answer;
  const [first, second] = rows;
  if (first === undefined || second === undefined) return answer;
  const isSame = (at: number) =>
    rows.every((row) => JSON.stringify(row[at]) === JSON.stringify(first[at]));
  const same = [...columns.keys()].filter(
    (at) => tellOnce.includes(columns[at] ?? '') && isSame(at),
  );
  if (same.length === 0) return answer;
  const sameCells = same.map((at) => {
    const cell = first[at] ?? null;
    const text = isNetworks(cell)
      ? `the same ${cell.networks.length}`
      : cellText(cell, maxCell) || 'none';
    return `${columns[at]} of the rows shown: ${text}.`;
  });
  const isLeft = (_: unknown, at: number) => !same.includes(at);
  return {
    ...answer,
    columns: columns.filter(isLeft),
    rows: rows.map((row) => row.filter(isLeft)),
    notes: [...(answer.notes ?? []), ...sameCells],
  };
}

/**
 * The answer with at most `most` networks in each list, and a note on the call that gives all of
 * them.
 */
function cutNetworks(answer: Answer, most: number): Answer {
  const isCut = answer.rows.some((row) =>
    row.some((cell) => isNetworks(cell) && cell.networks.length > most + 1),
  );
  if (!isCut) return answer;
  const cut = (cell: AnswerCell): AnswerCell => {
    if (!isNetworks(cell) || cell.networks.length <= most + 1) return cell;
    return {
      networks: [...cell.networks.slice(0, most), `and ${cell.networks.length - most} more`],
    };
  };
  const note = answer.allNetworks === undefined ? [] : [answer.allNetworks];
  return {
    ...answer,
    rows: answer.rows.map((row) => row.map(cut)),
    notes: [...note, ...(answer.notes ?? [])],
  };
}

/** Leaves out columns, and for the first row also notes and quotations. */
function writeRows(answer: Answer, budget: number): Written {
  if (answer.rows.length === 0) return write(withinLengths(answer), 0);
  const bare = {
    ...answer,
    title: '',
    applied: [],
    understood: [],
    argumentsJson: undefined,
    notes: [],
    quotations: [],
  };
  const fitted = fitRows(answer, budget) ?? fitRows(bare, budget);
  return (
    fitted ??
    write({ ...bare, columns: [], rows: [], notes: ['Not even one row fits: raise `budget`.'] }, 0)
  );
}

/**
 * The widest version with all rows, or the narrowest that has the kept columns; null if not even
 * one row fits.
 */
function fitRows(answer: Answer, budget: number): Written | null {
  const { columns, rows, kept = columns } = answer;
  const order = [...kept, ...columns.filter((column) => !kept.includes(column))];
  let widest: Written | null = null;
  for (let size = order.length; size > 0; size--) {
    const narrow = narrowTo(answer, order.slice(0, size));
    const count = countFitting(narrow, budget);
    if (count > 0) widest = write(narrow, count);
    if (count === rows.length || (widest !== null && size <= kept.length)) return widest;
  }
  return widest;
}

/** The first quotations that fit, so that rows have room, too. */
function quotationsWithin({ quotations = [] }: Answer, tokens: number): readonly Quotation[] {
  let left = tokens;
  const cut = quotations.map(({ source, text }) => ({ source, text: clip(text, maxSentence) }));
  const end = cut.findIndex(
    (quotation) => (left -= 2 * estimateTokens(JSON.stringify(quotation))) < 0,
  );
  return end < 0 ? cut : cut.slice(0, end);
}

function narrowTo(answer: Answer, names: readonly string[]): Answer {
  const isNamed = (_: unknown, at: number) => names.includes(answer.columns[at] ?? '');
  const left = answer.columns.filter((column) => !names.includes(column));
  const note =
    left.length === 0
      ? []
      : [`Columns left out: ${left.join(', ')}. Name them in \`columns\` or raise \`budget\`.`];
  const isBare = answer.title === '';
  return withinLengths({
    ...answer,
    columns: answer.columns.filter(isNamed),
    rows: answer.rows.map((row) => row.filter(isNamed)),
    notes: [...(answer.notes ?? []), ...(isBare ? [] : note)],
  });
}

function withinLengths(answer: Answer): Answer {
  const cut = (sentence: string) => clip(sentence, maxSentence);
  const { title, understood = [], argumentsJson, notes = [] } = answer;
  return {
    ...answer,
    title: cut(title),
    understood: understood.map(cut),
    argumentsJson: argumentsJson === undefined ? undefined : cut(argumentsJson),
    notes: notes.map(cut),
  };
}

/** Number of rows that fit. Adds bounds of parts, so that rows are measured once. */
function countFitting(answer: Answer, budget: number): number {
  const { text, structured } = write({ ...answer, rows: [] }, 0);
  const head = headOf(answer).join('\n');
  let left =
    budget -
    estimateTokens(text) -
    estimateTokens(head) -
    estimateTokens(JSON.stringify(structured)) -
    reserve;
  let count = 0;
  for (const row of answer.rows) {
    left -=
      estimateTokens(rowText(answer, row)) + estimateTokens(JSON.stringify(row.map(contentOf))) + 2;
    if (left < 0) break;
    count++;
  }
  return count;
}

/** Tokens for the range of rows and `next`, which are known only after counting. */
const reserve = 24;

/** Text and structured content. `next`: offset of the next rows, left out at the end. */
function write(answer: Answer, count: number) {
  const { title, columns, rows, total, offset = 0, quotations = [], source } = answer;
  const { understood = [], argumentsJson, notes = [], applied = [] } = answer;
  const shown = rows.slice(0, count);
  const next = count > 0 && offset + count < total ? offset + count : undefined;
  const range = count === 0 ? '' : ` ${offset + 1} to ${offset + count} of ${total}.`;
  const table =
    count === 0 ? [] : ['', ...headOf(answer), ...shown.map((row) => rowText(answer, row))];
  const onward = next === undefined ? [] : [`Next: \`offset\` ${next}.`];
  const quoted = quotations.map(
    ({ source, text }) => `> ${source}: ${quote(text.replace(/\s+/g, ' '))}`,
  );
  const below = [
    ...onward,
    ...notes.map(escapeSentence),
    ...(quoted.length === 0 ? [] : ['Quoted from providers:', ...quoted]),
    ...(source === undefined ? [] : [escapeSentence(`Data: ${source}.`)]),
  ];
  const call = argumentsJson === undefined ? [] : [`Understood as ${codeText(argumentsJson)}.`];
  const sentences = [...understood, ...call, ...notes];
  return {
    text: [
      `${escapeSentence(title)}${range}`,
      ...understood.map(escapeSentence),
      ...call,
      ...table,
      ...(below.length === 0 ? [] : ['', ...below]),
    ].join('\n'),
    structured: {
      total,
      columns,
      rows: shown.map((row) => row.map(contentOf)),
      ...(next === undefined ? {} : { next }),
      ...withoutEmpty({ applied, quotations, notes: sentences }),
      ...(source === undefined ? {} : { source }),
    },
  };
}

/** The lists that have items. */
function withoutEmpty<T extends Readonly<Record<string, readonly unknown[]>>>(lists: T) {
  const filled = Object.entries(lists).filter(([, list]) => list.length > 0);
  return Object.fromEntries(filled) as Partial<T>;
}

function headOf({ isCode = false, columns }: Answer): string[] {
  return isCode ? [] : tableLines(columns.map(quote), []);
}
