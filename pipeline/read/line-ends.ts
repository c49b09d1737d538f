/** A file whose lines end in two ways: two programs have written it, and the next one may rewrite every line. */
import type { AddProblem } from '../problem.ts';

/** The text is known to be CSV. Line breaks inside quoted cells are the editor's own. */
export function checkLineEnds(path: string, text: string, add: AddProblem): void {
  if (!text.includes('\r\n') || !/(?<!\r)\n/.test(text)) return;
  let quoted = false;
  let line = 0;
  let expected: string | null = null;
  for (const [piece] of text.matchAll(/[^\n]*\n/g)) {
    line++;
    for (let at = piece.indexOf('"'); at !== -1; at = piece.indexOf('"', at + 1)) quoted = !quoted;
    if (quoted) continue;
    const end = piece.endsWith('\r\n') ? '\r\n' : '\n';
    expected ??= end;
    if (end === expected) continue;
    report(path, line, expected, add);
    return;
  }
}

function report(path: string, line: number, expected: string, add: AddProblem): void {
  const [other, usual] = expected === '\n' ? ['CRLF', 'LF'] : ['LF', 'CRLF'];
  add({
    severity: 'warning',
    rule: 'mixed-line-ends',
    file: path,
    line,
    column: null,
    message: `the line ends with ${other}, those before it with ${usual}`,
    suggestion: 'save the file again with one kind of line end',
  });
}
