/** Lines of a table before and after an edit -> a unified diff without lines around the changes. */
import { findOutOfOrder } from './slug-order.ts';

interface WrittenLine {
  /** Tells which line was which. */
  readonly line: object;
  readonly text: string;
}

/** A line that moved is shown as one that was removed and one that was added. */
export function describeDiff(
  before: readonly WrittenLine[],
  after: readonly WrittenLine[],
): string[] {
  const places = new Map(before.map(({ line }, index) => [line, index]));
  const found = after.flatMap(({ line, text }, now) => {
    const old = places.get(line);
    return old === undefined || before[old]?.text !== text ? [] : [{ old, now }];
  });
  const moved = new Set(findOutOfOrder(found, (a, b) => a.old - b.old));
  const kept = [
    ...found.filter((each) => !moved.has(each)),
    { old: before.length, now: after.length },
  ];
  const told: string[] = [];
  let next = { old: 0, now: 0 };
  /** Lines of text above the next hunk. */
  const above = { old: 0, now: 0 };
  for (const place of kept) {
    const [gone, come] = [
      textsOf(before.slice(next.old, place.old)),
      textsOf(after.slice(next.now, place.now)),
    ];
    if (gone.length + come.length > 0) {
      told.push(`@@ -${rangeOf(above.old, gone)} +${rangeOf(above.now, come)} @@`);
      told.push(...gone.map((text) => `-${text}`), ...come.map((text) => `+${text}`));
    }
    const height = textsOf(before.slice(place.old, place.old + 1)).length;
    above.old += gone.length + height;
    above.now += come.length + height;
    next = { old: place.old + 1, now: place.now + 1 };
  }
  return told;
}

/** A cell may hold several lines. */
function textsOf(lines: readonly WrittenLine[]): string[] {
  return lines.flatMap(({ text }) => text.split('\n'));
}

/** First line and number of lines; the line above, if there are none. */
function rangeOf(above: number, lines: readonly string[]): string {
  return `${lines.length === 0 ? above : above + 1},${lines.length}`;
}
