/**
 * Checks of the text of a table: merge conflicts, invisible characters, which make equal names
 * differ, and credentials.
 */
import { findCredential } from '../../../common/find-credential.ts';
import type { AddProblem, NewProblem } from '../../problem.ts';
import type { Table } from './table.ts';

const conflictMarker = /^(<{7}|\|{7}|={7}|>{7})(?: .*|\r?)$/gm;

/**
 * Reports each merge conflict of git at its first marker, also if it is partly resolved. Returns
 * whether there is a conflict.
 */
export function reportConflicts(path: string, text: string, add: AddProblem): boolean {
  if (!/^(?:<{7}|={7}|>{7}|\|{7}(?: |\r?$))/m.test(text)) return false;
  const markers = findMarkers(text);
  // Equals signs inside a quoted cell are text, unless the file has another marker.
  const sure = markers.some(({ sign }) => sign !== '=');
  let open = false;
  let hasConflict = false;
  for (const { sign, line, quoted } of markers) {
    const begins = !open && (sure || !quoted);
    if (begins) report(line, sign.repeat(7));
    hasConflict ||= begins;
    open = sign === '<' || (open && sign !== '>');
  }
  return hasConflict;

  function report(line: number, sign: string): void {
    add({
      rule: 'conflict-marker',
      file: path,
      line,
      column: null,
      message: `unresolved merge conflict (${sign})`,
      suggestion:
        'keep the right lines and remove those that begin with <<<<<<<, ======= and >>>>>>>',
    });
  }
}

interface Marker {
  readonly sign: string;
  readonly line: number;
  readonly quoted: boolean;
}

function findMarkers(text: string): Marker[] {
  let [at, line, quotes] = [0, 1, 0];
  return [...text.matchAll(conflictMarker)].map((match) => {
    const between = text.slice(at, match.index);
    at = match.index;
    line += between.split('\n').length - 1;
    quotes += between.split('"').length - 1;
    return { sign: match[1]?.[0] ?? '', line, quoted: quotes % 2 === 1 };
  });
}

/**
 * Control characters except tab and line breaks, soft hyphen, zero-width, bidi controls, word
 * joiner, tags, byte-order mark.
 */
const invisible =
  /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;
/** With the flags of countries that are parts of others: a black flag and tags for its letters. */
const everyInvisible = new RegExp(
  `\\u{1f3f4}[\\u{e0030}-\\u{e007a}]{2,8}\\u{e007f}|${invisible.source}`,
  'gu',
);
/** Marks of direction are usual among letters that are written from right to left. */
const rightToLeft =
  /(?=\p{L})[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Breaks of lines and pages, and separators of fields. */
const breaks = /[\v\f\x1c-\x1f\x85\u2028\u2029]/;
/** Marks that stand for nothing or for a space. */
const unclear = /[\0-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u200b]/;

/** Scripts that use joiners. Composed emoji use them too; U+FE0F requests emoji presentation. */
const scripts =
  'Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar';
const classes = scripts.split(' ').map((script) => `\\p{Script=${script}}`);
const joined = new RegExp(
  `^[${classes.join('')}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f]$`,
  'u',
);

const names = new Map([
  ['\0', 'NUL, which files of other formats and damaged disks have'],
  ['\x1a', 'Ctrl-Z, which ended files in DOS'],
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

/** Removes and reports invisible characters, so that checks do not report follow-on errors. */
export function removeInvisible(table: Table, add: AddProblem): Table {
  if (!invisible.test(table.text)) return table;
  const clean = (cell: string, line: number, column: string | null): string => {
    // Some leading and trailing invisible characters are whitespace, which is trimmed.
    if (!invisible.test(cell.trim())) return cell;
    const text = cell.replace(everyInvisible, (mark: string, at: number) => {
      if (mark.startsWith('\u{1f3f4}') || isMeant(cell, mark, at)) return mark;
      return breaks.test(mark) && isBetweenWords(cell, at) ? ' ' : '';
    });
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

function isMeant(cell: string, mark: string, at: number): boolean {
  return /[\u200e\u200f\u061c]/.test(mark) ? rightToLeft.test(cell) : isJoiner(cell, mark, at);
}

function isBetweenWords(cell: string, at: number): boolean {
  return /\S/.test(cell.charAt(at - 1)) && /\S/.test(cell.charAt(at + 1));
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
    suggestion: suggest(char, kept[at - 1] !== undefined && kept[at] !== undefined, text),
  };
}

function suggest(mark: string, isInside: boolean, text: string): string {
  if (isInside && unclear.test(mark) && /\s/.test(text))
    return 'remove it, or write a space in its place';
  if (text.length <= 60 && text !== '') return `write "${text}"`;
  return breaks.test(mark) ? 'write a space in its place' : 'remove it: type the text again';
}

/** Reports credentials, and whitespace around cells. `clean`: texts without a credential. */
export function checkCells(
  { path, header, records }: Table,
  add: AddProblem,
  clean = new Set<string>(),
): void {
  for (const { line, cells } of records) {
    // By index: there are very many cells, and most are blank.
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index] ?? '';
      if (cell !== '')
        for (const fault of faultsOf(cell, clean))
          add({ ...fault, file: path, line, column: header[index] ?? null });
    }
  }
}

type TextFault = Pick<NewProblem, 'rule' | 'value' | 'message' | 'suggestion'>;

const noFaults: readonly TextFault[] = [];

function faultsOf(cell: string, clean: Set<string>): readonly TextFault[] {
  const credential = cell.length < leastCredential ? null : findOnce(cell, clean);
  const isOdd = mayHaveSpace(cell) && cell.trim().length !== cell.length;
  if (credential === null && !isOdd) return noFaults;
  return [
    ...(credential === null ? [] : [describeCredential(credential)]),
    ...(isOdd ? [describeSpace(cell)] : []),
  ];
}

/** Length below which no text is a credential. */
const leastCredential = 12;

function findOnce(cell: string, clean: Set<string>): string | null {
  if (clean.has(cell)) return null;
  const credential = findCredential(cell);
  if (credential === null) clean.add(cell);
  return credential;
}

/** The report shows the beginning of a credential only. */
function describeCredential(found: string): TextFault {
  const message = `"${found.slice(0, 3)}…" looks like a credential, which would be published`;
  const suggestion = 'revoke it, and write a placeholder such as <API_KEY>';
  return { rule: 'credential', message, suggestion };
}

/**
 * Cells are read without leading and trailing whitespace, but a search in a spreadsheet finds it.
 */
function describeSpace(cell: string): TextFault {
  const message =
    cell.trim() === '' ? 'the cell holds only whitespace' : 'leading or trailing whitespace';
  return { rule: 'edge-space', value: cell, message, suggestion: 'remove it, or run `make fix`' };
}

/**
 * False if the first and the last character are ASCII and visible, which nearly all are: trimming
 * takes ten times as long.
 */
function mayHaveSpace(cell: string): boolean {
  return !(isVisible(cell.charCodeAt(0)) && isVisible(cell.charCodeAt(cell.length - 1)));
}

function isVisible(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}
