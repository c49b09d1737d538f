/** Two cells of a line in each other's column: their values are common in the other column, and rare in their own. */
import { getOrInsert } from '../../../common/get-or-insert.ts';
import { groupBy } from '../../../common/group-by.ts';
import type { AddProblem, NewProblem } from '../../problem.ts';
import type { EntryCells, OfferEntry, Sources } from '../../sources.ts';
import type { CheckContext } from '../context.ts';

/** How often the other column has the value, at least, and how many times as often as its own column. */
const common = 5;
const times = 4;

type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;

export function checkSwappedCells({ sources }: CheckContext, add: AddProblem): void {
  const counts = countTexts(sources);
  const foreign = foreignTexts(counts);
  const cached = new Map<EntryCells, readonly [string, string] | null>();
  const swapOf = ({ cells }: OfferEntry) => getOrInsert(cached, cells, () => findSwap(cells, counts, foreign));
  const swapped = [...sources.offers, ...sources.listings].filter((entry) => swapOf(entry) !== null);
  const lines = groupBy(swapped, (entry) => `${entry.source.file} ${swapOf(entry)}`);
  for (const [first, ...others] of lines.values()) {
    const swap = first === undefined ? null : swapOf(first);
    if (first !== undefined && swap !== null) add(describeSwap(first, swap, others.length + 1));
  }
}

function describeSwap(
  { source, cells }: OfferEntry,
  [one, other]: readonly [string, string],
  count: number,
): NewProblem {
  const where = count === 1 ? '' : ` on ${count} lines`;
  const message = `"${cells.values[one]}" is a value of "${other}", and "${cells.values[other]}" one of "${one}"${where}`;
  const suggestion = count === 1 ? 'swap the two cells' : 'swap the two columns, or their names in the header';
  return { rule: 'swapped-cells', ...source, line: count === 1 ? source.line : 1, column: one, message, suggestion };
}

function countTexts({ offers, listings, meta }: Sources): Counts {
  const columns = meta.columns.filter(
    ({ valueKind, key }) => valueKind === 'string' && key !== 'slug' && key !== 'offer',
  );
  const counts = new Map(columns.map(({ key }) => [key, new Map<string, number>()]));
  for (const { cells } of [...offers, ...listings]) {
    for (const key in cells.values) {
      const [values, text] = [counts.get(key), cells.values[key]];
      if (values !== undefined && typeof text === 'string') values.set(text, (values.get(text) ?? 0) + 1);
    }
  }
  return counts;
}

/** Texts by column that belong to another one. Few do, so that few pairs of cells need to be compared. */
function foreignTexts(counts: Counts): ReadonlyMap<string, ReadonlySet<string>> {
  const columns = new Map<string, string[]>();
  for (const [key, values] of counts)
    for (const [text, count] of values) if (count >= common) getOrInsert(columns, text, () => []).push(key);
  const foreignOf = (own: string, texts: Iterable<string>) =>
    [...texts].filter((text) => columns.get(text)?.some((other) => isForeign(text, own, other, counts)));
  return new Map(Array.from(counts, ([own, values]) => [own, new Set(foreignOf(own, values.keys()))]));
}

function findSwap(
  { values }: EntryCells,
  counts: Counts,
  foreign: ReturnType<typeof foreignTexts>,
): readonly [string, string] | null {
  const texts: (readonly [string, string])[] = [];
  for (const key in values) {
    const value = values[key];
    if (typeof value === 'string' && foreign.get(key)?.has(value)) texts.push([key, value]);
  }
  for (const [index, [one, value]] of texts.entries())
    for (const [other, text] of texts.slice(index + 1))
      if (isForeign(value, one, other, counts) && isForeign(text, other, one, counts)) return [one, other];
  return null;
}

/** Whether a value belongs to another column. */
function isForeign(value: string, own: string, other: string, counts: Counts): boolean {
  const found = counts.get(other)?.get(value) ?? 0;
  return found >= common && found >= times * (counts.get(own)?.get(value) ?? 0);
}
