/** Unresolved merge conflicts of git. */
import type { AddProblem } from '../problem.ts';

const marker = /^(<{7}|\|{7}|={7}|>{7})(?: .*|\r?)$/gm;

/** Reports each conflict at its first marker, also one that is partly resolved. Returns whether there is one. */
export function reportConflicts(path: string, text: string, add: AddProblem): boolean {
  if (!/^(?:<{7}|={7}|>{7})/m.test(text)) return false;
  const markers = findMarkers(text);
  // A line of equals signs inside a quoted cell is text, where nothing else tells of a conflict.
  const sure = markers.some(({ sign }) => sign === '<' || sign === '>');
  let open = false;
  let found = false;
  for (const { sign, line, quoted } of markers) {
    const begins = !open && (sure || !quoted);
    if (begins) report(line, sign.repeat(7));
    found ||= begins;
    open = sign === '<' || (open && sign !== '>');
  }
  return found;

  function report(line: number, sign: string): void {
    add({
      rule: 'conflict-marker',
      file: path,
      line,
      column: null,
      message: `unresolved merge conflict (${sign})`,
      suggestion: 'keep the right lines and remove those that begin with <<<<<<<, ======= and >>>>>>>',
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
  return [...text.matchAll(marker)].map((match) => {
    const between = text.slice(at, match.index);
    at = match.index;
    line += between.split('\n').length - 1;
    quotes += between.split('"').length - 1;
    return { sign: match[1]?.[0] ?? '', line, quoted: quotes % 2 === 1 };
  });
}
