/** A price as its text states it: the amount that stands first, what it is for, and the rest. */
import { type TokenGroups, valuesOf } from '../../../common/amounts/forms.ts';
import type { Token } from '../../../common/amounts/lexer.ts';
import { daySeconds, monthSeconds } from '../../../common/durations.ts';
import { strip } from '../../../common/strip.ts';
import type { StatedPrice } from '../../../model/rows.ts';
import { periodName, type Statement } from './amounts.ts';

/** A part of the text that the note leaves out, or has in other words. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly words: string;
}

const payments: ReadonlyMap<number, string> = new Map([
  [monthSeconds, 'if paid monthly'],
  [3 * monthSeconds, 'if paid quarterly'],
  [6 * monthSeconds, 'if paid half-yearly'],
  [365 * daySeconds, 'if paid yearly'],
]);

/** `first`: the statement of the amount that the price shows. */
export function wordsOf(
  text: string,
  first: Statement,
  statements: readonly Statement[],
): Pick<StatedPrice, 'stated' | 'per' | 'note'> {
  const [{ tiers = [] } = {}] = first.get('tiers') ?? [];
  const at = tiers.findIndex(({ value }) => value !== undefined);
  const { per, edits } = unitIn(text, first);
  const others = statements.filter((each) => each !== first).flatMap(remarkEdits);
  const ranges = statements.flatMap((each) => each.get('range') ?? []);
  const spans = ranges.flatMap((found) => editOf(found, ' to '));
  const all = [...amountEdits(text, tiers, at), ...edits, ...others, ...spans];
  const note = tidy(edit(text, all));
  return { stated: valuesOf(tiers)?.[0] ?? 0, per, note: note === '' ? null : note };
}

/** The amount is left out, and `/$99` after it is `or $99`. */
function amountEdits(text: string, tiers: readonly Token[], at: number): Edit[] {
  const [amount, separator] = [tiers[at], tiers[at + 1]];
  if (amount === undefined) return [];
  const own = { from: tiers[0]?.at ?? 0, to: amount.end ?? 0, words: '' };
  const isApart = text.slice(own.to).trimStart().startsWith('(');
  if (separator?.at === undefined || isApart) return [own];
  const words = separator.roles.includes('slash') ? ' or ' : ' to ';
  return [own, { from: separator.at, to: separator.end ?? 0, words }];
}

/** What the amount is for: `month`, `TB/month`, `1M extra requests`, `once`. */
function unitIn(text: string, statement: Statement) {
  const get = (name: string) => statement.get(name) ?? [];
  const names = [...statement.keys()];
  const isAllowance = get('period').length > 0 && names.indexOf('period') < names.indexOf('per');
  const things = get('per').filter(({ counts = [] }) => counts.length === 0 || !isAllowance);
  const periods = get('period').slice(0, 1);
  const paid = get('remark').find((found) => payments.has(paidSeconds(found)));
  const seconds = periods.map(secondsOf)[0] ?? (paid && paidSeconds(paid));
  const isSaid = paid !== undefined && paidSeconds(paid) === seconds;
  const per = [
    ...things.map((found) => textOf(text, found)),
    ...(seconds === undefined ? [] : [periodName(seconds)]),
  ].join('/');
  const taken = [...things, ...periods, ...get('bound'), ...get('once')];
  const edits = taken.flatMap((found) => editOf(found, ''));
  const remarks = isSaid ? editOf(paid, '') : remarkEdits(statement);
  const isOnce = get('once').length > 0;
  return { per: per || (isOnce ? 'once' : null), edits: [...edits, ...remarks] };
}

/** Of a remark: a year for `(yearly plan)`; 0 for none. */
function paidSeconds({ remark = [] }: TokenGroups): number {
  return remark.find(({ seconds }) => seconds)?.seconds ?? 0;
}

function secondsOf({ count, period }: TokenGroups): number {
  return (count?.[0]?.value ?? 1) * (period?.[0]?.seconds ?? 1);
}

/** `(yearly plan)` -> `if paid yearly` */
function remarkEdits(statement: Statement): Edit[] {
  return (statement.get('remark') ?? []).flatMap((found) => {
    const words = payments.get(paidSeconds(found));
    return words === undefined ? [] : editOf(found, ` ${words}`);
  });
}

function editOf({ all = [] }: TokenGroups, words: string): Edit[] {
  const [first, last] = [all[0], all.at(-1)];
  if (first?.at === undefined || last?.end === undefined) return [];
  return [{ from: first.at, to: last.end, words }];
}

/** Without the slash or the word before it. */
function textOf(text: string, { all = [] }: TokenGroups): string {
  const told = all.filter(({ roles }) => !roles.includes('slash') && !roles.includes('for'));
  return text.slice(told[0]?.at, told.at(-1)?.end).replace(/\s+/g, ' ');
}

function edit(text: string, edits: readonly Edit[]): string {
  let [edited, at] = ['', 0];
  for (const { from, to, words } of edits.toSorted((a, b) => a.from - b.from)) {
    if (from < at) continue;
    edited += `${text.slice(at, from)}${words || ' '}`;
    at = to;
  }
  return edited + text.slice(at);
}

/** Words between statements, which end a note if the amount stood behind them. */
const joints = /(?: |^)(?:\+|then|and|now|after|is|for)$/;

/** Without marks at the ends and spaces before commas. */
function tidy(note: string): string {
  const marks = ' ,;/:|-.';
  let plain = strip(note.replace(/\s+/g, ' ').replace(/ (?=[,;)])/g, ''), marks);
  while (joints.test(plain)) plain = strip(plain.replace(joints, ''), marks);
  return plain;
}
