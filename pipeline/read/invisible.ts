/** Invisible characters, which make equal names differ or change the direction of text. */
import type { AddProblem, NewProblem } from '../problem.ts';
import type { Table } from './parse-table.ts';

/** Controls (but tab and line breaks), soft hyphen, zero-width, bidi controls, word joiner, tags, byte-order mark. */
const invisible =
  /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;
const all = new RegExp(invisible.source, 'gu');

/** These scripts write with joiners, and so do pictures that are made of several (U+FE0F asks for a picture). */
const scripts =
  'Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar';
const classes = scripts.split(' ').map((script) => `\\p{Script=${script}}`);
const joined = new RegExp(`^[${classes.join('')}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f]$`, 'u');

const names = new Map([
  ['\u00ad', 'soft hyphen'],
  ['\u200b', 'zero-width space'],
  ['\u200c', 'zero-width non-joiner'],
  ['\u200d', 'zero-width joiner'],
  ['\u200e', 'left-to-right mark'],
  ['\u200f', 'right-to-left mark'],
  ['\u202e', 'right-to-left override'],
  ['\u2060', 'word joiner'],
  ['\ufeff', 'byte-order mark'],
]);

/** The table without them: they are reported, and what they would make of a name is not reported as well. */
export function removeInvisible(table: Table, add: AddProblem): Table {
  if (!invisible.test(table.text)) return table;
  const clean = (cell: string, line: number, column: string | null): string => {
    // Some leading and trailing invisible characters are whitespace, which is trimmed.
    if (!invisible.test(cell.trim())) return cell;
    const text = cell.replace(all, (char: string, at: number) => (isJoiner(cell, char, at) ? char : ''));
    if (text !== cell) add(describe(table.path, { cell, text, line, column }));
    return text;
  };
  const header = table.header.map((name) => clean(name, 1, null));
  const records = table.records.map(({ line, cells }) => ({
    line,
    cells: cells.map((cell, index) => clean(cell, line, header[index] ?? null)),
  }));
  return { ...table, header, records };
}

function isJoiner(cell: string, char: string, at: number): boolean {
  if (char !== '\u200c' && char !== '\u200d') return false;
  const before = [...cell.slice(Math.max(0, at - 2), at)].at(-1) ?? '';
  const [after = ''] = cell.slice(at + 1, at + 3);
  return joined.test(before) && joined.test(after);
}

interface Found {
  readonly cell: string;
  readonly text: string;
  readonly line: number;
  readonly column: string | null;
}

function describe(file: string, { cell, text, line, column }: Found): NewProblem {
  const [chars, kept] = [[...cell], [...text]];
  const at = chars.findIndex((char, index) => char !== kept[index]);
  const char = chars[at] ?? '';
  const code = `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  const name = names.get(char) ?? (char < '\u00a0' ? 'control character' : 'invisible character');
  const before = chars.slice(Math.max(0, at - 12), at).join('');
  const where = before === '' ? 'at the beginning of the cell' : `after "${before}"`;
  return {
    rule: 'invisible-character',
    file,
    line,
    column,
    value: cell,
    message: `invisible character ${where}: ${name}, ${code}`,
    suggestion: text.length > 60 || text === '' ? 'remove it: type the text again' : `write "${text}"`,
  };
}
