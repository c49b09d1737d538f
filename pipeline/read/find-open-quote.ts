/** What is wrong with the quotes of a text that is not CSV, and on which line. */

export interface QuoteFault {
  readonly rule: 'unclosed-quote' | 'text-after-quote' | 'stray-quote';
  readonly line: number;
  readonly message: string;
  readonly suggestion: string;
}

const faults = {
  'unclosed-quote': {
    message: 'a quote opens a cell here and nothing closes it',
    suggestion: 'close the cell with a quote; write a quote inside a cell twice ("")',
  },
  'text-after-quote': {
    message: 'text follows the quote that closes a cell',
    suggestion: 'write a quote inside a cell twice (""), or put a comma after the closing quote',
  },
  'stray-quote': {
    message: 'a quote stands in the middle of a cell that has none around it',
    suggestion: 'put the whole cell in quotes and write the quotes inside it twice ("")',
  },
} as const;

/** A quoted cell, closed or not, or a plain one. An unclosed one runs to the end of the file: no step per character. */
const cellPattern = /"[^"]*(?:""[^"]*)*("?)|[^",\r\n]*/y;
const endPatterns = { reported: /,|\r?\n|$/y, ignored: /[\t\v\f\r ]*(?:,|\r?\n|$)/y } as const;

/** The first fault in reading order, of a text that is known to have one. Spaces after a closing quote may be none. */
export function findOpenQuote(text: string, spaces: keyof typeof endPatterns): QuoteFault {
  let at = text.startsWith('\ufeff') ? 1 : 0;
  let line = 1;
  for (;;) {
    const cell = matchAt(cellPattern, text, at) ?? [''];
    const end = matchAt(endPatterns[spaces], text, at + cell[0].length)?.[0];
    const rule = faultOf(cell, end);
    if (rule !== null)
      return { rule, line: rule === 'text-after-quote' ? line + newlines(cell[0]) : line, ...faults[rule] };
    line += newlines(cell[0]) + newlines(end ?? '');
    at += cell[0].length + Math.max(end?.length ?? 0, 1);
    if (at > text.length) return { rule: 'unclosed-quote', line, ...faults['unclosed-quote'] };
  }
}

function faultOf([cell, closing]: readonly string[], end: string | undefined): QuoteFault['rule'] | null {
  const quoted = cell?.startsWith('"') === true;
  if (quoted && closing === '') return 'unclosed-quote';
  if (end !== undefined) return null;
  return quoted ? 'text-after-quote' : 'stray-quote';
}

function newlines(text: string): number {
  return text.split('\n').length - 1;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
