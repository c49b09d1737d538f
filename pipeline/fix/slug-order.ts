/** Whole records in the order of their slugs, each with its bytes. */
import { compareText } from '../problem.ts';

export interface WrittenLine {
  /** What stands before the line end. */
  readonly text: string;
  readonly lineEnd: string;
  /** Null for a blank line, which keeps its place. */
  readonly slug: string | null;
}

/** Records of one slug stay in the order in which they are: the first of them is the one that is read. */
export function sortBySlug(lines: readonly WrittenLine[]): readonly WrittenLine[] {
  const records = lines.filter(isRecord);
  const sorted = records.toSorted((a, b) => compareText(a.slug, b.slug));
  if (sorted.every((record, index) => record === records[index])) return lines;
  const next = sorted.values();
  return endLines(lines.map((line) => (isRecord(line) ? (next.next().value ?? line) : line)));
}

function isRecord(line: WrittenLine): line is WrittenLine & { slug: string } {
  return line.slug !== null;
}

/** A file may end without a line end. A record that moves away from there takes that of the one that comes there. */
function endLines(lines: readonly WrittenLine[]): readonly WrittenLine[] {
  const last = lines.length - 1;
  const open = lines.findIndex(({ lineEnd }) => lineEnd === '');
  if (open === -1 || open === last) return lines;
  const lineEnd = lines[last]?.lineEnd ?? '';
  return lines.map((line, index) =>
    index === open ? { ...line, lineEnd } : index === last ? { ...line, lineEnd: '' } : line,
  );
}
