/** The cell of a problem, under its line of a report. */

import { makeVisible } from '../../common/visible.ts';
import type { Problem } from '../problem.ts';
import { quoteValue } from './style.ts';

const shownCharacters = 100;
/** Characters before the fault that a long cell keeps. */
const shownBefore = 30;

/** On a terminal, the cell and a line of carets. Elsewhere the quoted cell, unless the message quotes it. */
export function formatCell({ rule, value = '', message }: Problem, terminal: boolean): string[] {
  if (value === '') return [];
  if (terminal) return underline(value, rule === 'edge-space' ? findSpace(value) : findFault(value, message));
  return quotes(message, value) ? [] : [`the cell: ${quoteValue(value, shownCharacters)}`];
}

/** Whether a message quotes the cell or its last part: `ankr` of `!offer:ankr`. */
function quotes(message: string, value: string): boolean {
  if (message.includes(`"${value}"`)) return true;
  return [...message.matchAll(/"([^"]{2,})"/g)].some(([, quoted = '']) => value.endsWith(`:${quoted}`));
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The first part of the cell that the message quotes; the whole cell if it quotes none. */
function findFault(value: string, message: string): Span {
  for (const [, quoted = ''] of message.matchAll(/"([^"]+)"/g)) {
    const start = value.indexOf(quoted);
    if (start !== -1) return { start, end: start + quoted.length };
  }
  return { start: 0, end: value.length };
}

/** Trailing whitespace; leading whitespace if there is no other. */
function findSpace(value: string): Span {
  const end = value.trimEnd().length;
  return end < value.length
    ? { start: end, end: value.length }
    : { start: 0, end: value.length - value.trimStart().length };
}

/** Cuts a long cell around the fault. Escapes of invisible characters count in the width. */
function underline(value: string, { start, end }: Span): string[] {
  const before = makeVisible(value.slice(0, start));
  const fault = makeVisible(value.slice(start, end));
  const after = makeVisible(value.slice(end));
  const lead = before.length > shownBefore ? `…${before.slice(-shownBefore)}` : before;
  const isLong = fault.length > shownCharacters;
  const shown = isLong ? fault.slice(0, shownCharacters) : fault;
  const room = shownCharacters - shown.length;
  const rest = isLong || after.length > room ? `${isLong ? '' : after.slice(0, room)}…` : after;
  return [`${lead}${shown}${rest}`, `${' '.repeat(widthOf(lead))}${'^'.repeat(Math.max(1, widthOf(shown)))}`];
}

/** Columns of a terminal, nearly: most characters take one, wide ones two, and combining marks none. */
function widthOf(text: string): number {
  let width = 0;
  for (const char of text.normalize('NFC')) {
    if (/\p{Mn}/u.test(char)) continue;
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
        char,
      )
        ? 2
        : 1;
  }
  return width;
}
