/** What git leaves in a file when two people changed the same lines, and nobody has chosen yet. */
import type { AddProblem } from '../problem.ts';

const marker = /^(<{7}|\|{7}|={7}|>{7})(?: .*|\r?)$/gm;

/** Whether there is one. Each conflict is reported where it begins; what is left of a half mended one, too. */
export function reportConflicts(path: string, text: string, add: AddProblem): boolean {
  if (!/^(?:<{7}|={7}|>{7})/m.test(text)) return false;
  const markers = [...text.matchAll(marker)].map((match) => ({ sign: match[1]?.[0] ?? '', at: match.index }));
  const sure = markers.some(({ sign }) => sign === '<' || sign === '>');
  let open = false;
  let found = false;
  for (const { sign, at } of markers) {
    const begins = !open && (sure || !isQuoted(text, at));
    if (begins) report(text.slice(0, at).split('\n').length, sign.repeat(7));
    found ||= begins;
    open = sign === '<' || (open && sign !== '>');
  }
  return found;

  function report(line: number, sign: string): void {
    add({
      severity: 'error',
      rule: 'conflict-marker',
      file: path,
      line,
      column: null,
      message: `a conflict marker of git (${sign}): two versions of the lines below wait for a choice`,
      suggestion: 'keep the right lines, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>',
    });
  }
}

/** A line of equals signs inside a quoted cell is text. */
function isQuoted(text: string, at: number): boolean {
  return text.slice(0, at).split('"').length % 2 === 0;
}
